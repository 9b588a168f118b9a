"""Where what is in hand may be put follows how it is turned; terrain that is set up is shown as it is put down."""

import math
import time
from dataclasses import replace
from typing import Any, cast

import numpy as np
from imgui_bundle import imgui

from tests.app.panel_bench import PanelBench
from tests.app.play.battles import race_model
from tests.zoo import box_part
from warcry3d.app.play.draft import Draft, PointItem, TurnItem, begun
from warcry3d.app.play.intents import ChoosePrompt, PlayCommand
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.play.panels.place import draw_place
from warcry3d.app.play.placed_terrain import outline_of, outline_of_squares, with_features
from warcry3d.app.play.placing import PlaceGhosts, changed_squares, held_colour
from warcry3d.app.play.scene import area_fields, overlays_of
from warcry3d.app.play.table_options import option_under
from warcry3d.app.scene.colours import AMBER, GREEN
from warcry3d.app.scene.overlays import ColourField, Overlay, Sign, SignKind, Tint
from warcry3d.app.shell.room import Host
from warcry3d.app.shell.settings import Settings
from warcry3d.game.actions import Action
from warcry3d.game.prompts import Option, PickOne, Place, PlaceArea, Placing
from warcry3d.geom.solid import Placement
from warcry3d.message import Message
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.table.grid import SquareGrid
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature, PartKind, Piece

LYING = PlaceArea(0.0, (((1, 1), (5, 1), (5, 2), (1, 2)),))


def no_action(answer: object) -> Action:
    raise AssertionError("nothing is answered here")


def turned(item: str, facing: float) -> tuple[PlaceArea, ...]:
    """Return the area of one of two items, as high as it is turned: enough to tell them apart."""
    return (PlaceArea(facing, LYING.rings),) if item == "ann" else ()


def placing(**fields: Any) -> PlayModel:
    items = (Option("ann", Message("ann")), Option("bob", Message("bob")))
    given = {"items": items, "areas": (LYING,), "suggested": (Placing("ann", (2, 1.5, 0), math.pi / 2),), **fields}
    prompt = Place(id="place", heading=Message("Place"), action=no_action, **given)
    return replace(race_model(), prompts=(prompt,)).after(ChoosePrompt("place"))


def known(ghosts: PlaceGhosts, model: PlayModel) -> tuple[PlaceArea, ...]:
    ghosts.areas(model)
    limit = time.monotonic() + 60
    while not ghosts.poll():
        assert time.monotonic() < limit
        time.sleep(0.01)
    return ghosts.areas(model)


def test_item_is_taken_in_hand_as_it_is_suggested_to_be_turned() -> None:
    prompt = placing().prompt
    assert prompt is not None and begun(prompt).turn == math.pi / 2


def test_enter_puts_down_what_is_held_over_the_table_and_says_how_many_more_are_due() -> None:
    over = placing().after(PointItem((2.0, 1.0, 0.0)))
    put = over.after(PlayCommand.SUBMIT)
    assert [one.item for one in put.draft.placed] == ["ann"] and put.draft.held == "bob" and not put.faults
    again = put.after(PlayCommand.SUBMIT)
    assert [str(fault.message) for fault in again.faults] == ["1 still to be put down"]


def test_areas_are_those_of_the_facing_once_they_are_known() -> None:
    ghosts, model = PlaceGhosts(cast(Host, None)), placing(areas_facing=turned)
    assert ghosts.areas(model) == (LYING,)
    once = model.after(TurnItem(1))
    assert ghosts.areas(once) == (LYING,)
    assert known(ghosts, once) == turned("ann", once.draft.turn)
    assert ghosts.areas(once.after(TurnItem(-1))) == (LYING,)
    ghosts.close()


def test_areas_of_what_is_round_are_the_same_for_all_facings() -> None:
    ghosts, model = PlaceGhosts(cast(Host, None)), placing()
    assert ghosts.areas(model.after(TurnItem(2))) == (LYING,)
    assert ghosts.areas(race_model()) == ()
    ghosts.close()


