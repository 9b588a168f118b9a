"""How a battle begins: realm, rules of the terrain, territories (AOS-REALM, AOS-TERRAIN-1, AOS-DEPLOY-1, -2)."""

import math
from typing import Final

from warcry3d.game.action_faults import NOT_DUE, fault, picked_faults
from warcry3d.game.actions import Action
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Number, Option, PickOne, PlaceArea, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.roll_offs import roll_off
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.ageofsigmar.battle.actions import CutField
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, change_side
from warcry3d.rules.ageofsigmar.battle.context import SigmarContext
from warcry3d.rules.ageofsigmar.battle.setup.before_battle import AfterSetUp, NamesGeneral
from warcry3d.rules.ageofsigmar.battle.setup.deployment import SetsUpUnits
from warcry3d.rules.ageofsigmar.battle.setup.field_halves import APART
from warcry3d.rules.ageofsigmar.battle.setup.realms import REALMS, realm_name
from warcry3d.rules.ageofsigmar.battle.state import SigmarModel, SigmarSide, SigmarState, SigmarUnit
from warcry3d.rules.ageofsigmar.battle.terrain_rules import TERRAIN_LABELS, TERRAIN_TABLE, TerrainRule
from warcry3d.rules.ageofsigmar.battle.throws import throw
from warcry3d.rules.units.unit_places import areas_of

__all__ = ["begun"]

CUTS: Final = {0: message("along its width"), 90: message("across its width")}
"""Cuts that are offered by name; any other angle can be given as a number."""


def begun(context: SigmarContext) -> SigmarState:
    """Return a battle before anything was decided."""
    players = context.setup.players
    units = tuple(SigmarUnit(id=unit.id, player=unit.player) for unit in context.units.values())
    models = tuple(SigmarModel(id=model, unit=unit.id) for unit in context.units.values() for model in unit.models)
    sides = tuple(SigmarSide(id=player) for player in players)
    steps = (Realm(), TerrainRules(), Territories())
    return SigmarState(context=context, sides=sides, units=units, models=models, agenda=steps[::-1])


def keep_realm(do: SigmarTransition, realm: str, rule: str) -> None:
    """Note the realm for the whole battle (AOS-REALM-3)."""
    do.change(realm=realm, picked=())
    do.emit("realm", "the battle takes place in the {realm}", rule, realm=realm_name(realm))


class Realm(Automatic[SigmarState], frozen=True, tag="realm", tag_field="step"):
    """The realm of the battle (AOS-REALM-1); what was agreed on before holds (AOS-EX-5)."""

    def resolve(self, do: SigmarTransition) -> None:
        """Note it, or ask both players."""
        agreed = do.state.context.agreed.realm
        if agreed:
            keep_realm(do, agreed, "AOS-REALM-1")
        else:
            do.push(*(ProposesRealm(player) for player in do.state.players), ComparesRealms())


