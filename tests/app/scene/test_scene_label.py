import numpy as np
import pytest

from warcry3d.app.scene.label import TextLine, TextPanel, draw_panels, draw_texts, text_width, wrapped

GREY = np.full((80, 200, 3), 100, np.uint8)


def letters(words: str) -> float:
    return float(len(words))


def test_words_are_not_broken():
    assert wrapped("one two three", 7, letters) == ["one two", "three"]


def test_a_word_too_long_stands_alone():
    assert wrapped("a extraordinarily b", 5, letters) == ["a", "extraordinarily", "b"]


def test_chinese_breaks_between_any_two_characters():
    assert wrapped("看不见任何东西", 3, letters) == ["看不见", "任何东", "西"]


def test_no_line_begins_with_a_closing_mark():
    assert all(line[0] not in "，。）" for line in wrapped("看不见，任何。（东西）吧", 3, letters))


def test_names_inside_chinese_stay_whole():
    assert "wall-1" in wrapped("被 wall-1 挡住了", 6, letters)


def test_wrapping_loses_no_letter():
    text = "每一条视线都被矮墙 wall-1 和木桶 barrel-0 挡住，已由证明逐一封闭（WC-SIGHT-1）。"
    said = "".join(wrapped(text, 11, letters))
    assert said.replace(" ", "") == text.replace(" ", "")


def test_panel_covers_its_middle_and_nothing_far_away():
    made = draw_panels(GREY, [TextPanel((50, 20, 60, 30), (1, 0, 0), opacity=1.0)])
    assert tuple(made[35, 80]) == (255, 0, 0)
    assert (made[:15] == 100).all()
    assert (made[:, 120:] == 100).all()
    assert (GREY == 100).all()


def test_panel_half_opaque_lets_half_through():
    made = draw_panels(GREY, [TextPanel((50, 20, 60, 30), (1, 1, 1), opacity=0.5)])
    assert made[35, 80] == pytest.approx([178] * 3, abs=1)


def test_corners_of_a_panel_are_round():
    made = draw_panels(GREY, [TextPanel((50, 20, 60, 30), (1, 1, 1), opacity=1.0, radius=12)])
    assert made[21, 51, 0] == 100
    assert made[35, 51, 0] == 255


def test_border_runs_around_a_clear_panel():
    made = draw_panels(GREY, [TextPanel((50, 20, 60, 30), opacity=0.0, radius=1, border=(1, 1, 1))])
    assert made[20, 80, 0] > 200
    assert made[35, 80, 0] == 100


@pytest.mark.parametrize("box", [(-30, -30, 50, 50), (180, 70, 90, 90), (300, 300, 10, 10), (-90, 0, 20, 20)])
def test_panels_over_the_edge_are_cut(box):
    assert draw_panels(GREY, [TextPanel(box)]).shape == GREY.shape


def changed(made, box):
    left, top, width, height = box
    return int((made[top : top + height, left : left + width] != 100).any(axis=2).sum())


@pytest.mark.parametrize("words", ["Seen", "看得见", "″"])
def test_text_stands_where_it_is_put(graphics, words):
    made = draw_texts(graphics, GREY, [TextLine(words, (20, 50), 24)])
    wide = round(text_width(words, 24)) + 4
    assert changed(made, (18, 20, wide, 40)) > 10
    assert changed(made, (0, 0, 200, 18)) == 0
    assert changed(made, (20 + wide + 4, 0, 200, 80)) == 0


def test_every_chinese_letter_has_its_own_glyph(graphics):
    one, other = (draw_texts(graphics, GREY, [TextLine(word, (20, 50), 24)]) for word in ("墙", "看"))
    assert (one != other).any()


def test_text_leaves_the_rest_of_the_picture_as_it_was(graphics):
    picture = np.random.default_rng(1).integers(0, 255, (60, 90, 3)).astype(np.uint8)
    made = draw_texts(graphics, picture, [])
    assert (made == picture).all()


def test_text_aligned_to_the_right_ends_there(graphics):
    made = draw_texts(graphics, GREY, [TextLine("Hidden", (150, 50), 24, align=1)])
    assert changed(made, (152, 0, 48, 80)) == 0
    assert changed(made, (100, 20, 50, 40)) > 50


def test_bold_is_wider():
    assert text_width("warcry", 30, bold=True) > text_width("warcry", 30)


@pytest.mark.parametrize("width", range(2, 12))
def test_no_line_ends_with_an_opening_mark(width):
    assert not any(line.endswith("（") for line in wrapped("掩护来自矮墙（WC-COVER-3）的线", width, letters))


@pytest.mark.parametrize("width", range(3, 16))
def test_brackets_around_sets_of_dice_stay_with_what_they_hold(width: int) -> None:
    """The log at large text had a lone bracket in a line."""
    lines = wrapped("现有：4 点【双骰】、6 点【三骰】", width, letters)
    assert not any(line[0] in "】、" or line[-1] == "【" for line in lines)
