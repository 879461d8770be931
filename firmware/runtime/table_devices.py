"""What players see and hear: displays, lamps, buzzer and voice, as sinks of what is told; each may be missing."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field

from PIL import Image

from firmware.devices.factory import buzzer_for, display_for, lamps_for, second_display_for, voice_for
from firmware.presentation.sinks import Sink, alternating_sink, display_sink, lamp_sink, sound_sink, voice_sink
from firmware.settings.model import Settings
from firmware.voices.speaking import Voice
from hardware.device_thread import Closable, D_co
from hardware.optional_device import OptionalDevice
from hardware.ports import Display


@dataclass(slots=True)
class TableDevices:
    """The devices of a table, each used from a thread of its own.

    Attributes:
        settings: which there are to be.
        stack: gives them back.
        pi: whether this is a Raspberry Pi.
        sinks: those that are told of every moment.
        devices: all of them.
    """

    settings: Settings
    stack: ExitStack
    pi: bool
    sinks: list[Sink] = field(default_factory=list)
    devices: list[OptionalDevice[Closable]] = field(default_factory=list)

    def add(self, device: OptionalDevice[D_co]) -> OptionalDevice[D_co]:
        """Keep a device, and give it back at the end."""
        self.devices.append(device)
        self.stack.callback(device.close)
        return device

    def open_outputs(self, language: str) -> None:
        """Open all that players see and hear, and do not wait for that."""
        self._open_displays()
        self._open_lamps()
        self._open_buzzer()
        self._open_voice(language)

    def _open_displays(self) -> None:
        sink = alternating_sink if self.settings.display_opposite == "alternate" else display_sink
        for opener in (display_for, second_display_for):
            open_display = opener(self.settings, pi=self.pi)
            if open_display:
                self.sinks.append(sink(self._shower(open_display)))

    def _shower(self, open_display: Callable[[], Display]) -> Callable[[Image.Image], None]:
        display = self.add(OptionalDevice[Display]("display", open_display, keeps=True))
        return lambda picture: display.use(lambda device: device.show(picture))

    def _open_lamps(self) -> None:
        open_lamps = lamps_for(self.settings, pi=self.pi)
        if open_lamps:
            lamps = self.add(OptionalDevice("lamps", open_lamps, keeps=True))
            self.sinks.append(lamp_sink(lambda lit: lamps.use(lambda device: device.show(lit))))

    def _open_buzzer(self) -> None:
        open_buzzer = buzzer_for(self.settings, pi=self.pi)
        if open_buzzer:
            buzzer = self.add(OptionalDevice("buzzer", open_buzzer))
            self.sinks.append(sound_sink(lambda tones: buzzer.use(lambda device: device.play(tones))))

    def _open_voice(self, language: str) -> None:
        open_voice = voice_for(self.settings, language)
        if open_voice:
            voice = self.add(OptionalDevice("voice", open_voice, check=Voice.check))
            self.sinks.append(voice_sink(lambda clips: voice.use(lambda device: device.say(clips))))
