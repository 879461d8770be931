"""What a referee sees, hears and shows with.

In: checked settings.
Out: the devices and the eyes that they ask for, opened or ready to be.
Known to: the replaying, the care, the runtime and the commands.
"""
