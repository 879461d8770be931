"""Waiting for the thread of a device, by its own condition and not by the clock."""

PATIENCE_S = 30.0
"""A machine under load; only a test that fails waits for it."""


def settled(device):
    """Wait until the device's thread has done what is due, and give the device."""
    thread = device._thread
    with thread._news:
        assert thread._news.wait_for(lambda: not thread._is_due and not busy(thread), PATIENCE_S)
    return device


def busy(thread):
    return thread._busy_since_s < float("inf")
