"""A paragraph of parts in several styles: its lines, and the keys in it."""

from warcry3d.app.play.panels.flow import StyledText, TextFlow, as_key, flow_of, parts_of
from warcry3d.app.scene.colours import GREEN, PAPER


def laid_out(*parts: StyledText, room: float) -> TextFlow:
    """Return parts in lines, each letter one pixel wide."""
    return flow_of(parts, room, lambda part: float(len(part.text)))


def lines_of(flow: TextFlow) -> list[str]:
    return ["".join(part.text for _, part in line).rstrip() for line in flow.lines]


def test_parts_flow_on_in_one_line_and_break_between_words() -> None:
    flow = laid_out(StyledText("Red  ", GREEN), StyledText("moves its fighter now"), room=15)
    assert lines_of(flow) == ["Red  moves its", "fighter now"]
    assert [x for x, _ in flow.lines[1]] == [0.0, 8.0]
    assert flow.width == 14.0


def test_mark_that_closes_stays_with_the_key_before_it() -> None:
    flow = laid_out(*parts_of(f"press {as_key('Enter')}. Done"), room=11)
    assert lines_of(flow) == ["press Enter.", "Done"]


def test_chinese_breaks_between_any_two_characters() -> None:
    assert lines_of(laid_out(StyledText("点击放置模型"), room=4)) == ["点击放置", "模型"]


def test_keys_stand_out_and_the_rest_has_the_colour_asked_for() -> None:
    parts = list(parts_of(f"{as_key('M')} moves"))
    assert [(part.text, part.colour, part.is_bold) for part in parts] == [("M", GREEN, True), (" moves", PAPER, False)]
