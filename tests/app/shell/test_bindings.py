"""Which key does what, and what happens when a person chooses other keys."""

import pytest

from warcry3d.app.shell.bindings import Binding, key_label, key_of, meant, rebound
from warcry3d.app.shell.keys import KEYS, all_bindings

SWAP = Binding("judge.swap", "swap the two", ("space",))
EYE = Binding("judge.eye", "look through the viewer's eye", ("e",))
OPEN = Binding("shell.open", "open a file", ("control-o", "o"))
BACK = Binding("shell.back", "go one step back", ("escape",), is_fixed=True)
ALL = (SWAP, EYE, OPEN, BACK)


def test_without_a_choice_every_key_means_itself() -> None:
    assert [meant(key, ALL, {}) for key in ("space", "e", "o", "control-o", "escape", "q")] == [
        *("space", "e", "o", "control-o", "escape", "q")
    ]


def test_chosen_key_means_the_action_and_the_former_key_nothing() -> None:
    changed = {"judge.swap": "x"}
    assert meant("x", ALL, changed) == "space"
    assert meant("space", ALL, changed) is None


def test_second_key_of_an_action_stays_when_its_first_is_changed() -> None:
    assert meant("o", ALL, {"shell.open": "l"}) == "o"
    assert meant("l", ALL, {"shell.open": "l"}) == "control-o"


def test_two_actions_swap_their_keys_when_one_gets_the_others() -> None:
    changed = rebound(SWAP, "e", ALL, {})
    assert changed is not None
    assert dict(changed) == {"judge.swap": "e", "judge.eye": "space"}
    assert (meant("e", ALL, changed), meant("space", ALL, changed)) == ("space", "e")


def test_key_that_goes_back_to_its_own_is_no_longer_a_choice() -> None:
    assert rebound(SWAP, "space", ALL, {"judge.swap": "x"}) == {}


@pytest.mark.parametrize("key", ["escape", "o"])
def test_key_that_cannot_be_given_away_is_refused(key: str) -> None:
    assert rebound(SWAP, key, ALL, {}) is None


def test_keys_are_called_as_people_know_them() -> None:
    assert [key_label(key) for key in ("control-z", "f1", "arrow_left", "m", "escape")] == [
        *("Ctrl+Z", "F1", "←", "M", "Esc")
    ]
    assert key_of(BACK, {"shell.back": "x"}) == "escape"


def test_every_action_has_a_name_and_a_key_of_its_own_in_its_room() -> None:
    scopes = all_bindings()
    names = [one.name for made in scopes.values() for one in made]
    assert len(names) == len(set(names))
    for made in scopes.values():
        keys = [key for one in made for key in one.keys]
        assert len(keys) == len(set(keys))


def test_every_key_of_the_window_is_on_the_page_of_keys() -> None:
    assert set(KEYS) | {"escape"} == {key for one in all_bindings()[""] for key in one.keys}


def test_page_of_keys_begins_with_those_of_the_room_in_front() -> None:
    assert list(all_bindings("play"))[:2] == ["play", ""]
    assert next(iter(all_bindings("no room"))) == "" and set(all_bindings("judge")) == set(all_bindings())
