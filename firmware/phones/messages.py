"""The messages between page and referee; each fits one datagram."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from firmware.announce.view import CodeOnDisplay

MOST_BYTES = 2000
"""The longest message; a correction of a whole layout has 40 letters."""

MessageSeat = Annotated[int, Meta(ge=0, le=3)]


class SaidInput(Struct, frozen=True, tag="input"):
    """What somebody said by his phone, as a button would have: it becomes a press.

    Attributes:
        seat: whose.
        input: in the words of :mod:`firmware.dialogue.presses`.
        asked: the question that he saw (:func:`firmware.standing.questions.question_key`): the answer counts only while
            that one is open. Empty: it answers none.
        plays: how many plays were told when he said it: it counts only while no other one was. ``None``: whenever.
    """

    seat: MessageSeat
    input: Annotated[str, Meta(max_length=100)]
    asked: Annotated[str, Meta(max_length=100)] = ""
    plays: int | None = None


class ShownLine(Struct, frozen=True, tag="show"):
    """A few letters for the line of hints on the small display: the code by which phones are let in.

    Attributes:
        text: at most as wide as that line.
        for_s: how long.
    """

    text: Annotated[str, Meta(max_length=16)]
    for_s: Annotated[float, Meta(gt=0, le=300)]


class BegunAnew(Struct, frozen=True, tag="anew"):
    """The owner has set something else: the program begins again with it.

    Attributes:
        match: a new one is begun; else the one that is played goes on.
    """

    match: bool = True


class PictureWish(Struct, frozen=True, tag="picture"):
    """The owner wants to see what the camera sees: he aims it, or shows a deck.

    Attributes:
        for_s: so many seconds from now.
        holds: the match sees nothing meanwhile, for what lies there is not of it: a deck is being shown.
    """

    for_s: Annotated[float, Meta(gt=0, le=30)]
    holds: bool = False


class ShownCodes(Struct, frozen=True, tag="codes"):
    """Codes for the small display, which takes turns between them; the page says it again while it answers.

    Attributes:
        showing: a number that all messages about one showing share.
        codes: none: no more.
        for_s: how long, if nothing else is said.
    """

    showing: int
    codes: Annotated[tuple[CodeOnDisplay, ...], Meta(max_length=2)]
    for_s: Annotated[float, Meta(gt=0, le=120)]


PhoneMessage = SaidInput | ShownLine | BegunAnew | PictureWish | ShownCodes
_DECODER: msgspec.json.Decoder[PhoneMessage] = msgspec.json.Decoder(PhoneMessage)


def message_bytes(message: "PhoneMessage | DisplayWish") -> bytes:
    """A message as it is sent."""
    return msgspec.json.encode(message)


def read_message(data: bytes) -> PhoneMessage:
    """Read a message.

    Raises:
        msgspec.DecodeError: if it is none.
    """
    return _DECODER.decode(data)


class DisplayWish(Struct, frozen=True):
    """What somebody at the device has asked for with the buttons; the referee hands it on to the page.

    Attributes:
        word: as :mod:`firmware.buttons.meanings` has it.
    """

    word: Literal["phones", "owner"]


_WISHES: msgspec.json.Decoder[DisplayWish] = msgspec.json.Decoder(DisplayWish)


def read_wish(data: bytes) -> DisplayWish:
    """Read what the page is asked for.

    Raises:
        msgspec.DecodeError: if it is nothing of that.
    """
    return _WISHES.decode(data)
