"""What tests of the window share: one engine and pipe for the session, small tables made in code, a race to open."""

import math
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.app.play.battles import begun_race
from tests.game.race import register_race
from warcry3d.app.scene.pipe import Graphics, headless
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Placement
from warcry3d.table.models import Base, BaseShape, Figure, FigurePart, Model, Tag
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature, Part, PartKind, Piece

FIGURE = Figure("post", (FigurePart("body", Tag.BODY, box((-0.25, -0.25, 0.14), (0.25, 0.25, 1.5))),))
ROUND = Base(BaseShape.ROUND, 1.26, 1.26)

MakeModel = Callable[..., Model]
MakeTable = Callable[..., Table]


@pytest.fixture(autouse=True)
def _no_user_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARCRY3D_SETTINGS", "")


@pytest.fixture(scope="session")
def graphics() -> Iterator[Graphics]:
    """One engine and pipe: each costs a driver context."""
    made = headless()
    yield made
    made.close()


@pytest.fixture(scope="session")
def make_model() -> MakeModel:
    """Return a maker of fighters: a post on a round base."""

    def make(
        id: str,
        x: float,
        y: float,
        *,
        z: float = 0.0,
        side: str = "red",
        facing: float = 0.0,
        figure: Figure = FIGURE,
        base: Base = ROUND,
    ) -> Model:
        return Model(id, side, base, figure, Placement((x, y, z), math.radians(facing)))

    return make


@pytest.fixture(scope="session")
def make_table() -> MakeTable:
    """Return a maker of 12 x 8 tables; walls are (low, high) corners by the feature's id, each one part ``stones``."""

    def make(
        *models: Model,
        walls: Mapping[str, tuple[tuple[float, float, float], tuple[float, float, float]]] | None = None,
        kind: PartKind = PartKind.OBSTACLE,
    ) -> Table:
        features = [
            Feature(id, Piece(id, (Part("stones", frozenset({kind}), box(low, high)),)), Placement())
            for id, (low, high) in (walls or {}).items()
        ]
        return Table("warcry", Board(12, 8), Terrain(tuple(features)), tuple(models))

    return make


@pytest.fixture
def registered_race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the registry know the race as a rule system."""
    register_race(monkeypatch, tmp_path)


@pytest.fixture
def race(registered_race: None, tmp_path: Path) -> Path:
    """Return the record of a race before its first action, which two people play."""
    return begun_race(tmp_path / "morning.battle.jsonl")
