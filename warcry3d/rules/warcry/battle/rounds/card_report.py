"""What victory and twist cards do, in words for the report."""

from collections.abc import Iterator

from warcry3d.message import Message, counted, message
from warcry3d.rules.warcry.battle.setup.cards import Score, TwistChange, TwistGrant, VictoryWire

__all__ = ["change_line", "goal_lines", "victory_lines"]


def victory_lines(card: VictoryWire) -> Iterator[Message]:
    """Yield how long the battle lasts and how points are won."""
    yield message("the battle lasts {rounds}", rounds=counted("{n} round", "{n} rounds", card.rounds))
    for score in card.scores:
        won = counted("{n} victory point", "{n} victory points", score.points)
        if score.when == "round":
            yield message("at the end of each round: {points} for {why}", points=won, why=score.per)
        else:
            yield message("at the end of the battle: {points} for {why}", points=won, why=score.per)


def goal_lines(card: VictoryWire) -> Iterator[Message]:
    """Yield what gains points in each round, and what does at the end, as a player who aims for them would say it.

    >>> from warcry3d.rules.warcry.battle.setup.cards import Score
    >>> scores = [Score(per="carried-treasure", when="battle"), Score(per="enemy-leader", points=2, when="battle")]
    >>> [str(line) for line in goal_lines(VictoryWire(name="Salvage", scores=scores))]
    ['at the end: 1 for each treasure you carry, 2 if the enemy leader is down']
    """
    if scores := tuple(_aim(score) for score in card.scores if score.when == "round"):
        yield message("each round: {scores}", scores=scores)
    if scores := tuple(_aim(score) for score in card.scores if score.when == "battle"):
        yield message("at the end: {scores}", scores=scores)


def _aim(score: Score) -> Message:
    """Return what gains the points of a score, told to the player who wants them."""
    match score.per:
        case "controlled-objective":
            return message("{points} for each objective you control", points=score.points)
        case "more-objectives":
            return message("{points} if you control more objectives", points=score.points)
        case "more-blood":
            return message("{points} if you take down enemies worth more", points=score.points)
        case "carried-treasure":
            return message("{points} for each treasure you carry", points=score.points)
        case "enemy-leader":
            return message("{points} if the enemy leader is down", points=score.points)


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
