"""Set-up sheets: places in eighths of an inch, true size where asked, and texts that can be read back."""

import io
import itertools
import math
from dataclasses import replace

import pypdf
import pytest
from PIL import Image

from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Placement
from warcry3d.messages import Words
from warcry3d.messages.sheets.files import pdf_of, png_of
from warcry3d.messages.sheets.page import PageArea, PageText, SheetPage, cut_to, text_width
from warcry3d.messages.sheets.setup_sheet import setup_pages
from warcry3d.table.kinds import PartKind
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature, Part, Piece
from warcry3d.terrain.layouts.setup_sheet import setup_sheet

HOSTILE = "<b>%s\x1b[31m \u202eevil\n(Tj) ET \\) 战队"
ENGLISH = Words("en")


def piece(name: str, width: float = 4.0, depth: float = 1.0, height: float = 2.0) -> Piece:
    low, high = (-width / 2, -depth / 2, 0.0), (width / 2, depth / 2, height)
    return Piece(name, (Part("wall", frozenset({PartKind.OBSTACLE}), box(low, high)),))


WALL = piece("terrain/long-wall.glb")


def table(*features: Feature) -> Table:
    return Table("warcry", Board(30, 22), Terrain(features), ())


def feature(id: str, at: tuple[float, float, float], degrees: float = 0.0, made: Piece = WALL) -> Feature:
    return Feature(id, made, Placement(at, math.radians(degrees)))


BOARD = table(
    feature("a", (6, 4, 0)),
    feature("b", (24, 16, 0), 90.0),
    feature("c", (6, 4, 2), 0.0, piece("crate", 1.0, 1.0, 1.0)),
)


def texts(pages: tuple[SheetPage, ...]) -> list[str]:
    return [item.text for page in pages for item in page.items if isinstance(item, PageText)]


def read_back(pages: tuple[SheetPage, ...]) -> str:
    """Return the text of a PDF as another program finds it; pypdf leaves a zero before each letter of a subset font."""
    found = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf_of(pages))).pages]
    return "\n".join(found).replace("\0", "")


def test_pieces_are_measured_from_the_nearer_of_two_opposite_edges() -> None:
    a, b, c = setup_sheet(BOARD).entries
    assert (a.across.edge, a.across.inches, a.along.edge, a.along.inches) == ("west", 4.0, "south", 3.5)
    assert (b.across.edge, b.across.inches, b.along.edge) == ("east", pytest.approx(5.5), "north")
    assert b.along.inches == pytest.approx(22 - 16 - 2)
    assert (a.degrees, b.degrees) == (0.0, 90.0)
    assert (a.on, c.on, c.height) == ((), (1,), 2.0)


def test_places_and_angles_alone_lay_the_same_board_out_again() -> None:
    """Whoever turns a piece and pushes it to its two distances has it where it was."""
    for degrees in (0, 15, 37, 90, 200, 315):
        (entry,) = setup_sheet(table(feature("a", (9.3, 12.1, 0), degrees))).entries
        turned = Placement((0, 0, 0), math.radians(entry.degrees)).apply(WALL.parts[0].solid.vertices)
        low, high = turned.min(axis=0), turned.max(axis=0)
        x = entry.across.inches - low[0] if entry.across.edge == "west" else 30 - entry.across.inches - high[0]
        y = entry.along.inches - low[1] if entry.along.edge == "south" else 22 - entry.along.inches - high[1]
        assert (x, y) == pytest.approx((9.3, 12.1), abs=2e-3)


def test_pdf_can_be_read_back_with_every_name_distance_and_angle() -> None:
    text = read_back(setup_pages(setup_sheet(BOARD), ENGLISH, title="My board"))
    for said in ("My board", "Long wall", "4 in from west", "3 1/2 in from south", "5 1/2 in from east", "90°", "2 ×"):
        assert said in text
    assert "1, 2 in up" in text


def test_sheet_speaks_chinese_throughout() -> None:
    text = read_back(setup_pages(setup_sheet(BOARD), Words("zh_CN"), title="战场"))
    assert "战场" in text
    assert " in " not in text
    assert "from" not in text


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pages_have_the_size_of_the_paper_and_nothing_leaves_them(paper: str) -> None:
    pages = setup_pages(setup_sheet(BOARD), ENGLISH, title="x" * 500, paper=paper)  # type: ignore[arg-type]
    width, height = {"a4": (8.268, 11.693), "letter": (8.5, 11.0)}[paper]
    assert (pages[0].width, pages[0].height) == pytest.approx((height, width), abs=1e-3)
    assert len(pages) == 3
    for page in pages:
        for item in page.items:
            if isinstance(item, PageText):
                assert item.start[0] >= 0
                assert item.start[0] + text_width(item.text, item.size, item.is_bold) <= page.width


