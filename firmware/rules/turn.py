"""One card on its way through the referee's pipeline (part 5 of the rule book): a position in, position and events out.

Announcements join here: the player's window closes before step E2, and what his card proves is judged between the
capture and the next turn (E4).
"""

from typing import Any

from firmware.cards import Card
from firmware.rules import events as game
from firmware.rules.capture import captured, let_lie
from firmware.rules.deal import end_deal, next_batch
from firmware.rules.deal_end import Ending
from firmware.rules.match import Match
from firmware.rules.options import ChainPoints, ChainStart, MesaException
from firmware.rules.play import Play
from firmware.rules.position import Chain, Position
from firmware.rules.rounds import with_taken
from firmware.rules.scoring import award, decide_by_cards, with_item
from firmware.rules.transfer import collect
from firmware.rules.verdict import close_window, judge

_STEPS = (game.Reason.CAIDA, game.Reason.BKHAMSA, game.Reason.BACHRA)  # K1, K5


class Turn:
    """A legal play being judged; :attr:`position` and :attr:`events` are its result after :meth:`play`."""

    __slots__ = ("events", "match", "position")

    def __init__(self, match: Match, position: Position) -> None:
        """Begin at ``position``, which is never changed."""
        self.match = match
        self.position = position
        self.events: list[game.GameEvent] = []

    def play(self, play: Play) -> None:
        """Judge a play that is legal here; a point before the card counts may end the match without it (W1)."""
        if self.position.voices[play.seat].open:
            self.position = close_window(self.match, self.position, play.seat, self.events)  # E1
        chain = self.position.chain
        answered = chain if chain is not None and chain.rank == play.card.rank else None  # K9: any other rank closes it
        if chain is not None and answered is None:
            self._confirm(chain)  # E2
        self._decide_by_cards()
        if self.position.turn is not None:
            self._enact(play, answered)  # E3
            self._decide_by_cards()
        if self.position.turn is not None:
            self.position = judge(self.match, self.position, play.seat, self.events)  # E4, E5
        if self.position.turn is not None:
            self._pass_on(play)  # E6

    def _decide_by_cards(self) -> None:
        if self.position.taken:
            self.position = decide_by_cards(self.match, self.position, self.events)  # V17

    def _enact(self, play: Play, answered: Chain | None) -> None:
        """E3: the card is put down, and takes over, captures or stays."""
        put = self._put_down(play)
        if answered is not None:
            self._take_over(answered, play, put)
        elif taken := captured(self.position.table, play.card, self.match.pack, sweep=self.match.ruleset.run_sweep):
            self._capture(play, taken, put)
        else:
            self._place(play, put)
        if self.position.debts:
            self.position = collect(self.position, self.match)  # V3

    def _confirm(self, chain: Chain) -> None:
        """Close a chain that this card does not answer."""
        self.position = award(self.match, self.position._replace(chain=None), chain.pending, self.events)  # K6, S2

    def _put_down(self, play: Play) -> dict[str, Any]:
        """What changes with every card; a new position is costly, so what else changes is added to it."""
        position, (seat, card) = self.position, (play.seat, play.card)
        hands = with_item(position.hands, seat, position.hands[seat] - 1)
        voice = position.voices[seat]
        self.events.append(game.CardPlayed(seat, card))
        if card.rank in voice.passed:
            self.events.append(game.CaptureForgone(seat, card))  # V15, O6
        return {
            "hands": hands,
            "seen": position.seen.plus(card),
            "voices": with_item(position.voices, seat, voice.showing(card.rank)),
            "before": (),
            "turn": self._next(hands, seat),  # E6, where nothing ends
        }

    def _next(self, hands: tuple[int, ...], seat: int) -> int:
        """The next player who has a card; after a play out of turn the hands are uneven."""
        after = self.match.after(seat)
        if hands[after] or not any(hands):
            return after if hands[after] else seat
        return self._next(hands, after)

    def _place(self, play: Play, put: dict[str, Any]) -> None:
        """C4: no equal rank lies there, so the card stays; it is the one that a caida takes (K1)."""
        table = self.position.table
        self.position = self.position._replace(table=(*table, play.card), fresh=play.card, **put)
        if self.match.ruleset.must_capture:
            self.position = let_lie(self.position, play.seat, table)  # V15

    def _capture(self, play: Play, taken: tuple[Card, ...], put: dict[str, Any]) -> None:
        """C1, C2: the equal card and its run are captured; C6: partners share one pile."""
        before = self.position
        side = self.match.side_of[play.seat]
        packet, ranks = (play.card, *taken), [card.rank for card in taken]
        self.position = before._replace(
            **put,
            table=tuple([card for card in before.table if card.rank not in ranks]),
            piles=with_item(before.piles, side, before.piles[side] + packet),
            last_captor=play.seat,
            taken=with_taken(before.taken, play.seat, len(packet)),
            fresh=None,  # K2: a card that captured lies in a pile
        )
        self.events.append(game.CardsCaptured(play.seat, packet))
        is_caida = before.fresh is not None and before.fresh.rank == play.card.rank  # K1; K3: not as part of a run
        mesa = not self.position.table and self._mesa_is_possible()  # M1
        points = self._points(play.seat, 1 if is_caida else 0, mesa=mesa)
        if is_caida or self.match.ruleset.chain_start is ChainStart.ANY:  # K2b
            self._step(Chain(play.card.rank, 1, play.seat, packet, mesa, points))
        else:
            self.position = award(self.match, self.position, points, self.events)

    def _take_over(self, chain: Chain, play: Play, put: dict[str, Any]) -> None:
        """K5, K7: the third or fourth card of the rank takes the whole packet, and the points of K8."""
        self.events.extend(
            game.PendingCancelled(lost.side, lost.points, lost.reason, lost.seat) for lost in chain.pending
        )
        packet = (*chain.packet, play.card)
        self._move_packet(chain, play.seat, packet, put)
        self.events.append(game.PacketTakenOver(play.seat, chain.step + 1, packet))
        travels = self.match.ruleset.chain_points is ChainPoints.LAST  # M2, M3: the old mesa, with the packet
        mesa = chain.mesa and (travels or self._mesa_is_possible())
        points = self._points(play.seat, chain.step + 1, mesa=mesa)
        self._step(Chain(chain.rank, chain.step + 1, play.seat, packet, chain.mesa, points))

    def _move_packet(self, chain: Chain, seat: int, packet: tuple[Card, ...], put: dict[str, Any]) -> None:
        old, new = self.match.side_of[chain.owner], self.match.side_of[seat]
        piles = with_item(self.position.piles, old, self.position.piles[old][: -len(chain.packet)])
        self.position = self.position._replace(
            **put,
            piles=with_item(piles, new, piles[new] + packet),
            last_captor=seat,  # K7
            taken=with_taken(with_taken(self.position.taken, chain.owner, -len(chain.packet)), seat, len(packet)),
        )

    def _step(self, chain: Chain) -> None:
        """Score a step of a chain, now or when nobody answers it (K6, K8); the chain stays open while it can go on."""
        if not self._can_be_answered(chain.step):
            self.position = award(self.match, self.position._replace(chain=None), chain.pending, self.events)  # K6
        elif self._waits_for_an_answer(chain.step):
            self.events.extend(game.PointsPended(due.side, due.points, due.reason, due.seat) for due in chain.pending)
            self.position = self.position._replace(chain=chain)
        else:
            points = chain.pending
            chain = Chain(chain.rank, chain.step, chain.owner, chain.packet, chain.mesa, ())
            self.position = award(self.match, self.position._replace(chain=chain), points, self.events)

    def _can_be_answered(self, step: int) -> bool:
        if step >= self.match.chain_steps:  # K5
            return False
        if any(self.position.hands):
            return True
        return self.match.ruleset.caida_across_redeal and not self._in_last_batch()  # K9; K4b

    def _waits_for_an_answer(self, step: int) -> bool:
        rule = self.match.ruleset.chain_points
        return rule is ChainPoints.LAST or (rule is ChainPoints.LITERAL and step == 2)  # K8b; K6, K8

    def _points(self, seat: int, step: int, *, mesa: bool) -> tuple[game.PointsScored, ...]:
        side = self.match.side_of[seat]
        points = []
        if step:
            points.append(game.PointsScored(side, self.match.ruleset.caida[step - 1], _STEPS[step - 1], seat))
        if mesa:
            points.append(game.PointsScored(side, 1, game.Reason.MESA, seat))  # M1, M2
        return tuple(points)

    def _mesa_is_possible(self) -> bool:
        rule = self.match.ruleset.mesa_exception
        if rule is MesaException.NONE or not self._in_last_batch():
            return True  # M3b
        return rule is MesaException.VERY_LAST_CARD and any(self.position.hands)  # M3

    def _in_last_batch(self) -> bool:
        return self.match.is_last_batch(self.position.batch)

    def _pass_on(self, play: Play) -> None:
        """E6: the next batch (B2) or the end of the deal (B4); the next player's turn came with the card."""
        if any(self.position.hands):
            return
        if self._in_last_batch():
            took = any(isinstance(event, game.CardsCaptured | game.PacketTakenOver) for event in self.events)
            self.position = end_deal(self.match, self.position, Ending(play.card, took), self.events)
        else:
            self.position = next_batch(self.match, self.position, self.events)
