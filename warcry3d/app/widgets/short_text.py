"""Texts that are too long for where they stand: their middle is left out, since names often differ at their ends."""

from collections.abc import Sequence

from imgui_bundle import imgui

__all__ = ["joined_lines", "shortened"]


def shortened(text: str, width: float) -> str:
    """Return a text that is at most ``width`` pixels wide in the font in use."""
    if imgui.calc_text_size(text).x <= width:
        return text
    for kept in range(len(text) - 1, 1, -1):
        made = f"{text[: kept - kept // 2].rstrip()}…{text[len(text) - kept // 2 :].lstrip()}"
        if imgui.calc_text_size(made).x <= width:
            return made
    return "…"


def joined_lines(parts: Sequence[str], width: float) -> tuple[str, ...]:
    """Return parts with a dot between them, in lines at most ``width`` pixels wide; a wider part is shortened."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]} · {part}" if lines else part
        if lines and imgui.calc_text_size(longer).x <= width:
            lines[-1] = longer
        else:
            lines.append(shortened(part, width))
    return tuple(lines)
