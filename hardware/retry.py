"""When a device that was lost is tried again, and what the log says of it: one policy for all devices."""

import logging
from collections.abc import Sequence

LOG = logging.getLogger(__name__)


class Retry:
    """Counts the failures of one device in a row; the log has one line when it is lost and one when it is back.

    Attributes:
        name: of the device, as the log calls it.
        lost: why the device does not answer; empty while it does.
    """

    def __init__(self, name: str, delays_s: Sequence[float]) -> None:
        """Begin with a device that answers.

        Args:
            name: of the device, as the log calls it.
            delays_s: seconds before each attempt after a failure; the last one before all that follow.
        """
        self.name, self.lost = name, ""
        self._delays_s, self._failures = delays_s, 0

    def failed(self, fault: Exception) -> float:
        """Take note that an attempt failed; give the seconds to wait before the next one."""
        why = str(fault) or type(fault).__name__
        if not self.lost:
            LOG.warning("%s: %s", self.name, why)
        self.lost, self._failures = why, self._failures + 1
        return self._delays_s[min(self._failures, len(self._delays_s)) - 1]

    def worked(self) -> None:
        """Take note that the device answers."""
        if self.lost:
            LOG.warning("%s: there again", self.name)
        self.lost, self._failures = "", 0
