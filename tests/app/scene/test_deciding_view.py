"""From where the place that decides is seen."""

import numpy as np

from tests.app.conftest import MakeModel, MakeTable
from warcry3d.app.scene.deciding_view import deciding_view
from warcry3d.app.scene.overlays import Beam, FlatLine, Sign, SignKind, Tape
from warcry3d.app.scene.verdict import ShownVerdict, shown
from warcry3d.app.scene.verdict_overlays import verdict_overlays
from warcry3d.messages import Words
from warcry3d.rules.results import CoverVerdict, Judgement
from warcry3d.sight.distance import measure
from warcry3d.sight.verdict import Seen, TooClose, Verdict
from warcry3d.table.table import Table

LOW = ((2.25, 2.0, 0.3), (8.75, 2.0, 0.3))
"""A line from leg to leg, under a beam that hides the rest."""


def standing(make_model: MakeModel, make_table: MakeTable, *, low: float) -> Table:
    return make_table(
        make_model("talon", 2, 2), make_model("brute", 9, 2, side="blue"), walls={"beam": ((5, 0, low), (5.4, 4, 3))}
    )


def judged(table: Table, sight: Verdict) -> Judgement:
    a, b = table.models
    return Judgement("warcry", a.id, b.id, measure(a, b), sight, "WC-SIGHT-1", CoverVerdict(()))


def seen(table: Table) -> ShownVerdict:
    return shown(judged(table, Seen(LOW, 1.0)))


def test_look_goes_through_the_eye_where_it_sees_the_place(make_model: MakeModel, make_table: MakeTable) -> None:
    table = standing(make_model, make_table, low=2.5)
    look = deciding_view(table, seen(table))
    assert not look.is_along
    assert look.title(Words("en")) == "through the eye of Talon"


def test_look_goes_along_the_line_where_the_eye_sees_nothing_of_it(
    make_model: MakeModel, make_table: MakeTable
) -> None:
    table = standing(make_model, make_table, low=0.4)
    look = deciding_view(table, seen(table))
    assert look.is_along
    assert look.shot.target == LOW[1]
    assert np.allclose(look.shot.eye[1:], LOW[0][1:])
    assert look.title(Words("en")) == "along the line of sight"


def test_what_is_too_close_is_looked_at_along_its_line(make_model: MakeModel, make_table: MakeTable) -> None:
    table = standing(make_model, make_table, low=2.5)
    look = deciding_view(table, shown(judged(table, TooClose(0.1, LOW, ()))))
    assert look.is_along
    assert look.title(Words("en")) == "along the line in question"


def test_along_the_line_no_beam_stands_before_the_eye_and_the_end_is_marked(
    make_model: MakeModel, make_table: MakeTable
) -> None:
    table = standing(make_model, make_table, low=0.4)
    made = verdict_overlays(table, judged(table, Seen(LOW, 1.0)), through_eye=True, along_line=True)
    assert not any(isinstance(one, Beam | Tape | FlatLine) for one in made)
    assert [one.at for one in made if isinstance(one, Sign)] == [LOW[1]]
    through_eye = verdict_overlays(table, judged(table, Seen(LOW, 1.0)), through_eye=True)
    assert any(isinstance(one, Beam) for one in through_eye)
    assert SignKind.DOT in {one.kind for one in through_eye if isinstance(one, Sign)}
