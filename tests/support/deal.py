"""A deal played at random and put on a table written by hand."""

from firmware.cards import ES40
from firmware.errors import HakamError
from firmware.rules.play import Play


def play_deal(rng, table, game, read=lambda card, pack: str(card)):
    """Lay and play a deal, or as much of it as the match lasts, and give the pack.

    ``read``: a card of the pack as the looks name it.
    """
    pack = legal_pack(rng, game)
    free = rng.sample(range(15), 15)
    for card in pack[:4]:
        table.put(**{f"s{free.pop()}": str(card)})
    where = {text: slot for slot, text in table.lying.items()}
    for card in pack[4:]:
        if game.winners:
            break
        before = {*game.table, card}
        game.apply(Play(game.turn, card))
        where[str(card)] = free.pop()
        table.put(**{f"s{where[str(card)]}": read(card, pack)})
        taken = [where.pop(str(gone)) for gone in sorted(before - set(game.table), key=str)]
        if taken:
            table.take(*taken)
            free[:0] = taken
    return pack


def legal_pack(rng, game):
    """Forty cards of which the first four make a layout."""
    while True:
        pack = rng.sample(ES40.cards, 40)
        try:
            game.lay(pack[:4])
        except HakamError:
            continue
        return pack
