"""What the settings allow, for tests that go through all of it."""

from msgspec import inspect
from msgspec.structs import fields

from firmware.settings.model import Settings

TYPES = {one.name: inspect.type_info(one.type).type for one in fields(Settings)}


def limits(name):
    """The smallest and the largest value of a number."""
    return TYPES[name].ge, TYPES[name].le
