"""What Warcry offers to those who want a battle by it: `warcry3d.rules.battle_api`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from warcry3d.errors import QuestionError
from warcry3d.game.ruleset import RuleReason
from warcry3d.game.setup import Setup
from warcry3d.message import Message
from warcry3d.motion.path import Point
from warcry3d.rules.battle_api import BattleOffer, BattleRequest, Marker, MarkerKind, Standings
from warcry3d.rules.warcry.abilities.files import abilities_file
from warcry3d.rules.warcry.bands.files import load_band, named_file
from warcry3d.rules.warcry.battle.battle import WarcryBattle
from warcry3d.rules.warcry.battle.context import AgreedWire
from warcry3d.rules.warcry.battle.setup.cards import Deck, load_decks
from warcry3d.rules.warcry.battle.setup.preparation import battle_setup
from warcry3d.rules.warcry.battle.state import State, Treasure
from warcry3d.rules.warcry.players.plain import PlainPlayer
from warcry3d.rules.warcry.players.random_legal import RandomPlayer

__all__ = ["OFFER", "rosters", "standings", "warcry_setup"]

OPTIONS = ("terrain", "decks", "abilities", "victory", "deployment", "twist", "terrain-card", "too-close", "warbands")
"""What may be wished for beside table and warbands: docs/battle.md tells."""

TERRAIN = ("fixed", "free", "deck")
TOO_CLOSE = ("hidden", "seen")
WARBANDS = ("legal", "any")

_DECKS = {
    "victory": Deck.VICTORY,
    "deployment": Deck.DEPLOYMENT,
    "twist": Deck.TWIST,
    "terrain-card": Deck.TERRAIN,
}


def warcry_setup(asked: BattleRequest) -> Setup:
    """Return the set-up of a Warcry battle; raise a `WarcryError` where what is asked for cannot be."""
    if len(asked.bands) != len(asked.players):
        raise QuestionError(
            "expected one warband per player ({players}), got {bands}",
            players=", ".join(asked.players),
            bands=", ".join(asked.bands),
        )
    bands = {player: load_band(named_file(band)) for player, band in zip(asked.players, asked.bands, strict=True)}
    wishes = asked.options
    terrain = _one_of(wishes, "terrain", TERRAIN, "fixed")
    return battle_setup(
        bands,
        table=None if terrain == "deck" else asked.table,
        terrain="free" if terrain == "free" else "fixed",
        decks=load_decks(Path(wishes["decks"])) if "decks" in wishes else None,
        cards={deck: wishes[name] for name, deck in _DECKS.items() if name in wishes},
        agreed=AgreedWire(
            too_close="seen" if _one_of(wishes, "too-close", TOO_CLOSE, "hidden") == "seen" else "hidden",
            warbands="any" if _one_of(wishes, "warbands", WARBANDS, "legal") == "any" else "legal",
        ),
        abilities=[abilities_file(wishes["abilities"])] if "abilities" in wishes else (),
    )


def _one_of(wishes: Mapping[str, str], name: str, known: Sequence[str], unless: str) -> str:
    """Return what is wished for by a name; raise `QuestionError` for what is none of the known words."""
    wish = wishes.get(name, unless)
    if wish not in known:
        raise QuestionError(
            "{name}: expected one of {known}, got '{wish}'", name=name, known=", ".join(known), wish=wish
        )
    return wish


def rosters(state: State) -> Mapping[str, Mapping[str, str]]:
    """Return each side's fighters by what the battle calls them, with their names; whose it is beside a shared one."""
    named = {id: (player, fighter.name) for id, (player, fighter) in state.context.fighters.items()}
    shared = Counter(name for _, name in named.values())
    return {
        side.id: {
            id: name if shared[name] == 1 else f"{name} ({player})"
            for id, (player, name) in named.items()
            if player == side.id
        }
        for side in state.sides
    }


def standings(state: State) -> Standings:
    """Return how a battle stands: wounds, objectives and treasure, the round and the points."""
    wounds = {
        fighter.id: (state.profile(fighter.id).wounds - fighter.damage, state.profile(fighter.id).wounds)
        for fighter in state.on_board()
    }
    objectives = [
        Marker(MarkerKind.OBJECTIVE, _number(one.id), one.at, one.controller, not one.is_awake)
        for one in state.objectives
    ]
    treasures = [
        Marker(MarkerKind.TREASURE, _number(one.id), _lies_at(state, one), _owner(state, one.carrier))
        for one in state.treasures
    ]
    when = RuleReason(
        "WC-ROUND-1", Message("round {round} of {rounds}", {"round": state.round, "rounds": state.rounds})
    )
    points = [
        RuleReason(
            "WC-VICT-1", Message("{player}: {points} victory points", {"player": side.id, "points": side.points})
        )
        for side in state.sides
    ]
    return Standings(wounds, (*objectives, *treasures), (when, *points) if state.round else ())


def _number(id: str) -> str:
    return id.rpartition("-")[2]


def _lies_at(state: State, treasure: Treasure) -> Point:
    return state.fighter(treasure.carrier).at if treasure.carrier else treasure.at


def _owner(state: State, fighter: str) -> str:
    return state.fighter(fighter).player if fighter else ""


OFFER: Final = BattleOffer(
    ruleset=WarcryBattle(),
    setup=warcry_setup,
    players=MappingProxyType({"random": RandomPlayer, "plain": PlainPlayer}),
    table="terrain/board-1-stilts.table.json",
    bands=("stilt-watch", "low-tide"),
    options=OPTIONS,
    headings=MappingProxyType({"round": 1, "activation": 2, "summary": 2, "end": 1}),
    rosters=rosters,
    standings=standings,
)
"""Battles of Warcry."""
