"""Units that abilities bring in during the battle."""

from typing import Any

import msgspec
import pytest

from tests.rules.ageofsigmar.battle.field import BLADES, at_step, battle, fight, row, rules_of, said
from tests.rules.ageofsigmar.battle.test_hero_phase import cast
from warcry3d.errors import FileError
from warcry3d.game.actions import Decline, Pick
from warcry3d.game.prompts import Number, Place
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.rules.ageofsigmar.battle.phases.rounds import BeginPhase
from warcry3d.rules.ageofsigmar.battle.standings import unit_names
from warcry3d.rules.ageofsigmar.battle.state import Deed, SigmarPhase, TroopStatus
from warcry3d.rules.ageofsigmar.players.plain import PlainGeneral
from warcry3d.rules.ageofsigmar.warscrolls.files import army_from_json, army_to_wire
from warcry3d.rules.units.unit_actions import SetUpModel, SetUpUnitAt, UnitOrder

WORD = {"do": "set-up", "warscroll": "blades", "models": 3, "within": 9, "away": 9, "more": 5, "more_from": 10}
RAISE = {"id": "raise", "name": "Raise", "value": 5, "do": [WORD]}


def caller(**changed: Any) -> dict[str, Any]:
    """Return a wizard whose spell brings in up to three blades, five on a casting roll of 10."""
    spell = {**RAISE, "do": [{**WORD, **changed}]}
    return {**BLADES, "id": "caller", "name": "Caller", "wounds": 5, "casts": 2, "unbinds": 1, "spells": [spell]}


def summoning(*faces: int, at: tuple[float, float] = (20, 10), **changed: Any) -> Game[Any, Any]:
    """Return a battle in which red's caller has cast its spell with these faces."""
    state = battle(
        {"swords": ("blades", row(30, 4, 3)), "mage": (caller(**changed), [at])},
        {"spears": ("blades", row(20, 24, 3))},
        BeginPhase(SigmarPhase.HERO, "red"),
        BeginPhase(SigmarPhase.MOVEMENT, "red"),
    )
    return fight(cast(at_step(state), "raise"), faces)


def kinds(game: Game[Any, Any]) -> str:
    return game.pending.kind if isinstance(game.pending, Choice) else ""


def prompt(game: Game[Any, Any], id: str) -> Any:
    return next(one for one in game.ruleset.prompts(game.state) if one.id == id)


def set_up(game: Game[Any, Any]) -> Game[Any, Any]:
    place = prompt(game, "place-unit")
    return game.play(place.action(place.suggested))


def test_a_spell_brings_in_a_unit_that_joins_the_army_but_not_its_starting_number() -> None:
    """rule: AOS-UNDEF-3, AOS-EX-6, AOS-WIN-5, AOS-WIN-6, AOS-STATE-4."""
    game = set_up(fight(summoning(3, 3), "3"))
    new = game.state.unit("mage+blades+2")
    assert (new.player, new.did) == ("red", (Deed.ARRIVED,))
    troops = game.state.troops(new.id)
    assert len(troops) == 3 and all(one.is_added for one in troops)
    assert game.state.side("red").set_up == 4
    assert "Raise sets up mage+blades+2: 3 models" in said(game)
    assert unit_names(game.state)[new.id] == "Blades II", "Blades 2 is a model of the army's own"
    gone = tuple(one.changed(status=TroopStatus.SLAIN) if one.unit == new.id else one for one in game.state.models)
    assert game.state.changed(models=gone).share("red") == 0.75


def test_a_new_unit_does_not_move_in_the_movement_phase_that_follows() -> None:
    """rule: AOS-SCROLL-2."""
    game = fight(set_up(fight(summoning(3, 3), "1")), "done")
    assert kinds(game) == "movement"
    assert rules_of(game, UnitOrder("move", "mage+blades+2")) == ["AOS-SCROLL-2"]
    assert rules_of(game, UnitOrder("move", "swords")) == []


def test_a_high_casting_roll_brings_in_more_models() -> None:
    """rule: AOS-MAGIC-5."""
    few, many = prompt(summoning(4, 5), "size"), prompt(summoning(4, 6), "size")
    assert isinstance(few, Number) and (few.least, few.most) == (1, 3)
    assert many.most == 5
    assert rules_of(summoning(4, 5), Pick(("4",))) == ["AOS-MAGIC-3"]


