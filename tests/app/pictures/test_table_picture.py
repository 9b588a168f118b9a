import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from panda3d.core import Filename, PNMImage

from warcry3d.app.pictures.table import (
    LARGEST,
    SMALLEST,
    Above,
    Corner,
    Eye,
    PictureSizeError,
    check_picture,
    eye_shot,
    picture,
    save_png,
)
from warcry3d.app.scene.camera import Shot, above, from_corner, project
from warcry3d.app.scene.overlays import Beam, Tint
from warcry3d.app.scene.studio import share_seen
from warcry3d.app.scene.verdict import CoverLine, ShownVerdict
from warcry3d.app.scene.world import Quality
from warcry3d.errors import FileError, MissingGraphicsError, UnknownNameError, WarcryError
from warcry3d.geom.shapes import box
from warcry3d.messages import Words
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.table.models import Figure, FigurePart, Tag

QUICK = Quality(shadow_size=512, shadow_taps=4, oversampling=1)
SIZE = (360, 240)
WALL = {"wall": ((5.0, 2.0, 0.0), (5.5, 6.0, 2.5))}


@pytest.fixture
def pair(make_table, make_model):
    return make_table(make_model("a", 2, 4), make_model("b", 9, 4.5, side="blue"))


@pytest.fixture
def walled(make_table, make_model):
    return make_table(make_model("a", 2, 4), make_model("b", 9, 4.5, side="blue"), walls=WALL)


@pytest.fixture
def take(graphics):
    def one(table, view, size=SIZE, **more):
        return picture(table, view=view, size=size, quality=QUICK, graphics=graphics, **more)

    return one


def difference(one, other):
    return np.abs(one.astype(int) - other.astype(int)).sum(axis=2)


@pytest.mark.parametrize("size", [(360, 240), (240, 360), (160, 160), (501, 177)])
@pytest.mark.parametrize("view", [Above(), Corner(), Eye("a", "b")])
def test_picture_has_the_size_asked_for_and_shows_something(take, walled, view, size):
    image = take(walled, view, size)
    assert image.shape == (size[1], size[0], 3)
    assert image.dtype == np.uint8
    assert image.std() > 12


@pytest.mark.parametrize("size", [(SMALLEST - 1, 200), (200, LARGEST + 1), (0, 0), (-5, 100), (10**9, 10**9)])
def test_impossible_sizes_are_refused_before_anything_is_drawn(pair, size):
    with pytest.raises(PictureSizeError, match="pixels"):
        picture(pair, view=Above(), size=size)


def test_large_picture_can_be_drawn(take, pair):
    assert take(pair, Above(), (2600, 200)).shape == (200, 2600, 3)


def test_unknown_eye_is_refused(take, pair):
    with pytest.raises(UnknownNameError):
        take(pair, Eye("a", "nobody"))


def test_same_table_gives_the_same_picture(take, walled):
    assert difference(take(walled, Corner()), take(walled, Corner())).max() <= 2


def test_empty_table_can_be_drawn(take, make_table):
    assert take(make_table(), Corner()).std() > 12


def test_beam_crosses_the_picture_where_the_witness_does(take, pair):
    start, end = (2.0, 4.0, 1.2), (9.0, 4.5, 1.0)
    shot = from_corner(pair, 1.5)
    apart = difference(
        take(pair, Corner(), overlays=[Beam(start, end, (1, 0.8, 0.3))], names=False), take(pair, Corner(), names=False)
    )
    for share in (0.2, 0.5, 0.8):
        x, y, _ = project(shot, np.array([start]) + share * np.subtract(end, start), SIZE)[0]
        assert apart[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3].max() > 60
    assert (apart > 20).mean() < 0.1


def test_tinted_blocker_differs_and_the_rest_does_not(take, walled):
    plain = take(walled, Above(), names=False)
    tinted = take(walled, Above(), names=False, overlays=[Tint("wall/stones", (1, 0.1, 0.1))])
    apart = difference(plain, tinted)
    shot = above(walled, 1.5)
    inside = project(shot, np.array([[5.25, y, 2.5] for y in (2.5, 4, 5.5)]), SIZE)
    outside = project(shot, np.array([[x, 1.0, 0.0] for x in (1, 4, 8, 11)]), SIZE)
    assert min(apart[round(y), round(x)] for x, y, _ in inside) > 40
    assert max(apart[round(y), round(x)] for x, y, _ in outside) <= 3


