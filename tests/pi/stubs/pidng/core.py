"""See the package."""


class PICAM2DNG:
    """A name alone."""
