"""Judgements as JSON."""

import json
from dataclasses import replace

import pytest

from warcry3d.rules.reports.report import matrix_json, verdict_json
from warcry3d.rules.results import CoverVerdict, Judgement, LeftOut, Reason
from warcry3d.sight.distance import Measure
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.table.models import Tag

LINE = ((5.6299213, 5.0, 0.06889764), (18.8, 11.0, 3.0))
SEEN = Seen(((5.1, 5.0, 1.1), (19.8, 11.0, 4.2)), 2.3149)
REASON = Reason("WC-COVER-3", "wall-1/stones", LINE, (12.2, 7.9, -1e-12))
JUDGEMENT = Judgement(
    "warcry",
    "talon",
    "brute",
    Measure(5.41202365, 5.2, 1.5, LINE),
    SEEN,
    "WC-SIGHT-1",
    CoverVerdict((REASON,), ("wall-2/stones",), (LeftOut("WC-COVER-3", "wall-3/stones", (6, 5, 0), 0.3),)),
)


def test_verdict_is_the_object_that_the_format_promises() -> None:
    assert verdict_json(JUDGEMENT) == {
        "format": "warcry3d.verdict/1",
        "ruleset": "warcry",
        "viewer": "talon",
        "target": "brute",
        "distance": {"direct": 5.412, "horizontal": 5.2, "vertical": 1.5},
        "sight": {
            "verdict": "seen",
            "witness": [[5.1, 5.0, 1.1], [19.8, 11.0, 4.2]],
            "clearance_mm": 2.31,
            "blockers": [],
            "rule": "WC-SIGHT-1",
        },
        "cover": {
            "verdict": True,
            "reasons": [
                {
                    "rule": "WC-COVER-3",
                    "part": "wall-1/stones",
                    "line": [[5.629921, 5.0, 0.068898], [18.8, 11.0, 3.0]],
                    "at": [12.2, 7.9, 0.0],
                }
            ],
        },
    }


def test_what_too_close_to_call_counts_as_is_told_of_nothing_else() -> None:
    close = replace(JUDGEMENT, sight=TooClose(0.1, ((1, 2, 3), (4, 5, 6)), ()), close_counts_as="seen")
    assert verdict_json(close)["sight"]["counts_as"] == "seen"
    assert "counts_as" not in verdict_json(replace(close, sight=SEEN))["sight"]
    assert "counts_as" not in verdict_json(replace(close, close_counts_as=""))["sight"]


def test_what_was_left_out_as_agreed_is_told() -> None:
    agreed = replace(JUDGEMENT, tags=frozenset({Tag.BODY}))
    assert verdict_json(agreed)["sight"] == {**verdict_json(JUDGEMENT)["sight"], "left_out": ["weapon", "banner"]}


def test_hidden_names_its_blockers() -> None:
    hidden = Hidden(("wall-1/stones", "post"), object())  # type: ignore[arg-type]
    assert verdict_json(replace(JUDGEMENT, sight=hidden))["sight"] == {
        "verdict": "hidden",
        "blockers": ["wall-1/stones", "post"],
        "rule": "WC-SIGHT-1",
    }


def test_too_close_has_its_gap_and_what_it_is_between() -> None:
    close = TooClose(0.18349, ((1, 2, 3), (4, 5, 6)), ("a/b", "c/d"))
    assert verdict_json(replace(JUDGEMENT, sight=close))["sight"] == {
        "verdict": "too-close",
        "gap_mm": 0.183,
        "line": [[1, 2, 3], [4, 5, 6]],
        "between": ["a/b", "c/d"],
        "blockers": [],
        "rule": "WC-SIGHT-1",
    }


def test_no_cover_is_said_and_cover_not_asked_is_left_out() -> None:
    assert verdict_json(replace(JUDGEMENT, cover=CoverVerdict(())))["cover"] == {"verdict": False, "reasons": []}
    assert "cover" not in verdict_json(replace(JUDGEMENT, cover=None))


def test_matrix_holds_the_verdicts_and_the_times() -> None:
    matrix = matrix_json([JUDGEMENT, JUDGEMENT], None, load_s=0.81234, sight_s=0.3)
    assert matrix["format"] == "warcry3d.matrix/1"
    assert matrix["pairs"] == [verdict_json(JUDGEMENT)] * 2
    assert matrix["timing"] == {"load_s": 0.812, "sight_s": 0.3}


@pytest.mark.parametrize("number", [-0.0, -1e-9])
def test_minus_zero_is_written_as_zero(number: float) -> None:
    flat = replace(JUDGEMENT, distance=Measure(number, number, number, LINE))
    assert "-0.0" not in json.dumps(verdict_json(flat)["distance"])
