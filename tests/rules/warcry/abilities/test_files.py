"""Files of abilities: what is read, and what is refused with its place."""

import doctest
import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.soak import examples
from tests.table.test_fuzz import json_values, steps_into, with_value
from warcry3d.errors import FileError
from warcry3d.rules.warcry.abilities.ability import Ability
from warcry3d.rules.warcry.abilities.files import (
    AbilitiesWire,
    abilities_from_json,
    all_abilities,
    load_abilities,
    shipped_abilities,
)
from warcry3d.rules.warcry.abilities.resolve_values import resolve_values
from warcry3d.rules.warcry.abilities.vocabulary import (
    Change,
    Characteristic,
    Condition,
    Damage,
    Do,
    Each,
    Face,
    FighterFilter,
    Granted,
    Heal,
    ReactionTrigger,
    RollDice,
    Until,
)
from warcry3d.rules.warcry.bands.files import shipped_file
from warcry3d.rules.warcry.battle.combat.reaction_checks import COUNTER, STRIKE, TAKE_COVER
from warcry3d.table.format import schema

HEAL = {"do": "heal", "amount": 1}
NEAR = {"side": "enemy", "within": 3}


def file(*words: Any, **more: Any) -> dict[str, Any]:
    """Return a file of one ability."""
    ability = {"id": "trick", "name": "Trick", "cost": "double", "do": list(words), **more}
    return {"format": "warcry3d.abilities/1", "abilities": [ability]}


def refused(value: object) -> str:
    with pytest.raises(FileError) as error:
        abilities_from_json(value, "a.json")
    return str(error.value)


