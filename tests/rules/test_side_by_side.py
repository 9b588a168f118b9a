"""Work in two threads: in order, all of it, and no more than is wanted."""

from contextlib import closing

import pytest

from warcry3d.rules.side_by_side import AHEAD, THREADS, side_by_side


def test_answers_come_in_the_order_of_the_questions() -> None:
    assert list(side_by_side(lambda n: n * n, range(50))) == [n * n for n in range(50)]


def test_what_is_not_wanted_any_more_is_not_done() -> None:
    done: list[int] = []
    with closing(side_by_side(done.append, range(1000))) as answers:
        for _ in range(3):
            next(answers)
    assert len(done) <= 3 + THREADS * AHEAD


def test_error_is_raised_in_its_turn() -> None:
    with closing(side_by_side(lambda n: 6 / n, (2, 0, 3))) as answers:
        assert next(answers) == 3.0
        with pytest.raises(ZeroDivisionError):
            next(answers)
