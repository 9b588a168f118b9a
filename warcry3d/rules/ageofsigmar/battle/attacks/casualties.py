"""Wounds on units: who takes them, who is slain, who is healed, and the end of an army (AOS-DAMAGE, AOS-MORTAL)."""

from collections.abc import Sequence

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Pick
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Option, PickSome, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, counted, message
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, change_troop, did, remove_troop
from warcry3d.rules.ageofsigmar.battle.modifiers import granted
from warcry3d.rules.ageofsigmar.battle.state import Deed, SigmarState, SuddenDeath, TroopStatus
from warcry3d.rules.ageofsigmar.battle.throws import throw
from warcry3d.rules.units.unit_throws import die_needs

__all__ = ["Allocates", "ChecksWipeOut", "Heals", "RemovesModels", "Suffers", "end_battle", "inflict", "model_options"]


def inflict(do: SigmarTransition, unit: str, wounds: int, *, mortal: int = 0, by: str = "") -> None:
    """Let a unit suffer wounds next, ``mortal`` ones beside them; ``by``: the unit that does it (AOS-MORTAL-2)."""
    if wounds + mortal and do.state.is_here(unit):
        do.push(Suffers(unit, wounds, mortal, by), ChecksWipeOut())


class Suffers(Automatic[SigmarState], frozen=True, tag="suffers", tag_field="step"):
    """A unit suffers wounds; where abilities let it, some are ignored first."""

    unit: str
    wounds: int
    mortal: int
    by: str = ""

    def resolve(self, do: SigmarTransition) -> None:
        """Roll to ignore wounds, where it may; then allocate the rest."""
        state = do.state
        if not state.is_here(self.unit):
            return
        values = {"unit": self.unit, "wounds": counted("{n} wound", "{n} wounds", self.wounds + self.mortal)}
        do.emit("wounds", "{unit} suffers {wounds}", "AOS-MORTAL-1" if self.mortal else "AOS-ATTACK-8", **values)
        all_wounds = granted(state, self.unit, "ignore-wounds")
        of_mortal = granted(state, self.unit, "ignore-mortal-wounds")
        faces = [all_wounds or 7] * self.wounds
        faces += [min(all_wounds or 7, of_mortal or 7)] * self.mortal
        rolled = [face for face in faces if face <= 6]
        player = state.unit(self.unit).player
        if not rolled:
            do.push(Allocates(self.unit, len(faces), self.by))
            return
        then = IgnoresWounds(self.unit, tuple(rolled), len(faces) - len(rolled), self.by)
        throw(do, player, len(rolled), "ignore", "AOS-SCROLL-2", then, unit=self.unit)


class IgnoresWounds(Automatic[SigmarState], frozen=True, tag="ignores-wounds", tag_field="step"):
    """Each wound whose die shows its face or more is ignored."""

    unit: str
    needs: tuple[int, ...]
    others: int
    by: str = ""

    def needed_of_dice(self, state: SigmarState) -> Message | None:
        """Return what each die needs."""
        return die_needs(self.needs[0]) if len(set(self.needs)) == 1 else None

    def resolve(self, do: SigmarTransition) -> None:
        """Count the rest."""
        ignored = sum(face >= need for face, need in zip(do.state.thrown.faces, self.needs, strict=True))
        values = {"unit": self.unit, "wounds": counted("{n} wound", "{n} wounds", ignored)}
        do.emit("wounds", "{unit} ignores {wounds}", "AOS-SCROLL-2", **values)
        do.push(Allocates(self.unit, self.others + len(self.needs) - ignored, self.by))


def model_options(state: SigmarState, unit: str) -> tuple[Option, ...]:
    """Return the models of a unit as options, each with its wounds, and with what sets it apart, such as a banner."""
    return tuple(
        Option(
            model.id,
            _label(state, unit, model.id),
            model=model.id,
            facts=(
                RuleReason(
                    "AOS-DAMAGE-5",
                    message(
                        "{left} of {all} wounds left", left=state.wounds_left(model.id), all=state.wounds_of(model.id)
                    ),
                ),
            ),
        )
        for model in state.troops(unit)
    )


def _label(state: SigmarState, unit: str, model: str) -> Message:
    """Return what a model is called; of a leader, or who carries what the others do not, that too."""
    scroll, loadout = state.context.scroll(unit), state.context.loadout(model)
    if loadout == scroll.loadout_ids[0]:
        return Message("{fighter}", {"fighter": model})
    return message("{fighter} ({loadout})", fighter=model, loadout=scroll.loadout(loadout).name)