def test_true_size_is_true() -> None:
    page = setup_pages(setup_sheet(BOARD), ENGLISH, title="b", is_true_size=True)[0]
    outline = next(item for item in page.items if isinstance(item, PageArea) and item.fill == (214, 206, 188))
    x, y = zip(*outline.places, strict=True)
    assert (max(x) - min(x), max(y) - min(y)) == pytest.approx((4.0, 1.0), abs=1e-6)
    box = pypdf.PdfReader(io.BytesIO(pdf_of((page,)))).pages[0].mediabox
    assert (float(box.width) / 72, float(box.height) / 72) == pytest.approx((page.width, page.height), abs=1e-3)


def test_hostile_names_stay_text_in_one_line() -> None:
    hostile = replace(WALL, name=HOSTILE)
    pages = setup_pages(setup_sheet(table(feature(HOSTILE, (9, 9, 0), 0.0, hostile))), ENGLISH, title=HOSTILE)
    assert not any(set(text) & set("\x1b\u202e\n") for text in texts(pages))
    text = read_back(pages)
    assert "<b>%s\\x1b[31m \\u202eevil\\n(Tj) ET" in text
    assert "战队" in text


def test_long_names_are_cut_where_their_column_ends() -> None:
    assert cut_to("short", 2.0, 9) == "short"
    cut = cut_to("x" * 100_000, 2.0, 9)
    assert cut.endswith("…")
    assert 1.8 <= text_width(cut, 9) <= 2.0


def test_many_pieces_take_more_pages_and_none_is_lost() -> None:
    features = [feature(f"f{k}", (5 + k % 20, 3 + k % 15, 0)) for k in range(80)]
    pages = setup_pages(setup_sheet(table(*features)), ENGLISH, title="many")
    assert len(pages) == 1 + 3 + 1
    said = texts(pages[1:4])
    assert all(str(k) in said for k in range(1, 81))


def test_empty_board_has_a_sheet() -> None:
    pages = setup_pages(setup_sheet(table()), ENGLISH, title="empty")
    assert len(pages) == 2
    assert "empty" in read_back(pages)


def test_png_shows_what_the_page_holds_and_a_huge_one_is_drawn_coarser() -> None:
    page = SheetPage(2.0, 1.0, (PageArea(((0.5, 0.25), (1.5, 0.25), (1.5, 0.75), (0.5, 0.75)), (200, 0, 0), None),))
    image = Image.open(io.BytesIO(png_of(page, dpi=100)))
    assert image.size == (200, 100)
    assert image.getpixel((100, 50)) == (200, 0, 0)
    assert image.getpixel((20, 50)) == (255, 255, 255)


def test_numbers_of_stacked_pieces_and_inches_of_near_lines_are_not_written_over_each_other() -> None:
    deck = piece("deck", 6.0, 5.0)
    stacked = [feature(f"wall-{k}", (8.0 + 0.02 * k, 8.0, 2.0 * k), made=deck) for k in range(4)]
    (page, *_) = setup_pages(setup_sheet(table(*stacked)), ENGLISH, title="stacked")
    texts = [item for item in page.items if isinstance(item, PageText)]
    numbers = [item.at for item in texts if item.is_bold and item.text in ("1", "2", "3", "4")]
    assert len(numbers) == 4
    assert min(math.dist(a, b) for a in numbers for b in numbers if a != b) > 0.26
    measures = [(item.at, text_width(item.text, item.size)) for item in texts if item.colour == (30, 96, 160)]
    assert len(measures) == 8
    for (one, wide), (other, wider) in itertools.combinations(measures, 2):
        assert abs(one[0] - other[0]) >= (wide + wider) / 2 or abs(one[1] - other[1]) >= 0.1


def test_a_piece_that_was_read_twice_is_listed_once() -> None:
    again, other = piece("terrain/long-wall.glb"), piece("terrain/long-wall.glb", height=3.0)
    board = table(feature("a", (6, 4, 0)), feature("b", (6, 9, 0), 0.0, again), feature("c", (6, 14, 0), 0.0, other))
    assert [(one.numbers, one.size[2]) for one in setup_sheet(board).pieces] == [((1, 2), 2.0), ((3,), 3.0)]
