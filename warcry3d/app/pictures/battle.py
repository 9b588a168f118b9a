"""Pictures of a battle: fighters by name with the wounds they have left, objectives, treasure, points."""

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
from warcry3d.rules.battle_api import BattleOffer, Marker

__all__ = ["battle_picture"]


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
    called = {id: f"{names.get(id, id)}  {left}/{all_}" for id, (left, all_) in standings.wounds.items()}
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
        labels = name_labels(table, shot, size, text_size=big, below=below, clear_of=numbers[0], called=called)
        return draw_texts(own, draw_panels(image, [*numbers[0], *labels[0]]), [*numbers[1], *labels[1]])


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
