"""What only a real board with a person beside it can show, point by point."""
