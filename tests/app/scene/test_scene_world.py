import builtins
import math

import numpy as np
import pytest

from warcry3d.app.scene.arrows import arrow_ends
from warcry3d.app.scene.camera import above, from_corner, project
from warcry3d.app.scene.figure import base_outline, base_surface
from warcry3d.app.scene.light import CONTACT_CEILING, contact_image
from warcry3d.app.scene.overlay_layer import OverlayLayer
from warcry3d.app.scene.overlays import Arrow, Beam, FlatLine, Sign, SignKind, Silhouette, Tape, Tint
from warcry3d.app.scene.pipe import DEBIAN_PACKAGES, headless, make_graphics
from warcry3d.app.scene.shade import gravel_image, noise_image
from warcry3d.app.scene.shoot import shoot
from warcry3d.app.scene.world import Quality, World
from warcry3d.errors import MissingGraphicsError, UnknownNameError
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Placement
from warcry3d.table.models import Base, BaseShape, Figure, FigurePart, Tag

QUICK = Quality(shadow_size=512, shadow_taps=4, oversampling=1)
SIZE = (360, 240)
WALL = {"wall": ((5.0, 2.0, 0.0), (5.5, 6.0, 2.0))}


@pytest.fixture
def world(graphics):
    made = World(graphics, quality=QUICK)
    yield made
    made.close()


def look(graphics, world, shot=None):
    shot = shot or from_corner(world.table, SIZE[0] / SIZE[1])
    return shoot(graphics, world.root, shot, SIZE).astype(int)


def difference(one, other):
    return np.abs(one - other).sum(axis=2)


def place(shot, point):
    x, y, _ = project(shot, np.array([point], float), SIZE)[0]
    return round(x), round(y)


def around(image, shot, point, reach=3):
    x, y = place(shot, point)
    return image[max(y - reach, 0) : y + reach + 1, max(x - reach, 0) : x + reach + 1]


def test_nothing_is_left_behind_in_the_builtins(graphics):
    assert not any(hasattr(builtins, name) for name in ("base", "render", "taskMgr"))


def test_picture_shows_board_and_desk_and_no_clipped_nonsense(graphics, world, make_table):
    world.show(make_table())
    image = look(graphics, world, above(world.table, 1.5))
    assert image.shape == (SIZE[1], SIZE[0], 3)
    middle, edge = image[60:180, 90:270].mean(), image[:, :8].mean()
    assert 60 < middle < 200
    assert edge < middle - 25


def test_wall_throws_a_shadow_away_from_the_sun(graphics, world, make_table):
    world.show(make_table(walls=WALL))
    shot = above(world.table, 1.5)
    image = look(graphics, world, shot)
    assert around(image, shot, (6.1, 4.0, 0)).mean() < 0.75 * around(image, shot, (3.9, 4.0, 0)).mean()


def test_model_wears_its_sides_colour(graphics, world, make_table, make_model):
    world.show(make_table(make_model("a", 3, 4, side="red"), make_model("b", 9, 4, side="blue")))
    shot = from_corner(world.table, 1.5)
    image = look(graphics, world, shot)
    red, blue = around(image, shot, (3, 3.75, 1)), around(image, shot, (9, 3.75, 1))
    assert red[..., 0].mean() > 2 * red[..., 2].mean()
    assert blue[..., 2].mean() > 1.5 * blue[..., 0].mean()


def test_moved_model_leaves_its_place_and_its_shadow_with_it(graphics, world, make_table, make_model):
    table = make_table(make_model("a", 3, 4), walls=WALL)
    world.show(table)
    shot = from_corner(table, 1.5)
    before = look(graphics, world, shot)
    world.place("a", Placement((9, 4, 0)))
    after = look(graphics, world, shot)
    assert difference(around(before, shot, (3, 4, 1)), around(after, shot, (3, 4, 1))).mean() > 60
    assert difference(around(before, shot, (9, 4, 1)), around(after, shot, (9, 4, 1))).mean() > 60
    # The shadow falls to the right and away: there the floor is light again.
    shadow = (3.9, 5.0, 0)
    assert around(after, shot, shadow).mean() > 1.25 * around(before, shot, shadow).mean()


def test_moved_model_looks_as_if_it_had_always_stood_there(graphics, world, make_table, make_model):
    table = make_table(make_model("a", 3, 4), walls=WALL)
    world.show(table)
    shot = from_corner(table, 1.5)
    world.show(table.placing("a", Placement((9, 4, 0), 1.0)))
    moved = look(graphics, world, shot)
    other = World(graphics, quality=QUICK)
    other.show(table.placing("a", Placement((9, 4, 0), 1.0)))
    fresh = look(graphics, other, shot)
    other.close()
    assert difference(moved, fresh).max() <= 3


