"""For every choice an answer that is always allowed."""

from collections.abc import Iterator

from warcry3d.errors import UnknownNameError
from warcry3d.game.actions import Action, Decline, Done, Pick, PlaceAt
from warcry3d.game.ruleset import Choice, Ruleset
from warcry3d.rules.warcry.battle.abilities.effect_runner import Picking
from warcry3d.rules.warcry.battle.abilities.effects import AbilityOptions
from warcry3d.rules.warcry.battle.actions import Activate, Deploy, Laid, SetUpTerrain, SplitGroups, UseWild, Wait
from warcry3d.rules.warcry.battle.movement.place_choices import PlacesOffered
from warcry3d.rules.warcry.battle.setup.deployment import Deploying
from warcry3d.rules.warcry.battle.setup.deployment_places import FACINGS, INSIDE, nearest_places, places_for
from warcry3d.rules.warcry.battle.setup.markers import MarkerPlace
from warcry3d.rules.warcry.battle.state import State

__all__ = ["NAMED", "as_it_lies", "deployments", "facing_of", "put_at", "sure"]

NAMED = ("attacker", "colour", "orientation", "wake", "order", "feature")
"""The kinds of choices that offer names, of which one is picked."""

OPTIONAL = ("follow", "react", "re-roll", "bonus")
"""The kinds of choices that may be declined."""


def sure(ruleset: Ruleset[State, Action], state: State, choice: Choice) -> Action:
    """Return an answer that is allowed; raise `UnknownNameError` for a choice of a kind that is not known."""
    kind, about = choice.kind, choice.about
    if kind in NAMED:
        assert isinstance(about, tuple), "names are offered"
        return Pick((about[0],))
    if kind in OPTIONAL:
        return Decline()
    match kind:
        case "groups":
            assert isinstance(about, tuple), "three groups are offered"
            return SplitGroups(*about)
        case "wild":
            return UseWild()
        case "activate":
            assert isinstance(about, tuple), "fighters are offered"
            return Activate(about[0])
        case "act":
            return Wait() if state.activation is not None and state.activation.left else Done()
        case "pick":
            assert isinstance(about, Picking), "fighters are offered"
            return Pick(about.offered[: about.least])
        case "either":
            assert isinstance(about, AbilityOptions), "options are offered"
            return Pick(about.names[:1])
        case "marker":
            assert isinstance(about, MarkerPlace), "a place is suggested"
            return PlaceAt(about.suggested)
        case "drop":
            assert isinstance(about, tuple), "a place is offered"
            return PlaceAt(about[1])
    found = next((action for action in _tried(state, choice) if not ruleset.faults(state, action)), None)
    if found is None:
        raise UnknownNameError("no answer is known to a choice of the kind '{kind}'", kind=kind)
    return found


def _tried(state: State, choice: Choice) -> Iterator[Action]:
    """Yield answers of which one is allowed, unless there is none at all."""
    match choice.kind, choice.about:
        case "deploy", Deploying() as about:
            yield from about.way
            for fighter in about.fighters:
                yield from deployments(state, fighter, is_tight=not about.way)
        case "fall" | "place", PlacesOffered() as offered:
            for landing in offered.places:
                yield put_at(state, offered, landing.nearest)
                inner = landing.area.buffer(-INSIDE)
                inside = (landing.area if inner.is_empty else inner).representative_point()
                yield put_at(state, offered, (inside.x, inside.y, landing.nearest[2]))
        case "terrain", _:
            yield SetUpTerrain(as_it_lies(state))


def put_at(state: State, offered: PlacesOffered, at: tuple[float, float, float]) -> PlaceAt:
    """Return that what a choice is about is put down at a place, facing as it does."""
    return PlaceAt(at, facing_of(state, offered))


def facing_of(state: State, offered: PlacesOffered) -> float:
    """Return how the fighter faces whom a choice is about; a marker faces nowhere."""
    return next((fighter.turn for fighter in state.fighters if fighter.id == offered.subject), 0.0)


def as_it_lies(state: State) -> tuple[Laid, ...]:
    """Return the terrain features where the set-up has them."""
    features = state.context.board.terrain.features
    return tuple(Laid(f.id, f.placement.at, f.placement.turn) for f in features)


def deployments(state: State, id: str, *, is_tight: bool) -> Iterator[Deploy]:
    """Yield places where a fighter may be set up: with its group, or the nearest ones if its group does not fit."""
    import shapely

    fighter = state.fighter(id)
    if is_tight:
        yield from nearest_places(state, fighter)
        return
    for turn in FACINGS:
        for ground in places_for(state, fighter, turn):
            for area in shapely.get_parts(ground.area).tolist():
                inside = area.representative_point()
                yield Deploy(id, (inside.x, inside.y, ground.level.height), turn)
