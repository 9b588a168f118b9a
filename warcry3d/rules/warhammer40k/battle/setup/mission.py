"""What the mission Only War asks of armies and of the battlefield, where its size is agreed on (40K-MISSION-3)."""

from collections.abc import Mapping
from typing import Final

from warcry3d.errors import QuestionError
from warcry3d.rules.warhammer40k.datasheets.army import Army40k

__all__ = ["FIELD_SIZES", "check_mission"]

FIELD_SIZES: Final[Mapping[int, tuple[float, float]]] = {1000: (60.0, 44.0), 2000: (60.0, 44.0), 3000: (90.0, 44.0)}
"""Length and width of the battlefield by points (in; 40K-ARMY-1)."""


def check_mission(
    points: int, barred: tuple[str, ...], armies: Mapping[str, Army40k], field: tuple[float, float]
) -> None:
    """Raise `QuestionError` for an army or a battlefield that the mission does not allow (40K-ARMY-13, 40K-MISSION-3).

    ``points``: that armies may have, 0: the mission does not say; ``barred``: keywords that no unit may have;
    ``field``: width and depth (in).
    """
    for player, army in armies.items():
        for unit in army.units:
            for word in barred:
                if unit.sheet.has(word):
                    raise QuestionError(
                        "the mission allows no {keyword}: {unit} of {player}",
                        keyword=word,
                        unit=unit.name,
                        player=player,
                    )
        if points and army.points > points:
            raise QuestionError(
                "the mission is for {most} points: the army of {player} has {points}",
                most=points,
                player=player,
                points=army.points,
            )
    if points and sorted(field) != sorted(FIELD_SIZES[points]):
        width, depth = FIELD_SIZES[points]
        raise QuestionError(
            "the mission with {points} points is played on {width:g} x {depth:g} in, not {x:g} x {y:g} in",
            points=points,
            width=width,
            depth=depth,
            x=field[0],
            y=field[1],
        )
