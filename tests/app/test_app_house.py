"""The app's house: no rule system is named in it, and a room brings its three parts."""

import re
from pathlib import Path

import warcry3d.app
from warcry3d.app.shell.rooms import ROOMS
from warcry3d.rules.systems import SYSTEMS

APP = Path(warcry3d.app.__file__).parent


def test_app_names_no_rule_system() -> None:
    named = re.compile("|".join(rf"[\"'.]{name}[\"'.]" for name in SYSTEMS) + r"|\b[A-Z]{2}-[A-Z]+-\d")
    assert [path.name for path in APP.rglob("*.py") if named.search(path.read_text(encoding="utf-8"))] == []


def test_lists_that_open_are_of_options_and_so_scrolled_to_what_is_chosen() -> None:
    entry = re.compile(r"imgui\.selectable\((?!f\"##)")  # rows that draw their own text are no list that opens
    assert [path.name for path in APP.rglob("*.py") if entry.search(path.read_text(encoding="utf-8"))] == ["choices.py"]


def test_every_room_has_a_model_a_view_and_a_scene() -> None:
    for name in ROOMS:
        assert {"model.py", "view.py", "scene.py", "room.py"} <= {path.name for path in (APP / name).iterdir()}
