"""Verdicts in sentences."""

from dataclasses import replace

import pytest

from warcry3d.geom.witness import CLEARANCE_LIMIT
from warcry3d.messages import LANGUAGES, Words
from warcry3d.messages.verdicts import headlines, listed, sentences
from warcry3d.rules.results import CoverVerdict, Judgement, LeftOut, Reason
from warcry3d.sight.distance import Measure
from warcry3d.sight.verdict import Seen, TooClose, Verdict
from warcry3d.table.models import Tag
from warcry3d.units import to_mm

LINE = ((5.0, 5.0, 0.1), (9.0, 5.0, 0.1))
ENGLISH, CHINESE = Words("en"), Words("zh_CN")
SEEN = Seen(LINE, 2.31)


def judgement(
    sight: Verdict = SEEN, cover: CoverVerdict | None = None, direct: float = 5.417, vertical: float = 1.5
) -> Judgement:
    return Judgement("warcry", "talon", "brute", Measure(direct, 5.2, vertical, LINE), sight, "WC-SIGHT-1", cover)


def hidden(*blockers: str) -> Verdict:
    from warcry3d.sight.verdict import Hidden

    return Hidden(blockers, None)  # type: ignore[arg-type]


def reason(rule: str, part: str) -> CoverVerdict:
    return CoverVerdict((Reason(rule, part, LINE, (7.0, 5.0, 0.1)),))


def test_seen_says_how_much_there_is_to_spare() -> None:
    said = sentences(judgement(), ENGLISH)
    assert said == (
        "Talon sees Brute: a straight line passes with 2.3 mm to spare (WC-SIGHT-1).",
        "Base to base: 5.42 in (5.20 in across, 1.50 in up or down).",
    )


def test_what_was_left_out_as_agreed_is_said_last() -> None:
    agreed = replace(judgement(), tags=frozenset({Tag.BODY}))
    assert sentences(agreed, ENGLISH)[-1] == "As agreed, weapons and banners neither see, nor are seen, nor block."
    assert sentences(agreed, CHINESE)[-1] == "按照约定，武器和旗帜既不看，也不被看见，也不遮挡视线。"


def test_narrow_clearance_is_said_in_hundredths() -> None:
    assert "0.04 mm" in sentences(judgement(Seen(LINE, 0.042)), ENGLISH)[0]


def test_hidden_names_what_blocks() -> None:
    assert sentences(judgement(hidden("wall-1/stones", "post")), ENGLISH)[0] == (
        "Talon does not see Brute: every straight line between them is blocked, by wall-1/stones and Post (WC-SIGHT-1)."
    )


def test_many_blockers_are_counted() -> None:
    assert listed([f"wall/{n}" for n in range(7)], ENGLISH) == "wall/0, wall/1, wall/2, wall/3 and 3 more"
    assert listed(["a/1", "b/2", "c/3"], ENGLISH) == "a/1, b/2 and c/3"
    assert listed([], ENGLISH) == ""


def test_clearance_of_an_inch_is_said_as_at_least_that_since_more_is_not_measured() -> None:
    assert sentences(judgement(Seen(LINE, to_mm(CLEARANCE_LIMIT))), ENGLISH)[0] == (
        "Talon sees Brute: a straight line passes with at least an inch to spare (WC-SIGHT-1)."
    )
    assert "with 25.3 mm to spare" in sentences(judgement(Seen(LINE, 25.3)), ENGLISH)[0]


def test_too_close_says_the_gap_and_what_is_beside_it() -> None:
    assert sentences(judgement(TooClose(0.18, LINE, ("wall-1/a", "wall-2/b"))), ENGLISH)[0] == (
        "Whether Talon sees Brute is too close to call: a line can be free only through a gap of 0.18 mm at most, "
        "between wall-1/a and wall-2/b. Agree, or roll off."
    )
    assert "through a gap of 0.18 mm at most, at wall-1/a. Agree" in close_said(0.18, ("wall-1/a",))
    assert "through a gap of 0.18 mm at most. Agree" in close_said(0.18, ())


def close_said(gap_mm: float, between: tuple[str, ...]) -> str:
    return sentences(judgement(TooClose(gap_mm, LINE, between)), ENGLISH)[0]


def test_a_wide_gap_that_was_not_ruled_out_is_not_told_as_one_that_exists() -> None:
    assert close_said(23.6, ("wall-1/a", "wall-2/b")) == (
        "Whether Talon sees Brute is too close to call: the search found no line that is clearly free, but did not "
        "rule out a gap of up to 23.6 mm between wall-1/a and wall-2/b. Agree, or roll off."
    )
    assert "a gap of up to 23.6 mm at wall-1/a. Agree" in close_said(23.6, ("wall-1/a",))
    assert "a gap of up to 23.6 mm. Agree" in close_said(23.6, ())