WRONG = [
    (
        {"do": "fireworks"},
        "do[0].do: unknown word 'fireworks'; known here: activate-next, aura, bonus, change, damage,",
    ),
    ({**HEAL, "colour": 1}, "do[0]: unknown field 'colour'; known here: do, who, amount"),
    (
        {"do": "heal", "amount": "lots"},
        "do[0].amount: expected a whole number or one of D3, D6, double-value, half-value, value, got",
    ),
    ({"do": "heal", "amount": -1}, "do[0].amount: expected a whole number >= 0, got -1"),
    ({"do": "heal"}, "do[0]: the field 'amount' is missing"),
    ({"amount": 1}, "do[0]: the field 'do' is missing"),
    ({"do": "damage", "who": "picked", "amount": 1}, "do[0].who: no fighter was picked before this word"),
    ({"do": "place", "who": "self", "of": "picked"}, "do[0].of: no fighter was picked before this word"),
    ({"do": "change", "what": ["move"], "until": "round"}, "do[0]: expected either 'add' or 'subtract'"),
    (
        {"do": "change", "what": ["move"], "add": 1, "subtract": 1, "until": "round"},
        "do[0]: expected either 'add' or 'subtract'",
    ),
    (
        {"do": "change", "what": ["speed"], "add": 1, "until": "round"},
        "do[0].what[0]: expected one of attacks, crit, hit, move, range, strength, toughness, got speed",
    ),
    (
        {"do": "change", "what": ["attacks", "move"], "add": 1, "until": "round", "attacks": "melee"},
        "do[0].attacks: 'move' is not a matter of attacks",
    ),
    (
        {"do": "change", "what": ["toughness"], "add": 1, "until": "next-attack"},
        "do[0].until: 'toughness' is not a matter of attacks",
    ),
    (
        {"do": "change", "what": ["attacks"], "add": 1, "until": "next-move"},
        "do[0].until: only 'move' is a matter of move actions",
    ),
    (
        {"do": "change", "what": ["move"], "add": 1, "until": "doomsday"},
        "do[0].until: expected one of activation, battle, next-attack, next-move, round, this-attack, got",
    ),
    ({"do": "grant", "word": "crit-on", "until": "round"}, "do[0].amount: 'crit-on' needs a number from 2 to 6"),
    ({"do": "grant", "word": "fly", "amount": 1, "until": "round"}, "do[0].amount: 'fly' needs no number"),
    ({"do": "grant", "word": "fly", "until": "next-attack"}, "do[0].until: 'fly' is not a matter of attacks"),
    (
        {"do": "grant", "word": "cannot-move", "until": "next-move"},
        "do[0].until: 'cannot-move' is not a matter of move actions",
    ),
    (
        {"do": "grant", "word": "invisible", "until": "round"},
        "do[0].word: expected one of cannot-disengage, cannot-move,",
    ),
    (
        {"do": "bonus", "actions": ["attack"], "inches": 3},
        "do[0].inches: this is a matter of the bonus action 'move'",
    ),
    (
        {"do": "bonus", "actions": ["move"], "attacks": "melee"},
        "do[0].attacks: this is a matter of the bonus action 'attack'",
    ),
    (
        {"do": "bonus", "actions": ["attack"], "ends_closer": True},
        "do[0].ends_closer: this is a matter of the bonus action 'move'",
    ),
    (
        {"do": "bonus", "actions": ["move"], "ends_near": {"side": "enemy"}},
        "do[0].ends_near: the field 'within' is missing",
    ),
    ({"do": "bonus", "actions": ["move"], "inches": 3, "add": 1}, "do[0].add: expected either 'inches' or 'add'"),
    (
        {"do": "bonus", "actions": ["move"], "changes": [{"do": "change", "what": ["move"], "until": "round"}]},
        "do[0].changes[0]: expected either 'add' or 'subtract'",
    ),
    (
        {
            "do": "bonus",
            "actions": ["move"],
            "changes": [{"do": "change", "who": NEAR, "what": ["move"], "add": 1, "until": "round"}],
        },
        "do[0].changes[0].who: this is about the one who makes the bonus action",
    ),
    (
        {
            "do": "bonus",
            "actions": ["move"],
            "changes": [{"do": "change", "what": ["move"], "add": "D3", "until": "round"}],
        },
        "do[0].changes[0].add: nothing is rolled for here; roll before the bonus action",
    ),
    ({"do": "bonus", "actions": ["move"], "changes": [HEAL]}, "do[0].changes[0].do: unknown word 'heal'; known here:"),
    (
        {"do": "grant", "word": "fly", "until": "round", "whom": NEAR},
        "do[0].whom: 'fly' holds for one fighter at a time",
    ),
    (
        {"do": "change", "what": ["move"], "add": 1, "until": "round", "against": NEAR},
        "do[0].against: 'move' is not a matter of attacks",
    ),
    ({"do": "roll", "dice": 2}, "do[0]: expected either 'each' or 'any'"),
    (
        {"do": "roll", "each": [{"on": 5, "to": 4, "then": [HEAL]}]},
        "do[0].each[0].to: 'to' is less than 'on'",
    ),
    ({"do": "roll", "each": [{"on": 7, "then": [HEAL]}]}, "do[0].each[0].on: expected a whole number <= 6, got 7"),
    (
        {"do": "roll", "dice": NEAR, "any": [{"on": 4, "then": [HEAL]}]},
        "do[0].any: dice for each of some fighters are looked at one by one: 'each'",
    ),
    ({"do": "each", "who": NEAR, "then": []}, "do[0].then: expected a list of length >= 1, got []"),
    (
        {"do": "each", "who": NEAR, "then": [HEAL, {"do": "sing"}]},
        "do[0].then[1].do: unknown word 'sing'; known here:",
    ),
    (
        {"do": "either", "of": [{"name": "a"}, {"name": "b", "then": [{"do": "roll"}]}]},
        "do[0].of[1].then[0]: expected either 'each' or 'any'",
    ),
    (
        {"do": "when", "event": "move", "until": "activation", "scored": "crit", "then": [HEAL]},
        "do[0].scored: this is not a matter of the event 'move'",
    ),
    (
        {"do": "when", "event": "attack", "until": "activation", "near": NEAR, "then": [HEAL]},
        "do[0].near: this is not a matter of the event 'attack'",
    ),
    (
        {"do": "when", "event": "attack", "until": "next-move", "then": [HEAL]},
        "do[0].until: this is not a matter of the event 'attack'",
    ),
    (
        {
            "do": "when",
            "event": "move",
            "until": "activation",
            "then": [{"do": "damage", "who": "picked", "amount": 1}],
        },
        "do[0].then[0].who: no fighter was picked before this word",
    ),
    ({"do": "pick", "whom": {"side": "foe"}}, "do[0].whom.side: expected one of any, enemy, friend, got foe"),
    (
        {"do": "pick", "whom": {"side": "enemy", "runemarks": ["Icon Bearer"]}},
        "do[0].whom.runemarks[0]: expected lower-case words with hyphens, such as 'icon-bearer', got 'Icon Bearer'",
    ),
    ({"do": "pick", "whom": {"side": "enemy", "wholly": True}}, "do[0].whom.wholly: the field 'within' is missing"),
    (
        {"do": "if", "that": [{"is": "raining"}]},
        "do[0].that[0].is: unknown word 'raining'; known here: did, in-battle, near, round, standing,",
    ),
]


