"""What is shown between the moments of a match."""

import pytest

from firmware.announce.seating import Seating
from firmware.announce.texts import LANGUAGES, text
from firmware.presentation.live_output import LiveOutput
from firmware.presentation.presenter import Presenter


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trouble", ["under_voltage", "too_hot"])
def test_what_the_board_suffers_from_is_shown_while_it_lasts(language, trouble):
    now = [trouble]
    output = LiveOutput(Presenter(Seating(2), language), (), language)
    output.trouble = lambda: now[0]
    output.warn("", "")
    assert output._presenter.hint == text("missing", trouble, language)
    output.warn("", "Let go: undo")
    assert output._presenter.hint == "Let go: undo"
    now[0] = ""
    output.warn("", "")
    assert output._presenter.hint == ""
