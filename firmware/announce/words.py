"""What the placeholders of an event's text stand for, in one language and at one table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from firmware import events
from firmware.announce.refusals import refusal_text, saying_name
from firmware.announce.seating import Seating
from firmware.announce.texts import text
from firmware.cards import Card
from firmware.events import Event
from firmware.rules import events as game

DASH = " – "

Words = dict[str, str]


def reason_name(reason: str, language: str) -> str:
    """What points were scored for: ``"caida"``, ``"mesa"`` ..."""
    return text("reason", reason, language)


def card_name(card: Card | None, language: str) -> str:
    """A card by its rank (rule G2: suits never matter); where there was none, "nothing"."""
    return str(card.rank.value) if card else text("screen", "nothing", language)


def numbers(values: Iterable[int]) -> str:
    """Numbers side by side: ``"12 – 7"``."""
    return DASH.join(map(str, values))


@dataclass(frozen=True, slots=True)
class Wording:
    """The words for events in ``language``, the players called as ``seating`` says."""

    language: str
    seating: Seating

    def words(self, event: Event) -> Words:
        """What each placeholder in the texts of ``event`` stands for."""
        if isinstance(event, game.GameEvent):
            return self._game(event)
        if isinstance(event, events.QuestionEvent):
            return self._question(event)
        if isinstance(event, events.CorrectionEvent):
            return self._correction(event)
        if isinstance(event, events.NoticeEvent):
            return self._notice(event)
        return self._agreement(event)

    # -- one family of events after the other

    def _game(self, event: game.GameEvent) -> Words:
        if isinstance(event, game.DealEvent):
            return self._deal(event)
        if isinstance(event, game.TableEvent):
            return self._table(event)
        if isinstance(event, game.SpokenEvent):
            return self._spoken(event)
        if isinstance(event, game.ScoreEvent):
            return self._score(event)
        return self._win(event)

    def _deal(self, event: game.DealEvent) -> Words:
        match event:
            case game.DealOpened():
                return {"deal": str(event.deal), "dealer": self.seating.player(event.dealer, self.language)}
            case game.LayoutDealt():
                return self._cards(event.cards)
            case game.BatchDealt():
                return {"batch": str(event.batch)}
            case game.HandRedealt():
                return self._seat(event.seat)
            case game.DealEnded():
                return {"deal": str(event.deal), "scores": numbers(event.scores)}
            case game.DealAbandoned():
                return {"deal": str(event.deal)}
            case _:
                assert_never(event)

    def _table(self, event: game.TableEvent) -> Words:
        match event:
            case game.CardPlayed() | game.CaptureForgone():
                return self._seat(event.seat) | self._card(event.card)
            case game.CardsCaptured() | game.PacketTakenOver() | game.RestTaken():
                return self._seat(event.seat) | self._cards(event.cards)
            case _:
                assert_never(event)

    def _spoken(self, event: game.SpokenEvent) -> Words:
        match event:
            case game.Announced() | game.AnnouncementFalse():
                return self._seat(event.seat) | {"what": text("kind", event.what, self.language)}
            case game.Challenged() | game.ClaimRefused():
                return self._seat(event.seat) | self._other(event.against)
            case game.NothingAnnounced():
                return self._seat(event.seat)
            case _:
                assert_never(event)

    def _score(self, event: game.ScoreEvent) -> Words:
        match event:
            case game.PointsScored() | game.PointsTakenBack() | game.PointsPended() | game.PendingCancelled():
                points = {"points": f"{event.points:+d}", "lost": str(event.points)}
                return self._side(event.side) | points | {"reason": reason_name(event.reason, self.language)}
            case game.CardsCounted():
                return {"piles": numbers(event.piles)}
            case _:
                assert_never(event)

    def _win(self, event: game.WinEvent) -> Words:
        match event:
            case game.WinHeld():
                return self._side(event.side)
            case game.RoundWon():
                return self._winners(event.sides) | {"rounds": numbers(event.rounds)}
            case game.GameWon():
                return self._winners(event.sides)
            case game.WinRevoked():
                return {}
            case _:
                assert_never(event)

    def _question(self, event: events.QuestionEvent) -> Words:
        match event:
            case events.Doubt():
                deal = {} if event.deal is None else {"deal": str(event.deal)}
                after = {"after": card_name(event.after, self.language)} if event.after else {}
                return deal | after | self._seat(event.seat) | self._candidates(event.candidates)
            case events.LayoutSettled():
                return self._cards(event.cards)
            case events.DoubtSettled():
                return self._card(event.card)
            case events.ChallengeOpened():
                return self._seat(event.seat) | self._other(event.against)
            case _:
                assert_never(event)

    def _correction(self, event: events.CorrectionEvent) -> Words:
        scores = {"scores": numbers(event.scores)}
        match event:
            case events.LayoutCorrected():
                return self._cards(event.cards) | scores
            case events.ReadingCorrected():
                return self._was_and_now(event.was, event.now) | scores
            case events.SeatCorrected():
                return self._seat(event.seat) | self._card(event.card) | scores
            case events.SayingTakenBack():
                return self._seat(event.seat) | {"saying": saying_name(event.saying, self.language)} | scores
            case _:
                assert_never(event)

    def _was_and_now(self, was: Card | None, now: Card | None) -> Words:
        """Two cards by their ranks; of one rank with their suits, since they are told apart by these alone."""
        if was and now and was.rank == now.rank:
            return {"was": str(was), "now": str(now)}
        return {"was": card_name(was, self.language), "now": card_name(now, self.language)}

    def _notice(self, event: events.NoticeEvent) -> Words:
        match event:
            case events.SayingRefused():
                said = {"saying": saying_name(event.saying, self.language)}
                return self._seat(event.seat) | said | {"fault": refusal_text(event.fault, self.language)}
            case events.PressRefused():
                return {"fault": refusal_text(event.fault, self.language)}
            case events.PointsExplained():
                return self._seat(event.seat) | self._card(event.card) | self._why(event.why)
            case _:
                assert_never(event)

    def _agreement(self, event: events.AgreementEvent) -> Words:
        match event:
            case events.TableDisagrees():
                deal = {"deal": str(event.doubted_deal)}
                return {"take": self._names(event.take), "put_back": self._names(event.put_back)} | deal
            case events.TableAgrees():
                return {}
            case events.DeckCompared():
                return {"deck": event.deck}
            case _:
                assert_never(event)

    # -- words that several events share

    def _seat(self, seat: int | None) -> Words:
        """The player, in few letters and in full; where nobody is meant, nothing."""
        if seat is None:
            return {}
        return {"seat": self.seating.seat(seat), "player": self.seating.player(seat, self.language)}

    def _side(self, side: int) -> Words:
        """The side that points count for, in the place of the player."""
        return {"seat": self.seating.side(side), "player": self.seating.side_in_full(side, self.language)}

    def _other(self, seat: int) -> Words:
        """The player whom a claim or a challenge is about."""
        return {"against": self.seating.seat(seat), "other": self.seating.player(seat, self.language)}

    def _card(self, card: Card | None) -> Words:
        return {"card": card_name(card, self.language)}

    def _cards(self, cards: tuple[Card, ...]) -> Words:
        """All cards; of a capture also the played one, which comes first, and those it took."""
        return {"cards": self._names(cards), "card": self._names(cards[:1]), "taken": self._names(cards[1:])}

    def _names(self, cards: Iterable[Card]) -> str:
        return " ".join(card_name(card, self.language) for card in cards)

    def _candidates(self, candidates: Sequence[tuple[Card | None, float]]) -> Words:
        """Those that are shown, and all others that are likely at all: not every rank that somebody has asked for."""
        names = dict.fromkeys(card_name(card, self.language) for card, _ in candidates)
        likely = {card_name(card, self.language) for card, share in candidates if share}
        told = [name for place, name in enumerate(names) if place < events.SHOWN or name in likely]
        return {"candidates": f" {text('screen', 'or', self.language)} ".join(told)}

    def _winners(self, sides: Iterable[int]) -> Words:
        return {"winners": ", ".join(self.seating.side_in_full(side, self.language) for side in sides)}

    def _why(self, points: Iterable[game.PointsScored]) -> Words:
        return {"why": ", ".join(f"{reason_name(one.reason, self.language)} {one.points:+d}" for one in points)}
