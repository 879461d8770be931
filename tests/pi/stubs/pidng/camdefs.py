"""See the package."""


class Picamera2Camera:
    """A name alone."""
