"""Fighters as models on a table."""

from functools import cache
from types import MappingProxyType

from warcry3d.errors import QuestionError
from warcry3d.geom.solid import Placement
from warcry3d.rules.warcry.bands.band import Fighter
from warcry3d.rules.warcry.bands.profile import Profile
from warcry3d.rules.warcry.bands.runemarks import BEAST, FLY, MOUNT
from warcry3d.table.figures import named_figure
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.models import Figure, Model
from warcry3d.units import to_mm

__all__ = ["figure_name", "model_of"]

LARGE_MM = 48.0
"""On round bases from this size on (mm) a brute stands rather than one of its small fellows."""

BY_RUNEMARK = {MOUNT: "rider", FLY: "flyer", BEAST: "beast"}
BY_WEAPON = {
    "ranged": "bowman",
    "spear": "spearman",
    "bident": "spearman",
    "axe": "axeman",
    "hammer": "axeman",
    "mace": "axeman",
    "club": "axeman",
    "dagger": "stalker",
    "blast": "shaman",
    "reach": "netter",
    "hook": "netter",
}


def model_of(fighter: Fighter, side: str, placement: Placement, *, id: str | None = None) -> Model:
    """Return a fighter as a model that stands at ``placement``; its id is the fighter's unless given.

    Raise `QuestionError` where its profile has no base. What moves it, its Move and its runemarks, goes along.
    """
    profile = fighter.profile
    if profile.base is None:
        raise QuestionError(
            "{name} has no base: give its size in the file of its profile ('{profile}')",
            name=fighter.name,
            profile=profile.id,
        )
    values = {"fighter": profile.name, "move": profile.move, "runemarks": list(profile.runemarks)}
    return Model(
        id or fighter.id, side, profile.base, _figure(figure_name(profile)), placement, MappingProxyType(values)
    )


def figure_name(profile: Profile) -> str:
    """Return the shipped figure that stands for a fighter: the profile's own, else the one most like it.

    By its runemarks first (monster, mount, flyer, beast), then a large base, the hero's runemark, its weapon that
    reaches farthest.
    """
    if profile.figure is not None:
        return profile.figure
    if profile.is_monster:
        return "gargantuan"
    for mark, figure in BY_RUNEMARK.items():
        if profile.has(mark):
            return figure
    if profile.base is not None and to_mm(profile.base.length) >= LARGE_MM:
        return "brute"
    if profile.is_hero:
        return "hero"
    farthest = max(profile.weapons, key=lambda weapon: weapon.max_range, default=None)
    return "swordsman" if farthest is None else BY_WEAPON.get(farthest.runemark, "swordsman")


@cache
def _figure(name: str) -> Figure:
    return named_figure(name, JsonPath(name))