@pytest.mark.parametrize(("word", "message"), WRONG, ids=[message[:60] for _, message in WRONG])
def test_what_makes_no_sense_is_refused_with_the_word_and_the_place(word: Any, message: str) -> None:
    assert refused(file(word)).startswith(f"a.json: abilities[0].{message}")


def test_words_after_a_pick_may_speak_of_the_picked_and_words_before_it_may_not() -> None:
    pick, hit = {"do": "pick", "whom": NEAR}, {"do": "damage", "who": "picked", "amount": 1}
    assert len(abilities_from_json(file(pick, hit))) == 1
    assert "do[0].who: no fighter was picked" in refused(file(hit, pick))


def test_what_is_picked_inside_of_an_option_is_not_picked_after_it() -> None:
    pick, hit = {"do": "pick", "whom": NEAR}, {"do": "damage", "who": "picked", "amount": 1}
    either = {"do": "either", "of": [{"name": "a", "then": [pick, hit]}, {"name": "b"}]}
    assert "do[1].who: no fighter was picked" in refused(file(either, hit))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cost": "single"}, "abilities[0].cost: expected one of double, quad, reaction, triple, got single"),
        ({"runemarks": ["HERO"]}, "abilities[0].runemarks[0]: expected lower-case words with hyphens, such as 'hero'"),
        ({"faction": "The Mire"}, "abilities[0].faction: expected lower-case words with hyphens, such as 'the-mire'"),
        ({"only": [{"is": "near"}]}, "abilities[0].only[0]: the field 'whom' is missing"),
        ({"only": [{"is": "round", "from": 0}]}, "abilities[0].only[0].from: expected a whole number >= 1, got 0"),
        ({"price": 3}, "abilities[0]: unknown field 'price'; known here: id, name, cost, reacts, text, rule,"),
        ({"do": []}, "abilities[0].do: expected a list of length >= 1, got []"),
    ],
)
def test_an_ability_s_own_fields_are_checked(change: dict[str, Any], message: str) -> None:
    assert refused(file(HEAL, **change)).startswith(f"a.json: {message}")


@pytest.mark.parametrize("depth", [25, 150, 300, 450, 2000])
def test_words_nested_without_end_are_refused(depth: int, tmp_path: Path) -> None:
    head = '{"format": "warcry3d.abilities/1", "abilities": [{"id": "a", "name": "A", "cost": "double", "do": ['
    word = '{"do": "each", "who": "self", "then": ['
    path = tmp_path / "deep.json"
    path.write_text(head + word * depth + json.dumps(HEAL) + "]}" * depth + "]}]}")
    with pytest.raises(FileError, match="deep"):
        load_abilities(path)


