"""Whether the cards on the table are of the enrolled deck: told by how like its pictures they are."""

import pytest

from vision.deck_fit import DeckFit


@pytest.mark.parametrize(
    ("likenesses", "fits"),
    [
        ([0.95] * 2, None),
        ([0.95] * 4, True),
        ([0.4] * 4, False),  # a layout is enough
        ([None, 0.4, None, 0.4, 0.4], None),  # a look that is not clear tells nothing
        ([0.4, 0.95, 0.95, 0.95, 0.95], True),  # one card may lie in the shade
        ([0.75] * 12, None),
        ([0.95] * 200 + [0.4] * 4, True),  # some cards may be covered
        ([0.95] * 200 + [0.4] * 7, False),  # another deck comes on the table later
    ],
)
def test_a_deck_is_known_by_the_cards_seen_last(likenesses, fits):
    fit = DeckFit()
    for one in likenesses:
        fit.see([one])
    assert fit.fits is fits
