"""picamera2 itself on libcamera's virtual camera, which has no raw pictures and buffers in two planes."""

from picamera2 import Picamera2
from picamera2.allocators import LibcameraAllocator

MODES = [{"format": "NV12", "size": (1280, 720)}]


class Virtual(Picamera2):
    """A Picamera2 that takes the virtual camera for what it is."""

    def __init__(self, number):
        super().__init__(number)
        self.allocator = LibcameraAllocator(self.camera)

    def _get_raw_modes(self):
        return MODES


def open_virtual(number):
    return Virtual(number)
