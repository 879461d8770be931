"""Properties are about facts, not about how busy the machine is."""

from hypothesis import settings

settings.register_profile("no clock", deadline=None)
settings.load_profile("no clock")
