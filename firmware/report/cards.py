"""Cards as small printed signs: the suits as drawn marks."""

from firmware.cards import Suit

# Each mark on a field of 24 by 24, drawn for this page: a coin, a cup, a sword, a club.
MARKS = {
    Suit.OROS: "M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20zM12 5a7 7 0 1 1 0 14a7 7 0 1 1 0-14z"
    "M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7z",
    Suit.COPAS: "M4 2h16c0 6-2 10-6 11.2V18c3 .4 5 1.6 5 4H5c0-2.4 2-3.6 5-4v-4.8C6 12 4 8 4 2z",
    Suit.ESPADAS: "M12 0l2 3v10.5h5v2.6h-5V20h-.6v1a2.4 2.4 0 1 1-2.8 0v-1H10v-3.9H5v-2.6h5V3z",
    Suit.BASTOS: "M9.2 23C8 15 6 9 7.4 4.600C8.200 2 10 1 12.300 1s4.500 1 5.100 3.600C18.300 9 15.500 15 14.600 23z"
    "M6.600 9.500l-3-1.800 1-1.700 3 1.700zM17.200 13l3-1.800 1 1.700-3 1.800z",
}
