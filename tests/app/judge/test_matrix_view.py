"""The matrix as it is laid out: as many rows as there is room for, at each size of text."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType

import pytest
from imgui_bundle import imgui, imgui_ctx

from tests import zoo
from tests.app.panel_bench import PanelBench
from warcry3d.app.judge.matrix_view import CELL, MatrixView
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.pairs import PairsState
from warcry3d.messages import Words
from warcry3d.rules.pair_matrix import Pair

FIGHTERS = [zoo.fighter(f"warrior-{number}", (2.0 + 1.8 * number, 5.0)) for number in range(14)]


@pytest.fixture
def bench() -> Iterator[PanelBench]:
    made = PanelBench()
    yield made
    made.close()


def rows_of(bench: PanelBench, text: float, count: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Return whose rows of so many are drawn at a size of text, with the size of the text in each."""
    states = MappingProxyType({PairsState.part: PairsState()})
    model = JudgeModel(zoo.table(*FIGHTERS[:count]), states=states)
    drawn: dict[str, float] = {}
    plain = MatrixView._row

    def row(view: MatrixView, viewer: str, columns: Sequence[str], name: str) -> tuple[Pair | None, bool]:
        drawn[viewer] = imgui.get_text_line_height()
        return plain(view, viewer, columns, name)

    def draw() -> list[None]:
        drawn.clear()
        with imgui_ctx.push_font(None, text):
            MatrixView(bench.frame_of(Words("en")), 560.0, model).draw()
        return []

    with monkeypatch.context() as context:
        context.setattr(MatrixView, "_row", row)
        bench.draw(draw, 3)
    return drawn


def test_names_of_large_text_shrink_no_further_than_to_a_cell(
    bench: PanelBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = rows_of(bench, 36.0, 14, monkeypatch)
    assert len(rows) >= 8 and list(rows.values()) == pytest.approx([CELL[1]] * len(rows), abs=1)


def test_names_keep_their_size_where_all_rows_fit(bench: PanelBench, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of(bench, 23.0, 5, monkeypatch)
    assert list(rows.values()) == pytest.approx([23.0] * 5, abs=1)
