"""What a referee sees, hears and shows with.

In: checked settings.
Out: the devices that they ask for, ready to be opened, and an observer of what the camera gives.
Known to: decks, replaying, care, runtime and the commands.
"""