def test_moving_a_model_builds_no_terrain_anew(graphics, world, make_table, make_model):
    table = make_table(make_model("a", 3, 4), walls=WALL)
    world.show(table)
    node = world.node("wall/stones")
    world.show(table.placing("a", Placement((9, 4, 0))))
    assert world.node("wall/stones") == node


def test_models_come_and_go_with_the_table(graphics, world, make_table, make_model):
    a, b = make_model("a", 3, 4), make_model("b", 9, 4)
    table = make_table(a, b)
    world.show(table)
    world.show(type(table)(table.ruleset, table.board, table.terrain, (b,)))
    assert world.node("a") is None
    assert world.node("b") is not None


def test_other_table_replaces_everything(graphics, world, make_table, make_model):
    world.show(make_table(make_model("a", 3, 4), walls=WALL))
    world.show(make_table(make_model("c", 3, 4), walls={"other": WALL["wall"]}))
    assert world.node("wall/stones") is None
    assert world.node("other/stones") is not None
    assert world.node("a") is None


def test_unknown_model_cannot_be_placed(world, make_table):
    world.show(make_table())
    with pytest.raises(UnknownNameError):
        world.place("nobody", Placement((1, 1, 0)))


def test_marks_are_taken_back_after_a_marked_model_went_off_the_table(world, make_table, make_model):
    world.show(make_table(make_model("a", 2, 2), make_model("b", 5, 5)))
    world.mark({"a": (1.0, 0.1, 0.1), "b": (1.0, 0.1, 0.1)})
    world.show(make_table(make_model("b", 5, 5)))
    world.mark({"b": (0.1, 1.0, 0.1)})
    assert world.node("a") is None
    mark = world.node("b").get_shader_input("mark")
    assert mark.get_vector()[1] == 1.0


def test_mark_tints_what_it_names_and_is_taken_back(graphics, world, make_table):
    world.show(make_table(walls={**WALL, "far": ((9.0, 2.0, 0.0), (9.5, 6.0, 2.0))}))
    shot = from_corner(world.table, 1.5)
    plain = look(graphics, world, shot)
    world.mark({"wall/stones": (1.0, 0.1, 0.1), "no/such": (1, 1, 1)})
    marked = look(graphics, world, shot)
    world.mark({})
    again = look(graphics, world, shot)
    spot, other = (5.25, 4, 2), (9.25, 4, 2)
    redder = around(marked, shot, spot) - around(plain, shot, spot)
    assert redder[..., 0].mean() - redder[..., 2].mean() > 40
    assert difference(around(marked, shot, other), around(plain, shot, other)).max() <= 3
    assert difference(plain, again).max() <= 3


def test_faded_model_is_partly_there(graphics, world, make_table, make_model):
    world.show(make_table(make_model("a", 6, 4)))
    shot = from_corner(world.table, 1.5)
    there = look(graphics, world, shot)
    world.fade("a", 0.5)
    half = look(graphics, world, shot)
    world.fade("a", 0.0)
    gone = look(graphics, world, shot)
    body = (6, 3.75, 1)
    assert difference(around(half, shot, body), around(there, shot, body)).mean() > 20
    assert difference(around(half, shot, body), around(there, shot, body)).mean() < (
        difference(around(gone, shot, body), around(there, shot, body)).mean()
    )


@pytest.fixture
def drawn(graphics, world, make_table, make_model):
    """Return a function: the picture with these overlays, and by how much each pixel differs from that without."""
    world.show(make_table(make_model("a", 2, 4), make_model("b", 10, 4, side="blue"), walls=WALL))
    layer = OverlayLayer(world)
    layer.screen(*SIZE)
    shot = from_corner(world.table, 1.5)
    bare = look(graphics, world, shot)

    def draw(*overlays):
        layer.show(overlays)
        image = look(graphics, world, shot)
        layer.show(())
        return image, difference(image, bare), shot

    return draw


def test_beam_is_where_the_witness_is(drawn):
    start, end = (2.0, 3.0, 3.0), (10.0, 5.0, 3.5)
    _, apart, shot = drawn(Beam(start, end, (1, 0.8, 0.3), width=6))
    for share in (0.05, 0.3, 0.5, 0.8, 0.95):
        x, y = place(shot, np.array(start) + share * np.subtract(end, start))
        assert apart[y - 1 : y + 2, x - 1 : x + 2].max() > 80
    rows, columns = np.nonzero(apart > 40)
    places = project(shot, np.array([start, end]), SIZE)[:, :2]
    along = (places[1] - places[0]) / np.linalg.norm(places[1] - places[0])
    away = np.column_stack([columns + 0.5, rows + 0.5]) - places[0]
    assert np.abs(away @ [-along[1], along[0]]).max() < 8


