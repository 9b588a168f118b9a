"""The pictures of layouts: the field of colour, and the findings marked."""

import numpy as np
import pytest

from tests import zoo
from warcry3d.app.pictures.exposure import exposure_picture, ramp
from warcry3d.app.pictures.layout import layout_picture
from warcry3d.app.pictures.table import PictureSizeError
from warcry3d.app.scene.camera import above, project
from warcry3d.app.scene.world import Quality
from warcry3d.messages import Words
from warcry3d.sight.exposure import StandInBody
from warcry3d.table.table import Table
from warcry3d.terrain.layouts.ground import StandingGround
from warcry3d.terrain.layouts.placement_checks import placement_findings
from warcry3d.terrain.layouts.views import exposure_map

QUICK = Quality(shadow_size=512, shadow_taps=4, oversampling=1)
SIZE = (800, 500)
BODY = StandInBody(0.63, 1.3)


def yard() -> Table:
    """Return a board with a closed yard in its middle: inside nearly nothing is seen from outside; and a high block."""
    walls = [
        zoo.box_part("s", (0, 0, 0), (8, 0.5, 4)),
        zoo.box_part("n", (0, 7.5, 0), (8, 8, 4)),
        zoo.box_part("w", (0, 0, 0), (0.5, 8, 4)),
        zoo.box_part("e", (7.5, 0, 0), (8, 8, 4)),
    ]
    return zoo.table(
        zoo.feature("yard", *walls, at=(11, 7)),
        zoo.feature("block", zoo.box_part("p", (0, 0, 0), (3, 3, 2)), at=(24, 15)),
        zoo.fighter("a", (4, 4)),
    )


def taken(graphics, table, **options):
    ground = StandingGround(table)
    mapped = exposure_map(table, ground, BODY, step=1.0, lines=4, **options)
    return exposure_picture(table, ground, mapped, Words("en"), size=SIZE, quality=QUICK, graphics=graphics), mapped


def pixel(image, table, place):
    """Return the mean colour around a place of the table, on the picture's map."""
    from dataclasses import replace

    inner = (SIZE[0] - round(SIZE[0] * 0.215), SIZE[1])
    x, y, _ = project(above(replace(table, models=()), inner[0] / inner[1]), np.array([place]), inner)[0]
    return image[int(y) - 2 : int(y) + 3, int(x) - 2 : int(x) + 3].reshape(-1, 3).mean(axis=0)


def test_sheltered_floor_is_purple_and_exposed_floor_is_green_to_yellow(graphics):
    table = yard()
    image, mapped = taken(graphics, table)
    inside, outside = pixel(image, table, (15, 11.6, 0)), pixel(image, table, (5, 11.3, 0))
    assert inside[2] > inside[1]  # bluer than green
    assert outside[1] > outside[2]  # greener than blue
    assert mapped.exposure.overall.min() < 0.15 < 0.5 < mapped.exposure.overall.max()


def test_platforms_are_coloured_unless_only_the_floor_is_asked(graphics):
    table = yard()
    place = (25.5, 16.5, 2.0)
    both, floor = taken(graphics, table)[0], taken(graphics, table, floor_only=True)[0]
    saturation = [np.ptp(pixel(image, table, place)) for image in (both, floor)]
    assert saturation[0] > 60 > 40 > saturation[1]


def test_fighters_are_not_drawn_and_change_nothing(graphics):
    from dataclasses import replace

    table = yard()
    with_them, without = taken(graphics, table)[0], taken(graphics, replace(table, models=()))[0]
    differs = np.abs(with_them.astype(int) - without).max(axis=2) > 2
    assert differs.sum() <= 20  # a base covers some 400 pixels


def test_ramp_grows_ever_brighter():
    light = ramp(np.linspace(0, 1, 50)) @ np.array([0.2126, 0.7152, 0.0722])
    assert (np.diff(light) > 0).all()
    assert np.array_equal(ramp(np.array([-1.0, 2.0])), ramp(np.array([0.0, 1.0])))


def test_sizes_that_show_nothing_are_refused(graphics):
    table = yard()
    ground = StandingGround(table)
    mapped = exposure_map(table, ground, BODY, step=2.0, lines=1)
    with pytest.raises(PictureSizeError):
        exposure_picture(table, ground, mapped, Words("en"), size=(10, 10), graphics=graphics)


def test_findings_of_a_layout_are_marked_where_they_are(graphics):
    block = zoo.box_part("p", (0, 0, 0), (4, 2, 3))
    table = zoo.table(zoo.feature("a", block, at=(10, 10)), zoo.feature("b", block, at=(13, 11)))
    findings = tuple(placement_findings(table))
    images = [
        layout_picture(table, given, Words("en"), size=(640, 480), quality=QUICK, graphics=graphics)
        for given in ((), findings)
    ]
    x, y, _ = project(above(table, 640 / 480), np.array([findings[0].places[0]]), (640, 480))[0]
    around = (slice(int(y) - 14, int(y) + 14), slice(int(x) - 14, int(x) + 14))
    redder = [(image[around][..., 0].astype(int) - image[around][..., 1]).max() for image in images]
    assert redder[1] > redder[0] + 60
