"""Run a Python module where an internet socket ends the process: ``python -m tests.support.no_network MODULE ...``.

The kernel watches, not Python: what a library does in a thread of its own ends the process as well (SIGSYS). Sockets of
the machine itself and netlink stay, as in the unit. The numbers are those of seccomp(2), ``audit.h`` and ``bpf.h``.
"""

import ctypes
import platform
import runpy
import sys

ALLOWED = (1, 16)
"""AF_UNIX and AF_NETLINK, as in ``RestrictAddressFamilies`` of the unit."""
SOCKET = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
"""For each machine the kernel's name of it and the number of ``socket``."""
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
KILL, ALLOW = 0x80000000, 0x7FFF0000
ARCHITECTURE, NUMBER, FIRST_ARGUMENT = 4, 0, 16  # offsets in struct seccomp_data
NO_NEW_PRIVILEGES, SECCOMP, FILTER = 38, 22, 2


class Instruction(ctypes.Structure):
    """One of struct sock_filter."""

    _fields_ = [("code", ctypes.c_ushort), ("yes", ctypes.c_ubyte), ("no", ctypes.c_ubyte), ("value", ctypes.c_uint32)]


class Program(ctypes.Structure):
    """Struct sock_fprog."""

    _fields_ = [("length", ctypes.c_ushort), ("first", ctypes.POINTER(Instruction))]


def forbid_internet() -> None:
    """End this process, and those it starts, at the first socket that is not of the machine itself."""
    architecture, number = SOCKET[platform.machine()]
    rules = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 0, 6, architecture),  # another one: to KILL
        (LOAD, 0, 0, NUMBER),
        (EQUAL, 0, 3, number),  # another call: to ALLOW
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (EQUAL, 1, 0, ALLOWED[0]),
        (EQUAL, 0, 1, ALLOWED[1]),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, KILL),
    ]
    instructions = (Instruction * len(rules))(*(Instruction(*rule) for rule in rules))
    libc = ctypes.CDLL(None, use_errno=True)
    asked = libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if asked or libc.prctl(SECCOMP, FILTER, ctypes.byref(Program(len(rules), instructions)), 0, 0):
        raise OSError(ctypes.get_errno(), "the kernel takes no filter")


if __name__ == "__main__":
    forbid_internet()
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
