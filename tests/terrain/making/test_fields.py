"""Parameters as data: ranges are kept, handles stand where their numbers say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.soak import examples
from tests.terrain.making.kinds import parameters
from warcry3d.terrain.making.fields import ParameterError, fields_of, snapped
from warcry3d.terrain.making.simple_pieces import SIMPLE_KINDS, SimpleKind, simple_kind

kinds = pytest.mark.parametrize("kind", SIMPLE_KINDS, ids=lambda kind: kind.id)


@kinds
def test_fields_have_ranges_around_their_defaults_and_words(kind: SimpleKind) -> None:
    for field in kind.fields:
        assert field.checked(field.default) == field.default
        assert str(field.label) and str(field.help)
        if field.unit != "choice":
            assert field.least < field.most
            assert 0 < field.step <= field.most - field.least


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("length", 99.0, "length is 99; expected 1 to 14"),
        ("length", float("nan"), "length is nan; expected a number"),
        ("length", "long", "length is long; expected a number"),
        ("length", True, "length is True; expected a number"),
        ("windows", 1.5, "windows is 1.5; expected a whole number"),
        ("way", "gate", "way is gate; expected one of none, open, door"),
        ("depth", 1.0, "there is no parameter 'depth'; there are length, "),
    ],
)
def test_values_that_a_field_cannot_hold_are_refused_with_what_was_expected(
    name: str, value: object, said: str
) -> None:
    with pytest.raises(ParameterError, match=said.replace(".", r"\.")):
        simple_kind("wall").fitted({name: value})


@given(value=st.floats(-100, 100))
def test_snapped_values_are_in_range_and_on_a_step(value: float) -> None:
    for field in fields_of(simple_kind("stairs").record):
        on = snapped(field, value)
        assert field.checked(on) == on
        assert on == field.most or abs((on - field.least) / field.step % 1 - 0.5) > 0.499


@kinds
@given(data=st.data())
@examples(60)
def test_parameters_that_were_made_to_fit_fit(kind: SimpleKind, data: st.DataObject) -> None:
    fitted = kind.fitted(data.draw(parameters(kind)))
    assert kind.fitted(fitted) == fitted


@kinds
@given(data=st.data())
@examples(60)
def test_handle_moves_as_its_number_does(kind: SimpleKind, data: st.DataObject) -> None:
    before = kind.fitted(data.draw(parameters(kind)))
    by_name = {field.name: field for field in kind.fields}
    for handle in kind.handles(before):
        field = by_name[handle.field]
        assert np.linalg.norm(handle.axis) == pytest.approx(1.0)
        wish = snapped(field, float(before[handle.field]) + field.step)
        after = kind.fitted({**before, handle.field: wish})
        others = {name for name in after if name != handle.field and after[name] != before[name]}
        moved = next((one for one in kind.handles(after) if one.field == handle.field), None)
        if others or moved is None or after[handle.field] != wish:
            continue  # what had to be made to fit moves other things too
        way = (np.array(moved.at) - np.array(handle.at)) @ np.array(handle.axis)
        assert way * handle.gain == pytest.approx(wish - float(before[handle.field]), abs=1e-9)
