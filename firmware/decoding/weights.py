"""What each piece of evidence weighs: the log-likelihood of a hypothesis is the sum of features times these weights.

A feature is a count, a time in seconds, a share or a mean log probability; the words at each weight say what it
measures. Weights are natural logarithms; a bound (*the least that*) holds for the sum that it names. No other number of
the reader weighs anything: all others say when a feature counts at all. They were fitted together to 516 beams of 93
witnessed deals (:mod:`models.training.judgement`, ``l2`` 0.3), drawn towards what people had judged: the words tell
that, and those that end in 00 were hardly met. Fitted to moments of doubt are :data:`UNSEEN_PLAY`,
:data:`BRIEFLY_SEEN_PLAY`, :data:`VANISHED`, :data:`STAYS_AWAY` (decision 0180) and :data:`VANISHED_UNDER_HAND` (0181).
"""

VERSION = 15
"""Raised by one whenever a weight changes: referees with other weights read a session otherwise."""

FACE = 0.99
"""The mean log probability of the looks at a track that it shows the card for which it is taken."""
SEATING = -2.12
"""A hand came from elsewhere than its player's others, times what that hand weighs; a share of it where it came from a
little aside (:data:`~firmware.decoding.seating.OWN_SIDE`). Until version 11 it was 1.06 for what is missing from the
length of their directions, added up: as much for a hand from the other side of the table, half for one from the next.
A fit (``l2`` 0.1, 85 deals) says -2.33."""
LAID_WEIGHT = 2.0
"""Within :data:`SEATING`, a play's hand, which comes from where its player's others came from. The dealer's hand lays
the layout too (rule L1): else all seats could be taken one further round."""
LAID_HIDDEN_WEIGHT = 0.6
"""Within :data:`SEATING`, the same where an arm had hidden the spot for long
(:data:`~firmware.tracking.track.FOUND_LATE_MS`): that hand may be one that came after it. Of 92 such in 44 witnessed
matches 26 % came from more than 45 degrees aside, of 6550 others 0.4 %."""
TOOK_WEIGHT = 1.5
"""Within :data:`SEATING`, a hand that takes up a capture: of 391, 3.6 % were more than 45 degrees aside."""
TOOK_CONTESTED_WEIGHT = 0.5
"""Within :data:`SEATING`, the same where two hands were there when a card was lost from sight, or hands from several
directions came before the spot was seen bare. Of 128 such cards in seven witnessed matches for fitting 26 % were taken
up by somebody more than 45 degrees aside, of 799 others 1.8 %: log(95/33) / -:data:`SEATING`."""
NOT_THERE = -4.30
"""A play that nobody saw was made though no hand from its player's side was over the table. Of 432 plays in twelve
films 0.9 % were, of 2424 in 16 witnessed matches one, and of those who did not play 71 and 92 % were not there (within
65 degrees; from 500 ms before to 300 after): log(0.93/70.6)."""
NOT_THERE_SEEN = -2.80
"""The same of a play that was seen, though not by whose hand: of 48 such in twelve films and seven witnessed matches
one was made though none came from their player's side, of those who did not play 45 of 90 had none there (within 65
degrees, from 500 ms before to 300 after): log(1.5/49/0.5)."""
RESTED = -2.70
"""A play that was not seen, or not by whose hand, was made by somebody whose arm had rested over the table for more
than 2 s, but not as long as a sleeve does. At 2496 plays of 12 witnessed matches and twelve films at which it was there
23 had come more than 2 s before, and of others that were there 54 of 445: log(23/2473) - log(54/391)."""
OTHERS_CAME = 1.00
"""Log of the chance with which the arm of somebody who does not play comes in the time of a play that was not seen, or
not by whose hand (:data:`~firmware.decoding.seating.ROUND_MS`), where the arm of who played had lain there for more
than 5 s: a sleeve hides the hand of its owner, so nothing tells for him as an arm that comes does for others. Counted
in 100 witnessed matches, 562 plays while a sleeve lay there, in spans of 0.4, 1, 2, 4 and 8 s: -2.0, -1.7, -1.4, -0.7
and -0.7; by that chance -2.1, -1.6, -1.2, -0.7 and -0.4."""
SEEN_PLAY = -3.51
"""Any of about 36 unseen cards may be the next one: log(1/36); one that is laid out is as much of a surprise."""
UNSEEN_PLAY = -4.80
"""A card that nobody saw on the table, one play in ten: laid upon its match, swept up under one hand; any of three of
its rank: log(3/36 * 1/10). The fit says -3.59 (``l2`` 0.03); with that a card taken back counts as played and captured
at once. Between the two the loss in 36 deals for tuning is 0.320 and 0.348, and was 0.542."""
BRIEFLY_SEEN_PLAY = -1.05
"""A card seen in passing only, never at rest: that it was seen there, and which it was, has to be borne by those who
take it for no play as well, and costs them nothing. (Fits with other weights left free gave -0.70 to -1.08.)"""
UPON_ANOTHER = -3.68
"""A card was seen in one look alone, where another one lay at rest that was seen there again: it is mostly that one,
misread. Counted: in 18 witnessed matches for fitting and 24 filmed deals of decks mostly unknown 77 of 3945 such were
played then; of those far from any card, in six of the matches and the films, 1232 of 2795: log(77/3868) -
log(1232/1563). With these of all 18 matches, 1997 of 3855, it would be -3.99."""
ONLY_SHOWN = -2.40
"""A card was seen on its way over the table, and was not played then: of 215 such in 12 witnessed matches for fitting
17 were played later, 198 at once: log(1/11)."""
OUT_OF_ORDER = -1.02
"""A card that came to lie before another was hardly played after it; looks tell such an order, if not for certain."""
UNWATCHED = 1.01
"""Log of the share of the time in which a play was made unseen, since an arm hid the spot, or its capture was lost from
sight, that lies where the play is put: no moment of it is likelier than another."""
PILES = 1.00
"""How piles grew, by whose captures (:mod:`firmware.decoding.pile_owners`): a log-likelihood as it stands, so it counts
once; not fitted."""
DISORDER = -0.50
"""What was taken first under a sleeve was mostly lost from sight first: it decides where nothing else does."""
SEEN_FIRST = -4.00
"""A card that lay there before another was seen at all was played before it, except one time in fifty."""
BARE_BEFORE = -6.00
"""Added to :data:`SEEN_FIRST` where the spot of the other card was still bare then: it cannot have lain there, whatever
the hands say. A judgement; for want of it a pair came in the wrong order in one of 22 witnessed deals, at 5 looks a
second."""
TOO_EARLY = -8.00
"""Nobody plays before the layout lies there: what was seen then was misread, or is another card now."""
PASSED_UP = -1.70
"""Somebody laid a card that took nothing though he held one that would have: in 39 witnessed matches for fitting 135 of
870 players did who held one of each (log(135/735)); people at a café do so less often, as a judgement. It counts where
nobody saw which of them came first (:mod:`firmware.decoding.choices`)."""
OVERDUE = -0.50
"""Per second in which nothing lies there and a play of this deal is still to come, after the pause that people make: in
12 witnessed matches for fitting eleven of such pauses were longer than that, by 2.1 s in the mean (log-density of an
exponential); between two deals the median is 18 s."""
MOVED = -1.48
"""A card known already turns up elsewhere: pushed, or lost from sight for a while."""
VANISHED = -1.41
"""A card that should lie there was not seen in a clear look: glare, a flicker."""
VANISHED_UNDER_HAND = -4.05
"""Added once, for all cards together, where a hand had been there when one was lost from sight, and it was missed in a
second clear look: whoever reaches for a card takes it up, as a rule. Fitted alone, for each card and from the first
look on: -5.45 with :data:`VANISHED` (decision 0181)."""
STAYS_AWAY = -6.25
"""Added to :data:`VANISHED` per second of clear looks without the card."""
SWEPT_TOO = -9.48
"""A card of the table is gone, for a card too many was swept up or a sleeve took it along: once in ten games."""
RETURNED = -6.44
"""A card of the table was gone and lay there again later: somebody noticed, as most people do."""
TIDIED = -0.92
"""Instead of the gap of a card that is laid elsewhere just after another one was, as a third was, for somebody tidies:
a card is pushed 0.012 times a play, and 0.006 times two to four are tidied, so of 0.030 cards 0.012 have a next one
(log 0.4; ``models/synthetic/play/mishaps.py``, a judgement itself). For want of it four cards tidied into a row were a
layout."""
LINGERS = -1.52
"""Per second, a captured card that still lies there after the time people take to collect it."""
FORGOTTEN = -5.99
"""The least that :data:`LINGERS` adds up to, until a card of the capture is taken up: one capture in four hundred is
forgotten, or the rest of it, until somebody says so."""
LEFT_BEHIND = -2.98
"""Who takes up his capture takes all of it before he withdraws his hand, except one time in twenty. (Of 57 captures by
a card that nobody saw, in ten witnessed matches for fitting, of three something was seen in the clear later.)"""
TAKEN_BACK = -5.00
"""A card laid before the deal began and taken away again: a layout repaired, the shuffle (43 % of deals have one)."""
LEFT_OVER = -6.00
"""A card of the deal before still lies there when the next ones come, though all were gathered and shuffled: something
that looks like it, one time in four hundred."""
WAITS = -8.00
"""Per second, four cards at rest that make a legal layout and were not taken for one."""
GATHERED_EARLY = -3.00
"""The cards of the table are taken up before the word that ends the match is pressed, one time in twenty: a judgement.
For want of it a play that was told within a second of such a press was taken back, in one of 24 witnessed matches."""
PLAYED_ON = -3.00
"""People lay cards on after a match is won, since nobody noticed, one time in twenty; each card then costs what a card
costs (:data:`SEEN_PLAY`, :data:`UNREAD`), and what else becomes of the table tells nothing."""
UNREAD = -1.03
"""Added for each of those cards: a card that counts costs as much more than :data:`SEEN_PLAY` by all the small things
that are seen of it, in the mean of 1152 plays in six witnessed matches for fitting (1.30 in two of them, 0.79 in four).
For want of it a win that never was led from the second card after it on: it left six plays unread, which cost 5.5."""
UNNOTICED = -2.30
"""Added for each of those cards after as many as a layout has: the win has been told by then, and at nine tables of
ten somebody notices (log 1/10). For want of it a win that never was overtook the game as it went on, in two of 49
matches."""
WIN_REVOKED = -3.67
"""A win in the middle of a deal was none, for the side had been counted too many points in earlier deals: so it was in
7 of 276 witnessed matches for fitting (log 7/276)."""
REFUSED = -2.98
"""Somebody says by a button what he cannot say at that moment, or claims what nobody concealed, one time in twenty: so
it tells whose turn it is, and what was played."""
IN_TURN = 1.10
"""Somebody speaks of his hand, or says that he has nothing, when it is his turn: many speak just before they play.
Fitted by counting: of 1450 sayings in 150 witnessed matches for fitting 931 were said in turn and would not have been
if all seats were taken one further round, and 309 the other way round: log(931/309)."""
FALSELY_ANNOUNCED = -3.34
"""Somebody announces by a button what his cards, as they are read, prove false. Fitted by counting: in 150 witnessed
matches for fitting 1403 of 1764 hands with a pair, two or three alike were announced as that, and of 5526 with nothing
158 as a pair, 154 as three alike: log(156/5526) - log(1403/1764). For want of it two plays under one hand came in the
wrong order, which made a true "ronda" false, at odds of 4 to 1."""
FALSE_ALARM = -1.00
"""Log-likelihood that a detection is a misreading, a finger, a beer mat: such are seen often, if not for long."""
LOOKS_LIKE_CARD = -7.99
"""Added for a face that is named without doubt, times how surely it was found: clutter hardly ever has one."""
IN_THE_CLEAR = -6.00
"""Added to :data:`LOOKS_LIKE_CARD` where no hand is near: in 43 deals nothing that was seen so for longer than 170 ms
was named at over 0.8, except cards that went back to the hand."""
STAYS = -2.00
"""Added per second of clear looks in which it lies there: clutter does not stay."""
STAYS_HIDDEN = -1.00
"""Added per second in which it lies there under a hand: half of that in the clear."""
MIN_LOG_LIKELIHOOD = -16.00
"""No odd circumstance costs more than this: e-16, once in nine million."""
IN_HAND_AGAIN = -5.82
"""Log-likelihood that a card was laid and taken back into the hand, since it was another one's turn or its player
thought better of it: one play in 250."""
TAKEN_BACK_LATE = -0.33
"""Added per second that it lay there after the first two (:data:`~firmware.decoding.clutter.SOON_BACK_MS`): three more
in the mean, a judgement. (A fit that counted from the first on says -0.31.) For want of it a card that lay there for
nine seconds, and was pushed, had been taken back."""
OTHER_HAND = -3.97
"""Added where another hand took it back than the one that laid it, which comes from the same side; half where that was
not seen. (As two hands of :mod:`firmware.decoding.seating`.)"""
STILL_IN_HAND = -8.20
"""Log-likelihood that a card was taken back and not played again yet: it may as well have been played and captured at
once."""
