"""The slow part of a new battle, done in the background: what a system offers, random boards, the record."""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from warcry3d.app.home.composer import BAND_SUFFIX, FIGHTERS_SUFFIX, own_files
from warcry3d.app.home.new_battle import (
    BOARD,
    Board,
    DiceSource,
    NewBattle,
    OfferBoards,
    RandomBoard,
    Refuse,
    SystemChoices,
    TellBand,
    band_field,
)
from warcry3d.app.home.refusals import refused_field, sentence
from warcry3d.app.shell.files.battles import BattleOrder, begin_battle, seed_by_chance
from warcry3d.app.shell.files.own_files import own_table_files
from warcry3d.app.shell.files.table_files import SUFFIX, is_dispute, shipped_tables, stem_of
from warcry3d.errors import QuestionError, WarcryError
from warcry3d.rules.armies import Armies
from warcry3d.rules.judgement import playable_table
from warcry3d.rules.systems import DEFAULT, SYSTEMS, BoardRules, System, system, systems
from warcry3d.table.pieces import found, load_piece
from warcry3d.table.saving import save_table
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Board as TableBoard
from warcry3d.table.table import Table

__all__ = [
    "begin_arranged",
    "board_table",
    "boards_of",
    "choices_of",
    "random_board",
    "random_board_file",
    "system_titles",
    "tell_band",
]

FEATURES = 12
"""So many features stand on a random board, as ``layout random`` has them."""
MOST_OWN = 12
"""So many boards of one's own are offered, those opened last first."""


def system_titles() -> tuple[tuple[str, str], ...]:
    """Return the name and the title of every rule system."""
    return tuple((record.name, record.title) for record in systems())


def choices_of(
    name: str, opened: Path | None = None, recent: Sequence[Path] = (), chosen: Path | None = None
) -> SystemChoices:
    """Return what a rule system has to choose from; raise `QuestionError` for one without battles.

    ``opened``: the file that is open, chosen where it is a person's own board for this system, unless another board is
    ``chosen``. ``recent``: files that were opened last; what is such a board is offered too.
    """
    record = system(name)
    offer = record.battle()
    armies = _part(record.armies)
    known = {setting.name: setting.known() for setting in offer.settings if not setting.choices}
    boards = boards_of(name, opened, recent, chosen)
    board = boards.board if boards.board is not None else shipped_root() / offer.table
    bands = _own_bands(record, armies) if armies is not None else {}
    return SystemChoices(
        record.name,
        record.title,
        tuple(offer.players),
        (*armies.shipped(), *bands) if armies is not None else (),
        offer.settings,
        offer.bands,
        board,
        known,
        boards.boards,
        armies is not None,
        _has_random_boards(_part(record.board)),
        offer.most_players,
        (*armies.pools(), *own_files(FIGHTERS_SUFFIX)) if armies is not None else (),
        offer.player_labels,
        {**{one: armies.read(one).name for one in armies.shipped()}, **bands} if armies is not None else {},
        boards.lacking,
    )


def boards_of(
    name: str, opened: Path | None = None, recent: Sequence[Path] = (), chosen: Path | None = None
) -> OfferBoards:
    """Return the boards for a rule system, a person's own first, and which of them is ``chosen`` or else ``opened``; of
    what is opened only a person's own board.
    """
    own = _own_boards(name, (*(file for file in (chosen, opened) if file is not None), *recent))
    board = chosen if chosen is not None else opened if opened in own else None
    shipped = _boards(name, shipped_root() / system(name).battle().table)
    lacking = {path: piece for path in own if (piece := _piece_gone(path))}
    boards = dict.fromkeys((*([board] if board is not None else []), *own, *shipped))
    return OfferBoards(tuple(boards), board, lacking)


def _own_bands(record: System, armies: Armies) -> dict[str, str]:
    """Return the warbands in a person's folder, with their names: no name where a file cannot be read, so that it is
    told why once it is picked, and none of those that another rule system reads.
    """
    bands = {}
    for file in own_files(BAND_SUFFIX):
        name = _band_name(armies, file)
        others = (_part(other.armies) for other in systems() if other.name != record.name)
        if name or not any(other is not None and _band_name(other, file) for other in others):
            bands[file] = name
    return bands


def _band_name(armies: Armies, file: str) -> str:
    try:
        return armies.read(file).name
    except (WarcryError, OSError):
        return ""