class Allocates(Asking[SigmarState], frozen=True, tag="allocates", tag_field="step"):
    """A player says which models take wounds: each all further ones until it is slain (AOS-DAMAGE-2, AOS-DAMAGE-4).

    ``begun``: the model that took a part of them and lives on takes the next.
    """

    unit: str
    wounds: int
    by: str = ""

    def _left(self, state: SigmarState) -> dict[str, int]:
        return {model.id: state.wounds_left(model.id) for model in state.troops(self.unit)}

    def _forced(self, state: SigmarState) -> tuple[str, ...]:
        """Return who takes them where nothing is to be chosen: the only model, or all."""
        left = self._left(state)
        return tuple(left) if len(left) < 2 or sum(left.values()) <= self.wounds else ()

    @property
    def _why(self) -> RuleReason:
        values = {"unit": self.unit, "wounds": counted("{n} wound", "{n} wounds", self.wounds)}
        return RuleReason("AOS-DAMAGE-2", Message("{unit}: which models take {wounds}?", values))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where there is nothing to choose."""
        if not self.wounds or self._forced(state) or not state.is_here(self.unit):
            return None
        return Choice(state.unit(self.unit).player, "allocate", self._why, tuple(self._left(state)))

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the models, to pick in order: as many as the wounds may reach."""
        lefts = sorted(self._left(state).values())
        most = next((n for n in range(1, len(lefts)) if sum(lefts[:n]) >= self.wounds), len(lefts))
        pick = PickSome(
            id="casualties",
            heading=Message("Casualties of {wounds}", {"wounds": counted("{n} wound", "{n} wounds", self.wounds)}),
            action=lambda picked: Pick(tuple(picked)),
            why=self._why,
            hint=message("Pick models in the order in which they take wounds, each until it is slain."),
            options=model_options(state, self.unit),
            least=1,
            most=most,
            is_ordered=True,
        )
        return (pick,)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: models of the unit in order, none after the wounds are used up."""
        if not isinstance(action, Pick):
            return NOT_DUE
        left = self._left(state)
        if not action.picked or not set(action.picked) <= set(left) or len(set(action.picked)) < len(action.picked):
            return fault("AOS-DAMAGE-2", "pick models of {unit}, each once", unit=self.unit, place="picked")
        if sum(left[id] for id in action.picked[:-1]) >= self.wounds:
            return fault("AOS-DAMAGE-4", "no wounds are left for {fighter}", fighter=action.picked[-1], place="picked")
        return ()

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Give them their wounds; ask again while some are left."""
        assert isinstance(action, Pick), "its faults said so"
        self._give(do, action.picked)

    def skip(self, do: SigmarTransition) -> None:
        """Give the wounds to those who have to take them; what is left after the last model is lost (AOS-DAMAGE-7)."""
        if self.wounds and do.state.is_here(self.unit):
            self._give(do, self._forced(do.state))

    def _give(self, do: SigmarTransition, models: Sequence[str]) -> None:
        wounds, slain = self.wounds, 0
        for id in models:
            left = do.state.wounds_left(id)
            taken = min(left, wounds)
            wounds -= taken
            change_troop(do, id, wounds=do.state.troop(id).wounds + taken)
            if taken == left:
                slain += 1
                remove_troop(do, id, TroopStatus.SLAIN)
                do.emit("slain", "{fighter} is slain", "AOS-DAMAGE-5", fighter=id)
            elif taken:
                now = {"fighter": id, "left": left - taken}
                do.emit("wounded", "{fighter} has {left} left", "AOS-DAMAGE-5", **now)
        if slain and self.by:
            did(do, self.by, Deed.SLEW)
        if wounds and do.state.is_here(self.unit):
            do.push(Allocates(self.unit, wounds, self.by))


