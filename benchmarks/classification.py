"""How parts are told: right, missed and wrong by kind, on the labelled pieces and on those that ship."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from tests.terrain.held_out import held_out_pieces
from tests.terrain.held_out_last import last_held_out_pieces
from tests.terrain.held_out_more import more_held_out_pieces
from tests.terrain.labelled import Label, LabelledPiece, labelled_pieces
from warcry3d.geom.unite import unite
from warcry3d.table.kinds import PartKind
from warcry3d.table.pieces import load_piece
from warcry3d.table.shipped import shipped_root
from warcry3d.table.terrain import Piece
from warcry3d.terrain.classify import classify
from warcry3d.terrain.editing.targets import nearest_part
from warcry3d.terrain.parts import Classified, ImportedBody

__all__ = ["Count", "counted", "run", "shipped_pieces"]

_MOSTLY = 0.5
"""A label's part is told right where more than this share of its places lie on parts of the kind."""


class Count:
    """What came out: right, missed and wrong by kind, each missed and wrong one in words."""

    def __init__(self) -> None:
        self.right: Counter[PartKind] = Counter()
        self.missed: Counter[PartKind] = Counter()
        self.wrong: Counter[PartKind] = Counter()
        self.words: list[str] = []

    def table(self) -> str:
        """Return the table, a line a kind."""
        lines = [f"{'kind':12} {'right':>6} {'missed':>7} {'wrong':>6}"]
        counts = (self.right, self.missed, self.wrong)
        lines += [
            f"{kind.value:12} {self.right[kind]:6} {self.missed[kind]:7} {self.wrong[kind]:6}"
            for kind in PartKind
            if any(count[kind] for count in counts)
        ]
        right, missed, wrong = (sum(count.values()) for count in counts)
        return "\n".join([*lines, f"{'all':12} {right:6} {missed:7} {wrong:6}"])


def _classified(piece: LabelledPiece) -> tuple[Classified, ...]:
    return classify(piece.bodies)


def counted(
    pieces: Sequence[LabelledPiece], parts_of: Callable[[LabelledPiece], Sequence[Classified]] = _classified
) -> Count:
    """Return the count over labelled pieces; ``parts_of`` returns the parts of one.

    Right: a label's kind is that of the parts most of its places lie on (an arch: its passage leads by). Missed: it is
    not. Wrong: a label's places lie on a part of a kind it must never be; or a platform, ladder, stairs, door, arch,
    deadly or unclimbable part holds no place of a label of that kind.
    """
    count = Count()
    for piece in pieces:
        _count(piece, parts_of(piece), count)
    return count


def _count(piece: LabelledPiece, parts: Sequence[Classified], count: Count) -> None:
    backed: set[tuple[int, PartKind]] = set()
    for label in piece.labels:
        held = _held(label, parts)
        for kind in label.kinds:
            has = [kind in parts[k].part.kinds for k in held]
            backed |= {(k, kind) for k in held}
            if has and np.mean(has) > _MOSTLY:
                count.right[kind] += 1
            else:
                count.missed[kind] += 1
                said = sorted({kind.value for k in held for kind in parts[k].part.kinds})
                count.words.append(f"{piece.name}: {label.name} is no {kind.value} but {', '.join(said) or 'nothing'}")
        for kind in label.never:
            if any(kind in parts[k].part.kinds for k in held):
                count.wrong[kind] += 1
                count.words.append(f"{piece.name}: {label.name} is told to be {kind.value}")
    never = {(k, kind) for label in piece.labels for kind in label.never for k in _held(label, parts)}
    for k, part in enumerate(parts):
        for kind in part.part.kinds - {PartKind.OBSTACLE, PartKind.LOW}:
            if (k, kind) not in backed and (k, kind) not in never:
                count.wrong[kind] += 1
                count.words.append(f"{piece.name}: {part.part.id} is told to be {kind.value}")


def _held(label: Label, parts: Sequence[Classified]) -> list[int]:
    """Return the parts that hold a label's places."""
    if PartKind.ARCH not in label.kinds:
        return nearest_part([part.part.solid for part in parts], label.places)
    return [k for place in label.places for k, part in enumerate(parts) if _leads_by(part, place)]


def _leads_by(part: Classified, place: np.ndarray[tuple[int], np.dtype[np.float64]]) -> bool:
    if part.passage is None or PartKind.ARCH not in part.part.kinds:
        return False
    start, end = np.array(part.passage.start), np.array(part.passage.end)
    way = (end - start)[:2]
    share = float(np.clip((place[:2] - start[:2]) @ way / max(float(way @ way), 1e-9), 0, 1))
    aside = float(np.hypot(*(place[:2] - start[:2] - share * way)))
    return aside < 0.2 * part.passage.width and -0.1 < place[2] - start[2] < part.passage.height


def shipped_pieces() -> tuple[LabelledPiece, ...]:
    """Return the pieces that ship, each joined into one mesh, with what their makers called the parts.

    Water, moss and reeds are left out: nothing in a shape says that they are scenery.
    """
    return tuple(_joined(load_piece(path)) for path in sorted((shipped_root() / "terrain").glob("*.glb")))


def _joined(piece: Piece) -> LabelledPiece:
    parts = [part for part in piece.parts if not part.is_opening and PartKind.SCENERY not in part.kinds]
    united = unite([part.solid for part in parts])
    labels = []
    for k, part in enumerate(parts):
        mine = united.which == k
        if PartKind.PLATFORM in part.kinds:
            mine = mine & (united.solid.normals[:, 2] > 0.9)
        triangles = united.solid.triangles[mine]
        area = np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1)
        places = triangles[np.argsort(-area, kind="stable")[:15]].mean(axis=1)
        if PartKind.ARCH in part.kinds:
            low, high = part.solid.bounds
            places = np.array([[*(low + high)[:2] / 2, low[2] + 0.8]])
        if len(places):
            labels.append(Label(part.id, part.kinds, places))
    return LabelledPiece(Path(piece.name).stem, (ImportedBody("", united.solid),), tuple(labels))


def run() -> Iterator[str]:
    """Yield the tables, and what is missed or wrong in words."""
    sets = (
        ("made for this", labelled_pieces()),
        ("held out at first", held_out_pieces()),
        ("held out at first, harder ones", more_held_out_pieces()),
        ("held out, nothing tuned on them", last_held_out_pieces()),
        ("what ships, each in one mesh", shipped_pieces()),
    )
    for name, pieces in sets:
        start = time.perf_counter()
        count = counted(pieces)
        took = time.perf_counter() - start
        triangles = sum(len(body.solid.faces) for piece in pieces for body in piece.bodies)
        labels = sum(len(piece.labels) for piece in pieces)
        yield f"{name}: {labels} labels on {len(pieces)} pieces, {triangles} triangles, {took:.1f} s"
        yield from (count.table(), *count.words, "")