ATTACKED = {"cost": "reaction", "reacts": {"to": "attack"}}


@pytest.mark.parametrize(
    ("word", "more", "message"),
    [
        (
            HEAL,
            {"cost": "reaction"},
            "reacts: a reaction has the cost 'reaction' and a field 'reacts' that says what it reacts to",
        ),
        (HEAL, {"reacts": {"to": "move"}}, "reacts: a reaction has the cost 'reaction' and a field 'reacts'"),
        (HEAL, {"cost": "reaction", "reacts": {"to": "rain"}}, "reacts.to: expected one of attack, disengage, melee,"),
        (
            HEAL,
            {"cost": "reaction", "reacts": {"to": "move", "in_cover": True}},
            "reacts.in_cover: this is a matter of reactions to attacks",
        ),
        (
            HEAL,
            {"cost": "reaction", "reacts": {"to": "move", "enemy": {"side": "enemy", "runemarks": ["A B"]}}},
            "reacts.enemy.runemarks[0]: expected lower-case words with hyphens",
        ),
        ({"do": "heal", "amount": "value"}, ATTACKED, "do[0]: a reaction has no value"),
        ({"do": "shelter"}, {}, "do[0]: this is a matter of reactions to attacks"),
        (
            {"do": "each", "who": NEAR, "then": [{"do": "riposte", "each": "hit"}]},
            {"cost": "reaction", "reacts": {"to": "move"}},
            "do[0].then[0]: this is a matter of reactions to attacks",
        ),
        (
            {"do": "change", "what": ["toughness"], "add": 1, "until": "this-attack"},
            {},
            "do[0]: this is a matter of reactions to attacks",
        ),
        ({"do": "riposte"}, ATTACKED, "do[0]: expected either 'each' or 'on'"),
        ({"do": "riposte", "each": "hit", "on": 2}, ATTACKED, "do[0]: expected either 'each' or 'on'"),
        ({"do": "riposte", "on": 3, "to": 2}, ATTACKED, "do[0].to: 'to' is less than 'on'"),
    ],
)
def test_reactions_say_what_they_are_to_and_keep_to_it(word: Any, more: dict[str, Any], message: str) -> None:
    """rule: WC-REACT-5."""
    assert refused(file(word, **more)).startswith(f"a.json: abilities[0].{message}")


def test_in_a_reaction_the_enemy_is_the_picked_one() -> None:
    hit = {"do": "damage", "who": "picked", "amount": 1}
    assert abilities_from_json(file(hit, **ATTACKED))[0].is_reaction
    assert "no fighter was picked" in refused(file(hit))


def test_ids_are_given_once_in_a_file_and_with_those_that_ship() -> None:
    twice = file(HEAL)
    twice["abilities"] *= 2
    assert "trick" in refused(twice)
    with pytest.raises(FileError, match="there is an ability 'rush' already"):
        all_abilities([file(HEAL, id="rush")])
    for id in (COUNTER, TAKE_COVER, STRIKE):  # the reactions that all have
        with pytest.raises(FileError, match=f"there is an ability '{id}' already"):
            all_abilities([file(HEAL, id=id)])
    with pytest.raises(FileError, match="there is an ability 'trick' already"):
        all_abilities([file(HEAL), file(HEAL)])
    assert "trick" in all_abilities([file(HEAL)])


def test_a_file_is_loaded_and_one_that_is_none_is_told(tmp_path: Path) -> None:
    path = tmp_path / "own.abilities.json"
    path.write_text(json.dumps(file(HEAL)))
    (ability,) = load_abilities(path)
    assert ability.do == (Heal(amount=1),)
    for text, message in (("{", "not valid JSON"), ("[]", "expected an object"), ("{}", "'format' is missing")):
        path.write_text(text)
        with pytest.raises(FileError, match=message):
            load_abilities(path)
    with pytest.raises(FileError, match="there is no file"):
        load_abilities(tmp_path / "none.json")


