"""What ``pip install`` adds to an environment: this package alone, with the program's own packages inside it."""
