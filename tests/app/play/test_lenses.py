"""What a held key shows over the table: it appears with the key, says what it means, and goes with it."""

import numpy as np
import pytest

from tests import zoo
from tests.app.play.battles import race_model
from tests.rules.warcry.battle.field import BOW, fighting, profile, weapon
from warcry3d.app.moves.exposure_field import exposure_field
from warcry3d.app.play.intents import ClickModel, HoldLens, HoverModel, PickOption
from warcry3d.app.play.keys import LENSES, PlayKeys
from warcry3d.app.play.lenses.heights_field import heights_field
from warcry3d.app.play.lenses.lens import LEGENDS, TITLES, Lens
from warcry3d.app.play.lenses.lens_scene import view_through
from warcry3d.app.play.lenses.lens_work import LensView
from warcry3d.app.play.lenses.sight_lines import chips_of, sight_overlays, targets_of
from warcry3d.app.play.lenses.threat_area import ThreatQuestion, area_of, threat_fields
from warcry3d.app.play.prompt_keys import intent_of_key
from warcry3d.app.scene.colours import BLUE, GREEN
from warcry3d.app.scene.overlays import Beam, ColourField, FlatLine
from warcry3d.rules.battle_api import ModelThreat
from warcry3d.rules.judgement import judge
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.warcry.battle.previews.threats import threat_of

WALL = zoo.feature("wall", zoo.box_part("stones", (0, 0, 0), (1, 6, 6), "obstacle"), at=(14, 8))
BACK = zoo.feature("back", zoo.box_part("stones", (0, 0, 0), (1, 6, 6), "obstacle"), at=(19, 8))
LOW_WALL = zoo.feature("low", zoo.box_part("stones", (0, 0, 0), (0.4, 6, 0.9), "obstacle"), at=(6, 8))
DECK = zoo.feature("deck", zoo.box_part("top", (0, 0, 2.8), (6, 6, 3), "platform"), at=(3, 3))
TABLE = zoo.table(
    WALL,
    zoo.fighter("eye", (10, 11)),
    zoo.fighter("friend", (10, 13)),
    zoo.fighter("open", (10, 6), side="blue"),
    zoo.fighter("behind", (18, 11), side="blue"),
)


@pytest.mark.parametrize("lens", Lens)
def test_lens_is_looked_through_by_its_key_and_says_what_it_is(lens: Lens) -> None:
    (key,) = LENSES[lens].keys
    model = race_model()
    assert intent_of_key(model, key, PlayKeys().letters) == HoldLens(lens)
    assert model.after(HoldLens(lens)).lens is lens
    assert model.after(HoldLens(lens)).after(HoldLens(None)).lens is None
    assert TITLES[lens] and (LEGENDS[lens] or lens is Lens.BASES)


def test_battle_goes_on_under_a_lens() -> None:
    held = race_model().after(HoldLens(Lens.HEIGHTS)).after(PickOption("push", "2"))
    assert held.wish is not None and held.lens is Lens.HEIGHTS


def test_lens_is_about_who_is_pointed_at_then_selected_then_the_persons_first() -> None:
    model = race_model()
    assert model.lens_subject == "red"
    selected = model.after(ClickModel("blue"))
    assert selected.lens_subject == "blue"
    assert selected.after(HoverModel("red")).lens_subject == "red"


def test_threat_is_that_of_the_other_side_or_of_one_of_its_models() -> None:
    against = race_model(seats={"red": "person", "blue": "eager"})
    assert against.threatening == ("", "blue")
    assert against.after(HoverModel("blue")).threatening == ("blue", "blue")
    assert against.after(HoverModel("red")).threatening == ("", "blue")


