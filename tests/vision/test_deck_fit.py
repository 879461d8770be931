"""Whether the cards on the table are of the enrolled deck: told by how like its pictures they are."""

import pytest

from vision.deck_fit import DeckFit
from vision.identify import Likeness

OWN, SHADED, KIN, OTHER = (Likeness(cosine, True) for cosine in (0.99, 0.94, 0.86, 0.4))
NAMESAKE, UNKNOWN_TO_NETWORK = Likeness(0.75, False), Likeness(0.98, False)


@pytest.mark.parametrize(
    ("likenesses", "fits"),
    [
        ([OWN] * 2, None),
        ([OWN] * 4, True),
        ([OTHER] * 4, False),  # a layout is enough
        ([NAMESAKE] * 4, False),  # each is most like the picture of another card
        ([None, OTHER, None, OTHER], None),  # a look that is not clear tells nothing
        ([OTHER, *[OWN] * 4], True),  # one card may lie in the shade
        ([SHADED] * 12, None),  # by another lamp it is not known, but not taken for another deck
        ([KIN] * 8, None),
        ([KIN] * 12, False),  # drawn by the same pen
        ([*[KIN] * 4, NAMESAKE, NAMESAKE], False),
        ([UNKNOWN_TO_NETWORK] * 6, True),  # the network knows none of its cards
        ([OWN] * 200 + [OTHER] * 4, True),  # some cards may be covered
        ([OWN] * 200 + [OTHER] * 7, False),  # another deck comes on the table later
    ],
)
def test_a_deck_is_known_by_the_cards_seen_last(likenesses, fits):
    fit = DeckFit()
    for one in likenesses:
        fit.see([one])
    assert fit.fits is fits
