"""A small game to try what all battles share: two runners, dice, paths, and who goes first when both happen at once.

RACE-1: in turn each runner says how many dice to push with: one, two, or three and be tired after, when two are most.
RACE-2: it throws them (D4), and runs along its lane as far as it likes, up to their sum and the board's edge.
RACE-3: runners that end within half an inch of each other, measured along the lanes, bump: the other player says whose
bump counts first. RACE-4: who passes the end of the track has won. RACE-5: after the last round it is a draw.
RACE-6: a runner keeps within half an inch of the middle of its lane and never turns back; at the end it steps to the
middle.
"""

from tests.game.race.players import Eager
from tests.game.race.rules import Race
from tests.game.race.state import Bump, Go, Now, Push, RaceAction, Running, run
from tests.game.race.system import race_offer, race_setup, race_table, register_race

__all__ = [
    "Bump",
    "Eager",
    "Go",
    "Now",
    "Push",
    "Race",
    "RaceAction",
    "Running",
    "race_offer",
    "race_setup",
    "race_table",
    "register_race",
    "run",
]
