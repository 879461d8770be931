"""Played games as they look from above, without a picture.

In: a seed and the rules.
Out: a timeline of cards, arms and props, and simulated detections of it.
Known to: films and benchmarks.
"""
