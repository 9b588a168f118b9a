"""Which option stands for what is under the pointer where no model is: a place, a piece of terrain, ground. Pure."""

import math

from warcry3d.app.play.draft import options_of
from warcry3d.app.play.placing import surface_under
from warcry3d.app.play.state import PlayState
from warcry3d.app.scene.pick import pick_feature
from warcry3d.game.prompts import Option, PlaceArea
from warcry3d.geom.solid import FloatArray

__all__ = ["option_under"]

NEAR = 1.5
"""A place is pointed at from so near (in)."""


def option_under(state: PlayState, ray: tuple[FloatArray, FloatArray]) -> tuple[str, str] | None:
    """Return the prompt and the option that stand for what a ray meets, models left out; None: none, or several."""
    prompts = (state.prompt,) if state.prompt is not None else state.prompts or ()
    asked = [(prompt.id, one) for prompt in prompts if not prompt.faults for one in options_of(prompt)]
    asked = [(prompt, one) for prompt, one in asked if not one.model and (one.at or one.piece or one.areas)]
    if not asked:
        return None
    table = state.moment.table
    spot = surface_under(table, ray)
    near = {(prompt, one.id): _away(one, spot) for prompt, one in asked}
    nearest = min(near, key=lambda each: near[each])
    if near[nearest] <= NEAR:
        return nearest
    piece = pick_feature(table, *ray) or ""
    found = [(prompt, one.id) for prompt, one in asked if piece and one.piece == piece]
    found = found or [(prompt, one.id) for prompt, one in asked if spot and _covers(one.areas, spot[:2])]
    return found[0] if len(found) == 1 else None


def _away(option: Option, spot: tuple[float, float, float] | None) -> float:
    return math.inf if option.at is None or spot is None else math.dist(option.at[:2], spot[:2])


def _covers(areas: tuple[PlaceArea, ...], spot: tuple[float, float]) -> bool:
    import shapely

    at = shapely.Point(spot)
    return any(shapely.covers(shapely.make_valid(shapely.Polygon(one.rings[0], one.rings[1:])), at) for one in areas)
