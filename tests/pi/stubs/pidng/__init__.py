"""PiDNG needs a compiler to be installed; picamera2 imports it for raw pictures, which nobody takes here."""
