"""Fits the weights of the reader to witnessed deals: what the true history has before its rivals."""
