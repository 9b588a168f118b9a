"""Thrown dice: they fall, come to rest on the faces that are due, and are seen from everywhere."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from tests.app.conftest import MakeModel, MakeTable
from warcry3d.app.scene.camera import Shot
from warcry3d.app.scene.dice_physics import FACE_AXES, MOST_DICE, TRAY, throw_dice
from warcry3d.app.scene.live_scene import LiveScene
from warcry3d.app.scene.overlays import FallingDice
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import pixels


def top(pose: tuple[float, ...]) -> int:
    """Return the face that looks up in a pose, straight up."""
    w, *xyz = pose[3:]
    up = Rotation.from_quat([*xyz, w]).as_matrix()[2]
    face, axis = max(FACE_AXES.items(), key=lambda item: float(up @ np.array(item[1])))
    assert up @ np.array(axis) > 0.999, "it lies flat"
    return face


@pytest.mark.parametrize(
    "faces", [(1,), (6, 6, 6), (1, 2, 3, 4, 5, 6), (3, 1, 4, 1, 5, 2, 6, 5, 3, 5, 6, 1, 2, 4, 4, 2)]
)
def test_dice_come_to_rest_on_the_faces_that_are_due(faces: tuple[int, ...]) -> None:
    for seed in range(4):
        throw = throw_dice(faces, seed)
        assert throw is not None and 0.3 < throw.seconds < 4
        assert tuple(map(top, throw.at(99))) == faces
        places = np.array([pose[:3] for pose in throw.at(99)])
        assert (np.abs(places[:, 0]) < TRAY[0] / 2).all() and (np.abs(places[:, 1]) < TRAY[1] / 2).all()
        apart = np.linalg.norm(places[:, None] - places[None], axis=2) + 9 * np.eye(len(places))
        assert apart.min() > 0.95, "no die lies in another"


def test_the_same_seed_gives_the_same_throw_and_dice_move_on_the_way() -> None:
    one, again, other = throw_dice((2, 5), 7), throw_dice((2, 5), 7), throw_dice((2, 5), 8)
    assert one is not None and again is not None and other is not None
    assert one.at(0.4) == again.at(0.4) != other.at(0.4)
    assert one.at(0.0) != one.at(0.2) != one.at(99)
    assert one.at(-1) == one.at(0)


def test_what_cannot_be_thrown_is_refused() -> None:
    assert throw_dice((), 1) is None
    assert throw_dice((7,), 1) is None
    assert throw_dice((1,) * (MOST_DICE + 1), 1) is None


@pytest.mark.parametrize(
    "shot", [Shot((6.0, -6.0, 5.0), (6.0, 4.0, 0.0), 0.5), Shot((6.0, 4.1, 30.0), (6.0, 4.0, 0.0), 1.2)]
)
def test_dice_are_in_the_picture_from_everywhere_and_gone_after_it(
    graphics: Graphics, make_table: MakeTable, make_model: MakeModel, shot: Shot
) -> None:
    throw = throw_dice((3, 4), 1)
    assert throw is not None
    scene = LiveScene(graphics, (320, 200))
    try:
        scene.show(make_table(make_model("talon", 2, 2)))
        scene.look(shot)
        plain = picture(scene)
        scene.explain((FallingDice(throw.at(99)),))
        with_dice = picture(scene)
        changed = np.abs(with_dice.astype(int) - plain).max(axis=2) > 40
        assert 60 < changed.sum() < 4000
        bright = (with_dice.min(axis=2) > 150) & changed
        assert bright.sum() > 30, "their ivory is seen"
        scene.explain(())
        assert (picture(scene) == plain).all()
    finally:
        scene.close()


def picture(scene: LiveScene) -> np.ndarray:
    """Return the picture once it is drawn as things stand."""
    while scene.is_changing:
        scene._moved = 0.0  # nothing moves any longer
        scene.render()
    assert scene.graphics.engine.extractTextureData(scene.texture, scene.graphics.host.getGsg())
    return pixels(scene.texture)