class ProposesRealm(Asking[SigmarState], frozen=True, tag="proposes-realm", tag_field="step"):
    """A player says which realm it would like; ``is_last``: it decides, having won the roll-off."""

    player: str
    is_last: bool = False

    @property
    def _why(self) -> RuleReason:
        rule = "AOS-REALM-2" if self.is_last else "AOS-REALM-1"
        return RuleReason(rule, Message("{player}: in which realm?", {"player": self.player}))

    def choice(self, state: SigmarState) -> Choice:
        """Return the choice."""
        return Choice(self.player, "realm", self._why, REALMS)

    def _hint(self, state: SigmarState) -> Message | None:
        """Return what the other player would like, whom one may agree with."""
        if self.is_last or not state.picked:
            return None
        return message(
            "{player} would like the {realm}", player=state.other(self.player), realm=realm_name(state.picked[-1])
        )

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the realms."""
        options = (Option(realm, realm_name(realm)) for realm in REALMS)
        return (pick_one("realm", message("Realm"), self._why, options, hint=self._hint(state)),)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: a realm is picked."""
        return picked_faults(action, REALMS, "AOS-REALM-1")

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Note it."""
        realm = picked_of(action)
        if self.is_last:
            keep_realm(do, realm, "AOS-REALM-2")
        else:
            do.change(picked=(*do.state.picked, realm))


class ComparesRealms(Automatic[SigmarState], frozen=True, tag="compares-realms", tag_field="step"):
    """Players that agree have their realm; else both roll, and the higher decides (AOS-REALM-2)."""

    def resolve(self, do: SigmarTransition) -> None:
        """Note it, or let them roll."""
        one, other = do.state.picked
        if one == other:
            keep_realm(do, one, "AOS-REALM-1")
            return
        do.push(DecidesRealm())
        roll_off(do, do.state.players, "the realm", "AOS-REALM-2")


class DecidesRealm(Automatic[SigmarState], frozen=True, tag="decides-realm", tag_field="step"):
    """The winner of the roll-off decides."""

    def resolve(self, do: SigmarTransition) -> None:
        """Ask it."""
        do.push(ProposesRealm(do.state.roll_off.winner, is_last=True))


class TerrainRules(Automatic[SigmarState], frozen=True, tag="terrain-rules", tag_field="step"):
    """Every feature gets a rule: rolled, or picked together (AOS-TERRAIN-1, AOS-OPEN-5)."""

    def resolve(self, do: SigmarTransition) -> None:
        """Roll for all, ask about each, or leave it."""
        context = do.state.context
        match context.agreed.terrain:
            case "roll":
                player, count = do.state.players[0], len(context.features)
                throw(do, player, count, "terrain", "AOS-TERRAIN-1", TerrainRolled())
            case "pick":
                do.push(*(ProposesTerrain(do.state.players[0], feature) for feature in context.features))


def set_terrain(do: SigmarTransition, rules: tuple[TerrainRule, ...]) -> None:
    """Note the rules of the next features."""
    state = do.state
    for feature, rule in zip(state.context.features[len(state.terrain) :], rules, strict=False):
        do.emit("terrain", "{feature} is {what}", "AOS-TERRAIN-1", feature=feature, what=TERRAIN_LABELS[rule])
    do.change(terrain=(*state.terrain, *rules))


class TerrainRolled(Automatic[SigmarState], frozen=True, tag="terrain-rolled", tag_field="step"):
    """Each feature has the rule of its die."""

    def resolve(self, do: SigmarTransition) -> None:
        """Note them."""
        set_terrain(do, tuple(TERRAIN_TABLE[face - 1] for face in do.state.thrown.faces))


class ProposesTerrain(Asking[SigmarState], frozen=True, tag="proposes-terrain", tag_field="step"):
    """A player proposes the rule of a feature, or to roll for it."""

    player: str
    feature: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("AOS-TERRAIN-1", Message("which rule does {feature} have?", {"feature": self.feature}))

    def choice(self, state: SigmarState) -> Choice:
        """Return the choice."""
        return Choice(self.player, "terrain-rule", self._why, ("roll", *TERRAIN_TABLE))

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the rules, and to roll."""
        options = (
            Option("roll", message("roll a die"), piece=self.feature),
            *(Option(rule.value, TERRAIN_LABELS[rule], piece=self.feature) for rule in TERRAIN_TABLE),
        )
        return (pick_one("terrain-rule", message("Rule of the terrain"), self._why, options, hint=self._why.message),)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked."""
        return picked_faults(action, ("roll", *TERRAIN_TABLE), "AOS-TERRAIN-1")

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Roll, or ask the opponent."""
        rule = picked_of(action)
        if rule == "roll":
            throw(do, self.player, 1, "terrain", "AOS-TERRAIN-1", TerrainRolled())
        else:
            do.push(AgreesTerrain(do.state.other(self.player), self.feature, TerrainRule(rule)))


