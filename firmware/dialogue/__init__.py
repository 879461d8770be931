"""What is committed, asked, corrected and taken back.

In: the beam of hypotheses, and what people press.
Out: the events of :mod:`firmware.events`, each at the moment at which it is sure enough.
Known to: the referee. Pure: no clock, file, thread or chance.
"""
