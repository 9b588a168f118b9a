"""A fighter in hand: where the pointer holds it, which legs that means, what is dropped; no graphics."""

import math
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.patience import PATIENCE
from warcry3d.app.moves.held_fighter import HeldFighter, dropped
from warcry3d.app.moves.held_place import place_under
from warcry3d.app.moves.likely_legs import HeldPlace
from warcry3d.app.moves.model import HoldAt, LayAt, TakeInHand
from warcry3d.app.moves.move_controller import MoveController
from warcry3d.app.moves.move_judge import MoveAnswer, MoveJudge, MoveQuestion, own_inches
from warcry3d.app.moves.reach_field import FieldQuestion, reachable
from warcry3d.app.moves.scene import box_of_ghost, inches_of, is_beyond, marks_of, overlays_of_held
from warcry3d.app.moves.view import clear_box
from warcry3d.app.scene.camera import Shot
from warcry3d.app.scene.overlays import FlatLine, Sign, SignKind, lifted
from warcry3d.app.shell.files.document import Document, free_table_name, save_as
from warcry3d.errors import FileError
from warcry3d.game.reasons import ActionFault
from warcry3d.geom.solid import Placement
from warcry3d.message import message
from warcry3d.messages import Words
from warcry3d.motion.free_space import room_of
from warcry3d.motion.path import Leg, LegKind
from warcry3d.motion.path import Path as Way
from warcry3d.motion.standing_models import others_of
from warcry3d.motion.volume import volume_of
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.moves import judge_move
from warcry3d.table.files import load_table
from warcry3d.table.models import Base, BaseShape
from warcry3d.table.table import Table
from warcry3d.table.terrain import PartKind

BLOCK = {"block": ((5.0, 2.0, 0.0), (9.0, 6.0, 2.5))}
RADIUS = 0.63


@pytest.fixture
def table(make_table: MakeTable, make_model: MakeModel) -> Table:
    """Return a table with a block of 4 x 4 x 2.5 in that is stood on, and a fighter 2.37 in west of it."""
    return make_table(
        make_model("talon", 2, 4), make_model("brute", 2, 1, side="blue"), walls=BLOCK, kind=PartKind.PLATFORM
    )


def asked(table: Table, at: tuple[float, float, float], *, is_wall: bool = False, allowed: float = 12.0) -> MoveAnswer:
    return MoveJudge(table)(MoveQuestion("talon", (), HeldPlace(at, is_wall), allowed))


def kinds(offer: MoveAnswer) -> list[LegKind]:
    return [leg.kind for leg in offer.path.legs]


def looking_at(table: Table, point: tuple[float, float, float], eye: tuple[float, float, float]) -> HeldPlace | None:
    volume = volume_of(table.model("talon"))
    way = np.subtract(point, eye)
    others = others_of(table, "talon", volume)
    return place_under(room_of(table, volume), others, np.array(eye), way / np.linalg.norm(way))


