"""The bindings of kms++ are not in Debian; picamera2 imports them for its preview windows, which nobody opens here."""


class PixelFormat:
    """Names alone."""

    RGB888 = BGR888 = XRGB8888 = XBGR8888 = ARGB8888 = ABGR8888 = YUV420 = YVU420 = NV12 = None