def piece() -> Feature:
    """Return a block of 4 x 2 in whose origin is its middle."""
    return Feature("wall", Piece("wall", (box_part("block", (-2, -1, 0), (2, 1, 1), PartKind.OBSTACLE),)), Placement())


def test_terrain_that_was_put_down_stands_on_the_table_and_the_next_is_outlined() -> None:
    table = race_model().moment.table
    draft = Draft(placed=(Placing("wall", (5.0, 6.0, 0.0), math.pi / 2),), held="tree", at=(1.0, 1.0, 0.0))
    laid = with_features(table, (piece(),), draft)
    assert [one.id for one in laid.terrain.features][len(table.terrain.features) :] == ["wall"]
    assert laid.terrain.features[-1].placement == Placement((5.0, 6.0, 0.0), math.pi / 2)
    assert with_features(table, (piece(),), Draft()) is table
    assert with_features(laid, (piece(),), draft) is laid


def test_outline_of_terrain_in_hand_is_turned_with_it() -> None:
    held = Draft(held="wall", at=(10.0, 5.0, 0.0), turn=math.pi / 2)
    lines = list(outline_of(piece(), held, GREEN))
    corners = {(round(line.start[0], 6), round(line.start[1], 6)) for line in lines}
    assert corners == {(9.0, 3.0), (11.0, 3.0), (9.0, 7.0), (11.0, 7.0)}
    assert list(outline_of(piece(), Draft(held="wall"), GREEN)) == []


def on_squares(*rows: str) -> Table:
    grid = SquareGrid(rows)
    return Table("race", Board(float(grid.width), float(grid.depth)), Terrain(()), (), grid=grid)


def test_squares_that_a_thing_changes_are_outlined_where_it_is_held_as_it_is_turned() -> None:
    before, after = on_squares("....", "....", "...."), on_squares("....", ".##.", "....")
    squares = tuple(changed_squares(before, after, Placing("tile", (1.5, 1.5, 0.0), 0.0)))
    assert squares == ((0.0, 0.0), (1.0, 0.0))
    held = Draft(held="tile", at=(2.5, 0.5, 0.0), turn=math.pi / 2)
    lines = list(outline_of_squares(squares, held, GREEN))
    ends = {(round(x, 6), round(y, 6)) for line in lines for x, y, _ in (line.start, line.end)}
    assert {(2.0, 0.0), (3.0, 0.0), (3.0, 2.0), (2.0, 2.0)} <= ends
    assert list(outline_of_squares(squares, replace(held, at=None), GREEN)) == []


def test_squares_of_tables_that_differ_in_size_are_not_compared() -> None:
    placed = Placing("tile", (1.5, 1.5, 0.0), 0.0)
    assert list(changed_squares(on_squares("..."), on_squares("...."), placed)) == []
    assert list(changed_squares(replace(on_squares("..."), grid=None), on_squares("..."), placed)) == []


def test_areas_side_by_side_are_drawn_as_one() -> None:
    squares = tuple(PlaceArea(0.0, (((x, 0), (x + 1, 0), (x + 1, 1), (x, 1)),)) for x in range(4))
    whole, _ = area_fields(squares)
    assert (whole.triangles[..., 0].min(), whole.triangles[..., 0].max()) == (0.0, 4.0)
    assert len(area_fields((*squares, PlaceArea(2.0, squares[0].rings)))) == 4


def test_piece_that_all_options_are_about_is_shown_before_one_is_pointed_at() -> None:
    def tinted(*pieces: str) -> list[str]:
        options = tuple(Option(str(n), Message("rule"), piece=piece) for n, piece in enumerate(pieces))
        prompt = PickOne(id="pick", heading=Message("Pick"), action=no_action, options=options)
        model = replace(race_model(), prompts=(prompt,), pointed=("", ""))
        return [one.name for one in overlays_of(model, model.moment.table) if isinstance(one, Tint)]

    assert set(tinted("wall", "wall")) == {"wall"} and tinted("wall", "tower") == []


