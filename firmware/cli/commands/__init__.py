"""What each command of ``hakam`` does; heavy libraries are imported only by those that need them."""
