"""The devices: camera, display, buzzer and buttons behind ports, with shipped stand-ins."""
