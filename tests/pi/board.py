"""An emulated board for arm64: its power, its pins, and a line to what runs in it."""

import json
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from machine import BASE, HOME
from tools import CheckError, run

BOARD = ("-M", "virt", "-cpu", "cortex-a72", "-smp", "2", "-m", "3072")
MODEL, REVISION = "Raspberry Pi 4 Model B Rev 1.4", "0xb03114"
"""So gpiozero knows its pins."""
PRESSED, UP = 0, 1
BUTTONS = {"0": 0, "1": 1, "2": 2, "3": 4, "a": 5, "b": 6}
"""The lines as of ``guest/eight_lines.py``: a button connects its line to ground."""
BOOT_S, ANSWER_S = 600, 300


class Machine:
    """The emulated Pi, while it has power."""

    def __init__(self, image: Path) -> None:
        """Switch it on."""
        for name in ("pins", "channel", "control"):
            (HOME / name).unlink(missing_ok=True)
        kernel, initrd = (str(next((BASE / "boot").glob(f"{name}-*"))) for name in ("vmlinuz", "initrd.img"))
        sockets = ("-qtest", f"unix:{HOME}/pins,server=on,wait=off", "-qtest-log", "/dev/null")
        sockets += ("-qmp", f"unix:{HOME}/control,server=on,wait=off")
        sockets += ("-chardev", f"socket,id=proof,path={HOME}/channel,server=on,wait=off")
        sockets += ("-device", "virtio-serial-pci", "-device", "virtserialport,chardev=proof,name=hakam")
        sockets += ("-serial", f"file:{HOME}/console.log")
        drive = ("-drive", f"if=none,id=disk,format=raw,file={image}", "-device", "virtio-blk-pci,drive=disk")
        boot = ("-kernel", kernel, "-initrd", initrd, "-append", "root=/dev/vda rw console=ttyAMA0")
        shape = (*BOARD, "-dtb", str(_board()), "-nic", "none", "-display", "none")
        self._process = subprocess.Popen(("qemu-system-aarch64", *shape, *boot, *drive, *sockets))
        self._pins, self._control = _connected(HOME / "pins"), _connected(HOME / "control")
        self._channel = _connected(HOME / "channel")
        self._chip = self._find_chip()
        for line in BUTTONS.values():
            self.set(line, UP)

    def ready(self) -> None:
        """Wait until it has booted."""
        self._channel.settimeout(BOOT_S)
        if "ready" not in self._line():
            raise CheckError("the emulated machine did not boot; see console.log")

    def ask(self, do: str, *given: object, wait_s: float = ANSWER_S) -> Any:
        """Have something done in it.

        Raises:
            CheckError: if that failed, or took too long.
        """
        self._channel.settimeout(wait_s)
        self._channel.sendall(json.dumps({"do": do, "with": given}).encode() + b"\n")
        answer = json.loads(self._line())
        if "fault" in answer:
            raise CheckError(f"{do}: {answer['fault']}")
        return answer["ok"]

    def set(self, line: int, level: int) -> None:
        """Put a voltage on a pin."""
        self._pins.sendall(f"set_irq_in {self._chip} unnamed-gpio-in {line} {level}\n".encode())
        self._pins.recv(4096)

    def press(self, *buttons: str, for_s: float) -> None:
        """Press buttons together and let them go."""
        for button in buttons:
            self.set(BUTTONS[button], PRESSED)
        time.sleep(for_s)
        for button in buttons:
            self.set(BUTTONS[button], UP)

    def cut(self) -> None:
        """Cut its power: what its kernel had not written is lost."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def _line(self) -> str:
        text = b""
        while not text.endswith(b"\n"):
            piece = self._channel.recv(1 << 16)
            if not piece:
                raise CheckError("the emulated machine has gone")
            text += piece
        return text.decode()

    def _find_chip(self) -> str:
        """Where in the machine the chip of the pins is."""
        self._qmp("qmp_capabilities")
        for number in range(40):
            path = f"/machine/unattached/device[{number}]"
            if self._qmp("qom-get", path=path, property="type").get("return") == "pl061":
                return path
        raise CheckError("the emulated board has no pins")

    def _qmp(self, command: str, **given: str) -> dict[str, Any]:
        self._control.sendall(json.dumps({"execute": command, "arguments": given}).encode() + b"\n")
        while True:
            for text in self._control.recv(1 << 16).decode().splitlines():
                answer = json.loads(text)
                if "return" in answer or "error" in answer:
                    return dict(answer)


def _board() -> Path:
    """The emulated board's description, which calls it a Pi 4: so gpiozero knows its pins."""
    tree = HOME / "board.dtb"
    shape = [*BOARD]
    shape[1] = f"virt,dumpdtb={tree}"
    run("qemu-system-aarch64", *shape, "-nic", "none", "-display", "none")
    run("fdtput", "-t", "s", str(tree), "/", "model", MODEL)
    run("fdtput", "-c", str(tree), "/system")
    run("fdtput", "-t", "x", str(tree), "/system", "linux,revision", REVISION)
    return tree


def _connected(path: Path) -> socket.socket:
    until_s = time.monotonic() + 30
    while True:
        try:
            found = socket.socket(socket.AF_UNIX)
            found.connect(str(path))
            return found
        except OSError:
            if time.monotonic() > until_s:
                raise
            time.sleep(0.1)
