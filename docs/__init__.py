"""The documentation, and in ``tools`` what joins it to the code."""
