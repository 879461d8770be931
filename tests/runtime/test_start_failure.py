"""A start that fails is told on the display."""

import pytest

import firmware.runtime.appliance as appliance_module
from firmware.announce.screens import fault_screen
from firmware.announce.texts import LANGUAGES, fault_text
from firmware.runtime.appliance import ApplianceOptions, build_appliance
from firmware.runtime.start_failure import show_failure
from firmware.settings.model import Settings
from hardware.fake import FakeDisplay
from vision.store import ModelError, load_model


@pytest.mark.parametrize("language", LANGUAGES)
def test_damaged_networks_are_told_with_what_to_do(tmp_path, language):
    display = FakeDisplay()
    (tmp_path / "model.toml").write_text('[locate]\nfile = "locate.onnx"\nsha256 = "0"\n')
    for content in (None, b"", b"cut"):
        if content is not None:
            (tmp_path / "locate.onnx").write_bytes(content)
        with pytest.raises(ModelError, match="install hakam again") as caught:
            load_model("locate", tmp_path)
        show_failure(caught.value, lambda: display, language)
    expected = fault_screen(fault_text("models_damaged", language), language)
    assert [picture.tobytes() for picture in display.pictures] == [expected.tobytes()] * 3


def test_whatever_else_ends_a_start_is_told_too(monkeypatch, tmp_path):
    display = FakeDisplay()
    monkeypatch.setattr(appliance_module, "display_for", lambda _settings, pi: lambda: display)
    options = ApplianceOptions(camera="/nowhere/film.mp4", journal=str(tmp_path / "journal.db"))
    with pytest.raises(OSError, match="does not exist"), build_appliance(Settings(buttons="none"), options):
        pytest.fail("built without its camera")
    expected = fault_screen(fault_text("cannot_start", "en"), "en")
    assert display.pictures[-1].tobytes() == expected.tobytes()


def test_a_display_that_is_missing_hides_no_fault(caplog):
    def missing():
        raise OSError("no bus")

    show_failure(ModelError("gone"), missing, "en")
    assert "no bus" in caplog.text
