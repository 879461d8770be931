"""Tracks of cards, piles and hands over the table.

In: one :class:`~firmware.signals.TableObservation` after another, with the tracks so far.
Out: what lies where, since when, and how surely; a :class:`~firmware.tracking.tracker.Tracker` holds it all.
Known to: ``decoding``, ``dialogue`` and the referee. Pure: no clock, file, thread or chance.
"""