def test_names_stand_over_the_fighters(take, pair):
    apart = difference(take(pair, Corner()), take(pair, Corner(), names=False))
    shot = from_corner(pair, 1.5)
    for model in pair.models:
        x, y, z = model.placement.at
        place = project(shot, np.array([[x, y, z + 1.5]]), SIZE)[0]
        head = apart[max(round(place[1]) - 24, 0) : round(place[1]) - 1, round(place[0]) - 12 : round(place[0]) + 13]
        assert (head > 30).mean() > 0.2


def test_caption_is_at_the_bottom_in_any_language(take, pair):
    bare = take(pair, Corner(), names=False)
    for words in ("A quarrel through a window", "隔着窗户的争执"):
        apart = difference(take(pair, Corner(), names=False, caption=[words, words]), bare)
        rows = np.nonzero((apart > 30).any(axis=1))[0]
        assert rows.min() > SIZE[1] * 0.6


def test_eye_has_the_target_in_the_middle(take, make_table, make_model):
    a, b = make_model("a", 2, 4), make_model("b", 8, 4.5, side="blue")
    with_target = take(make_table(a, b), Eye("a", "b"), names=False)
    middle = with_target[100:140, 165:195].astype(int)
    assert (middle[..., 2] > middle[..., 0] + 20).mean() > 0.4
    edges = np.concatenate([with_target[100:140, :60], with_target[100:140, -60:]], axis=1).astype(int)
    assert (edges[..., 2] > edges[..., 0] + 20).mean() < 0.4


def test_viewer_does_not_stand_in_its_own_way(take, make_table, make_model):
    a, b = make_model("a", 2, 4, side="red"), make_model("b", 8, 4.5, side="blue")
    image = take(make_table(a, b), Eye("a", "b"), names=False).astype(int)
    assert (image[..., 0] > image[..., 2] + 90).mean() < 0.02


def test_wall_between_hides_the_target_from_the_eye(take, make_table, make_model):
    a, b = make_model("a", 2, 4), make_model("b", 8, 4.0, side="blue")
    image = take(make_table(a, b, walls=WALL), Eye("a", "b"), names=False)[100:140, 165:195].astype(int)
    assert (image[..., 2] > image[..., 0] + 40).mean() < 0.1


def test_eye_does_not_back_into_a_wall(make_table, make_model):
    walls = {"behind": ((0.5, 2.0, 0.0), (1.6, 6.0, 4.0))}
    table = make_table(make_model("a", 2.1, 4), make_model("b", 9, 4), walls=walls)
    assert eye_shot(table, "a", "b").eye[0] > 1.6


LINE = ((2.5, 4.0, 1.0), (8.5, 4.4, 1.0))
NEAREST = ((2.63, 4.0, 0.0), (8.37, 4.5, 0.0))
VERDICTS = {
    "seen": Seen(LINE, 2.3),
    "hidden": Hidden(("wall/stones",), None),
    "too close": TooClose(0.2, LINE, ("wall/stones",)),
}


def shown(verdict):
    return ShownVerdict("a", "b", verdict, NEAREST, (CoverLine(*NEAREST, (5.0, 4.2, 0.05), True),))


@pytest.fixture
def check(graphics):
    def one(table, verdict, sentences=("a and b.", "Because."), size=(640, 400), words=None):
        return check_picture(
            table, shown(verdict), sentences=sentences, words=words, size=size, quality=QUICK, graphics=graphics
        )

    return one


@pytest.mark.parametrize("name", VERDICTS)
@pytest.mark.parametrize("size", [(640, 400), (400, 640), (160, 160), (800, 160)])
def test_every_verdict_can_be_shown_at_any_size(check, walled, name, size):
    image = check(walled, VERDICTS[name], size=size)
    assert image.shape == (size[1], size[0], 3)
    assert image.std() > 12


