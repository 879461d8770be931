"""The messages from the page to the referee; each fits one datagram."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

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
    """The owner wants a new match, by what he has set: the program begins again with it."""


class PictureWish(Struct, frozen=True, tag="picture"):
    """The owner aims the camera and wants to see what it sees, for some seconds from now."""

    for_s: Annotated[float, Meta(gt=0, le=30)]


PhoneMessage = SaidInput | ShownLine | BegunAnew | PictureWish
_DECODER: msgspec.json.Decoder[PhoneMessage] = msgspec.json.Decoder(PhoneMessage)


def message_bytes(message: PhoneMessage) -> bytes:
    """A message as it is sent."""
    return msgspec.json.encode(message)


def read_message(data: bytes) -> PhoneMessage:
    """Read a message.

    Raises:
        msgspec.DecodeError: if it is none.
    """
    return _DECODER.decode(data)
