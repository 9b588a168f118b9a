"""The model of the Boards room: what is picked, what is in hand, how it snaps. Pure: no graphics, no background.

Every `BoardsIntent` gives a new model: ``model.after(intent)``. A change of the table gives one with another `opened`
table; the room hands that to the window, which keeps what can be undone.
"""

from dataclasses import dataclass, field, replace
from typing import Self

from warcry3d.app.boards.held import CarryRules, HeldFeatures, board_middle
from warcry3d.app.boards.intents import (
    AlignPicked,
    BoardsAction,
    BoardsIntent,
    CarryTo,
    ChooseSnaps,
    DrawSquares,
    HoldPieces,
    HoverPiece,
    LayOut,
    ListBoard,
    MirrorPicked,
    NudgePicked,
    PickPieces,
    SetNumbers,
    ShowBoardTable,
    SpanBand,
    SpreadPicked,
    SuspendSnaps,
    TakeBoardTool,
    TurnPieces,
    TypeSearch,
)
from warcry3d.app.boards.tools import BoardTools, ToolIntent
from warcry3d.rules.board_sizes import grid_of
from warcry3d.table.table import Table
from warcry3d.table.table_edits import with_features, without_features
from warcry3d.table.terrain import Feature
from warcry3d.terrain.layouts.feature_edits import (
    Mirroring,
    aligned,
    beside,
    copied,
    grouped,
    half_turned,
    middle_of_all,
    mirrored,
    moved,
    placed_at,
    spread_out,
    turned,
    ungrouped,
    with_groups,
)
from warcry3d.terrain.layouts.piece_plans import middle_of
from warcry3d.terrain.layouts.snaps import SnapRules
from warcry3d.terrain.layouts.stacking import height_of, next_height, raised_to, standing_on
from warcry3d.units import to_degrees

__all__ = ["BoardsModel"]

SQUARE = 1.0
"""The side (in) of the squares of a grid."""
LONGEST = 80
"""Characters of a search that are kept."""