def test_lines_of_sight_go_to_all_enemies_the_nearest_first() -> None:
    assert targets_of(TABLE, "eye") == ("open", "behind")
    judged = tuple(judge(TABLE, "eye", target) for target in targets_of(TABLE, "eye"))
    drawn = [one for one in sight_overlays(TABLE, judged) if isinstance(one, Beam | FlatLine)]
    assert isinstance(drawn[0], Beam) and drawn[0].colour == GREEN and drawn[0].dash == 0
    assert isinstance(drawn[1], FlatLine) and drawn[1].dash > 0
    assert [str(chip.label) for one in judged for chip in chips_of(one)] == ["seen", "hidden"]


def test_line_to_a_target_in_cover_has_another_colour_and_another_word() -> None:
    table = zoo.table(LOW_WALL, zoo.fighter("eye", (2, 11)), zoo.fighter("covered", (7.3, 11), side="blue"))
    found = judge(table, "eye", "covered")
    assert found.cover is not None and found.cover.verdict
    assert next(one for one in sight_overlays(table, (found,)) if isinstance(one, Beam)).colour == BLUE
    assert [str(chip.label) for chip in chips_of(found)] == ["seen", "in cover"]


def test_threat_reaches_as_far_as_move_and_weapon_go() -> None:
    table = zoo.table(zoo.fighter("brute", (15, 11)))
    radius = table.model("brute").base.length / 2
    area = area_of(table, ThreatQuestion("brute", ModelThreat(4.0, MoveAction.MOVE, 2.0)))
    low, _, high, _ = area.moves[0.0].bounds
    assert (low, high) == pytest.approx((11, 19), abs=0.1)
    low, _, high, _ = area.strikes[0.0].bounds
    assert (low, high) == pytest.approx((9 - radius, 21 + radius), abs=0.1)
    assert len(threat_fields((area,))) == 4


def test_who_cannot_move_threatens_where_it_stands() -> None:
    table = zoo.table(zoo.fighter("brute", (15, 11)))
    area = area_of(table, ThreatQuestion("brute", ModelThreat(0.0, MoveAction.DISENGAGE, 1.0)))
    assert area.moves[0.0].area < 0.01
    assert area.strikes[0.0].bounds[0] == pytest.approx(14 - table.model("brute").base.length / 2, abs=0.1)


def test_threat_is_what_the_rules_give_a_fighter() -> None:
    wide = profile("b", weapons=[weapon(reach=2), BOW])
    free = fighting({"red-a": (5, 5), "blue-b": (15, 5)}, profiles={"blue-b": wide}).state
    found = threat_of(free, "blue-b")
    assert found is not None
    assert (found.inches, found.action, found.melee) == (4, MoveAction.MOVE, 2)
    assert found.missile > 2
    bound = threat_of(fighting({"red-a": (5, 5), "blue-b": (7, 5)}, profiles={"blue-b": wide}).state, "blue-b")
    assert bound is not None and (bound.inches, bound.action) == (3, MoveAction.DISENGAGE)


def test_place_behind_a_wall_is_less_exposed_than_one_in_the_open() -> None:
    table = zoo.table(WALL, BACK)
    found = exposure_field(table)
    between, free = found.share_at((17, 11, 0)), found.share_at((5, 11, 0))
    assert between is not None and free is not None and between < free - 0.2
    assert found.share_at((16, 11, 30)) is None
    assert found.fields and found.low <= found.shares.min() and found.shares.max() <= found.high


def test_heights_are_those_of_the_surfaces() -> None:
    found = heights_field(zoo.table(DECK))
    assert [height for _, height in found.labels] == [pytest.approx(3.0)]
    ((x, y, z), _) = found.labels[0]
    assert 3 < x < 9 and 3 < y < 9 and z == pytest.approx(3.0, abs=0.1)
    assert len(found.fields) == 1


def test_bases_hide_all_figures_and_show_each_base() -> None:
    model = race_model()
    seen = view_through(LensView(Lens.BASES), model)
    assert set(seen.hidden) == {one.id for one in model.moment.table.models}
    fields = [one for one in seen.overlays if isinstance(one, ColourField)]
    assert len(fields) == 2 * len(seen.hidden)
    assert all(np.isfinite(one.triangles).all() for one in fields)
