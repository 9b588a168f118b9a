"""Fighters keep the numbers that pick them."""

from dataclasses import replace

from tests.app.play.battles import asked
from warcry3d.app.play.intents import PickOption
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.moment import moment_of
from warcry3d.app.play.option_numbers import numbers_of
from warcry3d.app.play.prompt_keys import intent_of_key
from warcry3d.app.play.state import PERSON
from warcry3d.app.shell.files.battle_start import read_battle
from warcry3d.game.prompts import Option, PickOne
from warcry3d.game.reasons import ActionFault
from warcry3d.message import message
from warcry3d.rules.battle_api import UnitStanding
from warcry3d.table.shipped import shipped_root


def sample(**sides: tuple[str, ...]) -> PlayModel:
    """Return the sample battle, its prompts found; ``sides``: members of its sides, in other rosters than its own."""
    start = read_battle(shipped_root() / "terrain" / "sample-battle.battle.jsonl")
    people = dict.fromkeys(start.seats, PERSON)
    model = asked(PlayModel.beginning(start.rules, start.game, people, 1, can_go_on=True))
    return replace(model, moment=replace(model.moment, sides=sides)) if sides else model


def options(*models: str) -> tuple[Option, ...]:
    return tuple(Option(f"pick-{id}", message(id), model=id) for id in models)


def numbers(model: PlayModel, *models: str) -> list[int]:
    found = numbers_of(options(*models), model.moment)
    return [found.get(f"pick-{id}", 0) for id in models]


def test_fighter_is_picked_by_the_same_number_after_another_has_acted() -> None:
    model = sample()
    prompt = model.prompt
    assert isinstance(prompt, PickOne)
    third = prompt.options[2]
    left = replace(prompt, options=tuple(one for one in prompt.options if one is not prompt.options[1]))
    acted = replace(model, prompts=(left,))
    assert acted.options[1] == third, "it moved up in the list"
    for before, number in ((model, "3"), (acted, "3"), (acted, "1")):
        picked = third if number == "3" else prompt.options[0]
        assert intent_of_key(before, number) == PickOption(prompt.id, picked.id)
    assert intent_of_key(acted, "2") is None, "who has acted is picked by no key"


def test_numbers_are_those_of_rows_in_the_roster() -> None:
    model = sample(red=tuple("abcdefghijk"), blue=("x", "y"))
    assert numbers(model, "d", "b", "i") == [4, 2, 9]
    assert numbers(model, "d", "j", "k") == [4, 9, 8], "of those further down each has a number that is free now"
    assert numbers(model, *"abcdefghi", "j") == [*range(1, 10), 0]


def test_options_of_both_sides_or_several_of_one_fighter_are_counted() -> None:
    model = sample(red=tuple("abc"), blue=("x", "y"))
    assert numbers(model, "c", "y") == [1, 2]
    twice = numbers_of(
        (Option("axe", message("axe"), model="c"), Option("bow", message("bow"), model="c")), model.moment
    )
    assert dict(twice) == {"axe": 1, "bow": 2}
    assert dict(numbers_of((*options("c"), Option("none", message("none"))), model.moment)) == {"pick-c": 1, "none": 2}


def test_targets_out_of_reach_of_one_of_two_weapons_keep_their_numbers() -> None:
    model = sample(red=tuple("abc"), blue=("x", "y", "z"))
    far = (ActionFault("FAR-1", message("too far")),)
    offered = [Option(f"{id}:{n}", message(id), model=id, faults=far if n else ()) for id in "zy" for n in (0, 1)]
    assert dict(numbers_of(offered, model.moment)) == {"z:0": 3, "y:0": 2}


def test_unit_has_one_number_whichever_of_its_models_stands_for_it() -> None:
    model = sample(red=("a1", "a2", "b1", "b2", "c"), blue=("x",))
    units = (UnitStanding("a", "A", "red", ("a1", "a2")), UnitStanding("b", "B", "red", ("b1", "b2")))
    standings = replace(model.moment.standings, units=units)
    there = replace(model, moment=replace(model.moment, standings=standings))
    assert numbers(there, "b1", "c") == numbers(there, "b2", "c") == [2, 3]


def test_place_in_no_roster_is_none() -> None:
    start = read_battle(shipped_root() / "terrain" / "sample-battle.battle.jsonl")
    assert moment_of(start.game, start.rules, 0).place_of("nobody") == ("", 0)