def test_cover_names_part_and_rule_and_how_far_along_the_line() -> None:
    assert sentences(judgement(cover=reason("WC-COVER-3", "wall-1/stones")), ENGLISH)[1] == (
        "Brute is in cover: the line between the bases enters wall-1/stones 2.00 in from Talon's (WC-COVER-3)."
    )


def test_several_obstacles_on_the_line_are_one_sentence() -> None:
    both = tuple(Reason("WC-COVER-3", f"wall/{x}", LINE, (5.0 + x, 5.0, 0.1)) for x in (1, 3))
    said = sentences(judgement(cover=CoverVerdict(both)), ENGLISH)
    assert len(said) == 3
    assert "enters wall/1 1.00 in and wall/3 3.00 in from Talon's" in said[1]


def test_part_on_the_line_is_named_within_the_sentence_where_terrain_has_names() -> None:
    words = Words("en", names_terrain=True)
    said = " ".join(sentences(judgement(cover=reason("WC-COVER-3", "east/stones")), words))
    assert "enters east (stones) " in said


def test_cover_high_up_names_the_platform() -> None:
    said = sentences(judgement(cover=reason("WC-COVER-2", "tower/deck")), ENGLISH)[1]
    assert "tower/deck" in said
    assert "WC-COVER-2" in said


def test_reason_of_a_rule_without_a_sentence_of_its_own_is_still_said() -> None:
    said = sentences(judgement(cover=reason("XX-COVER-9", "wood/edge")), ENGLISH)[1]
    assert said == "Brute is in cover because of wood/edge (XX-COVER-9)."


def test_no_cover_says_why_not() -> None:
    near = CoverVerdict((), (), (LeftOut("WC-COVER-3", "wall/stones", LINE[0], 0.31),))
    assert "0.31 in from Talon's base" in sentences(judgement(cover=near), ENGLISH)[1]
    assert "passes over wall/a, not through" in sentences(judgement(cover=CoverVerdict((), ("wall/a",))), ENGLISH)[1]
    assert "no obstacle" in sentences(judgement(cover=CoverVerdict(())), ENGLISH)[1]


def test_touching_bases_have_no_distance() -> None:
    assert sentences(judgement(direct=0, vertical=0), ENGLISH)[-1] == "Their bases touch."
    assert sentences(judgement(direct=5.2, vertical=0), ENGLISH)[-1] == "Base to base: 5.20 in."


EVERY_KIND = [
    judgement(),
    judgement(Seen(LINE, 25.4)),
    judgement(hidden()),
    judgement(hidden("a/b", "c/d")),
    judgement(TooClose(0.2, LINE, ()), CoverVerdict(())),
    judgement(TooClose(0.2, LINE, ("a/b",)), CoverVerdict((), ("a/b",))),
    judgement(TooClose(0.2, LINE, ("a/b", "c/d")), reason("WC-COVER-3", "a/b")),
    judgement(cover=reason("WC-COVER-2", "a/b")),
    judgement(cover=CoverVerdict((), (), (LeftOut("WC-COVER-3", "a/b", LINE[0], 0.3),)), direct=0),
]


@pytest.mark.parametrize("one", EVERY_KIND)
def test_every_sentence_is_chinese_in_chinese(one: Judgement) -> None:
    for said in (*sentences(one, CHINESE), *filter(None, headlines(one, CHINESE))):
        assert any("一" <= character <= "鿿" for character in said)
        assert not {"the", "is", "line", "cover"} & set(said.lower().split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_headlines_tell_all_answers_apart(language: str) -> None:
    words = Words(language)
    judged = [judgement(cover=CoverVerdict(())), judgement(hidden(), reason("WC-COVER-3", "a/b"))]
    judged.append(judgement(TooClose(0.1, LINE, ())))
    heads = [headlines(one, words) for one in judged]
    assert len({seen for seen, _ in heads}) == 3
    assert len({cover for _, cover in heads}) == 3


def test_the_window_names_what_the_line_of_cover_enters() -> None:
    window = replace(ENGLISH, names_terrain=True)
    said = sentences(judgement(cover=reason("WC-COVER-3", "low-wall-2/stones")), window)
    assert any("enters low wall 2 (stones) 2.00 in from" in sentence for sentence in said), said