class Heals(Asking[SigmarState], frozen=True, tag="heals", tag_field="step"):
    """Wounds of a unit are healed, by its player's choice of models; not of slain ones (AOS-DAMAGE-8, -9)."""

    unit: str
    wounds: int

    def _hurt(self, state: SigmarState) -> tuple[str, ...]:
        return tuple(model.id for model in state.troops(self.unit) if model.wounds)

    @property
    def _why(self) -> RuleReason:
        values = {"unit": self.unit, "wounds": counted("{n} wound", "{n} wounds", self.wounds)}
        return RuleReason("AOS-DAMAGE-8", Message("{unit}: who is healed {wounds}?", values))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where one model at most is hurt."""
        hurt = self._hurt(state)
        return Choice(state.unit(self.unit).player, "heal", self._why, hurt) if len(hurt) > 1 and self.wounds else None

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the models that are hurt, to pick in order."""
        hurt = self._hurt(state)
        pick = PickSome(
            id="heal",
            heading=message("Heal"),
            action=lambda picked: Pick(tuple(picked)),
            why=self._why,
            options=tuple(one for one in model_options(state, self.unit) if one.id in hurt),
            least=1,
            most=min(len(hurt), self.wounds),
            is_ordered=True,
        )
        return (pick,)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: some of those that are hurt."""
        if not isinstance(action, Pick):
            return NOT_DUE
        if not action.picked or not set(action.picked) <= set(self._hurt(state)):
            return fault("AOS-DAMAGE-9", "pick models that are hurt", place="picked")
        if len(set(action.picked)) < len(action.picked):
            return fault("AOS-DAMAGE-8", "pick each model once", place="picked")
        return ()

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Heal them in that order."""
        assert isinstance(action, Pick), "its faults said so"
        self._heal(do, action.picked)

    def skip(self, do: SigmarTransition) -> None:
        """Heal the only one."""
        self._heal(do, self._hurt(do.state))

    def _heal(self, do: SigmarTransition, models: Sequence[str]) -> None:
        left = self.wounds
        for id in models:
            healed = min(left, do.state.troop(id).wounds)
            left -= healed
            if healed:
                change_troop(do, id, wounds=do.state.troop(id).wounds - healed)
                do.emit("healed", "{fighter} is healed {n}", "AOS-DAMAGE-8", fighter=id, n=healed)


class RemovesModels(Asking[SigmarState], frozen=True, tag="removes-models", tag_field="step"):
    """A player says which models of a unit flee, so many (AOS-SHOCK-5)."""

    unit: str
    count: int
    rule: str = "AOS-SHOCK-5"

    def _all(self, state: SigmarState) -> tuple[str, ...]:
        return tuple(model.id for model in state.troops(self.unit))

    @property
    def _why(self) -> RuleReason:
        values = {"unit": self.unit, "models": counted("{n} model flees", "{n} models flee", self.count)}
        return RuleReason(self.rule, Message("{unit}: {models}; which?", values))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where all flee, or none."""
        models = self._all(state)
        is_open = 0 < self.count < len(models)
        return Choice(state.unit(self.unit).player, "flee", self._why, models) if is_open else None

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the models."""
        pick = PickSome(
            id="flee",
            heading=message("Who flees"),
            action=lambda picked: Pick(tuple(picked)),
            why=self._why,
            options=model_options(state, self.unit),
            least=self.count,
            most=self.count,
        )
        return (pick,)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: so many models of the unit."""
        if not isinstance(action, Pick):
            return NOT_DUE
        picked = set(action.picked)
        if len(picked) != self.count or len(action.picked) != self.count or not picked <= set(self._all(state)):
            return fault(self.rule, "pick {count} models of {unit}", count=self.count, unit=self.unit, place="picked")
        return ()

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Let them flee."""
        assert isinstance(action, Pick), "its faults said so"
        self._flee(do, action.picked)

    def skip(self, do: SigmarTransition) -> None:
        """Let all flee, never more than there are (AOS-SHOCK-6)."""
        if self.count:
            self._flee(do, self._all(do.state))

    def _flee(self, do: SigmarTransition, models: Sequence[str]) -> None:
        for id in models:
            remove_troop(do, id, TroopStatus.FLED)
            do.emit("flees", "{fighter} flees", "AOS-SHOCK-6", fighter=id)
            do.blame("")


class ChecksWipeOut(Automatic[SigmarState], frozen=True, tag="check-end", tag_field="step"):
    """An army without models on the battlefield is wiped out; a unit that sudden death asks for may be destroyed
    (AOS-WIN-1, AOS-SUDDEN-3).
    """

    def resolve(self, do: SigmarTransition) -> None:
        """End the battle, where somebody has won."""
        state = do.state
        if not state.is_fighting or state.is_over:
            return
        alive = [player for player in state.players if any(state.here(player))]
        if not alive:
            end_battle(do, "", "AOS-OPEN-18")
        elif len(alive) == 1:
            end_battle(do, alive[0], "AOS-WIN-1")
        else:
            for side in state.sides:
                wanted = side.objective
                if wanted is None or wanted.kind not in (SuddenDeath.ASSASSINATE, SuddenDeath.BLUNT):
                    continue
                if not state.is_here(wanted.target):
                    rule = "AOS-SUDDEN-4" if wanted.kind is SuddenDeath.ASSASSINATE else "AOS-SUDDEN-5"
                    end_battle(do, side.id, rule)
                    return


def end_battle(do: SigmarTransition, winner: str, rule: str) -> None:
    """End the battle: ``winner`` has a major victory by a rule; empty: shares decide (AOS-WIN-2)."""
    do.change(agenda=(), is_over=True, winner=winner, won_by=rule)
    if winner:
        do.emit("end", "{player} has won: a major victory", rule, player=winner)
    else:
        do.emit("end", "the battle is over: the shares of losses decide", "AOS-WIN-2")
