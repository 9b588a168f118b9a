"""Battle formations: where each unit begins the battle (40K-FORM, 40K-STRATRES-1, -2, 40K-HOVER, 40K-TRANSPORT-1).

Which leader joins which unit is in the roster. Both declare before anything of it is shown in the report.
"""

from collections.abc import Iterable, Iterator

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Bin, Divide, Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.warhammer40k.battle.actions import DeclaredUnit, DeclareFormations
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_unit, move_unit_to
from warcry3d.rules.warhammer40k.battle.state import ModelPlace40k, ReserveKind, State40k, Unit40k
from warcry3d.rules.warhammer40k.datasheets.ability import CoreWord

__all__ = ["Declares", "RevealsFormations", "can_carry", "has_ability", "with_leader"]

FIELD, HOVER, STRATEGIC, HOVER_STRATEGIC, DEEP = "field", "hover", "strategic", "hover-strategic", "deep-strike"
HOVER_DEEP = "hover-deep-strike"
LABELS = {
    FIELD: message("on the battlefield"),
    HOVER: message("on the battlefield, hovering"),
    STRATEGIC: message("in strategic reserves"),
    HOVER_STRATEGIC: message("in strategic reserves, hovering"),
    DEEP: message("in reserves, to arrive by deep strike"),
    HOVER_DEEP: message("in reserves, to arrive by deep strike, hovering"),
}
RESERVES = {
    STRATEGIC: ReserveKind.STRATEGIC,
    HOVER_STRATEGIC: ReserveKind.STRATEGIC,
    DEEP: ReserveKind.DEEP_STRIKE,
    HOVER_DEEP: ReserveKind.DEEP_STRIKE,
}


def has_ability(state: State40k, unit: str, word: CoreWord) -> bool:
    """Return whether all models of a unit have a core ability."""
    parts = {model.part for model in state.living(unit)}
    return bool(parts) and all(state.context.sheet(part).ability(word) is not None for part in parts)


def own_units(state: State40k, player: str) -> Iterator[Unit40k]:
    """Yield the units of a player that have models of their own, those that lead others left out."""
    return (unit for unit in state.units if unit.player == player and state.all_troops(unit.id))


def unit_has(state: State40k, unit: str, *keywords: str) -> bool:
    """Return whether a unit has all of the keywords: those of all its models count (40K-KEY-3), of those that were
    destroyed only where none is left.
    """
    context, models = state.context, state.living(unit) or state.all_troops(unit)
    found = {word for word in keywords if any(context.has(one.id, word) for one in models)}
    return found.issuperset(keywords)


def can_carry(state: State40k, transport: str, units: tuple[str, ...]) -> bool:
    """Return whether a transport has room for units, of the kinds that it takes (40K-TRANSPORT-2)."""
    carrier = state.context.sheet(transport).transport
    if carrier is None:
        return False
    models = [model for unit in units for model in state.living(unit)]
    takes = all(
        state.context.has(one.id, *carrier.keywords)
        and not any(state.context.has(one.id, word) for word in carrier.without)
        for one in models
    )
    return takes and len(models) <= carrier.capacity


def with_leader(state: State40k, unit: str) -> Message:
    """Return the name of a unit, with that of the leader that has joined it."""
    leader = next((model.part for model in state.all_troops(unit) if model.part != unit), None)
    if leader is None:
        return Message("{unit}", {"unit": unit})
    return message("{unit} with {leader}", unit=unit, leader=leader)


def points_of(state: State40k, unit: str) -> int:
    """Return what a unit costs, with the leader that has joined it."""
    parts = {model.part for model in state.all_troops(unit)}
    return sum(state.context.parts[part].entry.cost for part in parts)


def places_for(state: State40k, unit: str) -> tuple[str, ...]:
    """Return where a unit may begin, the usual place first: aircraft in strategic reserves only, also those that deep
    strike, and inside no transport, unless they hover (40K-AIRCRAFT-1, 40K-HOVER-3).
    """
    can_hover, is_aircraft = has_ability(state, unit, CoreWord.HOVER), unit_has(state, unit, "aircraft")
    found = [] if is_aircraft else [FIELD]
    if can_hover:
        found += [HOVER, HOVER_STRATEGIC]
    if not unit_has(state, unit, "fortification"):
        found.append(STRATEGIC)
    if has_ability(state, unit, CoreWord.DEEP_STRIKE):
        found += [HOVER_DEEP] if is_aircraft and can_hover else [] if is_aircraft else [DEEP]
    if not is_aircraft:
        player = state.unit(unit).player
        carriers = (one.id for one in own_units(state, player) if can_carry(state, one.id, (unit,)))
        found += [id for id in carriers if id != unit]
    part = state.context.parts[unit]
    if part.inside in found:
        found.insert(0, part.inside)
    return tuple(dict.fromkeys(found))


