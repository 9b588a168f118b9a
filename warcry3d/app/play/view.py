"""The panels of a battle, drawn together: header, rosters, prompt, actions, card, log, the prompt's widget."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from imgui_bundle import imgui

from warcry3d.app.moves.held_fighter import HeldFighter
from warcry3d.app.play.hints import Hint
from warcry3d.app.play.intents import HoverModel, PlayIntent
from warcry3d.app.play.lenses.lens_work import LensView
from warcry3d.app.play.lenses.sight_lines import chips_of
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.panels.action_bar import draw_action_bar
from warcry3d.app.play.panels.battle_cards import draw_battle_cards
from warcry3d.app.play.panels.chips import draw_labels, draw_markers
from warcry3d.app.play.panels.curtain import draw_curtain
from warcry3d.app.play.panels.divide import draw_divide
from warcry3d.app.play.panels.end import EndPanel
from warcry3d.app.play.panels.faces import draw_faces
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.go import draw_go, draw_way_faults, has_faults
from warcry3d.app.play.panels.header import draw_header
from warcry3d.app.play.panels.hint import draw_hint
from warcry3d.app.play.panels.layout import Rectangle, layout_of
from warcry3d.app.play.panels.lens_caption import draw_lens_caption
from warcry3d.app.play.panels.log import LogPanel
from warcry3d.app.play.panels.number import draw_number
from warcry3d.app.play.panels.odds import draw_card
from warcry3d.app.play.panels.options import draw_options
from warcry3d.app.play.panels.place import draw_place
from warcry3d.app.play.panels.profile_card import draw_profile
from warcry3d.app.play.panels.prompt_line import draw_prompt_line
from warcry3d.app.play.panels.roster import draw_rosters
from warcry3d.app.play.panels.round_line import draw_round_line
from warcry3d.app.play.panels.rules import draw_rules
from warcry3d.app.play.panels.time_line import TimeLine
from warcry3d.app.play.panels.unit import draw_unit, draw_unit_faults, fits_in_bar, has_unit_faults
from warcry3d.app.play.panels.unit_labels import labels_of
from warcry3d.app.play.panels.why import draw_why
from warcry3d.app.play.state import Due
from warcry3d.app.play.units.unit_in_hand import models_of
from warcry3d.app.play.units.unit_mover import UnitMover
from warcry3d.app.shell.room import Frame
from warcry3d.app.shell.settings import Settings
from warcry3d.game.preview import Chip, ChipKind
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, message

__all__ = ["InHand", "PlayView"]


@dataclass(frozen=True, slots=True)
class InHand:
    """The fighter that is being moved, as the mover has it; ``is_preparing``: its base is not known yet. ``seen``: what
    there is to show of the lens that is looked through; ``hint``: what hint stands, and how clearly. ``is_looking``:
    what may happen where it is held is being judged; ``written``: where the inches of its way stand (pixels); ``unit``:
    what moves or sets up a unit; ``bar``: why it cannot act on the model that is pointed at; ``is_marked``: it is held
    where was clicked last; ``begun``: which round has begun, and how clearly that stands.
    """

    held: HeldFighter | None = None
    is_preparing: bool = False
    seen: LensView | None = None
    hint: tuple[Hint, float] | None = None
    is_looking: bool = False
    written: tuple[Rectangle, ...] = ()
    unit: UnitMover | None = None
    bar: RuleReason | None = None
    is_marked: bool = False
    begun: tuple[Message, float] | None = None

    @property
    def in_hand(self) -> tuple[str, ...]:
        """Return the models of the unit in hand."""
        return models_of(self.unit.held.prompt) if self.unit is not None else ()


class PlayView:
    """Draws the panels of a battle; keeps nothing but the rows of the log and what the battle came to."""

    def __init__(self) -> None:
        self._log = LogPanel()
        self._end = EndPanel()
        self._time_line = TimeLine()
        self._was_hovered = False
        self.is_settled = True
        """Whether all panels were drawn as high as their content is."""
        self.notices_at: tuple[float, float] | None = None
        """Where notices stood clear of the panels that were drawn last (pixels)."""
        self.labels: Mapping[str, Rectangle] = {}
        """Where the labels of models were drawn last (pixels)."""

    @property
    def is_whole(self) -> bool:
        """Whether all panels are laid out to their ends."""
        return self._log.is_whole

    def draw(self, frame: Frame, model: PlayModel, in_hand: InHand, settings: Settings) -> list[PlayIntent]:
        """Draw them and return what was asked for, in order."""
        _, top, _, _ = frame.panel
        window = imgui.get_io().display_size
        layout = layout_of(window.x, window.y, top, frame.scale)
        teller = model.moment.teller(frame.words)
        panel = PlayFrame(frame, model, layout, teller, settings, in_hand.held, in_hand.is_marked)
        if self.notices_at is not None:
            panel = replace(panel, strip_top=self.notices_at[1])
        if model.curtain_for:
            draw_curtain(panel)
            return panel.wanted
        top = draw_header(panel)
        hovered = draw_rosters(panel)
        self._hover(panel, hovered)
        self._log.draw(panel)
        self._time_line.draw(panel)
        if in_hand.seen is not None:
            draw_lens_caption(panel, in_hand.seen)
        if model.explained:
            draw_rules(panel)
        self._beside(panel, in_hand, is_in_roster=bool(hovered))
        is_answered = model.due in (Due.ANSWER, Due.FACES) and not model.is_looking_back
        in_bar = in_hand.unit if is_answered and fits_in_bar(panel) else None
        bottom = draw_action_bar(panel, in_bar) - 0.7 * layout.margin
        bottom = draw_prompt_line(panel, bottom)
        if model.due is Due.OVER:
            self._end.draw(panel, bottom)
        if is_answered:
            draw_options(panel, bottom)
            draw_divide(panel, bottom)
            draw_number(panel, bottom)
            draw_faces(panel, bottom)
            if in_bar is None:
                self._moving(panel, in_hand, bottom)
        written = (*in_hand.written, *draw_markers(panel))
        labels = labels_of(panel, _chips(model, in_hand), in_hand.in_hand)
        self.labels = draw_labels(panel, *labels, written, between=(top, min((bottom, *panel.tops))))
        if in_hand.hint is not None and in_hand.seen is None:
            draw_hint(panel, *in_hand.hint, min((bottom, *panel.tops)))
        if in_hand.begun is not None and in_hand.seen is None:
            draw_round_line(panel, *in_hand.begun, top)
        self.notices_at = layout.strip[0], min((bottom, *panel.tops)) - 0.3 * layout.margin
        self.is_settled = not panel.resized
        return panel.wanted

    def _moving(self, panel: PlayFrame, in_hand: InHand, bottom: float) -> None:
        """Draw what moves or is placed: a unit, else a model or things one by one."""
        if in_hand.unit is not None:
            draw_unit(panel, in_hand.unit.held, in_hand.unit.failure, bottom)
            return
        draw_place(panel, bottom)
        draw_go(panel, in_hand.held, bottom, is_preparing=in_hand.is_preparing, is_looking=in_hand.is_looking)

    def _beside(self, panel: PlayFrame, in_hand: InHand, *, is_in_roster: bool) -> None:
        """Draw what stands over the log: why the program's player did it, the battle's cards, what is wrong with a way,
        odds, else who is pointed to on the table; a roster tells of its fighters itself.
        """
        model = panel.model
        if model.asks_why:
            draw_why(panel)
        elif model.shows_cards and model.moment.standings.cards:
            draw_battle_cards(panel)
        elif in_hand.bar is not None and not model.is_looking_back:
            draw_profile(panel, in_hand.bar)
        elif in_hand.held is not None and has_faults(panel, in_hand.held) and not model.is_looking_back:
            draw_way_faults(panel, in_hand.held)
        elif in_hand.unit is not None and has_unit_faults(in_hand.unit.held) and not model.is_looking_back:
            draw_unit_faults(panel, in_hand.unit.held)
        elif model.preview is not None and not model.is_looking_back:
            draw_card(panel)
        elif not is_in_roster:
            draw_profile(panel)

    def _hover(self, panel: PlayFrame, hovered: str) -> None:
        """Say which fighter the rosters point at; when they no longer do, that they point at none."""
        if hovered or self._was_hovered:
            panel.wanted.append(HoverModel(hovered))
        self._was_hovered = bool(hovered)


def _chips(model: PlayModel, in_hand: InHand) -> Mapping[str, tuple[Chip, ...]]:
    """Return the chips beside models, of the lens that is looked through, else of the action that is pointed to; who
    cannot be acted on is said to be out of reach.
    """
    if in_hand.seen is not None:
        return {one.target: chips_of(one) for one in in_hand.seen.judged}
    if model.is_looking_back:
        return {}
    if in_hand.bar is not None:
        return {model.hovered: (Chip(ChipKind.DISTANCE, message("out of reach")),)}
    if model.preview is None:
        return {}
    return {view.model: view.chips for view in model.preview[1].views if view.chips}
