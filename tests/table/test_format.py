"""Schemas: what is offered, and who may add to it."""

import json

import pytest

from warcry3d.errors import UnknownNameError
from warcry3d.table.format import BoxWire, CylinderWire, register_schema, schema, schema_names


def test_every_schema_is_json_with_an_id_of_its_own() -> None:
    ids = [json.loads(json.dumps(schema(name)))["$id"] for name in schema_names()]
    assert len(set(ids)) == len(ids) >= 2
    assert {"table", "piece-extras"} <= set(schema_names())


def test_unknown_schema_names_those_there_are() -> None:
    with pytest.raises(UnknownNameError, match=r"no schema 'tabel'; there are: .*table"):
        schema("tabel")


def test_a_name_is_given_once() -> None:
    register_schema("test-only", BoxWire, title="t", description="d")
    register_schema("test-only", BoxWire, title="t", description="d")
    with pytest.raises(ValueError, match="registered twice"):
        register_schema("test-only", CylinderWire, title="t", description="d")
