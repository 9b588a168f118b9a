"""What victory and twist cards do, in words for the report."""

from collections.abc import Iterator

from warcry3d.message import Message, counted, message
from warcry3d.rules.warcry.battle.setup.cards import TwistChange, TwistGrant, VictoryWire

__all__ = ["change_line", "victory_lines"]


def victory_lines(card: VictoryWire) -> Iterator[Message]:
    """Yield how long the battle lasts and how points are won."""
    yield message("the battle lasts {rounds}", rounds=counted("{n} round", "{n} rounds", card.rounds))
    for score in card.scores:
        won = counted("{n} victory point", "{n} victory points", score.points)
        if score.when == "round":
            yield message("at the end of each round: {points} for {why}", points=won, why=score.per)
        else:
            yield message("at the end of the battle: {points} for {why}", points=won, why=score.per)


def change_line(change: TwistChange | TwistGrant) -> Message:
    """Return one change of a twist card, and whom it concerns.

    >>> str(change_line(TwistChange(what="move", amount=-1, least=3, lacking="fly")))
    'fighters without fly: -1 move, at least 3'
    """
    return Message("{fighters}: {change}", {"fighters": _concerned(change), "change": _changed(change)})


def _concerned(change: TwistChange | TwistGrant) -> Message:
    if change.having and change.lacking:
        return Message(
            "fighters with {mark} and without {lacking}",
            {"mark": change.having, "lacking": Message("{mark}", {"mark": change.lacking})},
        )
    if change.having:
        return Message("fighters with {mark}", {"mark": change.having})
    if change.lacking:
        return Message("fighters without {mark}", {"mark": change.lacking})
    return Message("all fighters")


def _changed(change: TwistChange | TwistGrant) -> Message:
    """Return a change of a characteristic, or the word that is granted; ``kind``: for these attacks only."""
    if isinstance(change, TwistGrant):
        values: dict[str, object] = {"what": change.word, "kind": change.attacks or "", "amount": change.amount}
        if change.attacks and change.amount:
            return Message("{what} ({amount}), {kind} attacks only", values)
        if change.attacks:
            return Message("{what}, {kind} attacks only", values)
        return Message("{what} ({amount})", values) if change.amount else Message("{what}", values)
    values = {"what": change.what, "kind": change.attacks or "", "amount": change.amount, "least": change.least}
    if change.attacks and change.least:
        return Message("{amount:+d} {what}, at least {least}, {kind} attacks only", values)
    if change.attacks:
        return Message("{amount:+d} {what}, {kind} attacks only", values)
    if change.least:
        return Message("{amount:+d} {what}, at least {least}", values)
    return Message("{amount:+d} {what}", values)
