"""What people type as answers: paths over terrain, places, divisions, lists; and what is none."""

import math
from dataclasses import replace

import pytest

from tests.game.test_prompts import ASK, COUNT, ONE, PUT, SOME, SPLIT, YES, option
from tests.game.test_random_player import AREA, GROUND, SET, START, TABLE, way_of
from warcry3d.cli.battle_answers import letter, normal, read_answer
from warcry3d.cli.battle_paths import TypedAnswerError
from warcry3d.game.actions import Done
from warcry3d.game.prompts import Answer, Go, Place, Prompt
from warcry3d.motion.path import Leg, LegKind


def read(prompt: Prompt, text: str, *, allows: bool = True) -> Answer:
    return read_answer(prompt, normal(text), TABLE, lambda answer: allows)


def legs(text: str, model: str = "a", ways: frozenset[LegKind] = GROUND) -> list[Leg]:
    answer = read(way_of(model, ways), text)
    assert isinstance(answer, tuple)
    return [leg for route in answer for leg in route.path.legs]  # type: ignore[union-attr]


def kinds(text: str, model: str = "a") -> list[str]:
    return [leg.kind.value for leg in legs(text, model)]


def test_places_are_walked_to_on_the_floor() -> None:
    assert legs("15,3") == [Leg(LegKind.WALK, ((15.0, 3.0, 0.0),))]
    assert legs("15,3 16,5.5") == [Leg(LegKind.WALK, ((15.0, 3.0, 0.0),)), Leg(LegKind.WALK, ((16.0, 5.5, 0.0),))]


def test_letter_before_a_place_says_how_it_is_reached() -> None:
    assert kinds("c 12,9") == ["walk", "climb", "walk"]
    assert legs("c 12,9")[-1].to[-1] == (12.0, 9.0, 3.0)
    assert kinds("c16,8,2") == ["climb"]
    assert legs("f 11,10", ways=frozenset({LegKind.FLY})) == [Leg(LegKind.FLY, ((11.0, 10.0, 3.0),))]
    assert legs("j 15.5,10", "b") == [Leg(LegKind.JUMP, ((15.5, 10.0, 0.0),))]
    assert kinds("d", "c") == ["drop"]


def test_door_on_the_way_is_passed_and_named() -> None:
    passed = legs("o 20,8")
    assert [leg.kind.value for leg in passed] == ["walk", "door", "walk"]
    assert passed[1].through == "gate/door"


def test_way_up_and_down_is_found_without_a_letter() -> None:
    assert "climb" in kinds("14.7,8.2 12,9,3")
    assert legs("14.7,8.2 12,9,3")[-1].to[-1] == (12.0, 9.0, 3.0)
    assert kinds("15.5,10,0", "b") == ["walk", "jump"]


def test_facing_is_turned_to_before_the_next_leg_or_at_the_end() -> None:
    assert legs("@90 15,3")[0].facing == pytest.approx(math.pi / 2)
    last = legs("15,3 @-45")[-1]
    assert (last.to, last.facing) == (((15.0, 3.0, 0.0),), pytest.approx(-math.pi / 4))


def test_extras_go_along_by_letter_or_id() -> None:
    prompt = replace(way_of("a"), extras=(option("chest"), option("gem")))
    for text in ("15,3 +b", "15,3 +gem"):
        (route,) = read(prompt, text)  # type: ignore[misc]
        assert route.extras == ("gem",)  # type: ignore[union-attr]


def test_several_models_are_named() -> None:
    prompt = Go(id="go", heading=ASK, action=lambda _: Done(), models=("a", "b"), budget=5, ways=GROUND)
    answer = read(prompt, "b: 11,10; a: 15,3")
    assert [route.model for route in answer] == ["b", "a"]  # type: ignore[union-attr]
    with pytest.raises(TypedAnswerError, match="nothing here is called ''; there are: a, b"):
        read(prompt, "15,3")


def test_place_lies_at_the_height_of_its_area() -> None:
    (one,) = read(AREA, "10,10 @180")  # type: ignore[misc]
    assert (one.at, abs(one.turn)) == ((10.0, 10.0, 3.0), pytest.approx(math.pi))  # type: ignore[union-attr]
    (one,) = read(AREA, "10,10,0.5")  # type: ignore[misc]
    assert one.at == (10.0, 10.0, 0.5)  # type: ignore[union-attr]


def test_items_that_are_not_named_stay_as_proposed() -> None:
    placed = read(SET, "b 9,3 @30")
    assert [(one.item, one.at) for one in placed] == [("a", (3, 3, 0)), ("b", (9, 3, 0))]  # type: ignore[union-attr]
    left = read(SET, "-b")
    assert [one.item for one in left] == ["a"]  # type: ignore[union-attr]
    assert read(SET, "ok") == SET.suggested
    assert len(read(PUT, "a 1,2; b 3,4")) == 2  # type: ignore[arg-type]


def test_divisions_name_groups_by_name_beginning_or_number() -> None:
    for text in ("x: a; y: b", "1: a; 2: b", "Y: b; X: A"):
        assert dict(read(SPLIT, text)) == {"a": "x", "b": "y"}  # type: ignore[arg-type]
    assert read(START, "ok") == START.start
    assert dict(read(START, "y: a")) == {"a": "y", "b": "y"}  # type: ignore[arg-type]


def test_lists_and_numbers() -> None:
    assert read(SOME, "a, c") == ("a", "c")
    assert read(ONE, "B") == "b"
    assert read(COUNT, "３") == 3
    assert read(YES, "") is True


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        (ONE, "z"),
        (SOME, "a z"),
        (SPLIT, "a b"),
        (SPLIT, "q: a"),
        (SPLIT, "x: z"),
        (PUT, "3,4"),
        (PUT, "a"),
        (PUT, "a here"),
        (AREA, "@1e9"),
        (AREA, "1e5,2"),
        (way_of("a"), ""),
        (way_of("a"), "x 3,4"),
        (way_of("a"), "1,2,3,4"),
        (way_of("a"), "+gold 3,4"),
        (way_of("a"), "o 15,3"),
        (COUNT, "many"),
        (COUNT, "9" * 30),
        (YES, "no"),
    ],
)
def test_what_is_no_answer_is_one_sentence(prompt: Prompt, text: str) -> None:
    with pytest.raises(TypedAnswerError) as caught:
        read(prompt, text)
    assert str(caught.value) and "\n" not in str(caught.value)


def test_way_that_is_not_allowed_is_still_read_for_its_faults_to_be_told() -> None:
    assert kinds("c 12,9") == [
        leg.kind.value
        for route in read(way_of("a"), "c 12,9", allows=False)  # type: ignore[union-attr]
        for leg in route.path.legs  # type: ignore[union-attr]
    ]


def test_signs_of_chinese_keyboards_are_read() -> None:
    assert normal("１４，３　１６，５") == "14,3 16,5"
    assert normal("dagger：a b；shield：c") == "dagger:a b;shield:c"
    assert normal("14, 3 16 ,5") == "14,3 16,5"


def test_letters_go_on_after_z() -> None:
    assert [letter(number) for number in (0, 25, 26, 52)] == ["a", "z", "aa", "ba"]


def test_place_without_areas_is_on_top_of_what_is_there() -> None:
    anywhere = Place(id="put", heading=ASK, action=lambda _: Done(), items=(option("a"),))
    (one,) = read(anywhere, "11,10")  # type: ignore[misc]
    assert one.at == (11.0, 10.0, 3.0)  # type: ignore[union-attr]
