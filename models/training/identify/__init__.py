"""The classifier: its crops, its network, its training and its measurement; only here is torch imported."""