def test_one_model_alone_is_placed_without_a_question_of_how_many() -> None:
    """rule: AOS-SCROLL-2."""
    game = summoning(3, 3, models=1)
    assert kinds(game) == "summon"
    place = prompt(game, "place-unit")
    assert isinstance(place, Place) and place.group is not None
    assert len(set_up(game).state.troops("mage+blades+2")) == 1


@pytest.mark.parametrize(
    ("spots", "wrong"), [([(20, 12), (21.4, 12)], 0), ([(20, 21), (21.4, 21)], 1), ([(20, 12)], 1)]
)
def test_a_new_unit_stands_near_who_brings_it_in_whole_and_coherent(
    spots: list[tuple[float, float]], wrong: int
) -> None:
    """rule: AOS-UNIT-3, AOS-DIST-1."""
    game = fight(summoning(3, 3), "2")
    models = game.state.all_troops("mage+blades+2")
    places = SetUpUnitAt(
        tuple(SetUpModel(model.id, (x, y, 0.0), 0.0) for model, (x, y) in zip(models, spots, strict=False))
    )
    assert len(game.faults(places)) == wrong


def test_a_new_unit_stands_away_from_all_enemies() -> None:
    """The spears stand at y 24: nine inches from their bodies end at about 14."""
    game = fight(summoning(3, 3), "1")
    (model,) = game.state.all_troops("mage+blades+2")
    near, far = (SetUpUnitAt((SetUpModel(model.id, (20.0, y, 0.0), 0.0),)) for y in (15.0, 13.0))
    assert [str(one) for one in game.faults(near)] == [f"{model.id} must be more than 9 in from all enemies"]
    assert game.faults(far) == ()


def test_nobody_need_come_in_and_what_does_not_leaves_no_trace() -> None:
    """rule: AOS-OPEN-22."""
    before = len(summoning(3, 3).state.models)
    for game in (fight(summoning(3, 3), Decline()), fight(summoning(3, 3), "2", Decline())):
        assert kinds(game) == "hero"
        assert len(game.state.models) == before and len(game.state.units) == 3


def test_without_room_nobody_comes_in() -> None:
    """Nothing near the caller is more than 40 in from the spears; fewer are asked for, one is tried at last."""
    game = fight(summoning(3, 3, away=40), "3", "2")
    assert kinds(game) == "hero"
    assert [text for text in said(game) if "no room" in text] == [
        f"Raise: no room was found for {models}" for models in ("3 models", "2 models", "1 model")
    ]


def test_a_warscroll_that_the_army_lacks_is_named() -> None:
    """rule: AOS-SCROLL-1."""
    game = summoning(3, 3, warscroll="ghosts")
    assert kinds(game) == "hero"
    assert "Raise: the army has no warscroll 'ghosts' to set up" in said(game)


def test_a_battle_with_a_new_unit_is_written_and_read_back() -> None:
    game = set_up(fight(summoning(3, 3), "3"))
    rules, state = game.ruleset, game.state
    again = rules.deserialize(state.context.setup, rules.plain(state))
    assert again == state and again.scroll("mage+blades+2").id == "blades"
    assert {one.id for one in again.table.models} >= {f"mage+blades+2-{n}" for n in (1, 2, 3)}


def test_the_plain_player_brings_in_as_many_as_may() -> None:
    game = summoning(3, 3)
    for _ in range(2):
        assert isinstance(game.pending, Choice)
        game = game.play(PlainGeneral().choose(game.ruleset, game.state, game.pending, Stream(1)))
    assert len(game.state.troops("mage+blades+2")) == 3


def test_an_army_keeps_the_warscrolls_that_it_may_summon() -> None:
    value = {
        "format": "warcry3d.warscroll-army/1",
        "name": "Callers",
        "units": [{"warscroll": caller(warscroll="ghosts")}],
        "summons": [{**BLADES, "id": "ghosts"}],
    }
    army = army_from_json(value, folder=".")
    assert [scroll.id for scroll in army.summons] == ["ghosts"]
    assert army.units[0].warscroll.names_to_summon == {"ghosts"}
    assert army_from_json(msgspec.to_builtins(army_to_wire(army)), folder=".") == army
    with pytest.raises(FileError, match="summons"):
        army_from_json({**value, "summons": [{**BLADES, "id": "x"}] * 2}, folder=".")
