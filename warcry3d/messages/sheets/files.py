"""Pages as files: PDF by fpdf2, PNG by Pillow."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from warcry3d.file_writes import atomic_write
from warcry3d.messages.sheets.page import PageArea, PageLine, PageText, SheetPage, font_file

__all__ = ["pdf_of", "png_of", "png_paths", "save_pages"]

MOST_PIXELS = 60_000_000
"""The largest picture of a page: 10,000 x 6,000 pixels take 180 MB."""

DPI = 150
_POINT = 72.0


def pdf_of(pages: Sequence[SheetPage], *, title: str = "") -> bytes:
    """Return pages as a PDF; texts stay texts, in fonts that it brings along."""
    from fpdf import FPDF

    pdf: Any = FPDF(unit="in")
    pdf.set_auto_page_break(False)
    pdf.set_title(title)
    pdf.set_creator("warcry3d")
    for is_bold in (False, True):
        pdf.add_font("sheet", style="B" if is_bold else "", fname=str(font_file(is_bold)))
    for page in pages:
        pdf.add_page(format=(page.width, page.height))
        for item in page.items:
            match item:
                case PageLine():
                    _draw_line(pdf, item)
                case PageArea():
                    _draw_area(pdf, item)
                case PageText():
                    pdf.set_font("sheet", style="B" if item.is_bold else "", size=item.size)
                    pdf.set_text_color(*item.colour)
                    pdf.text(*item.start, item.text)
    return bytes(pdf.output())


def _draw_line(pdf: Any, line: PageLine) -> None:
    pdf.set_draw_color(*line.colour)
    pdf.set_line_width(line.width / _POINT)
    pdf.set_dash_pattern(dash=line.dash, gap=line.dash)
    pdf.polyline(line.places)
    pdf.set_dash_pattern()


def _draw_area(pdf: Any, area: PageArea) -> None:
    if area.fill is not None:
        pdf.set_fill_color(*area.fill)
    if area.edge is not None:
        pdf.set_draw_color(*area.edge)
        pdf.set_line_width(area.width / _POINT)
    style = ("D" if area.edge is not None else "") + ("F" if area.fill is not None else "")
    if style:
        pdf.polygon(area.places, style=style)


def png_of(page: SheetPage, *, dpi: float = DPI) -> bytes:
    """Return a page as PNG with so many dots an inch, fewer where it would have more than `MOST_PIXELS`."""
    from PIL import Image, ImageDraw, ImageFont

    dpi = min(dpi, (MOST_PIXELS / (page.width * page.height)) ** 0.5)
    image = Image.new("RGB", (round(page.width * dpi), round(page.height * dpi)), (255, 255, 255))
    draw = ImageDraw.Draw(image)
    fonts: dict[tuple[float, bool], Any] = {}

    def dots(places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(x * dpi, y * dpi) for x, y in places]

    for item in page.items:
        match item:
            case PageLine():
                for start, end in _dashes(item):
                    draw.line(dots((start, end)), fill=item.colour, width=max(1, round(item.width / _POINT * dpi)))
            case PageArea():
                if item.fill is not None:
                    draw.polygon(dots(item.places), fill=item.fill)
                if item.edge is not None:
                    around = dots((*item.places, item.places[0]))
                    draw.line(around, fill=item.edge, width=max(1, round(item.width / _POINT * dpi)), joint="curve")
            case PageText():
                key = (item.size, item.is_bold)
                if key not in fonts:
                    fonts[key] = ImageFont.truetype(str(font_file(item.is_bold)), item.size / _POINT * dpi)
                (at,) = dots([item.start])
                draw.text(at, item.text, fill=item.colour, font=fonts[key], anchor="ls")
    stream = io.BytesIO()
    image.save(stream, "PNG", dpi=(dpi, dpi))
    return stream.getvalue()


def _dashes(line: PageLine) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the stretches of a line that are drawn."""
    found = []
    for (x0, y0), (x1, y1) in zip(line.places, line.places[1:], strict=False):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        count = int(length / (2 * line.dash)) + 1 if line.dash else 1
        part = 1.0 if not line.dash else line.dash / max(length, 1e-9)
        for k in range(count):
            a, b = min(1.0, 2 * k * part), min(1.0, 2 * k * part + part)
            if b > a:
                found.append(((x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)))
    return found


def png_paths(path: Path, count: int) -> list[Path]:
    """Return the files of so many pages: ``sheet.png``, ``sheet-2.png``, ``sheet-3.png`` ..."""
    return [path if k == 1 else path.with_name(f"{path.stem}-{k}{path.suffix}") for k in range(1, count + 1)]


def save_pages(pages: Sequence[SheetPage], path: Path, *, title: str = "") -> list[Path]:
    """Write pages as one PDF, or as a PNG each, by the file's ending; return the files."""
    if path.suffix.lower() != ".png":
        atomic_write(path, pdf_of(pages, title=title))
        return [path]
    paths = png_paths(path, len(pages))
    for page, file in zip(pages, paths, strict=True):
        atomic_write(file, png_of(page))
    return paths
