"""Texts that are too long for where they stand: their middle is left out, since names often differ at their ends."""

from imgui_bundle import imgui

__all__ = ["shortened"]


def shortened(text: str, width: float) -> str:
    """Return a text that is at most ``width`` pixels wide in the font in use."""
    if imgui.calc_text_size(text).x <= width:
        return text
    for kept in range(len(text) - 1, 1, -1):
        made = f"{text[: kept - kept // 2].rstrip()}…{text[len(text) - kept // 2 :].lstrip()}"
        if imgui.calc_text_size(made).x <= width:
            return made
    return "…"