class Declares(Asking[State40k], frozen=True, tag="declares", tag_field="step"):
    """A player says where its units begin (40K-FORM-1)."""

    player: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-FORM-1", Message("{player} declares its battle formations", {"player": self.player}))

    def choice(self, state: State40k) -> Choice:
        """Return the question."""
        units = tuple(unit.id for unit in own_units(state, self.player))
        return Choice(self.player, "formations", self._why, units, is_private=True)

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the units, and where each may begin."""
        units = [unit.id for unit in own_units(state, self.player)]
        allowed: dict[str, set[str]] = {}
        for unit in units:
            for place in places_for(state, unit):
                allowed.setdefault(place, set()).add(unit)
        bins = tuple(Bin(place, self._label(state, place), items=frozenset(items)) for place, items in allowed.items())
        divide = Divide(
            id="formations",
            heading=message("Battle formations"),
            hint=_empty_hint(state, self.player),
            why=self._why,
            action=lambda answer: DeclareFormations(tuple(DeclaredUnit(item, bin) for item, bin in answer)),
            items=tuple(Option(unit, _priced(state, unit)) for unit in units),
            bins=bins,
            start=tuple((unit, places_for(state, unit)[0]) for unit in units),
        )
        return (divide,)

    def _label(self, state: State40k, place: str) -> Message:
        """Return what a place is called, strategic reserves with the points that may begin there (40K-STRATRES-2)."""
        if place == STRATEGIC:
            return message("in strategic reserves, at most {most:g} points", most=_most(state, self.player))
        return LABELS.get(place, message("inside {unit}", unit=place))

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: all units, each where it may be, reserves and transports within their limits."""
        if not isinstance(action, DeclareFormations):
            return NOT_DUE
        units = [unit.id for unit in own_units(state, self.player)]
        if sorted(one.unit for one in action.units) != sorted(units):
            return fault("40K-FORM-1", "say of each unit once where it begins", place="units")
        where = {one.unit: one.where for one in action.units}
        for n, one in enumerate(action.units):
            if one.where not in places_for(state, one.unit):
                is_aircraft = unit_has(state, one.unit, "aircraft")
                rule = "40K-AIRCRAFT-1" if one.where == FIELD or is_aircraft else "40K-FORM-1"
                sentence = "{unit} cannot begin there; it can: {known}"
                known = ", ".join(places_for(state, one.unit))
                return fault(rule, sentence, place=f"units[{n}].where", unit=one.unit, known=known)
        return (*_transport_faults(state, where), *_reserve_faults(state, self.player, where))

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Put them there."""
        assert isinstance(action, DeclareFormations), "its faults said so"
        for one in action.units:
            if one.where in (HOVER, HOVER_STRATEGIC, HOVER_DEEP):
                change_unit(do, one.unit, has_hover=True)
            if one.where in RESERVES:
                change_unit(do, one.unit, reserve=RESERVES[one.where])
                move_unit_to(do, one.unit, ModelPlace40k.RESERVE)
            elif one.where not in LABELS:
                change_unit(do, one.unit, inside=one.where)
                move_unit_to(do, one.unit, ModelPlace40k.INSIDE)


def _priced(state: State40k, unit: str) -> Message:
    """Return what a unit is called, and its points."""
    return message("{what} ({points})", what=with_leader(state, unit), points=points_of(state, unit))


def _most(state: State40k, player: str) -> float:
    """Return how many points may begin in strategic reserves (40K-STRATRES-2)."""
    return state.context.armies[player].points / 4


def _empty_hint(state: State40k, player: str) -> Message | None:
    """Return what comes of leaving a dedicated transport empty, where there is one (40K-ARMY-11)."""
    empty = (unit.id for unit in own_units(state, player) if unit_has(state, unit.id, "dedicated transport"))
    carrier = next(empty, None)
    if carrier is None:
        return None
    return message("{unit} counts as destroyed if nobody begins inside.", unit=carrier)


def _within(where: dict[str, str], units: Iterable[str]) -> set[str]:
    """Return units with all that begin inside them, and inside those."""
    found, next_ = set[str](), set(units)
    while next_:
        found |= next_
        next_ = {unit for unit, place in where.items() if place in next_} - found
    return found


def _transport_faults(state: State40k, where: dict[str, str]) -> tuple[ActionFault, ...]:
    for carrier in {place for place in where.values() if place not in LABELS}:
        inside = tuple(unit for unit, place in where.items() if place == carrier)
        if carrier in _within(where, inside):
            return fault("40K-TRANSPORT-1", "{unit} would begin inside itself", unit=carrier, place="units")
        if not can_carry(state, carrier, inside):
            return fault("40K-TRANSPORT-2", "{unit} has no room for all of them", unit=carrier, place="units")
        is_away = where[carrier] == STRATEGIC and unit_has(state, carrier, "aircraft")
        if is_away and not all("strategic" in places_for(state, unit) for unit in inside):
            return fault("40K-AIRCRAFT-2", "who is inside {unit} could not arrive", unit=carrier, place="units")
    return ()


def _reserve_faults(state: State40k, player: str, where: dict[str, str]) -> tuple[ActionFault, ...]:
    """Return the fault of more than a quarter of the points in strategic reserves (40K-STRATRES-2, 40K-OPEN-17)."""
    away = _within(where, (unit for unit, place in where.items() if RESERVES.get(place) is ReserveKind.STRATEGIC))
    points = sum(points_of(state, unit) for unit in away)
    most = _most(state, player)
    if points <= most:
        return ()
    sentence = "{points} points in strategic reserves are more than a quarter of the army: {most:g}"
    return fault("40K-STRATRES-2", sentence, points=points, most=most, place="units")


class RevealsFormations(Automatic[State40k], frozen=True, tag="reveals-formations", tag_field="step"):
    """Both formations are shown to both (40K-FORM-2)."""

    def resolve(self, do: Transition40k) -> None:
        """Say them."""
        for unit in do.state.units:
            if unit.inside:
                do.emit(
                    "formation", "{unit} begins inside {transport}", "40K-FORM-2", unit=unit.id, transport=unit.inside
                )
            elif unit.reserve is ReserveKind.STRATEGIC:
                do.emit("formation", "{unit} begins in strategic reserves", "40K-FORM-2", unit=unit.id)
            elif unit.reserve is ReserveKind.DEEP_STRIKE:
                do.emit("formation", "{unit} begins in reserves", "40K-FORM-2", unit=unit.id)
            if unit.has_hover:
                do.emit("formation", "{unit} hovers", "40K-HOVER-1", unit=unit.id)