def _part(load: Callable[[], Any]) -> Any | None:
    """Return a part of a rule system; None where it has none."""
    try:
        return load()
    except QuestionError:
        return None


def _has_random_boards(rules: BoardRules | None) -> bool:
    return rules is not None and rules.is_of_pieces


def _boards(name: str, default: Path) -> tuple[Path, ...]:
    """Return the boards that ship for a rule system, its own first where that is another."""
    ship = [path for path in shipped_tables() if not is_dispute(path) and _ruleset_of(path) == name]
    return tuple(ship if default in ship else [default, *ship])


def _own_boards(name: str, files: Iterable[Path]) -> tuple[Path, ...]:
    """Return a person's own boards for a rule system, those among ``files`` first."""
    return tuple(file for file in own_table_files(files) if _ruleset_of(file) == name)[:MOST_OWN]


def _ruleset_of(path: Path) -> str:
    """Return the rule system that a table's file names, without reading its pieces; the default where it names none."""
    try:
        wire = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return ""
    return str(wire.get("ruleset", DEFAULT)) if isinstance(wire, dict) else ""


def _piece_gone(path: Path) -> str:
    """Return the name of a piece on a table's file that is written nowhere, without reading any piece; "": none is."""
    try:
        wire = json.loads(path.read_text(encoding="utf-8"))
        features, own = wire.get("features", []), wire.get("pieces", {})
        names = [str(one["piece"]) for one in features if one["piece"] not in own]
    except (OSError, ValueError, RecursionError, AttributeError, KeyError, TypeError):
        return ""  # what is wrong with it is said where it is read
    return next((name for name in dict.fromkeys(names) if not found(name, path.parent).is_file()), "")


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


def random_board_file(ruleset: str, seed: int, folder: Path) -> Path:
    """Return the file of a random board in ``folder``, written now where it is not there yet: that takes seconds."""
    path = folder / f"random-{ruleset}-{seed}{SUFFIX}"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        save_table(random_board(ruleset, seed), path)
    return path


def board_table(board: Board, ruleset: str, folder: Path | None = None) -> Table:
    """Return the table of a board; raise `WarcryError` where it cannot be played on by these rules.

    ``folder``: where random boards are kept.
    """
    if isinstance(board, RandomBoard):
        kept = random_board_file(ruleset, board.seed, folder) if folder is not None else None
        return playable_table(kept) if kept is not None else random_board(ruleset, board.seed)
    table = playable_table(board)
    if table.ruleset != ruleset:
        title = {name: system(name).title for name in SYSTEMS}
        has, needs = title.get(table.ruleset, table.ruleset), title[ruleset]
        raise QuestionError("this board is for {has}; choose one for {needs}", has=has, needs=needs)
    return table


def tell_band(ruleset: str, band: str) -> TellBand:
    """Return what a warband is, or why it cannot be read."""
    try:
        return TellBand(band, system(ruleset).armies().read(band))
    except WarcryError as error:
        return TellBand(band, None, error)


def begin_arranged(new: NewBattle, folder: Path | None = None) -> Path | Refuse:
    """Write the record of a battle that was arranged and return it, else the field that forbids it, with the reason.

    ``folder``: where random boards are kept.
    """
    assert new.system is not None and new.board is not None, "nothing to begin yet"
    name = f"random-{new.board.seed}" if isinstance(new.board, RandomBoard) else stem_of(new.board)
    try:
        table = board_table(new.board, new.system.name, folder)
    except WarcryError as error:
        return Refuse(BOARD, error)
    for seat in new.seats if new.system.has_bands else ():
        told = tell_band(new.system.name, seat.band)
        if told.error is not None:
            return Refuse(band_field(seat.side), told.error)
    seats = {seat.side: seat.player for seat in new.seats}
    order = BattleOrder(table, seats, tuple(seat.band for seat in new.seats), _seed(new), name, new.options)
    try:
        return begin_battle(order)
    except WarcryError as error:
        return Refuse(refused_field(error, new), sentence(error))


def _seed(new: NewBattle) -> int | None:
    """Return the seed of the dice; None: real dice."""
    match new.dice:
        case DiceSource.CHANCE:
            return seed_by_chance()
        case DiceSource.SEED:
            return new.seed
        case DiceSource.REAL:
            return None