def test_three_verdicts_are_shown_in_three_colours(check, walled):
    bars = [check(walled, verdict)[-30, 7].astype(int) for verdict in VERDICTS.values()]
    green, red, amber = bars
    assert green[1] > green[0] + 60
    assert red[0] > red[1] + 100
    assert amber[0] > amber[1] + 40 > amber[2] + 60


def test_words_change_the_foot_and_nothing_else(check, walled):
    one, other = (check(walled, VERDICTS["seen"], (words,)) for words in ("a sees b.", "甲看得见乙。"))
    rows = np.nonzero((difference(one, other) > 12).any(axis=1))[0]
    assert rows.size
    assert rows.min() > 250


def test_headline_wears_the_verdicts_colour(check, walled):
    foot = check(walled, VERDICTS["hidden"], ("Hidden. Hidden. Hidden.",))[-80:, 20:400].astype(int)
    assert ((foot[..., 0] > 150) & (foot[..., 1] < 100)).sum() > 60


def test_long_explanations_shrink_and_stay_inside(check, walled):
    image = check(walled, VERDICTS["seen"], ("a sees b.", *(["All that there is to say of it, and more. "] * 60)))
    top = image[:200].astype(int)
    assert top.std() > 15
    assert image.shape == (400, 640, 3)


def test_no_sentences_at_all_are_no_trouble(check, walled):
    assert check(walled, VERDICTS["seen"], ()).std() > 12


def test_captions_are_in_the_readers_language(check, walled):
    english, chinese = (check(walled, VERDICTS["seen"], words=Words(language)) for language in ("en", "zh_CN"))
    assert (difference(english, chinese) > 60).sum() > 100


def test_pair_that_stands_together_can_be_shown(check, make_table, make_model):
    table = make_table(make_model("a", 4, 4), make_model("b", 5.3, 4, side="blue"))
    verdict = Seen(((4.2, 4, 1), (5.1, 4, 1)), 9.0)
    assert check(table, verdict).std() > 12


def test_models_one_above_the_other_can_be_shown(check, make_table, make_model):
    table = make_table(make_model("a", 4, 4), make_model("b", 4, 4, z=3.0, side="blue"))
    assert check(table, Seen(((4, 4, 1.4), (4, 4, 3.2)), 1.0)).std() > 12


def test_unknown_fighters_cannot_be_shown(graphics, walled):
    made = ShownVerdict("a", "nobody", VERDICTS["seen"], NEAREST)
    with pytest.raises(UnknownNameError):
        check_picture(walled, made, sentences=(), graphics=graphics)


def lens_of(image):
    """Return where the closer look stands in a verdict's picture of 960 x 600: its rim is in the verdict's colour."""
    view = image[10:245, 650:950].astype(int)
    rim = (view[..., 1] > 180) & (view[..., 0] < 160) & (view[..., 2] < 160)
    columns = np.nonzero(rim.sum(axis=0) > 60)[0]
    return None if columns.size < 2 else view[:, columns[0] : columns[-1]]


def test_target_of_which_little_shows_is_looked_at_closely(check, make_table, make_model):
    walls = {"wall": ((5.0, 0.5, 0.0), (5.5, 4.98, 3.0))}  # all but the target's side is behind it
    table = make_table(make_model("a", 2, 4.8), make_model("b", 9, 4.75, side="blue"), walls=walls)
    sliver = Seen(((2.1, 5.05, 1.2), (8.75, 4.98, 1.2)), 0.5)
    lens = lens_of(check(table, sliver, size=(960, 600)))
    assert lens is not None
    green = (lens[..., 1] > lens[..., 0] + 50) & (lens[..., 1] > lens[..., 2] + 30)
    assert green.sum() > 200


@pytest.mark.parametrize(("top", "share"), [(0.0, 1.0), (0.82, 0.5), (2.5, 0.0)])
def test_share_seen_is_that_of_the_picture(make_table, make_model, top, share):
    walls = {"wall": ((8.0, 0.5, -1.0), (8.5, 7.5, top))}
    table = make_table(make_model("a", 2, 4), make_model("b", 9, 4), walls=walls)
    shot = Shot((-40.0, 4.0, top), (9.0, 4.0, top), 0.1)
    assert share_seen(table, "a", table.model("b"), shot) == pytest.approx(share, abs=0.06)


