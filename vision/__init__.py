"""The eyes: a picture of the table becomes a :class:`firmware.signals.TableObservation`."""
