"""Measurements print their rows as they come, and say what they are doing meanwhile."""

from collections.abc import Iterator

import pytest

from benchmarks.progress import doing, show


def test_row_of_a_measurement_is_printed_before_the_next_one_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    printed = list[str]()

    def rows() -> Iterator[str]:
        yield "first"
        printed.append(capsys.readouterr().out)
        doing("the second")
        yield "second"

    show(rows())
    found = capsys.readouterr()
    assert printed == ["first\n"]
    assert found.out == "second\n" and "the second" in found.err
    show("one table\nof two rows")
    assert capsys.readouterr().out == "one table\nof two rows\n"