class AgreesTerrain(Asking[SigmarState], frozen=True, tag="agrees-terrain", tag_field="step"):
    """The opponent agrees; otherwise a die is rolled (AOS-OPEN-5)."""

    player: str
    feature: str
    rule: TerrainRule

    @property
    def _why(self) -> RuleReason:
        values = {"feature": self.feature, "what": TERRAIN_LABELS[self.rule]}
        return RuleReason("AOS-TERRAIN-1", Message("{feature} is {what}: agreed?", values))

    def choice(self, state: SigmarState) -> Choice:
        """Return the choice."""
        return Choice(self.player, "agree", self._why, ("agree", "roll"))

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return to agree, and to roll."""
        options = (
            Option("agree", message("agreed"), piece=self.feature),
            Option("roll", message("roll a die"), piece=self.feature),
        )
        return (pick_one("agree", message("Agree"), self._why, options, hint=self._why.message),)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of both."""
        return picked_faults(action, ("agree", "roll"), "AOS-TERRAIN-1")

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Note it, or roll."""
        if picked_of(action) == "agree":
            set_terrain(do, (self.rule,))
        else:
            throw(do, self.player, 1, "terrain", "AOS-TERRAIN-1", TerrainRolled())


class Territories(Automatic[SigmarState], frozen=True, tag="territories", tag_field="step"):
    """Both roll; the higher divides the battlefield (AOS-DEPLOY-1)."""

    def resolve(self, do: SigmarTransition) -> None:
        """Let them roll."""
        do.push(Divides())
        roll_off(do, do.state.players, "territories", "AOS-DEPLOY-1")


def _zones(state: SigmarState, degrees: int) -> tuple[PlaceArea, ...]:
    """Return where both sides could set up if the battlefield were divided by a line at an angle."""
    return tuple(area for zone in state.context.halves(degrees).zones for area in areas_of(zone))


class Divides(Asking[SigmarState], frozen=True, tag="divides", tag_field="step"):
    """The winner of the roll-off divides the battlefield into two parts of equal area."""

    def _why(self, state: SigmarState) -> RuleReason:
        values = {"player": state.roll_off.winner}
        return RuleReason("AOS-DEPLOY-1", Message("{player} divides the battlefield in two", values))

    def choice(self, state: SigmarState) -> Choice:
        """Return the choice."""
        return Choice(state.roll_off.winner, "divide-field", self._why(state), tuple(CUTS))

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the usual cuts; and any angle."""
        board = state.context.ground.board
        corner = round(math.degrees(math.atan2(board.depth, board.width)))
        named = {**CUTS, corner: message("corner to corner"), 180 - corner: message("corner to corner, mirrored")}
        pick = PickOne(
            id="cut",
            heading=message("Divide the battlefield"),
            action=lambda id: CutField(int(id)),
            why=self._why(state),
            options=tuple(Option(str(angle), label, areas=_zones(state, angle)) for angle, label in named.items()),
        )
        number = Number(
            id="angle",
            heading=message("Any straight line"),
            hint=message("The line runs through the middle, at so many degrees from the battlefield's width."),
            action=CutField,
            why=self._why(state),
            least=0,
            most=179,
        )
        return (pick, number)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: there must be places more than 12 in from the other part (AOS-DEPLOY-5)."""
        if not isinstance(action, CutField):
            return NOT_DUE
        if not 0 <= action.degrees <= 179:
            return fault("AOS-DEPLOY-1", "expected an angle from 0 to 179 degrees", place="degrees")
        if state.context.halves(action.degrees).zones[0].is_empty:
            return fault("AOS-DEPLOY-5", "no place is more than 12 in from the other part", place="degrees")
        return ()

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Let the opponent pick its part."""
        assert isinstance(action, CutField), "its faults said so"
        do.change(cut=action.degrees)
        if agreed := do.state.context.agreed.realm:  # noted before the first question: nobody was told then
            do.emit("realm", "the battle takes place in the {realm}", "AOS-REALM-1", realm=realm_name(agreed))
        divider = do.state.roll_off.winner
        do.emit("territory", "{player} divides the battlefield", "AOS-DEPLOY-1", player=divider)
        do.push(PicksTerritory(do.state.other(divider)))


class PicksTerritory(Asking[SigmarState], frozen=True, tag="picks-territory", tag_field="step"):
    """The other player picks one part as its territory; the divider gets the other (AOS-DEPLOY-2)."""

    player: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("AOS-DEPLOY-2", Message("{player} picks its territory", {"player": self.player}))

    def choice(self, state: SigmarState) -> Choice:
        """Return the choice."""
        return Choice(self.player, "territory", self._why, ("0", "1"))

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return both parts by their names, each with a place in its middle and the ground for its units."""
        import shapely

        options = []
        halves = state.context.halves(state.cut)
        for n, area in enumerate(halves.areas):
            x, y = area.centroid.x, area.centroid.y
            depth = float(halves.depths(shapely.get_coordinates(area), n).max()) - APART
            ground = message("seen from above; the ground for units is {depth:.2f} in deep", depth=depth)
            facts = (RuleReason("AOS-DEPLOY-5", ground),)
            options.append(Option(str(n), halves.name(n), at=(x, y, 0.0), areas=areas_of(halves.zones[n]), facts=facts))
        return (pick_one("territory", message("Territory"), self._why, options),)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of both."""
        return picked_faults(action, ("0", "1"), "AOS-DEPLOY-2")

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Note it, and let set-up begin with the divider (AOS-DEPLOY-3)."""
        part = int(picked_of(action))
        divider = do.state.other(self.player)
        change_side(do, self.player, territory=part)
        change_side(do, divider, territory=1 - part)
        values = {"player": self.player, "territory": do.state.context.halves(do.state.cut).name(part)}
        do.emit("territory", "{player} picks its territory: {territory}", "AOS-DEPLOY-2", **values)
        do.push(SetsUpUnits(divider), NamesGeneral(divider), NamesGeneral(self.player), AfterSetUp())
