"""``make bench-faults``: what faults of power, disk and files cost a session that is being played."""
