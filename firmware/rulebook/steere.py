"""Mark Steere's Ronda in words: another game of the same name, its rules unchanged (part 8 of the rule book)."""

from firmware.rules.steere import CREDIT

TITLE = f"{CREDIT}: a trick-taking game for three players with 48 Spanish cards"

CHAPTERS = (
    (
        "The game",  # ST1, ST2
        (
            "Three players, 48 cards: coins, cups, swords and clubs, 1 to 9, Jack 10, Knight 11, King 12.",
            "The number of hands is agreed beforehand. Each hand deals out all cards, 16 each.",
            "First dealer is the oldest; later the player to the right of the winner of the last trick.",
            "The player on the dealer's right shuffles, the one on his left cuts. One card at a time, clockwise.",
        ),
    ),
    (
        "Play",  # ST2, ST3
        (
            "The player on the dealer's left leads; play is clockwise. Any card may be played at any time.",
            "A trick is three cards; its winner keeps it face down and leads the next.",
            "Suits beat each other in a ring: cups beat coins, coins beat swords, swords beat clubs, clubs beat cups.",
            "Three suits: highest is the one whose victim is there and whose beater is not, then its victim, then that "
            "one's victim.",
            "Two cards of a suit: the higher of them, then the lower, then the odd card, whatever its suit.",
            "One suit: by rank, 1 low, 12 high.",
        ),
    ),
    (
        "Winning",  # ST4, ST5
        (
            "Most tricks over all hands win.",
            "A tie: the cards are shuffled and cut as before, and each of the three gets one card face up, valued as "
            "in a trick. The highest of those tied wins.",
        ),
    ),
)