def test_target_in_plain_view_needs_no_closer_look(check, make_table, make_model):
    table = make_table(make_model("a", 2, 4), make_model("b", 6, 4.5, side="blue"))
    assert lens_of(check(table, Seen(((2.25, 4, 1), (5.75, 4.5, 1)), 9.0), size=(960, 600))) is None


def test_parts_left_out_are_faint_in_the_picture_of_a_verdict(graphics, make_table, make_model):
    flag = FigurePart("flag", Tag.BANNER, box((-0.1, -0.9, 1.5), (0.1, 0.9, 2.6)))
    body = FigurePart("body", Tag.BODY, box((-0.25, -0.25, 0.14), (0.25, 0.25, 1.5)))
    table = make_table(make_model("a", 2, 4, figure=Figure("bearer", (body, flag))), make_model("b", 9, 4.5))
    made = ShownVerdict("a", "b", Seen(LINE, 2.0), NEAREST)
    images = [
        check_picture(table, one, sentences=(), size=(640, 400), quality=QUICK, graphics=graphics)
        for one in (made, replace(made, tags=frozenset({Tag.BODY, Tag.WEAPON})))
    ]
    assert (difference(*images) > 60).sum() > 300


def test_saved_picture_reads_back_the_same(tmp_path):
    image = np.random.default_rng(2).integers(0, 256, (37, 53, 3)).astype(np.uint8)
    path = tmp_path / "é 图.png"
    save_png(image, path)
    back = PNMImage(Filename.from_os_specific(str(path)))
    assert (back.get_x_size(), back.get_y_size()) == (53, 37)
    for x, y in ((0, 0), (52, 36), (17, 20)):
        assert (back.get_red_val(x, y), back.get_green_val(x, y), back.get_blue_val(x, y)) == tuple(image[y, x])


def test_saving_replaces_and_leaves_nothing_else(tmp_path):
    path = tmp_path / "p.png"
    for value in (10, 200):
        save_png(np.full((9, 9, 3), value, np.uint8), path)
    assert [p.name for p in tmp_path.iterdir()] == ["p.png"]
    assert PNMImage(Filename.from_os_specific(str(path))).get_red_val(4, 4) == 200


def test_saving_where_there_is_no_folder_is_an_error_of_ours(tmp_path):
    with pytest.raises((FileError, WarcryError)):
        save_png(np.zeros((9, 9, 3), np.uint8), tmp_path / "no" / "such" / "p.png")


def test_without_graphics_a_picture_says_so(monkeypatch, pair):
    def none():
        raise MissingGraphicsError("no way to draw on this machine")

    monkeypatch.setattr("warcry3d.app.pictures.table.headless", none)
    with pytest.raises(MissingGraphicsError):
        picture(pair, view=Above(), size=(200, 200))


def test_the_example_of_the_manual_runs(tmp_path, monkeypatch):
    manual = (Path(__file__).parents[3] / "docs" / "pictures.md").read_text(encoding="utf-8")
    example = re.search(r"```python\n(.*?)```", manual, re.DOTALL)
    assert example
    monkeypatch.chdir(tmp_path)
    exec(compile(example[1], "docs/pictures.md", "exec"), {})
    for name in ("above.png", "eye.png"):
        image = PNMImage(Filename.from_os_specific(str(tmp_path / name)))
        assert (image.get_x_size(), image.get_y_size()) == (480, 320)


def test_where_the_eye_is_blocked_the_look_goes_along_the_line(check, make_table, make_model):
    walls = {"wall": ((5.0, 0.5, 0.4), (5.5, 7.5, 4.0))}  # on stilts: only feet see each other
    table = make_table(make_model("a", 2, 4), make_model("b", 9, 4.5, side="blue"), walls=walls)
    under = Seen(((2.25, 4.0, 0.2), (8.75, 4.5, 0.2)), 4.0)
    inset = check(table, under, size=(960, 600))[20:240, 660:940].astype(int)
    middle = inset[80:150, 100:180]
    assert (middle[..., 2] > middle[..., 0] + 20).sum() > 40
