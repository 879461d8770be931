"""How a game is written down, as ``hakam score --help`` tells it."""

OPENING = "deal 2O 5C 7E 12B"
"""A line that opens a deal with cards on the table."""

GAME = f"""\
rules pagat target=21
players 2
dealer B

{OPENING}
A ronda  B nothing
A 6O  B 6C     # caida
1O 4E
"""
"""A game that has just begun."""

EXAMPLE = """\
# Two players, the last two cards of each hand; A has 36 points.
position scores 36 30; batch 6; hands 2 2; turn A; table 6O 10C; pile A 18; pile B 16; last B
A 7E  B 7O   # B takes the card just played and the 10 above it: caida
A 6C         # A empties the table: mesa
B 12B        # the last card; it goes to A, who captured last: 21 cards are one point
"""
"""A game that begins in the middle."""

LINES = f"""\
  rules pagat target=21   a preset and options; without it pagat
  players 2               without it 2
  dealer B                who deals first; without it the last player
  {OPENING}       opens a deal: the cards on the table, in dealing order
  deal -                  the same where the table is empty at first
  A 6O  B 6C              plays in order; as many on a line as you like
  1O 4E                   the players may be left out, since the order tells them
  A ronda  B nothing      what is said before one's first card: ronda, tringa, double, nothing
  A ronda=7               the same where the cards are shown
  A claims B              B concealed what he has shown
  B challenges A=5,5,10   B doubts A, whose hand of this batch is then seen
  B accepts               that A wins by what nobody has seen yet (unproven_win=held)
  C redeals               C had four of a kind and gets other cards (four_kind_redeal=yes)
  turn B                  B plays next though it is not his turn, and nobody minds
  abandon A               the deal is given up; A deals next
  scores 38 20            the points of each side from here on; they had been counted wrongly
"""
"""Each kind of line with its meaning."""


def how_to_write() -> str:
    """The notation on one screen."""
    game = "".join(f"  {line}".rstrip() + "\n" for line in GAME.splitlines())
    return f"""\
A record is a text file. A card is its rank and the initial of its suit, as in 6O 12C 7E 1B (oros,
copas, espadas, bastos); 6? or 6 where nobody noted the suit. Players are A B C D in playing order.
Behind # stands a comment. The first three lines may be left out; each deal begins with `deal`:

{game}
What can stand there:

{LINES}
A game that begins in the middle has a line `position` in place of the first three; the page of the
documentation on notation explains it. `hakam export 3 --notation` writes a kept session like this."""
