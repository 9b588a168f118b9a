"""Pictures of a battle: units by name, fighters with the wounds they have left, objectives, treasure, points."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from warcry3d.app.pictures.table import SIZE, Above, Corner, check_size, graphics_for, picture, shot_of, text_scale
from warcry3d.app.scene.camera import Shot, project
from warcry3d.app.scene.label import draw_panels, draw_texts
from warcry3d.app.scene.markers import marker_colour, marker_signs
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import Image
from warcry3d.app.scene.studio import Labels, name_labels, pill
from warcry3d.app.scene.world import STILL, Quality
from warcry3d.game.session import Game
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.messages.names import readable_name
from warcry3d.rules.battle_api import BattleOffer, Marker, Standings
from warcry3d.rules.units.unit_standings import middles_of
from warcry3d.table.table import Table

__all__ = ["battle_picture", "unit_plates"]


def battle_picture(
    game: Game[Any, Any],
    offer: BattleOffer,
    words: Words,
    *,
    view: Above | Corner,
    size: tuple[int, int] = SIZE,
    quality: Quality = STILL,
    graphics: Graphics | None = None,
) -> Image:
    """Return the table (h, w, 3) of a battle, ``size`` (width, height) pixels.

    The last action, the round and the points are at the bottom. Raises as `warcry3d.app.pictures.table.picture` does.
    """
    check_size(size)
    table, standings = game.table, offer.standings(game.state)
    names = offer.names(game.state)
    teller = Teller(words, names)
    called = unit_plates(table, standings, names, words)
    last = [teller.said(event.message) for step in game.done[-1:] for event in step.events[-1:]]
    caption = [*(line[:1].upper() + line[1:] for line in last)]
    if standings.lines:
        caption.append("   ".join(teller.said(line.message) for line in standings.lines))
    scale, shot = text_scale(size), shot_of(table, view, size[0] / size[1])
    signs = marker_signs(standings.markers)
    with graphics_for(graphics) as own:
        image = picture(
            table, view=view, size=size, overlays=signs, caption=caption, names=False, quality=quality, graphics=own
        )
        numbers = _numbers(standings.markers, shot, size, max(round(18 * scale), 10))
        big, below = max(round(21 * scale), 11), isinstance(view, Above)
        labels = name_labels(
            table, shot, size, text_size=big, below=below, clear_of=numbers[0], only=tuple(called), called=called
        )
        return draw_texts(own, draw_panels(image, [*numbers[0], *labels[0]]), [*numbers[1], *labels[1]])


def unit_plates(table: Table, standings: Standings, names: Mapping[str, str], words: Words) -> dict[str, str]:
    """Return what to write over which models: a unit's name and number over its middle, over others their wounds."""
    called = {}
    for id, unit in middles_of(standings.units, table.models):
        n = sum(model.id in unit.models for model in table.models)
        called[id] = words.say("{unit} × {n}", unit=words.name(unit.name), n=n)
    grouped = {id for unit in standings.units if len(unit.models) > 1 for id in unit.models}
    for model in table.models:
        if model.id not in grouped:
            left = "  {}/{}".format(*standings.wounds[model.id]) if model.id in standings.wounds else ""
            called[model.id] = words.name(names.get(model.id) or readable_name(model.id)) + left
    return called


def _numbers(markers: tuple[Marker, ...], shot: Shot, size: tuple[int, int], text_size: int) -> Labels:
    """Return the markers' numbers, each beside its sign."""
    panels, texts = [], []
    for marker in markers:
        x, y, depth = project(shot, np.array([marker.at]), size)[0].tolist()
        if depth > 0 and isinstance(marker.label, str):
            made = pill(marker.label, (x + text_size * 2, y + text_size * 0.7), text_size, mark=marker_colour(marker))
            panels += made[0]
            texts += made[1]
    return panels, texts
