"""Bases as files write them; JSON spread for people."""

import json

import pytest

from warcry3d.errors import FileError
from warcry3d.table.bases import base_from_wire, base_to_wire
from warcry3d.table.format import BaseWire
from warcry3d.table.jsonfile import JsonPath, spread
from warcry3d.table.models import BaseShape

SPOT = JsonPath("x.json", "base")


@pytest.mark.parametrize(
    "wire",
    [
        BaseWire(round=28.5),
        BaseWire(round=160, height=5),
        BaseWire(oval=(60, 35)),
        BaseWire(oval=(120, 92), height=4.25),
        BaseWire(square=1.5),
        BaseWire(rectangle=(6.25, 4.0), height=5),
    ],
)
def test_base_written_again_is_as_it_was_read(wire: BaseWire) -> None:
    assert base_to_wire(base_from_wire(wire, SPOT)) == wire


def test_millimetres_become_inches_and_an_oval_is_long_along_its_facing() -> None:
    base = base_from_wire(BaseWire(oval=(50.8, 25.4), height=2.54), SPOT)
    assert (base.length, base.width, base.height) == pytest.approx((2, 1, 0.1))
    assert base.shape is BaseShape.OVAL


@pytest.mark.parametrize(("wire", "given"), [(BaseWire(), "none of them"), (BaseWire(round=1, square=1), "round, squ")])
def test_anything_but_one_shape_is_refused(wire: BaseWire, given: str) -> None:
    with pytest.raises(FileError, match=rf"x.json: base: expected one of .*; got {given}"):
        base_from_wire(wire, SPOT)


def test_lists_of_numbers_stand_on_one_line_and_texts_stay_as_they_are() -> None:
    value = {"at": [1, 2.5, -3e4], "text": '[1,   2] "[3    4]\\', "rows": [[1, 2], [3, 4]]}
    text = spread(value)
    assert json.loads(text) == value
    assert b'"at": [ 1, 2.5, -30000.0 ]' in text
    assert text.endswith(b"}\n")
