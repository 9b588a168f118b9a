"""The picture of what lint found: marks where the places are, numbers, sentences."""

import numpy as np
import pytest

from tests import zoo
from warcry3d.app.pictures.findings import findings_picture
from warcry3d.app.pictures.table import PictureSizeError
from warcry3d.app.scene.world import Quality
from warcry3d.message import Message
from warcry3d.messages import Words
from warcry3d.terrain.findings import Finding, Severity

QUICK = Quality(shadow_size=512, shadow_taps=4, oversampling=1)
SIZE = (640, 520)
PIECE = zoo.piece("wall", zoo.box_part("wall", (0, 0, 0), (4, 0.4, 2)))


@pytest.fixture
def take(graphics):
    def one(*findings, piece=PIECE, size=SIZE):
        return findings_picture(piece, findings, Words("en"), size=size, quality=QUICK, graphics=graphics)

    return one


def finding(severity, *places, lines=(), code="T-PROBE", accepted=False):
    return Finding(
        code,
        severity,
        Message("a probe at {x:g}", {"x": 1}),
        places=places,
        part="wall",
        lines=lines,
        accepted=accepted,
    )


def redness(image):
    """Return how much redder than green and blue each pixel is."""
    colours = image.astype(int)
    return colours[..., 0] - colours[..., 1:].max(axis=2)


def test_picture_is_as_wide_as_asked_and_no_higher(take):
    image = take()
    assert image.shape[1] == SIZE[0]
    assert SIZE[0] * 0.4 < image.shape[0] <= SIZE[1]


def test_error_is_marked_red_where_it_is(take):
    place = (3.0, 0.0, 1.0)
    plain, marked = take(finding(Severity.NOTE)), take(finding(Severity.ERROR, place))
    red = (redness(marked) > 120) & (redness(plain) <= 120)
    view = red[: round(0.8 * len(red)), : SIZE[0] // 2]
    assert view.sum() > 30


def test_place_seen_only_from_behind_is_numbered_in_the_second_view(take):
    front, back = take(finding(Severity.ERROR, (2.0, 0.0, 1.0))), take(finding(Severity.ERROR, (2.0, 0.4, 1.0)))
    half = SIZE[0] // 2
    sides = [(redness(image)[: round(0.8 * len(image))] > 120) for image in (front, back)]
    shares = [side[:, half:].sum() / side.sum() for side in sides]
    assert shares[0] < 0.5 < shares[1]


def test_lines_are_drawn(take):
    edge = ((0.0, 0.0, 2.0), (4.0, 0.0, 2.0))
    without = take(finding(Severity.ERROR, (0.0, 0.0, 2.0)))
    drawn = take(finding(Severity.ERROR, (0.0, 0.0, 2.0), lines=(edge,)))
    assert (redness(drawn) > 120).sum() > (redness(without) > 120).sum() + 40


def test_more_findings_than_have_room_are_counted_and_the_picture_keeps_its_size(take):
    image = take(*(finding(Severity.NOTE, (0.1 * i, 0.0, 1.0)) for i in range(40)))
    assert image.shape[0] <= SIZE[1]


def test_large_and_small_pieces_fill_their_views(take):
    for size in (0.5, 20.0):
        piece = zoo.piece("block", zoo.box_part("block", (0, 0, 0), (size, size, size)))
        image = take(finding(Severity.NOTE), piece=piece)
        assert np.ptp(image[: round(0.7 * len(image))].astype(int).sum(axis=2)) > 200


def test_size_that_cannot_be_drawn_is_refused(take):
    with pytest.raises(PictureSizeError):
        take(size=(10, 10))
