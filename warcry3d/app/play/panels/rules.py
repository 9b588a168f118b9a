"""What rules say, in our own words: those that were asked for, and the others of their kind."""

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.play.intents import PlayCommand, ShowRules
from warcry3d.app.play.keys import BACK, RULES
from warcry3d.app.play.panels.frame import DIM, OPAQUE, SMALL, PlayFrame
from warcry3d.app.scene.colours import GOLD, PAPER, Colour
from warcry3d.app.widgets.theme import coloured, paragraph
from warcry3d.messages import Words
from warcry3d.rules.rule_passages import RulePassage
from warcry3d.rules.systems import system

__all__ = ["draw_rules", "is_spoken", "kin_of"]

SOFT: Colour = (0.82, 0.80, 0.76)
WIDTH, HEIGHT = 460.0, 400.0
"""Size of the panel, at most (points)."""
DOCUMENTED = "en"
"""The language of the docs."""


def draw_rules(panel: PlayFrame) -> None:
    """Draw the panel beside the left roster."""
    roster, scale = panel.layout.rosters[0], panel.scale
    at = (roster[0] + roster[2] + panel.layout.margin, roster[1] + 76 * scale)
    imgui.set_next_window_size_constraints((WIDTH * scale, 0), (WIDTH * scale, HEIGHT * scale))
    rules = system(panel.model.game.ruleset.name)
    known = rules.rule_texts()
    asked = panel.model.explained
    imgui.set_next_window_bg_alpha(OPAQUE)
    with panel.window("play-rules", at, (WIDTH * scale, 0)):
        _head(panel)
        for rule in asked:
            said = panel.frame.words.rule_text(known[rule]) if rule in known else panel.say("nothing is written of it")
            panel.bold(rule, PAPER)
            imgui.indent(10 * scale)
            paragraph(said[:1].upper() + said[1:])
            _documentation(panel, rule, rules.rule_passages(rule))
            imgui.unindent(10 * scale)
        kin = kin_of(asked, tuple(known))
        if kin:
            imgui.separator()
            panel.small(panel.say("of the same kind:"), DIM)
        for rule in kin:
            panel.small(panel.say("{rule} {what}", rule=rule, what=panel.frame.words.rule_text(known[rule])), DIM)
            panel.opens(rule)
        _foot(panel)


def _documentation(panel: PlayFrame, rule: str, passages: tuple[RulePassage, ...]) -> None:
    """Draw what the docs say of a rule; in other languages what is in English alone is folded up, and says so."""
    spoken = tuple(one for one in passages if is_spoken(panel.frame.words, one))
    _passages(panel, spoken)
    passages = tuple(one for one in passages if one not in spoken)
    if not passages:
        return
    with panel.text(SMALL):
        is_open = imgui.tree_node(f"{panel.say('more in the documentation (in English)')}##{rule}")
    if is_open:
        _passages(panel, passages)
        imgui.tree_pop()


def is_spoken(words: Words, passage: RulePassage) -> bool:
    """Return whether a passage is there in a language."""
    return words.language == DOCUMENTED or all(words.rule_text(one) != one for one in passage.paragraphs)


def _passages(panel: PlayFrame, passages: tuple[RulePassage, ...]) -> None:
    said = panel.frame.words.rule_text
    for passage in passages:
        with panel.text(SMALL):
            where = (passage.page, passage.heading) if passage.heading else (passage.page,)
            coloured(panel.say(" · ").join(map(said, where)), GOLD)
            for one in passage.paragraphs:
                paragraph(said(one), SOFT)
                imgui.spacing()


def _head(panel: PlayFrame) -> None:
    """Draw the title, and the button that closes the panel: at the foot it would be scrolled out of sight."""
    imgui.align_text_to_frame_padding()
    panel.bold(panel.say("What the rules say"), GOLD)
    imgui.same_line()
    with imgui_ctx.push_id("close"):
        if imgui.button(panel.say("Close ({key})", key=panel.key(BACK))):
            panel.wanted.append(ShowRules(()))


def _foot(panel: PlayFrame) -> None:
    imgui.spacing()  # the line would touch the last row
    imgui.separator()
    changed, _ = imgui.checkbox(panel.say("rule ids in the report"), panel.settings.has_rule_ids)
    if changed:
        panel.wanted.append(PlayCommand.RULE_IDS)
    panel.small(panel.say("{key} shows the rules behind what is due.", key=panel.key(RULES)), DIM)


def kin_of(asked: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the other rules that share the name of the first one asked for, but for its number.

    >>> kin_of(("X-ATT-2",), ("X-ATT-1", "X-ATT-2", "X-ATT-3", "X-ATTIC-1"))
    ('X-ATT-1', 'X-ATT-3')
    """
    if not asked:
        return ()
    kind = asked[0].rpartition("-")[0]
    return tuple(rule for rule in known if rule.rpartition("-")[0] == kind and rule not in asked)