def test_ground_that_options_stand_for_is_shown_before_one_is_picked() -> None:
    other = PlaceArea(0.0, (((5, 1), (9, 1), (9, 2), (5, 2)),))

    def fields(*areas: tuple[PlaceArea, ...], pointed: str = "") -> list[Overlay]:
        options = tuple(Option(str(n), Message("unit"), areas=some) for n, some in enumerate(areas))
        prompt = PickOne(id="pick", heading=Message("Pick"), action=no_action, options=options)
        model = replace(race_model(), prompts=(prompt,), pointed=("pick", pointed) if pointed else ("", ""))
        return [one for one in overlays_of(model, model.moment.table) if isinstance(one, ColourField)]

    assert fields((LYING,), (LYING,)) == list(area_fields((LYING,))), "all share it"
    assert fields((LYING,), (other,)) == [] == fields((), ())
    assert fields((LYING,), (other,), pointed="1") == list(area_fields((other,)))


def test_option_is_picked_on_its_place_its_terrain_or_its_ground() -> None:
    stone = Feature("stone", Piece("stone", (box_part("stone", (7, 7, 0), (8, 8, 1)),)), Placement((0, 0, 0)))
    other = PlaceArea(0.0, (((5, 1), (9, 1), (9, 2), (5, 2)),))
    options = (
        Option("here", Message("here"), at=(1.0, 5.0, 0.0)),
        Option("stone", Message("stone"), piece="stone"),
        Option("one", Message("one"), areas=(LYING,)),
        Option("two", Message("two"), areas=(other,)),
    )

    def under(*given: Option, x: float, y: float) -> tuple[str, str] | None:
        prompt = PickOne(id="pick", heading=Message("Pick"), action=no_action, options=given)
        model = replace(race_model(), prompts=(prompt,))
        table = Table("t", Board(10, 10), Terrain((stone,)), ())
        model = replace(model, moment=replace(model.moment, table=table))
        return option_under(model, (np.array([x, y, 9.0]), np.array([0.0, 0.0, -1.0])))

    spots = {"here": (1.5, 5.5), "stone": (7.5, 7.5), "one": (2.0, 1.5), "two": (8.0, 1.5)}
    assert all(under(*options, x=x, y=y) == ("pick", id) for id, (x, y) in spots.items())
    assert under(*options, x=4.5, y=8.0) is None and under(*options, x=20.0, y=1.5) is None
    shared = (options[2], replace(options[3], areas=(LYING,)))
    assert under(*shared, x=2.0, y=1.5) is None, "several units go there"


def test_what_is_held_beside_the_areas_is_marked_before_it_is_put_down() -> None:
    inside, beside = (placing().after(PointItem(at)) for at in ((2.0, 1.5, 0.0), (2.0, 6.0, 0.0)))
    assert held_colour(inside, (LYING,)) == GREEN and held_colour(beside, (LYING,)) == AMBER
    above = placing().after(PointItem((2.0, 1.5, 3.0)))
    assert held_colour(above, (LYING,)) == AMBER and held_colour(beside, ()) == GREEN
    marks = {one.kind for one in overlays_of(beside, beside.moment.table, (LYING,)) if isinstance(one, Sign)}
    assert {SignKind.RING, SignKind.CROSS} <= marks
    right = overlays_of(inside, inside.moment.table, (LYING,))
    assert not any(isinstance(one, Sign) and one.kind is SignKind.CROSS for one in right)


def test_buttons_for_placing_stand_where_the_near_corner_of_the_board_is_not(bench: PanelBench) -> None:
    """Seen at 1280 x 800: a point of deployment at the near left corner lay behind them."""
    words, layout = Words("en"), layout_of(1228.0, 704.0, 30.0, 1.0)
    found: list[tuple[float, float]] = []

    def draw() -> list[str]:
        panel = PlayFrame(bench.frame_of(words), placing(), layout, Teller(words), Settings())
        draw_place(panel, 500.0)
        imgui.begin("play-place")
        found.append((imgui.get_window_pos().x, imgui.get_window_pos().x + imgui.get_window_width()))
        imgui.end()
        return []

    bench.draw(draw, 3)
    left, width = layout.strip
    assert found[-1][0] > left + 0.2 * width and found[-1][1] <= left + width + 1
