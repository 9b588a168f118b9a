"""Whole battles in the window on a virtual screen, played as people do: by what is on it, with mouse and keyboard."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.stories.by_keys import answer_by_keys
from tests.app.stories.by_mouse import answer_by_mouse
from tests.app.stories.person import Desktop, Person, Reading, desktop, found_item, is_asked
from tests.conformance.test_warcry_players import set_up
from tests.rules.warcry.battle.field import RULES
from warcry3d.app.shell.files.battle_start import read_battle
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Outcome
from warcry3d.game.session import Game
from warcry3d.messages import Words
from warcry3d.messages.battles import SIDE_NAMES

pytestmark = pytest.mark.skipif(
    shutil.which("Xvfb") is None or shutil.which("xdotool") is None, reason="Xvfb and xdotool are not installed"
)
FAST = {"has_instant_dice": True, "has_less_motion": True, "pace": 4.0, "size": [1280, 720]}
CHINESE = re.compile(r"[\u4e00-\u9fff]")
WHOLE = 150
"""Seconds that a whole battle may take, of the soak's."""
SHORT = 12
"""Steps of a battle in stories that need not come to its end: roll-offs, groups, cards, the first fighters set up."""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Desktop]:
    with desktop(tmp_path) as made:
        made.keep(language="en", **FAST)
        yield made


def small_battle(place: Desktop, by: dict[str, str], *, rounds: int = 1) -> Path:
    """Write the record of a skirmish of three against three that lasts so many rounds, before its first action."""
    path = place.folder / "data" / "battles" / "skirmish.battle.jsonl"
    path.parent.mkdir(parents=True)
    Journal.create(path, Game.begin(RULES, set_up(2, rounds=rounds)), seed=4, by=by).close()
    return path


def begin(person: Person) -> Reading:
    """Go on with the battle that was played last, from Home."""
    person.until(lambda seen: found_item(seen, "big-play") is not None)
    person.click_item("big-play")
    return person.until(is_asked)


def check_record(path: Path, seen: Reading) -> Game[Any, Any]:
    """Check that a record has what was seen, and that the rules lead to it again; return its battle."""
    replayed = read_battle(path)
    assert replayed.divergence is None
    assert len(replayed.game.done) == seen["battle"]["steps"]
    return replayed.game


def check_end(person: Person, record: Path) -> None:
    """Check that the end of a battle is shown: who has won by the record, points and dice."""
    seen = person.settled()
    outcome = check_record(record, seen).pending
    assert isinstance(outcome, Outcome)
    words = Words(seen["language"])
    names = ", ".join(words.say(SIDE_NAMES[side]) for side in outcome.winners)
    headline = words.say("{player} wins", player=names) if names else words.say("A draw")
    wanted = (headline, words.say("Points at the end of each round"), words.say("Dice: share of each face"))
    assert not [one for one in wanted if one not in seen["titles"]], seen["titles"]


def outside(seen: Reading) -> list[str]:
    """Return what is pressed in the panels and does not lie in the window."""
    width, height = seen["size"]
    boxes = [(one["text"] or one["id"], one["box"]) for one in seen["items"]]
    return [name for name, (x, y, right, bottom) in boxes if x < 0 or y < 0 or right > width + 1 or bottom > height + 1]


@pytest.mark.soak(seconds=WHOLE)
def test_whole_battle_against_the_program_by_mouse(place: Desktop) -> None:
    record = small_battle(place, {"red": "person", "blue": "plain"})
    with place.person() as person:
        begin(person)
        person.play(answer_by_mouse)
        check_end(person, record)
        left, top, right, bottom = person.item("time")["box"]
        person.click((left + (right - left) / 3, (top + bottom) / 2))
        seen = person.until(lambda seen: seen["battle"]["is_looking_back"])
    assert len(check_record(record, seen).done) > SHORT


@pytest.mark.soak(seconds=WHOLE)
def test_whole_battle_between_two_people_by_keyboard_in_chinese(place: Desktop) -> None:
    record = small_battle(place, {"red": "person", "blue": "person"})
    place.keep(language="zh_CN", **FAST)
    with place.person("play", str(record)) as person:
        person.point((640, 300))
        assert CHINESE.search(person.until(is_asked)["said"])
        seen = person.play(answer_by_keys)
        assert CHINESE.search(seen["said"])
        check_end(person, record)
        person.press("Prior")
        seen = person.until(lambda seen: seen["battle"]["is_looking_back"])
    assert len(check_record(record, seen).done) > SHORT


@pytest.mark.soak(seconds=60)
def test_battle_begins_by_mouse_with_groups_dragged_and_fighters_set_up(place: Desktop) -> None:
    record = small_battle(place, {"red": "person", "blue": "person"})
    with place.person("play", str(record)) as person:
        seen = person.play(answer_by_mouse, steps=SHORT)
    check_record(record, seen)


def test_killed_program_has_lost_only_the_choice_under_way(place: Desktop) -> None:
    record = small_battle(place, {"red": "person", "blue": "person"})
    with place.person("play", str(record)) as person:
        person.point((640, 300))
        before = person.play(answer_by_keys, steps=5)
        person.kill()
    with place.person() as person:
        seen = begin(person)
    assert seen["battle"]["steps"] == before["battle"]["steps"]
    assert seen["battle"]["prompts"] == before["battle"]["prompts"]
    check_record(record, seen)


def test_window_is_resized_hidden_and_shown_again(place: Desktop) -> None:
    record = small_battle(place, {"red": "person", "blue": "person"})
    with place.person("play", str(record)) as person:
        for size in ((1280, 800), (1024, 640), (1280, 720)):
            person.tool("windowsize", person.window, *map(str, size))
            seen = person.until(lambda seen, size=size: tuple(seen["size"]) == size)
            assert not outside(person.settled())
        person.tool("windowunmap", person.window)
        person.settled()
        person.tool("windowmap", person.window)
        person.point((640, 300))
        seen = person.play(answer_by_keys, steps=2)
    check_record(record, seen)


@pytest.mark.parametrize(
    ("screen", "scale", "size", "shown"),
    [
        ((1600, 1000), 2.0, (1500, 880), 1.5),
        pytest.param((3840, 2160), 1.0, (2000, 1200), 2.0, marks=pytest.mark.soak),
        pytest.param((1600, 1000), 1.0, (1280, 720), 1.0, marks=pytest.mark.soak),
    ],
    ids=["as far as there is room", "4K", "small window"],
)
def test_battle_is_played_at_every_scale(
    tmp_path: Path, screen: tuple[int, int], scale: float, size: tuple[int, int], shown: float
) -> None:
    with desktop(tmp_path, screen) as place:
        record = small_battle(place, {"red": "person", "blue": "person"})
        place.keep(language="en", **{**FAST, "scale": scale, "text": 1.0, "size": list(size)})
        with place.person("play", str(record)) as person:
            person.point((size[0] / 2, 300))
            seen = person.play(answer_by_keys, steps=5)
            assert seen["scale"] == shown and tuple(seen["size"]) == size
            assert not outside(person.settled())
    check_record(record, seen)