class NoPointer:
    """No pointer: fighters are held by intents."""

    def fighter_under(self, at: tuple[float, float] | None) -> str | None:
        return None

    def ray(self, at: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
        raise AssertionError("nobody points")

    def wait_for_kernels(self, what: str) -> None:
        return


def until(mover: MoveController, holds: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not holds():
        mover.poll()
        time.sleep(0.001)
        assert time.monotonic() < limit, "it never came about"


def held_at(point: tuple[float, float, float]) -> tuple[np.ndarray, np.ndarray]:
    return np.array((point[0], point[1], 30.0)), np.array((0.0, 0.0, -1.0))


def test_open_floor_means_a_straight_walk(table: Table) -> None:
    offer = asked(table, (2, 7, 0))
    assert kinds(offer) == [LegKind.WALK]
    assert offer.moved.is_legal
    assert offer.moved.cost == pytest.approx(3.0)


def test_platform_means_walk_climb_and_walk_on(table: Table) -> None:
    offer = asked(table, (7, 4, 2.5))
    assert kinds(offer) == [LegKind.WALK, LegKind.CLIMB, LegKind.WALK]
    assert offer.moved.is_legal
    assert offer.moved.cost == pytest.approx(5 + 2.5, abs=0.01)


def test_wall_means_a_walk_and_a_climb_to_hold_there(table: Table) -> None:
    offer = asked(table, (5 - RADIUS - 0.004, 4, 1.2), is_wall=True)
    assert kinds(offer) == [LegKind.WALK, LegKind.CLIMB]
    assert offer.moved.is_legal
    assert offer.moved.ends.climbing
    assert offer.moved.cost == pytest.approx(3 - RADIUS + 1.2, abs=0.01)


def test_over_an_edge_means_a_jump_and_a_climb_where_damage_is_avoided(table: Table) -> None:
    above = table.placing("talon", Placement((6.0, 4.0, 2.5), 0.0))
    jump = MoveJudge(above)(MoveQuestion("talon", (), HeldPlace((3, 4, 0)), 12.0))
    assert kinds(jump) == [LegKind.WALK, LegKind.JUMP]
    assert jump.moved.cost == pytest.approx(3.0)
    assert jump.moved.ends.impact_rolls == 1
    climb = MoveJudge(above)(MoveQuestion("talon", (), HeldPlace((3, 4, 0)), 12.0, avoids_damage=True))
    assert LegKind.CLIMB in kinds(climb)
    assert climb.moved.cost == pytest.approx(5.5, abs=0.01)
    assert climb.moved.ends.impact_rolls == 0


def test_legs_go_on_from_those_laid(table: Table) -> None:
    first = asked(table, (2, 7, 0))
    second = MoveJudge(table)(MoveQuestion("talon", first.path.legs, HeldPlace((6, 7, 0)), 12.0))
    assert [leg.to[-1] for leg in second.path.legs] == [(2, 7, 0), (6, 7, 0)]
    assert second.moved.cost == pytest.approx(7.0)
    assert second.added == second.path.legs[1:]


def test_flyer_flies_straight(make_table: MakeTable, make_model: MakeModel) -> None:
    flyer = replace(make_model("talon", 2, 4), profile={"runemarks": ["fly"], "move": 8})
    offer = asked(make_table(flyer, walls=BLOCK, kind=PartKind.PLATFORM), (7, 4, 2.5))
    assert kinds(offer) == [LegKind.FLY]
    assert offer.moved.cost == pytest.approx(5.0)


def test_flyer_that_may_not_fly_now_is_shown_its_walk_to_the_last_inch(
    make_table: MakeTable, make_model: MakeModel
) -> None:
    flyer = replace(make_model("talon", 2, 4), profile={"runemarks": ["fly"], "move": 8})
    judge = MoveJudge(make_table(flyer), lambda path: (), frozenset({LegKind.WALK}))
    offer = judge(MoveQuestion("talon", (), HeldPlace((10.5, 4, 0)), 8.0))
    assert kinds(offer) == [LegKind.WALK] and offer.is_shortened and offer.moved.is_legal


@pytest.mark.parametrize(("beyond", "held"), [((3.8, -0.4), (3.8, RADIUS)), ((-0.5, 8.5), (RADIUS, 8 - RADIUS))])
def test_pointer_beyond_the_edge_of_the_board_holds_the_base_against_it(
    table: Table, beyond: tuple[float, float], held: tuple[float, float]
) -> None:
    spot = looking_at(table, (*beyond, 0), (*beyond, 20))
    assert spot is not None and not spot.is_wall
    assert spot.at == pytest.approx((*held, 0), abs=0.004)
    assert asked(table, spot.at).moved.faults == ()


def test_pointer_on_the_floor_holds_the_base_there(table: Table) -> None:
    spot = looking_at(table, (3, 7, 0), (3, -10, 20))
    assert spot is not None and not spot.is_wall
    assert spot.at == pytest.approx((3, 7, 0))


def test_pointer_on_a_platform_holds_the_base_at_its_height(table: Table) -> None:
    spot = looking_at(table, (7, 4, 2.5), (7, -10, 20))
    assert spot is not None and not spot.is_wall
    assert spot.at == pytest.approx((7, 4, 2.5))


def test_pointer_on_a_wall_holds_the_base_against_it(table: Table) -> None:
    spot = looking_at(table, (7, 2, 1.5), (7, -10, 8))
    assert spot is not None and spot.is_wall
    assert spot.at == pytest.approx((7, 2 - RADIUS - 0.004, 1.5), abs=0.002)


def test_base_slides_along_walls_fighters_and_the_edge(table: Table) -> None:
    by_wall = looking_at(table, (7, 1.6, 0), (7, -10, 20))
    assert by_wall is not None
    assert by_wall.at == pytest.approx((7, 2 - RADIUS, 0), abs=0.005)
    by_edge = looking_at(table, (11.8, 7, 0), (11.8, -10, 20))
    assert by_edge is not None
    assert by_edge.at[0] == pytest.approx(12 - RADIUS, abs=0.005)
    by_brute = looking_at(table, (3.1, 1, 0), (3.1, -10, 20))
    assert by_brute is not None
    assert math.dist(by_brute.at[:2], (2, 1)) == pytest.approx(2 * RADIUS, abs=0.006)


def test_pointer_above_the_table_holds_nothing(table: Table) -> None:
    assert looking_at(table, (3, 7, 30), (3, -10, 20)) is None


def test_inches_come_from_the_profile_if_it_gives_any(table: Table, make_model: MakeModel) -> None:
    assert own_inches(table, "talon") is None
    known = replace(table, models=(replace(table.model("talon"), profile={"move": 4}),))
    assert own_inches(known, "talon") == 4
    assert HeldFighter.taking(known, "talon").allowed == 4


def test_fighter_is_held_laid_and_dropped(table: Table) -> None:
    mover = MoveController(NoPointer())
    mover.do(TakeInHand(table, "talon"))
    mover.do(HoldAt(held_at((2, 7, 0))))  # not prepared yet: held as soon as that is done
    until(mover, lambda: mover.held is not None and mover.held.spot is not None and mover.held.is_current)
    mover.do(LayAt(held_at((2, 7, 0))))
    assert mover.held is not None and mover.held.spot is None
    mover.do(HoldAt(held_at((4, 7, 0))))
    until(mover, lambda: mover.held is not None and mover.held.is_current)
    hand = mover.held
    assert hand.moved is not None and hand.moved.cost == pytest.approx(5.0)
    after = dropped(hand)
    assert after is not None and after.terrain is table.terrain
    assert after.model("talon").placement.at == pytest.approx((4, 7, 0))
    assert table.model("talon").placement.at == (2, 4, 0)
    assert hand.back().laid == ()
    mover.close()


def test_corner_is_laid_where_was_clicked_though_the_pointer_moved_on_before_the_answer(table: Table) -> None:
    """On a busy machine the corner came to lie where the pointer was when the judge answered."""
    mover = MoveController(NoPointer())
    mover.do(TakeInHand(table, "talon"))
    until(mover, lambda: not mover.model.is_preparing)
    mover.do(LayAt(held_at((2, 7, 0))))
    mover.do(HoldAt(held_at((4, 7, 0))))
    assert mover.held is not None and mover.held.laid == ()
    until(mover, lambda: mover.held is not None and bool(mover.held.laid) and mover.held.is_current)
    assert [legs[-1].to[-1] for legs in mover.held.laid] == [pytest.approx((2, 7, 0))]
    assert mover.held.at == pytest.approx((4, 7, 0))
    mover.do(LayAt(held_at((3, 6, 0))))
    mover.do(LayAt(held_at((4, 6, 0))))
    until(mover, lambda: mover.held is not None and len(mover.held.laid) == 2)
    assert mover.held.laid[1][-1].to[-1] == pytest.approx((4, 6, 0)), "the newer click is meant"
    mover.close()


@pytest.mark.parametrize("is_brief", [True, False])
def test_refused_corner_is_taken_back_in_a_battle_when_the_pointer_moves_on(table: Table, is_brief: bool) -> None:
    """Seen: after a click on a wall each way led over that wall, though the screen said to click elsewhere."""
    mover = MoveController(NoPointer(), is_brief=is_brief)
    mover.do(TakeInHand(table, "talon", 2.0))
    until(mover, lambda: not mover.model.is_preparing)
    mover.do(LayAt(held_at((2, 5, 0))))
    until(mover, lambda: mover.held is not None and len(mover.held.laid) == 1)
    mover.do(LayAt(held_at((2, 8, 0))))
    until(mover, lambda: mover.held is not None and len(mover.held.laid) == 2 and mover.held.is_current)
    assert mover.held.moved is not None and not mover.held.moved.is_legal
    mover.do(HoldAt(None))
    assert len(mover.held.laid) == 2, "why is still said while a panel is pointed at"
    mover.do(HoldAt(held_at((3, 5, 0))))
    until(mover, lambda: mover.held is not None and mover.held.is_current)
    assert mover.held.moved is not None and mover.held.moved.is_legal == is_brief
    assert len(mover.held.laid) == (1 if is_brief else 2)
    mover.close()


def test_falling_fighter_is_dropped_where_it_may_be_put(table: Table) -> None:
    judge = MoveJudge(table)
    hang = (5 - RADIUS - 0.004, 4.0, 2.0)
    laid = (Leg(LegKind.WALK, ((hang[0], 4.0, 0.0),)), Leg(LegKind.CLIMB, (hang,)), Leg(LegKind.JUMP, ((3.5, 4, 2.0),)))
    offer = judge(MoveQuestion("talon", laid, None, 12.0))
    hand = replace(HeldFighter.taking(table, "talon"), laid=(laid,), allowed=12.0, answer=offer)
    after = dropped(hand)
    assert after is not None
    assert after.model("talon").placement.at[2] == 0.0


def test_disengaging_has_its_own_inches_and_back(table: Table) -> None:
    hand = HeldFighter.taking(table, "talon").for_action(MoveAction.DISENGAGE)
    assert hand.allowed == 3
    assert hand.for_action(MoveAction.MOVE).allowed == 6


def test_moves_are_undone_and_done_again(table: Table) -> None:
    moved = table.placing("talon", Placement((3.0, 7.0, 0.0), 0.0))
    opened = Document.opened(Path("a.table.json"), table)
    after = opened.after_change(moved)
    assert after.undone().table is table
    assert after.undone().redone().table is moved
    assert opened.undone() is opened and opened.redone() is opened
    assert after.undone().after_change(table).redone().table is table


def test_document_is_changed_until_it_is_saved_or_undone(table: Table) -> None:
    moved = table.placing("talon", Placement((3.0, 7.0, 0.0), 0.0))
    after = Document.opened(Path("a.table.json"), table).after_change(moved)
    assert after.is_changed and not after.undone().is_changed
    saved = after.saved_as(Path("b.table.json"))
    assert not saved.is_changed and saved.undone().is_changed


def test_table_is_saved_under_a_new_name_only(table: Table, tmp_path: Path) -> None:
    folder = tmp_path
    opened = folder / "small-fight.table.json"
    assert free_table_name(opened) == "small-fight-2"
    path = save_as(table, folder, " small-fight-2 ")
    assert load_table(path).model("talon").placement.at == (2, 4, 0)
    assert free_table_name(opened) == "small-fight-3"
    for name in ("small-fight-2", "", "../out", "a\\b", ".hidden"):
        with pytest.raises(FileError):
            save_as(table, folder, name)
    assert [one.name for one in folder.iterdir()] == [path.name]


def test_who_has_no_room_to_turn_before_it_goes_turns_when_it_is_there(
    make_table: MakeTable, make_model: MakeModel
) -> None:
    """An oval of 3 x 1.4 in lengthwise in a lane 1.6 in wide; beyond the lane there is room to turn across."""
    oval = Base(BaseShape.OVAL, 3.0, 1.4)
    walls = {"south": ((0.0, 2.8, 0.0), (6.0, 3.2, 2.0)), "north": ((0.0, 4.8, 0.0), (6.0, 5.2, 2.0))}
    table = make_table(make_model("talon", 2, 4, base=oval), walls=walls)
    offer = MoveJudge(table)(MoveQuestion("talon", (), HeldPlace((9, 4, 0)), 12.0, facing=math.pi / 2))
    assert offer.moved.is_legal
    assert offer.moved.cost == pytest.approx(7)
    assert [leg.facing for leg in offer.path.legs] == [None, math.pi / 2]
    free = MoveJudge(make_table(make_model("talon", 2, 4, base=oval)))
    assert [
        leg.facing for leg in free(MoveQuestion("talon", (), HeldPlace((9, 4, 0)), 12.0, facing=1.0)).path.legs
    ] == [1.0]


def test_held_in_a_lane_that_admits_it_turned_the_ghost_turns_and_is_dropped(
    make_table: MakeTable, make_model: MakeModel
) -> None:
    """An oval of 2.4 x 1.4 in faces across a lane 1.6 in wide, 3 in before it: 6 in straight on it is lengthwise."""
    oval = Base(BaseShape.OVAL, 2.4, 1.4)
    walls = {"south": ((5.0, 0.0, 0.0), (12.0, 3.2, 9.0)), "north": ((5.0, 4.8, 0.0), (12.0, 8.0, 9.0))}
    across = make_model("talon", 2, 4, base=oval)
    across = replace(across, placement=replace(across.placement, turn=math.pi / 2))
    table = make_table(across, walls=walls, kind=PartKind.UNCLIMBABLE)
    mover = MoveController(NoPointer())
    mover.do(TakeInHand(table, "talon"))
    until(mover, lambda: mover.held is not None and mover.held.has_field)
    mover.do(HoldAt(held_at((8, 4, 0))))
    until(mover, lambda: not mover.is_searching and mover.held is not None and mover.held.is_current)
    hand = mover.held
    assert hand is not None and hand.moved is not None and hand.spot is not None
    assert hand.spot.at[:2] == pytest.approx((8, 4))
    assert hand.moved.is_legal
    assert hand.moved.cost == pytest.approx(6.0, abs=0.01)
    assert math.sin(hand.turn) == pytest.approx(0, abs=1e-9)
    after = dropped(hand)
    assert after is not None
    assert after.model("talon").placement.turn == hand.turn
    mover.close()


def test_labels_stand_beside_the_way_clear_of_signs_and_of_each_other() -> None:
    free = clear_box((100, 100), (40, 20), 10, [])
    assert free == (110, 90, 40, 20)
    assert clear_box((100, 100), (40, 20), 10, [free]) == (50, 90, 40, 20)
    assert clear_box((100, 100), (40, 20), 10, [free, (50, 90, 40, 20)]) == (110, 110, 40, 20)
    sign = (115.0, 95.0, 26.0, 26.0)
    assert clear_box((100, 100), (40, 20), 10, [sign])[0] == 50


def test_what_a_jump_costs_is_written_where_it_is_counted(table: Table) -> None:
    """Off the block: 0.63 in of walk and 2.37 of jump, at its height; what it drops is free."""
    above = table.placing("talon", Placement((6.0, 4.0, 2.5), 0.0))
    offer = MoveJudge(above)(MoveQuestion("talon", (), HeldPlace((3, 4, 0)), 12.0))
    hand = replace(HeldFighter.taking(above, "talon"), allowed=12.0, answer=offer)
    shot = Shot(lifted((4.5, -20.0, 2.5)), lifted((4.5, 4.0, 2.5)), 0.6)
    walked, jumped = inches_of(hand, Words("en"), shot, (800, 600))
    assert (walked.text, jumped.text) == ("0.99 walk", "2.01 jump")
    assert jumped.at[1] == pytest.approx(300, abs=1)
    assert jumped.at[0] < walked.at[0]


def test_signs_are_where_something_is_at_fault(table: Table) -> None:
    offer = asked(table, (2, 7, 0), allowed=2.0)
    hand = replace(HeldFighter.taking(table, "talon"), allowed=2.0, spot=HeldPlace((2, 7, 0)), answer=offer)
    shot = Shot((2.0, 6.0, 30.0), (2.0, 6.0, 0.0), 0.6, (0.0, 1.0, 0.0))
    (mark,) = marks_of(hand, shot, (800, 600))
    assert mark == pytest.approx((400, 300), abs=1)
    assert marks_of(replace(hand, answer=asked(table, (2, 7, 0))), shot, (800, 600)) == ()


def test_way_beyond_reach_is_a_thin_line_until_it_is_laid_by_a_click(table: Table) -> None:
    """Pointing at somebody far away drew a red way with a cross for each fault."""

    def drawn(hand: HeldFighter, *, is_brief: bool) -> tuple[list[SignKind], int]:
        overlays = overlays_of_held(hand, is_brief=is_brief)
        signs = [one.kind for one in overlays if isinstance(one, Sign)]
        return signs, sum(isinstance(one, FlatLine) and one.dash > 0 for one in overlays)

    offer = asked(table, (2, 7, 0), allowed=2.0)
    hand = replace(HeldFighter.taking(table, "talon"), allowed=2.0, spot=HeldPlace((2, 7, 0)), answer=offer)
    assert is_beyond(hand) and drawn(hand, is_brief=True) == ([], 1)
    assert SignKind.CROSS in drawn(hand, is_brief=False)[0], "Judge tells all at once"
    laid = replace(hand.laying(), answer=None)
    laid = replace(laid, answer=MoveJudge(table)(laid.question))
    assert laid.laid and not is_beyond(laid) and SignKind.CROSS in drawn(laid, is_brief=True)[0]
    near = replace(HeldFighter.taking(table, "talon"), spot=HeldPlace((2, 5, 0)))
    near = replace(near, answer=MoveJudge(table)(near.question))
    assert not is_beyond(near)


def test_box_of_a_ghost_is_around_it_where_it_is_held(table: Table) -> None:
    hand = replace(HeldFighter.taking(table, "talon"), spot=HeldPlace((2, 7, 0)))
    shot = Shot((2.0, 7.0, 30.0), (2.0, 7.0, 0.0), 0.6, (0.0, 1.0, 0.0))
    ((left, top, width, height),) = box_of_ghost(hand, shot, (800, 600))
    assert (left + width / 2, top + height / 2) == pytest.approx((400, 300), abs=1)
    inch = 300 / (30.0 * math.tan(0.3))
    assert width == pytest.approx(2 * RADIUS * inch, rel=0.15), "what is nearer to the eye is larger"
    assert box_of_ghost(HeldFighter.taking(table, "talon"), shot, (800, 600)) == (), "it has no ghost yet"
    assert box_of_ghost(hand, replace(shot, eye=(2.0, 7.0, 0.1)), (800, 600)) == (), "it is behind the eye"


def test_way_around_a_wall_and_a_fighter_is_proposed_before_the_search_is_done(
    make_table: MakeTable, make_model: MakeModel
) -> None:
    walls = {"wall": ((4.0, 2.0, 0.0), (4.4, 5.0, 3.0))}
    table = make_table(make_model("talon", 2, 4), make_model("brute", 4.2, 5.7, side="blue"), walls=walls)
    offer = asked(table, (6.5, 4, 0))
    assert offer.moved.is_legal and [leg.kind for leg in offer.path.legs] == [LegKind.WALK]
    assert min(y for _, y, _ in offer.path.legs[0].to) < 2 - RADIUS, "south of the wall: the fighter closes the north"
    assert offer.moved.cost == pytest.approx(
        math.dist((2, 4), (4, 1.3)) + math.dist((4.4, 1.3), (6.5, 4)) + 0.4, abs=0.3
    )
    assert len(asked(table, (6.5, 4, 0), allowed=2.0).path.legs[0].to) == 1, "none of so few inches"


def test_held_beside_where_it_gets_to_a_fighter_is_put_there(make_table: MakeTable, make_model: MakeModel) -> None:
    """A post stands in the straight way over the block, so that no way to its far side is merely too long."""
    walls = BLOCK | {"post": ((5.7, 3.0, 2.5), (6.0, 5.0, 5.0))}
    table = make_table(make_model("talon", 2, 4), walls=walls, kind=PartKind.PLATFORM)

    def check(path: Way) -> tuple[ActionFault, ...]:
        moved = judge_move(table, "talon", path, allowed=8.0)
        return () if moved.is_legal else (ActionFault("R-1", message("too far")),)

    judge, field = MoveJudge(table, check), reachable(table, FieldQuestion("talon", (), 8.0, MoveAction.MOVE, False))
    beside, beyond = (
        judge(MoveQuestion("talon", (), HeldPlace(at), 8.0, reachable=field))
        for at in ((7.0, 3.3, 2.5), (8.3, 4.0, 2.5))
    )
    assert beside.moved.is_legal and beside.is_shortened and beside.moved.cost <= 8.0
    assert 0.1 < math.dist(beside.moved.ends.at, (7.0, 3.3, 2.5)) <= 0.75
    assert not beyond.moved.is_legal