Pixel = tuple[float, float]
Spot = tuple[float, float]
"""A place on the floor (in)."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardsModel:
    """What is picked on the table that is open, and what is in hand. ``tried``: the table with that where it is now.

    ``snaps``, ``stacks``: what is carried snaps to these, and onto level tops; ``is_free``: not while a key is held.
    ``is_boxing``: the rectangle is in hand that picks what is inside; ``band``: it is spanned. ``stroke``: so is
    one of the brush for squares. ``lists_board``: what
    stands on the board is listed in place of the palette.
    """

    opened: Table
    picked: tuple[str, ...] = ()
    hovered: str | None = None
    held: HeldFeatures | None = None
    tried: Table | None = None
    snaps: SnapRules = field(default_factory=SnapRules)
    stacks: bool = True
    is_free: bool = False
    is_boxing: bool = False
    band: tuple[Pixel, Pixel] | None = None
    stroke: tuple[Spot, Spot] | None = None
    search: str = ""
    lists_board: bool = False
    tools: BoardTools = field(default_factory=BoardTools)

    @property
    def table(self) -> Table:
        """Return the table that is shown."""
        return self.opened if self.tried is None else self.tried

    @property
    def rules(self) -> CarryRules:
        """Return how what is carried comes to rest."""
        return CarryRules(self.snaps, self.stacks, self.is_free)

    @property
    def chosen(self) -> tuple[Feature, ...]:
        """Return the features that are picked, where they are now."""
        ids = frozenset(self.picked)
        return tuple(one for one in self.table.terrain.features if one.id in ids)

    @property
    def step(self) -> float:
        """Return how far a key moves what is picked: a step of the grid, else an eighth of an inch."""
        return self.snaps.grid or 0.125

    def after(self, intent: BoardsIntent | ToolIntent) -> Self:
        """Return the model after an intent; ids that are not on the table are passed over."""
        if isinstance(intent, ToolIntent):
            return replace(self, tools=self.tools.after(intent))
        match intent:
            case BoardsAction():
                return self._after_action(intent)
            case ShowBoardTable(table=table, is_new=True):
                snaps = replace(self.snaps, grid=grid_of(table.board) if table.grid is None else SQUARE)
                fresh = type(self)(table, snaps=snaps, stacks=self.stacks, search=self.search)
                fresh = replace(fresh, is_free=self.is_free, lists_board=self.lists_board)
                return replace(fresh, tools=self.tools.on(is_new=True))
            case ShowBoardTable(table=table):
                return self if table is self.opened else self._on(table)
            case LayOut(table=table):
                return replace(self._let_go(), opened=table, picked=(), hovered=None)
            case PickPieces(ids=ids, adds=adds):
                return self._picking(ids, adds)
            case HoverPiece(id=id):
                return self if id == self.hovered else replace(self, hovered=id)
            case HoldPieces(new=new):
                return self._holding(new)
            case CarryTo(at=at) if self.held is not None:
                return self._carrying(self.held, at)
            case TurnPieces() | NudgePicked() | SetNumbers() | MirrorPicked() | AlignPicked() | SpreadPicked():
                return self._after_edit(intent)
            case _:
                return self._after_choice(intent)

    def _after_choice(self, intent: BoardsIntent) -> Self:
        match intent:
            case ChooseSnaps(rules=rules, stacks=stacks):
                return replace(self, snaps=rules, stacks=stacks)
            case SuspendSnaps(is_free=is_free):
                made = replace(self, is_free=is_free)
                return made._carrying(self.held, self.held.at) if self.held and self.held.at else made
            case TakeBoardTool(is_boxing=is_boxing):
                return replace(self, is_boxing=is_boxing, band=None, stroke=None, tools=replace(self.tools, brush=None))
            case DrawSquares():
                return self._drawing(intent)
            case SpanBand(band=band):
                return replace(self, band=band)
            case ListBoard(is_listed=is_listed):
                return replace(self, lists_board=is_listed)
            case TypeSearch(text=text):
                return replace(self, search=text[:LONGEST])
            case _:
                return self

    def _on(self, table: Table) -> Self:
        """Return it on a table after a change: nothing is in hand, what is gone is not picked."""
        there = {one.id for one in table.terrain.features}
        kept = tuple(id for id in self.picked if id in there)
        hovered = self.hovered if self.hovered in there else None
        return replace(self._let_go(), opened=table, picked=kept, hovered=hovered)

    # What is in hand

    def _picking(self, ids: tuple[str, ...], adds: bool) -> Self:
        every = self.opened.terrain.features
        wanted = with_groups(every, ids)
        if not adds:
            return replace(self, picked=wanted)
        if wanted and set(wanted) <= set(self.picked):
            return replace(self, picked=tuple(id for id in self.picked if id not in wanted))
        return replace(self, picked=(*self.picked, *(id for id in wanted if id not in self.picked)))

    def _holding(self, new: tuple[Feature, ...]) -> Self:
        if new:
            taken = {one.id for one in self.opened.terrain.features}
            named = copied(new, taken)
            held = HeldFeatures(named, is_new=True)
            return replace(self._let_go(), held=held, picked=tuple(one.id for one in named), hovered=None)
        if not self.chosen:
            return self
        return replace(self, held=HeldFeatures(self._with_riders), hovered=None)

    @property
    def _with_riders(self) -> tuple[Feature, ...]:
        """Return what is picked with what stands on it: that is carried along, unless a key is held."""
        some = self.chosen
        if self.is_free or not self.stacks:
            return some
        ids = frozenset(self.picked)
        return (*some, *standing_on(some, [one for one in self.opened.terrain.features if one.id not in ids]))

    def _carrying(self, held: HeldFeatures, at: tuple[float, float, float] | None) -> Self:
        if at is None:
            return self
        carried = held.carried(self.opened, at, self.rules)
        return replace(self, held=carried, tried=carried.on(self.opened))

    def _let_go(self) -> Self:
        """Return it with empty hands; what was in hand and is not on the board is picked no longer."""
        if self.held is None:
            return self
        there = {one.id for one in self.opened.terrain.features}
        return replace(self, held=None, tried=None, picked=tuple(id for id in self.picked if id in there))

    def _put_down(self) -> Self:
        held = self.held
        if held is None or held.at is None:
            return self._let_go()
        rest = held.put_down(self.opened, self.rules)
        before = {one.id: one.placement for one in self.opened.terrain.features}
        if all(before.get(one.id) == one.placement for one in rest):
            return self._let_go()
        made = replace(self, held=None, tried=None)
        return made._changed(rest)

    def _drawing(self, asked: DrawSquares) -> Self:
        """Return it with a stroke of the brush spanned, or drawn on the squares."""
        brush, grid, stroke = self.tools.brush, self.opened.grid, asked.stroke
        if brush is None or grid is None or stroke is None:
            return replace(self, stroke=None)
        if not asked.is_done:
            return replace(self, stroke=stroke)
        drawn = brush.drawn(grid, *stroke)
        return replace(self, stroke=None, opened=self.opened if drawn == grid else replace(self.opened, grid=drawn))

    # Changes

    def _changed(self, features: tuple[Feature, ...]) -> Self:
        """Return it with features changed on the table, or more of them."""
        return replace(self, opened=with_features(self.opened, features))

    def _after_edit(self, intent: BoardsIntent) -> Self:
        held = self.held
        if held is not None:
            match intent:
                case TurnPieces(degrees=degrees):
                    return replace(self, held=held.turned(degrees))._carrying(held.turned(degrees), held.at)
                case NudgePicked(dx=dx, dy=dy):
                    x, y, z = held.place
                    return self._carrying(held, (x + dx, y + dy, z))
            return self
        some = self.chosen
        if not some:
            return self
        match intent:
            case TurnPieces(degrees=degrees):
                return self._changed(turned(some, degrees))
            case NudgePicked(dx=dx, dy=dy):
                return self._changed(moved(self._with_riders, dx, dy))
            case SetNumbers():
                return self._changed(_numbered(some, intent))
            case MirrorPicked(way=way):
                return self._changed(mirrored(some, way))
            case AlignPicked(how=how):
                return self._changed(aligned(some, how))
            case SpreadPicked(along_x=along_x):
                return self._changed(spread_out(some, along_x=along_x))
            case _:
                return self

    def _after_action(self, action: BoardsAction) -> Self:
        match action:
            case BoardsAction.PUT_DOWN:
                return self._put_down()
            case BoardsAction.LET_GO:
                return self._let_go()
            case BoardsAction.STEP_BACK:
                return self._stepped_back()
            case BoardsAction.PICK_ALL:
                return replace(self._let_go(), picked=tuple(one.id for one in self.opened.terrain.features))
            case BoardsAction.PICK_NEXT:
                return self._let_go()._picking_next()
            case _ if self.held is not None or not self.picked:
                return self
            case BoardsAction.REMOVE:
                return replace(self, opened=without_features(self.opened, self.picked), picked=(), hovered=None)
            case BoardsAction.GROUP:
                return self._grouping()
            case BoardsAction.RAISE | BoardsAction.LOWER:
                return self._raising(is_up=action is BoardsAction.RAISE)
            case BoardsAction.COPY:
                return self._adding(beside(self.chosen, self.opened.terrain.features, self.opened.board))
            case BoardsAction.TWIN:
                return self._adding(half_turned(self.chosen, board_middle(self.opened.board)))
            case BoardsAction.TWIN_MIRRORED:
                middle = board_middle(self.opened.board)
                return self._adding(mirrored(self.chosen, Mirroring.LEFT_RIGHT, about=middle))

    def _stepped_back(self) -> Self:
        if self.held is not None:
            return self._let_go()
        if self.band is not None or self.is_boxing:
            return replace(self, band=None, is_boxing=False)
        if self.tools.brush is not None:
            return replace(self, stroke=None, tools=replace(self.tools, brush=None))
        return replace(self, picked=())

    def _picking_next(self) -> Self:
        ids = [one.id for one in self.opened.terrain.features]
        if not ids:
            return self
        last = ids.index(self.picked[-1]) if self.picked and self.picked[-1] in ids else -1
        return self._picking((ids[(last + 1) % len(ids)],), adds=False)

    def _adding(self, features: tuple[Feature, ...]) -> Self:
        """Return it with copies of features more, which are picked."""
        taken = {one.id for one in self.opened.terrain.features}
        new = copied(features, taken)
        return replace(self._changed(new), picked=tuple(one.id for one in new))

    def _grouping(self) -> Self:
        """Return it with what is picked as one group; taken apart where it is one already."""
        some = self.chosen
        groups = {one.group for one in some}
        if len(groups) == 1 and groups != {""}:
            return self._changed(ungrouped(some))
        if len(some) < 2:
            return self
        return self._changed(grouped(some, {one.group for one in self.opened.terrain.features}))

    def _raising(self, *, is_up: bool) -> Self:
        """Return it with what is picked on the next level, as one: the lowest of it decides."""
        some = self.chosen
        others = tuple(one for one in self.opened.terrain.features if one not in some)
        low = min(some, key=lambda one: (height_of(one), one.id))
        shift = height_of(next_height(low, others, is_up=is_up)) - height_of(low)
        return self._changed(moved(some, 0.0, 0.0, shift)) if shift else self


def _numbered(some: tuple[Feature, ...], asked: SetNumbers) -> tuple[Feature, ...]:
    """Return features with the numbers that were typed; several are moved and turned as one."""
    x, y = middle_of_all(some)
    low = min(height_of(one) for one in some)
    if asked.degrees is not None:
        by = asked.degrees - (to_degrees(some[0].placement.turn) if len(some) == 1 else 0.0)
        some = turned(some, by)
        if len(some) == 1:  # exactly as typed, not as the difference comes out
            some = (_about(some[0], asked.degrees),)
    dx = 0.0 if asked.x is None else asked.x - x
    dy = 0.0 if asked.y is None else asked.y - y
    dz = 0.0 if asked.height is None else asked.height - low
    if len(some) == 1 and asked.height is not None:
        return moved((raised_to(some[0], asked.height),), dx, dy)
    return moved(some, dx, dy, dz)


def _about(feature: Feature, degrees: float) -> Feature:
    x, y = middle_of(feature)
    at = feature.placement.at
    made = placed_at(feature, *at, degrees=degrees)
    there = middle_of(made)
    return moved((made,), x - there[0], y - there[1])[0]