def test_beam_is_faint_behind_a_wall_and_not_gone(drawn):
    _, apart, shot = drawn(Beam((3.0, 6.5, 0.4), (8.0, 6.5, 0.4), (1, 0.9, 0.6), width=6))
    behind, free = place(shot, (5.35, 6.5, 0.4)), place(shot, (7.6, 6.5, 0.4))
    strong = apart[free[1] - 1 : free[1] + 2, free[0] - 1 : free[0] + 2].max()
    _, hidden, shot = drawn(Beam((4.0, 4.0, 0.5), (6.5, 4.0, 0.5), (1, 0.9, 0.6), width=6))
    inside = place(shot, (5.25, 4.0, 0.5))
    weak = hidden[inside[1] - 1 : inside[1] + 2, inside[0] - 1 : inside[0] + 2].max()
    assert behind is not None
    assert 10 < weak < strong


def test_dashed_line_has_gaps(drawn):
    start, end = (1.0, 1.0, 2.5), (11.0, 1.0, 2.5)
    _, apart, shot = drawn(FlatLine(start, end, (1, 0, 0), dash=1.0, width=3))
    samples = [place(shot, np.array(start) + t * np.subtract(end, start)) for t in np.linspace(0.02, 0.98, 200)]
    lit = np.array([apart[y, x] > 60 for x, y in samples])
    assert 0.35 < lit.mean() < 0.85
    assert (lit[1:] != lit[:-1]).sum() >= 16


def test_line_from_behind_the_eye_is_cut_and_stays_in_place(graphics, world, make_table):
    world.show(make_table())
    layer = OverlayLayer(world)
    layer.screen(*SIZE)
    shot = from_corner(world.table, 1.5)
    bare = look(graphics, world, shot)
    eye, target = np.array(shot.eye), np.array([6.0, 4.0, 0.3])
    behind = tuple(eye + (eye - target) * 0.5 + np.array([0.3, 0, 0.4]))
    layer.show((FlatLine(behind, tuple(target), (1, 0, 0)),))
    apart = difference(look(graphics, world, shot), bare)
    x, y = place(shot, target)
    assert apart[y - 3 : y + 4, x - 3 : x + 4].max() > 60
    assert (apart > 60).mean() < 0.2


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((8.0, 2.0, 0.1), (8.02, 2.0, 0.1)),
        ((8.0, 2.0, 0.1), (8.0, 2.4, 0.1)),
        ((3.0, 6.5, 0.4), (8.0, 6.5, 0.4)),
        ((4.5, 4.0, 0.5), (6.0, 4.0, 0.5)),  # inside the wall
    ],
)
def test_arrow_is_seen_through_everything_and_has_a_least_length(drawn, start, end):
    _, apart, shot = drawn(made := Arrow(start, end, (1, 0.2, 0.2), least=60.0, width=16.0))
    ends = arrow_ends(made, shot, SIZE, 1.0)
    assert ends is not None
    (x, y), (tip_x, tip_y) = ends
    length = math.hypot(tip_x - x, tip_y - y)
    assert length >= 60.0 - 1e-6
    rows, columns = np.nonzero(apart > 25)
    along = np.array([tip_x - x, tip_y - y]) / length
    away = np.column_stack([columns + 0.5, rows + 0.5]) - (x, y)
    far, across = away @ along, np.abs(away @ [-along[1], along[0]])
    assert far.min() == pytest.approx(0.0, abs=6) and far.max() == pytest.approx(length, abs=8)
    assert across.max() < 8 + 5
    shaft = [apart[round(y + t * (tip_y - y)), round(x + t * (tip_x - x))] for t in np.linspace(0.05, 0.95, 10)]
    assert min(shaft) > 25


def test_tape_has_a_mark_every_inch(drawn):
    image, _, shot = drawn(Tape((1.0, 1.0, 2.5), (9.0, 1.0, 2.5), width=9))
    yellow = lambda t: around(image, shot, (1 + t, 1.0, 2.5), 0)[0, 0]
    dark = [yellow(t).sum() for t in range(1, 8)]
    light = [yellow(t + 0.5).sum() for t in range(1, 7)]
    assert np.median(dark) < np.median(light) - 100


