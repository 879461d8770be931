"""The devices: camera, display, buzzer, lamps and buttons behind ports, with shipped stand-ins.

In: pins, buses, cables, or a recording.
Out: pictures and contacts; what is shown, lit and heard.
Known to: ``presentation`` and the packages above it. It knows no game.
"""
