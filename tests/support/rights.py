"""Being somebody who may not read and write everywhere, in a process of one's own."""

import ctypes

CAPABILITIES = (0x20080522, 0)  # linux/capability.h: version 3, of this process


def drop_rights() -> None:
    """Give up what root may do beside its own rights, for good; whoever is not root has nothing to give up."""
    head, none = (ctypes.c_uint32 * 2)(*CAPABILITIES), (ctypes.c_uint32 * 6)()
    ctypes.CDLL(None).capset(head, none)
