"""What can be wrong with a play, a layout, a position or a rule set."""

from firmware.errors import HakamError


class RulesetError(HakamError, ValueError):
    """An option, a value or a preset that does not exist, or rules that do not fit the number of players."""


class IllegalPlayError(HakamError, ValueError):
    """A play that the rules do not allow; the game has not changed. The message quotes the position."""


class IllegalAnnouncementError(HakamError, ValueError):
    """An announcement, a claim or a challenge that cannot be made now; the game has not changed."""


class IllegalLayoutError(HakamError, ValueError):
    """Cards that cannot open a deal (rule L1), or a deal that cannot be opened now; the game has not changed."""


class NothingToUndoError(HakamError, ValueError):
    """Undo at the beginning of what the game remembers."""


class PositionError(HakamError, ValueError):
    """A position that cannot be: the message lists every fault."""


class NotationError(HakamError, ValueError):
    """Text that cannot be read as a position, a play or a record; the message quotes it."""


class RecordError(HakamError, ValueError):
    """A line of a written game that is not understood or not legal; the message has its number and quotes it."""
