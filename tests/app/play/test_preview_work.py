"""Previews in the background: a glance comes first, and does not wait for the exact answer about another action."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.game.race import Race, race_setup
from tests.patience import PATIENCE
from warcry3d.app.play.work import BattleWork
from warcry3d.game.preview import Preview
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game


class Slow(Race):
    """The race, with exact previews that wait for an event."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = threading.Event()
        self.has_begun = threading.Event()

    def preview(self, state: Any, action: Any, *, is_quick: bool = False) -> Preview:
        if not is_quick:
            self.has_begun.set()
            self.may_answer.wait(PATIENCE)
        return Preview(end=(float(action), 0.0, 0.0), is_exact=not is_quick)


@pytest.fixture
def rules() -> Iterator[Slow]:
    made = Slow()
    yield made
    made.may_answer.set()


@pytest.fixture
def work() -> Iterator[BattleWork]:
    made = BattleWork(1, None, lambda player: True)
    yield made
    made.close()


def begun(rules: Slow) -> Game[Any, Any]:
    game: Game[Any, Any] = Game.begin(rules, race_setup(8.0, 4))
    assert isinstance(game.pending, Choice)
    return game


def preview_of(
    work: BattleWork, game: Game[Any, Any], action: int, *, is_exact: bool, is_hurried: bool = False
) -> Preview:
    """Poll until there is a preview of this kind."""
    limit = time.monotonic() + PATIENCE
    while True:
        work.poll(is_hurried=is_hurried)
        found = work.preview(game, action)
        if found is not None and found.is_exact is is_exact:
            return found
        time.sleep(0.001)
        assert time.monotonic() < limit, "it never came"


def test_glance_comes_while_the_exact_answer_about_another_action_is_under_way(rules: Slow, work: BattleWork) -> None:
    game = begun(rules)
    assert preview_of(work, game, 1, is_exact=False).end == (1.0, 0.0, 0.0)
    work.poll()
    work.preview(game, 1)
    assert rules.has_begun.wait(PATIENCE)
    assert preview_of(work, game, 2, is_exact=False).end == (2.0, 0.0, 0.0)
    rules.may_answer.set()
    assert preview_of(work, game, 2, is_exact=True).end == (2.0, 0.0, 0.0)


def test_glance_that_is_waited_for_is_there_at_once(rules: Slow, work: BattleWork) -> None:
    game = begun(rules)
    started = time.monotonic()
    found = work.preview(game, 3, is_waited_for=True)
    assert found is not None or time.monotonic() - started > 0.015, "it was not waited for"
    assert preview_of(work, game, 3, is_exact=False).end == (3.0, 0.0, 0.0)


def test_exact_answer_waits_while_something_else_is_waited_for(rules: Slow, work: BattleWork) -> None:
    game = begun(rules)
    rules.may_answer.set()
    preview_of(work, game, 1, is_exact=False, is_hurried=True)
    assert not rules.has_begun.wait(0.1)
    work.poll()
    assert rules.has_begun.wait(PATIENCE)


def test_exact_answer_waits_until_nothing_has_happened_for_a_moment(rules: Slow, work: BattleWork) -> None:
    game = begun(rules)
    rules.may_answer.set()
    work.pause()
    started = time.monotonic()
    preview_of(work, game, 1, is_exact=True)
    assert time.monotonic() - started > 0.19
