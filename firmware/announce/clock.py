"""Times as people read them."""


def clock(t_ms: int) -> str:
    """A time of the session as people read it: ``1:21``, or ``1:02:07`` after an hour."""
    minutes, seconds = divmod(t_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