def test_abilities_are_written_back_as_they_were_read() -> None:
    for ability in shipped_abilities():
        plain = json.loads(msgspec.json.encode(ability))
        assert msgspec.convert(plain, Ability) == ability


def test_the_source_s_eleven_ship() -> None:
    """rule: WC-ABIL-2, WC-ABIL-8, WC-HUNT-2, WC-MON-14."""
    core = load_abilities(shipped_file("core.abilities.json"))
    costs = {ability.id: ability.cost for ability in core}
    assert costs == {
        "rush": "double",
        "onslaught": "double",
        "respite": "triple",
        "inspire": "triple",
        "rampage": "quad",
        "tether": "double",
        "hit-the-weak-spot": "triple",
        "taunt": "quad",
        "vast-reach": "double",
        "drag": "triple",
        "devastating-rampage": "quad",
    }
    assert all(ability.text for ability in shipped_abilities())


def test_the_schema_knows_every_word() -> None:
    text = json.dumps(schema("abilities"))
    assert all(f'"{word}"' in text for word in ("pick", "aura", "bonus", "wreck", "when", "either", "took-down"))


@pytest.mark.parametrize(("value", "half"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_halves_of_the_value_are_rounded_up(value: int, half: int) -> None:
    assert resolve_values(Heal(amount="half-value"), value) == Heal(amount=half)
    assert resolve_values(Heal(amount="double-value"), value) == Heal(amount=2 * value)


def test_values_are_settled_wherever_they_stand_and_dice_are_not() -> None:
    whom = FighterFilter(side="enemy", within="value")
    words = (
        Each(who=whom, then=(Damage(who="picked", amount="value"),)),
        RollDice(dice="value", each=(Face(on=4, then=(Damage(who=whom, amount="D6"),)),)),
        Change(what=("move",), subtract="half-value", until="round"),
    )
    near = FighterFilter(side="enemy", within=5.0)
    assert resolve_values(words, 5) == (
        Each(who=near, then=(Damage(who="picked", amount=5),)),
        RollDice(dice=5, each=(Face(on=4, then=(Damage(who=near, amount="D6"),)),)),
        Change(what=("move",), subtract=3, until="round"),
    )


@examples(150, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_damaged_files_are_refused_with_their_place_or_read(data: st.DataObject) -> None:
    path = shipped_file("core.abilities.json")
    value = json.loads(path.read_text(encoding="utf-8"))
    steps = data.draw(st.sampled_from(steps_into(value)))
    broken = with_value(value, steps, data.draw(json_values))
    try:
        read = abilities_from_json(broken, "a.json")
    except FileError as error:
        assert str(error).startswith("a.json")
    else:
        assert msgspec.convert(
            {"format": "warcry3d.abilities/1", "abilities": msgspec.to_builtins(read)}, AbilitiesWire
        )


def test_examples_on_the_page_run_and_it_tells_every_word() -> None:
    page = Path(__file__).resolve().parents[4] / "docs" / "abilities.md"
    failed, run = doctest.testfile(str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert run > 5
    assert failed == 0
    text = page.read_text(encoding="utf-8")
    words = [kind.__struct_config__.tag for kind in (*get_args(Do), *get_args(Condition))]
    fields = [
        name for kind in (*get_args(Do), FighterFilter, ReactionTrigger) for name in kind.__struct_encode_fields__
    ]
    told = [*words, *fields, *get_args(Granted), *get_args(Characteristic), *get_args(Until)]
    assert sorted({word for word in told if f"`{word}`" not in text}) == []


def test_the_example_on_the_page_of_formats_is_read() -> None:
    page = (Path(__file__).resolve().parents[4] / "docs" / "formats-battles.md").read_text(encoding="utf-8")
    (example,) = (text for text in re.findall(r"```json\n(.*?)```", page, re.DOTALL) if "warcry3d.abilities/1" in text)
    assert len(abilities_from_json(json.loads(example))) == 1