@pytest.mark.parametrize("kind", list(SignKind))
def test_sign_stands_at_its_point(drawn, kind):
    point = (7.0, 2.0, 2.5)
    _, apart, shot = drawn(Sign(point, kind, (1, 0.5, 0), 30))
    x, y = place(shot, point)
    rows, columns = np.nonzero(apart > 60)
    assert abs(columns.mean() - x) < 2.5
    assert abs(rows.mean() - y) < 2.5
    assert np.hypot(columns - x, rows - y).max() < 15 * math.sqrt(2) + 1  # the corners of its square


def test_overlay_tint_is_taken_back_with_the_overlays(graphics, world, drawn):
    _, apart, _ = drawn(Tint("wall/stones", (1, 0, 0)))
    _, none, _ = drawn()
    assert apart.max() > 80
    assert none.max() <= 3


def test_silhouette_shows_a_hidden_model_and_leaves_a_visible_one_alone(graphics, world, make_table, make_model):
    shot = from_corner(make_table(), 1.5)
    away = np.array([math.cos(math.radians(76)), math.sin(math.radians(76))])
    behind = make_model("hidden", 6 + 1.2 * away[0], 2.2 + 1.2 * away[1])
    seen = make_model("seen", 10, 5)
    world.show(make_table(behind, seen, walls={"wall": ((4.5, 1.8, 0), (7.5, 2.2, 3))}))
    layer = OverlayLayer(world)
    bare = look(graphics, world, shot)
    layer.show((Silhouette("hidden", (1, 0, 1)), Silhouette("seen", (1, 0, 1))))
    apart = difference(look(graphics, world, shot), bare)
    x, y, _ = behind.placement.at
    assert (around(apart[..., None], shot, (x, y, 0.7)) > 40).mean() > 0.25
    assert (around(apart[..., None], shot, (10, 4.75, 0.9)) > 40).mean() < 0.05


def test_overlays_throw_no_shadow(drawn):
    _, apart, shot = drawn(FlatLine((2.0, 1.0, 5.0), (10.0, 1.0, 5.0), (1, 0, 0)))
    below = project(shot, np.array([[x, y, 0.0] for x in np.linspace(3, 9, 9) for y in (3.0, 4.5, 6.0)]), SIZE)
    assert max(apart[round(y), round(x)] for x, y, _ in below if 0 <= y < SIZE[1]) <= 3


def test_open_door_lets_the_floor_through(graphics, world, make_table):
    from dataclasses import replace

    from warcry3d.table.table import Terrain
    from warcry3d.table.terrain import PartKind

    table = make_table(walls=WALL, kind=PartKind.DOOR)
    world.show(table)
    shot = from_corner(table, 1.5)
    closed = look(graphics, world, shot)
    door = replace(table.terrain.features[0], state={"stones": "open"})
    world.show(replace(table, terrain=Terrain((door,))))
    opened = look(graphics, world, shot)
    assert difference(around(opened, shot, (5.25, 4, 1)), around(closed, shot, (5.25, 4, 1))).mean() > 25


@pytest.mark.parametrize("shape", list(BaseShape))
def test_base_keeps_within_its_outline_and_is_closed_around(shape):
    length, width = (2.4, 1.4) if shape is BaseShape.OVAL else (1.6, 1.6)
    base = Base(shape, length, width)
    at = base_surface(base).vertices["position"]
    assert np.abs(at[:, 0]).max() == pytest.approx(length / 2, abs=1e-5)
    assert np.abs(at[:, 1]).max() == pytest.approx(width / 2, abs=1e-5)
    assert at[:, 2].min() == 0
    assert at[:, 2].max() == pytest.approx(base.height)


def test_square_base_has_corners_and_a_round_one_has_none():
    square, round_ = (base_outline(Base(s, 2, 2)) for s in (BaseShape.SQUARE, BaseShape.ROUND))
    assert np.hypot(*square.T).max() > 1.3
    assert np.hypot(*round_.T) == pytest.approx(np.ones(96))


def test_contact_shade_lies_around_the_base_at_its_height(make_table, make_model):
    table = make_table(make_model("a", 3, 4, z=2.0))
    image = contact_image(table.board, table.models).astype(float) / 255
    scale = image.shape[1] / 14
    at = lambda x, y: image[int((y + 1) * scale), int((x + 1) * scale)]
    assert at(3, 4)[0] == 1
    assert at(3, 4)[1] * CONTACT_CEILING == pytest.approx(2, abs=0.05)
    assert 0 < at(3.75, 4)[0] < 1
    assert at(6, 4)[0] == 0


