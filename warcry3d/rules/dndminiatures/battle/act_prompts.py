"""How a creature's turn can be answered: moving, attacking, charging, rushing, powers, being done."""

from collections.abc import Iterable, Iterator, Sequence

from warcry3d.game.action_faults import fault
from warcry3d.game.actions import Done
from warcry3d.game.prompts import Confirm, Go, ModelPath, Option, PickOne, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import Message, counted, message
from warcry3d.motion.path import LegKind, Path
from warcry3d.rules.dndminiatures.battle.actions import ChargeAt, MoveBySquares, Rush, UsePower
from warcry3d.rules.dndminiatures.battle.attack import strike_of, strike_option
from warcry3d.rules.dndminiatures.battle.attack_rules import attack_room, possible_attacks
from warcry3d.rules.dndminiatures.battle.charging import charge_ends, charge_faults
from warcry3d.rules.dndminiatures.battle.move_rules import done_faults, move_room, rush_room
from warcry3d.rules.dndminiatures.battle.powers import power_options
from warcry3d.rules.dndminiatures.battle.sensing import nearest_seen
from warcry3d.rules.dndminiatures.battle.state import CreatureTurn, SkirmishState
from warcry3d.rules.dndminiatures.battle.way_ends import proposed_ways
from warcry3d.rules.dndminiatures.board import cells_along, middle_of
from warcry3d.units import LengthUnit

__all__ = ["act_prompts"]

WHY = RuleReason("DDM-TURN-1", Message("what does it do in its turn?"))


def act_prompts(state: SkirmishState, turn: CreatureTurn) -> tuple[Prompt, ...]:
    """Return how a creature's turn can go on."""
    prompts: list[Prompt] = [_move_prompt(state, turn)]
    if turn.rush and not turn.has_begun:
        prompts.extend(_rush_prompts(state, turn))
    prompts.append(_charge_prompt(state, turn))
    prompts.extend(_attack_prompts(state, turn))
    if state.card(turn.creature).powers:
        options = power_options(state, turn)
        prompts.append(
            PickOne(id="power", heading=message("Power"), action=_power_of, why=WHY, key="p", options=options)
        )
    prompts.append(_done_prompt(state, turn))
    return tuple(prompts)


def _power_of(option: str) -> UsePower:
    power, _, target = option.partition("|")
    return UsePower(power, target)


def _way_prompt(
    state: SkirmishState,
    turn: CreatureTurn,
    id: str,
    heading: Message,
    key: str,
    budget: int,
    faults: Sequence[ActionFault],
    aims: Iterable[str],
    *,
    rushed: str = "",
) -> Go:
    space = state.space(turn.creature)

    def action(answer: tuple[ModelPath, ...]) -> MoveBySquares | Rush:
        cells = cells_along(space, [point for leg in answer[0].path.legs for point in leg.to])
        return Rush(cells, rushed) if rushed else MoveBySquares(cells)

    return Go(
        id=id,
        heading=heading,
        detail=counted("{n} square", "{n} squares", budget),
        action=action,
        why=WHY,
        key=key,
        faults=tuple(faults),
        models=(turn.creature,),
        budget=float(budget),
        unit=LengthUnit.SQUARES,
        ends=proposed_ways(state, turn, budget, targets=(rushed,) if rushed else ()),
        ways=frozenset({LegKind.WALK}),
        aims=tuple(
            Option(aim, Message("{fighter}", {"fighter": aim}), model=aim, at=middle_of(state.space(aim)))
            for aim in aims
        ),
    )


def _move_prompt(state: SkirmishState, turn: CreatureTurn) -> Go:
    budget, faults = move_room(state, turn)
    aims = (enemy.id for enemy in state.enemies(turn.creature))
    return _way_prompt(state, turn, "move", message("Move"), "m", budget, faults, aims)


def _rush_prompts(state: SkirmishState, turn: CreatureTurn) -> Iterator[Go]:
    """Yield a prompt for each enemy that may be rushed: it is fixed before anything is done (DDM-RUSH-5)."""
    budget, faults = rush_room(state, turn)
    for number, target in enumerate(turn.rush):
        id, key = (f"rush-{number + 1}", "") if number else ("rush", "r")
        heading = message("Rush {fighter}", fighter=target)
        refused = faults
        if not faults and not proposed_ways(state, turn, budget, targets=(target,))(turn.creature, Path(())):
            refused = fault("DDM-RUSH-1", "it cannot get next to {fighter} in this turn", fighter=target)
        yield _way_prompt(state, turn, id, heading, key, budget, refused, (target,), rushed=target)


def _charge_prompt(state: SkirmishState, turn: CreatureTurn) -> PickOne:
    options = []
    for target in turn.charge:
        for end in charge_ends(state, turn.creature, target):
            x, y = end.cell
            label = Message("{fighter} from ({x}, {y})", {"fighter": target, "x": x, "y": y})
            faults = charge_faults(state, turn, target, end.cell)
            options.append(Option(f"{target}|{x}|{y}", label, model=target, at=middle_of(end), faults=faults))
    refused: tuple[ActionFault, ...] = ()
    if not options and turn.has_begun:
        refused = fault("DDM-CHARGE-1", "a charge takes the whole turn")
    elif not options and nearest_seen(state, turn.creature):
        refused = fault("DDM-CHARGE-7", "the nearest enemy in sight is adjacent")
    elif not options:
        refused = fault("DDM-CHARGE-2", "no enemy is in sight")
    return PickOne(
        id="charge",
        heading=message("Charge"),
        action=_charge_of,
        why=WHY,
        key="c",
        options=tuple(options),
        faults=refused,
    )


def _charge_of(option: str) -> ChargeAt:
    target, x, y = option.split("|")
    return ChargeAt(target, (int(x), int(y)))


def _attack_prompts(state: SkirmishState, turn: CreatureTurn) -> list[PickOne]:
    card = state.card(turn.creature)
    found = list(possible_attacks(state, turn))
    prompts = []
    for mode, heading, key in (("melee", message("Attack"), "a"), ("ranged", message("Shoot"), "s")):
        if mode == "ranged" and not card.ranged:
            continue
        options = tuple(
            strike_option(state, situation, faults, on_hit)
            for situation, on_hit, faults in found
            if situation.mode == mode
        )
        room = attack_room(state, turn, "melee" if mode == "melee" else "ranged")
        prompts.append(
            PickOne(id=mode, heading=heading, action=strike_of, why=WHY, key=key, options=options, faults=room)
        )
    return prompts


def _done_prompt(state: SkirmishState, turn: CreatureTurn) -> Confirm:
    return Confirm(
        id="done",
        heading=message("Done"),
        action=lambda _: Done(),
        why=WHY,
        key="d",
        faults=done_faults(state, turn),
        hint=message("It does nothing more in this turn."),
    )
