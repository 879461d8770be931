"""What people press, from electrical contacts to words.

In: edges of contacts with their times, and what is going on at the table.
Out: :class:`~firmware.signals.ButtonPress` and what the display says while a button is held.
Known to: the runtime. ``debounce``, ``gestures`` and ``meanings`` are pure.
"""
