"""The slow part of a new battle, done in the background: what a system offers, random boards, the record."""

from pathlib import Path

from warcry3d.app.home.new_battle import Board, DiceSource, NewBattle, RandomBoard, SystemChoices
from warcry3d.app.shell.battles import BattleOrder, begin_battle, seed_by_chance
from warcry3d.app.shell.table_files import stem_of
from warcry3d.errors import FileError
from warcry3d.folders import data_folder
from warcry3d.rules.armies import ArmyAnswer, SharedFile
from warcry3d.rules.judgement import playable_table
from warcry3d.rules.systems import system
from warcry3d.table.pieces import load_piece
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Board as TableBoard
from warcry3d.table.table import Table

__all__ = ["begin_arranged", "board_table", "choices_of", "import_fighters", "own_bands", "random_board"]

FEATURES = 12
"""So many features stand on a random board, as ``layout random`` has them."""


def choices_of(name: str) -> SystemChoices:
    """Return what a rule system has to choose from."""
    record = system(name)
    offer = record.battle()
    try:
        bands = record.armies().shipped()
    except ValueError:  # a system without armies
        bands = ()
    known = {setting.name: setting.known() for setting in offer.settings if not setting.choices}
    board = shipped_root() / offer.table
    return SystemChoices(
        record.name,
        record.title,
        tuple(offer.players),
        (*bands, *own_bands()),
        offer.settings,
        offer.bands,
        board,
        known,
    )


def random_board(ruleset: str, seed: int) -> Table:
    """Return the board that ``layout random --seed`` makes of the pieces that ship."""
    import numpy as np

    from warcry3d.terrain.layouts.random_layout import random_layout

    rules = system(ruleset).board()
    pieces = [load_piece(file) for file in sorted((shipped_root() / "terrain").glob("*.glb"))]
    made = random_layout(
        pieces,
        np.random.default_rng(seed),
        board=TableBoard(*rules.size),
        count=FEATURES,
        ruleset=ruleset,
        in_quarter=rules.in_quarter,
        rules=rules.findings,
    )
    return made.table


def board_table(board: Board, ruleset: str) -> Table:
    """Return the table of a board; raise `FileError` where its file cannot be played on."""
    return random_board(ruleset, board.seed) if isinstance(board, RandomBoard) else playable_table(board)


def begin_arranged(new: NewBattle) -> Path:
    """Write the record of a battle that was arranged and return it; raise a `WarcryError` where that cannot be."""
    assert new.system is not None and new.board is not None, "nothing to begin yet"
    name = f"random-{new.board.seed}" if isinstance(new.board, RandomBoard) else stem_of(new.board)
    order = BattleOrder(
        board_table(new.board, new.system.name),
        {seat.side: seat.player for seat in new.seats},
        tuple(seat.band for seat in new.seats),
        _seed(new),
        name,
        new.options,
    )
    return begin_battle(order)


def _seed(new: NewBattle) -> int | None:
    """Return the seed of the dice; None: real dice."""
    match new.dice:
        case DiceSource.CHANCE:
            return seed_by_chance()
        case DiceSource.SEED:
            return new.seed
        case DiceSource.REAL:
            return None


def own_bands() -> tuple[str, ...]:
    """Return the warbands in the user's folder, in order of the alphabet."""
    folder = data_folder()
    return tuple(sorted(str(path) for path in (folder / "warbands").glob("*.band.json"))) if folder is not None else ()


def import_fighters(ruleset: str, file: Path) -> ArmyAnswer:
    """Write the fighters that other tools share into the user's folder, where warbands can name them under ``from``.

    Return what is missing in them; raise `FileError`.
    """
    folder = data_folder()
    if folder is None:
        raise FileError(file, "", "there is no folder for warbands: name one in WARCRY3D_DATA")
    out = folder / "warbands" / f"{file.name.partition('.')[0]}.fighters.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    return system(ruleset).armies().import_shared(SharedFile(file, out))
