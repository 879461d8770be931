"""What is said and shown, as text, screen and tones.

In: events and what the scoreboard has.
Out: short texts in six languages, one-bit screens, tones as data.
Known to: ``settings`` and the packages above it.
"""