def test_contact_shade_under_a_walkway_is_kept_beside_that_on_it(make_table, make_model):
    table = make_table(make_model("low", 3, 4), make_model("high", 3.2, 4, z=3.0))
    image = contact_image(table.board, table.models).astype(float) / 255
    scale = image.shape[1] / 14
    spot = image[int(5 * scale), int(4 * scale)]
    assert spot[[0, 2]].min() > 0.5
    assert sorted(spot[[1, 3]] * CONTACT_CEILING) == pytest.approx([0, 3], abs=0.05)


def test_model_beside_the_board_does_not_matter(make_table, make_model):
    table = make_table(make_model("a", -30, 400))
    assert contact_image(table.board, table.models).max() == 0


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_noise_wraps_round(axis):
    noise = np.moveaxis(noise_image(side=32, lattice=4).astype(float), axis, 0)
    seam = np.abs(noise[0] - noise[-1]).mean()
    inside = np.abs(noise[1:] - noise[:-1]).mean()
    assert seam < 1.5 * inside


def test_gravel_has_stones_and_gaps():
    height = gravel_image(side=128, stones=80)[..., 0]
    assert (height == 0).mean() > 0.1
    assert (height > 150).mean() > 0.05


def test_other_graphics_made_and_closed_do_no_harm(graphics, world, make_table):
    world.show(make_table())
    before = look(graphics, world)
    headless().close()
    assert difference(look(graphics, world), before).max() <= 3


def test_missing_graphics_say_what_to_install(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(MissingGraphicsError) as caught:
        make_graphics(("no-such-display",))
    assert all(package in str(caught.value) for package in DEBIAN_PACKAGES)


@pytest.fixture
def armed(make_table, make_model):
    sword = FigurePart("sword", Tag.WEAPON, box((0.4, -0.15, 0.6), (0.7, 0.15, 1.5)))
    body = FigurePart("body", Tag.BODY, box((-0.3, -0.3, 0.14), (0.3, 0.3, 1.4)))
    return make_table(make_model("a", 6, 4, figure=Figure("armed", (body, sword))))


def test_weapon_left_out_is_drawn_faintly_and_the_body_is_not(graphics, world, armed):
    world.show(armed)
    shot = from_corner(armed, 1.5)
    whole = look(graphics, world, shot)
    world.count(frozenset({Tag.BODY}))
    without = look(graphics, world, shot)
    world.count(frozenset(Tag))
    again = look(graphics, world, shot)
    sword, body = (6.55, 3.85, 1.2), (6, 3.7, 0.8)
    assert difference(around(without, shot, sword), around(whole, shot, sword)).mean() > 25
    assert difference(around(without, shot, body), around(whole, shot, body)).max() <= 3
    assert difference(again, whole).max() <= 3


def test_fading_keeps_what_is_left_out_faint(graphics, world, armed):
    world.count(frozenset({Tag.BODY}))
    world.show(armed)
    shot = from_corner(armed, 1.5)
    before = look(graphics, world, shot)
    world.fade("a", 0.0)
    gone = look(graphics, world, shot)
    world.fade("a", 1.0)
    assert difference(look(graphics, world, shot), before).max() <= 3
    assert difference(gone, before).max() > 60


def test_silhouette_is_of_what_counts(graphics, world, make_table, make_model, armed):
    wall = {"wall": ((4.0, 2.0, 0.0), (9.0, 2.4, 2.5))}
    world.show(make_table(*armed.models, walls=wall))
    shot = from_corner(world.table, 1.5)
    layer = OverlayLayer(world)
    shone = []
    for tags in (frozenset(Tag), frozenset({Tag.BODY})):
        world.count(tags)
        layer.show([])
        plain = look(graphics, world, shot)
        layer.show([Silhouette("a", (0.1, 0.9, 1.0))])
        shone.append(int((difference(look(graphics, world, shot), plain) > 40).sum()))
    whole, body = shone
    assert 0 < body < whole


def test_marked_fighter_is_tinted_and_its_base_is_not(graphics, world, armed):
    world.show(armed)
    shot = from_corner(armed, 1.5)
    plain = look(graphics, world, shot)
    world.mark({"a": (0.1, 0.9, 0.2)})
    marked = look(graphics, world, shot)
    body, rim = (6, 3.7, 0.8), (6, 3.37, 0.07)
    assert difference(around(marked, shot, body), around(plain, shot, body)).mean() > 40
    assert difference(around(marked, shot, rim, 1), around(plain, shot, rim, 1)).max() <= 3
