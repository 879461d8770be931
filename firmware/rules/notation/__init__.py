r"""Positions, plays and cards as text that people write by hand and read aloud.

A card is its printed rank and the initial of its suit, ``6O 12C 7E 1B`` (oros, copas, espadas, bastos), ``6?`` or plain
``6`` where the suit is not known. A seat is a letter in playing order, ``A B C D``. A play is ``A 6O``.

A position (:mod:`firmware.rules.notation.position`) is one line of clauses, separated by ``;``, in any order. Each may
be left out; then it is as after dealing the first batch of the first deal by the last seat, nothing captured,
``pagat``, two players::

    rules pagat target=21 run_sweep=no    preset, and the options that differ from it
    players 4
    scores 36 39                          one number a side (A+C and B+D with four players)
    deal 2; dealer B; batch 3             deals and batches from 1
    hands 2 2 3 3                         cards left in each hand
    turn C                                the next to play; "turn -": nobody (between deals, or the match is over)
    table 6O 7C 12E                       oldest first
    pile A 17 4O 4C                       captured by A's side: 17 cards nobody noted, then these, oldest first
    last B                                who captured last
    fresh 12E                             the card just played: its equal, played next, is a caida
    chain C 2 3 mesa                      open packet: holder, steps so far, cards (the end of his pile); a mesa
    pending bkhamsa 5 mesa 1              points that stand unless the next card answers the chain
    says A ronda false paid 1 shown 5 7   this batch: open, nothing or what he announced; false, or half of a double;
                                          points paid for what he concealed; of: ranks shown with it; cards played;
                                          passed: ranks that he let lie where capturing is a duty
    said B nothing shown 3 3 12           the same of the batch before, until the first card of this one
    awarded 1 0                           points a side that stand for the announcements of this batch
    debts A B 2                           card transfer: A's side owes B's two cards
    ledger A C caida 1 B - cards 2        won at the end of the deal only: its points, by side, player and reason
    rounds 1 0                            rounds won by each side, in a match of several
    taken 3 0 4 5                         cards that each player captured himself, where those win the round
    held A accepted B                     A's side has won unless it is challenged; B's side has accepted
    won A                                 the side that has won
"""
