"""The eyes of the referee.

In: pictures of the table, (H, W, 3) uint8 BGR.
Out: a :class:`firmware.signals.TableObservation` in millimetres of the table, or nothing where nothing changed.
Known to: ``storage``, the packages above it, and the models. It shares the words with the core, and nothing else.
"""
