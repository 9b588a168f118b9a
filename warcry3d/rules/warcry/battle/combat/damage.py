"""Damage points, healing, and fighters that are taken down (WC-DAMAGE)."""

from warcry3d.game.agenda import Automatic, Rolling
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Roll
from warcry3d.message import Message
from warcry3d.rules.warcry.battle.descriptions import faces_of, points_name
from warcry3d.rules.warcry.battle.fighters import wounds_left
from warcry3d.rules.warcry.battle.rounds.treasures import drop_treasure
from warcry3d.rules.warcry.battle.state import FighterStatus, State
from warcry3d.rules.warcry.battle.transition import Transition, change_activation, change_fighter, change_side
from warcry3d.rules.warcry.falls import impact_damage

__all__ = ["DamageRoll", "Impact", "TakenDown", "allocate", "heal"]


def allocate(do: Transition, fighter: str, points: int, rule: str, *, by: str = "") -> None:
    """Allocate damage points. A fighter with as many as its Wounds is taken down, and the rest is lost.

    ``by``: the enemy whose attack or ability it is, or empty.
    """
    target = do.state.fighter(fighter)
    if points <= 0 or target.place is not FighterStatus.BOARD:
        return
    taken = min(points, wounds_left(do.state, fighter))
    if taken <= 0:
        return  # taken down already, only not yet removed
    change_fighter(do, fighter, damage=target.damage + taken)
    left = wounds_left(do.state, fighter)
    do.emit(
        "damage",
        "{fighter} takes {points}: {left} of {wounds} wounds left",
        rule,
        fighter=fighter,
        points=points_name(taken),
        left=left,
        wounds=do.state.profile(fighter).wounds,
    )
    if left <= 0:
        do.push(TakenDown(fighter, by))


def heal(do: Transition, fighter: str, points: int, rule: str) -> None:
    """Remove damage points from a fighter, at most as many as it has."""
    target = do.state.fighter(fighter)
    healed = min(points, target.damage)
    change_fighter(do, fighter, damage=target.damage - healed)
    left = wounds_left(do.state, fighter)
    values = {"points": points_name(healed), "left": left, "wounds": do.state.profile(fighter).wounds}
    do.emit("heal", "{fighter} heals {points}: {left} of {wounds} wounds left", rule, fighter=fighter, **values)


class TakenDown(Automatic[State], frozen=True, tag="taken-down", tag_field="step"):
    """Takes a fighter down: it drops its treasure, then it is removed (WC-DROP-2)."""

    fighter: str
    by: str = ""

    def resolve(self, do: Transition) -> None:
        """Take it down."""
        fighter = do.state.fighter(self.fighter)
        if fighter.place is not FighterStatus.BOARD:
            return
        do.emit("taken-down", "{fighter} is taken down", "WC-DAMAGE-2", fighter=fighter.id)
        _note_blood(do, fighter.player, fighter.id, self.by)
        do.push(RemoveFighter(fighter.id))
        if fighter.treasure:
            drop_treasure(do, fighter.id)


class RemoveFighter(Automatic[State], frozen=True, tag="leaves", tag_field="step"):
    """Removes a fighter that was taken down, with all effects from it and on it."""

    fighter: str

    def resolve(self, do: Transition) -> None:
        """Remove it."""
        change_fighter(do, self.fighter, place=FighterStatus.DOWN, is_waiting=False, holds=(), treasure="")
        kept = tuple(e for e in do.state.effects if self.fighter not in (e.fighter, e.about))
        do.change(effects=kept)


def _note_blood(do: Transition, player: str, fighter: str, by: str) -> None:
    """Record who took a fighter down: its points count for that enemy (WC-REAPER-1).

    That is the player of the fighter ``by``, else the player whose fighter is activated; if that is nobody or no enemy,
    all its enemies count it. With two players that is always the other one (OPEN-11).
    """
    state = do.state
    acting = "" if state.activation is None else state.activation.fighter
    doers = [state.fighter(id).player for id in (by, acting) if id]
    doer = next((doer for doer in doers if doer != player), "")
    for enemy in (doer,) if doer else state.others(player):
        side = do.state.side(enemy)
        change_side(do, enemy, blood=side.blood + state.profile(fighter).points)
    if by and by == acting:
        assert state.activation is not None, "somebody acts"
        change_activation(do, took_down=(*state.activation.took_down, fighter))


class Impact(Rolling[State], frozen=True, tag="impact", tag_field="step"):
    """Impact damage, one die for each impact (WC-IMPACT-1)."""

    fighter: str
    times: int = 1

    def roll(self, state: State) -> Roll | None:
        """Return the dice; None for one that is off the battlefield by now."""
        fighter = state.fighter(self.fighter)
        if not self.times or fighter.place is not FighterStatus.BOARD:
            return None
        return Roll(
            fighter.player,
            self.times,
            RuleReason(
                "WC-IMPACT-1",
                Message("impact damage of {fighter} (3 points on a 1, 1 on a 2 or 3)", {"fighter": fighter.id}),
            ),
        )

    def resolve(self, do: Transition, faces: tuple[int, ...]) -> None:
        """Allocate the damage of each die in turn."""
        for face in faces:
            points = impact_damage(face)
            values = {"fighter": self.fighter, "face": face, "points": points_name(points)}
            if points:
                do.emit("impact", "{fighter} takes impact damage: {face} on the die, {points}", "WC-IMPACT-1", **values)
            else:
                do.emit("impact", "{fighter} takes no impact damage: {face} on the die", "WC-IMPACT-1", **values)
            allocate(do, self.fighter, points, "WC-IMPACT-1")


class DamageRoll(Rolling[State], frozen=True, tag="damage-roll", tag_field="step"):
    """D6 damage for each die: deadly terrain, or the strike at a fighter that disengages."""

    fighter: str
    rule: str
    times: int = 1
    by: str = ""

    def roll(self, state: State) -> Roll | None:
        """Return the dice; None for one that is off the battlefield by now."""
        fighter = state.fighter(self.fighter)
        if not self.times or fighter.place is not FighterStatus.BOARD:
            return None
        thrower = state.fighter(self.by).player if self.by else fighter.player
        why = Message("damage to {fighter} (what the dice show)", {"fighter": fighter.id})
        return Roll(thrower, self.times, RuleReason(self.rule, why))

    def resolve(self, do: Transition, faces: tuple[int, ...]) -> None:
        """Allocate the sum."""
        do.emit(
            "damage-roll", "damage dice for {fighter}: {faces}", self.rule, fighter=self.fighter, faces=faces_of(faces)
        )
        allocate(do, self.fighter, sum(faces), self.rule, by=self.by)
