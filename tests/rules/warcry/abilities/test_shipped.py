"""The abilities of the warbands that ship: who has them, and each once by hand with its own fighter."""

from pathlib import Path

import msgspec
import pytest

from tests.rules.warcry.battle.field import Playing, R, walk
from tests.rules.warcry.battle.powers import powered, use
from warcry3d.game.actions import Decline, Pick, React
from warcry3d.messages.speak import Words
from warcry3d.rules.warcry.abilities.files import load_abilities, shipped_abilities
from warcry3d.rules.warcry.bands.files import load_fighters, shipped_band, shipped_file
from warcry3d.rules.warcry.bands.profile import Profile
from warcry3d.rules.warcry.bands.wires import profile_to_wire
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Move, Wait
from warcry3d.rules.warcry.battle.fighters import move_of, toughness_of, weapon_of

PROFILES = {profile.id: profile for profile in load_fighters(shipped_file("drowned-forest.fighters.json"))}
TOUCH = 2 * R
FOE = (5 + TOUCH + 0.5, 5)


def battle(places: dict[str, tuple[float, ...]], *sets: tuple[int, int], **who: str) -> Playing:
    """Return a battle of shipped fighters: ``red_a="wrecker"``."""
    profiles = {name.replace("_", "-"): wire(PROFILES[id]) for name, id in who.items()}
    return powered(places, *sets, profiles=profiles)


def wire(profile: Profile) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(profile_to_wire(profile))
    return {**plain, "base": {"round": 32}}


@pytest.mark.parametrize("band", ["stilt-watch", "low-tide"])
def test_every_ability_of_a_faction_is_open_to_somebody_of_its_band_and_to_nobody_else(band: str) -> None:
    """rule: WC-ABIL-8, WC-ABIL-4."""
    fighters = [fighter.profile for fighter in shipped_band(band).fighters]
    own = load_abilities(shipped_file(f"{band}.abilities.json"))
    assert sorted(ability.cost for ability in own) == ["double"] * 3 + ["reaction"] + ["triple"] * 2
    assert [a.id for a in own if a.faction != band or not any(a.is_open_to(p) for p in fighters)] == []
    others = [profile for profile in PROFILES.values() if profile.faction != band]
    assert [(a.id, p.id) for a in own for p in others if a.is_open_to(p)] == []


def test_names_and_ids_are_given_once() -> None:
    ids = [ability.id for ability in shipped_abilities()]
    names = [ability.name for ability in shipped_abilities()]
    assert len(set(ids)) == len(ids)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("id", "name"),
    [
        ("rush", "勇冲"),
        ("onslaught", "猛攻"),
        ("respite", "喘息"),
        ("inspire", "振奋军心"),
        ("rampage", "狂暴"),
        ("tether", "绑带"),
        ("hit-the-weak-spot", "攻击要害"),
        ("taunt", "嘲讽"),
        ("vast-reach", "巨大范围"),
        ("drag", "拖拽攻击"),
        ("devastating-rampage", "毁灭性狂暴"),
    ],
)
def test_abilities_of_the_source_have_its_chinese_names_and_a_chinese_text(id: str, name: str) -> None:
    (ability,) = (one for one in shipped_abilities() if one.id == id)
    chinese = Words("zh_CN")
    assert chinese.name(ability.name) == name
    assert chinese.rule_text(ability.text) != ability.text


def test_the_page_lists_them_all_with_cost() -> None:
    page = (Path(__file__).resolve().parents[4] / "docs" / "abilities.md").read_text(encoding="utf-8")
    assert [a.name for a in shipped_abilities() if f"| {a.name} | {a.cost} |" not in page] == []


def test_shields_on_the_stair() -> None:
    places = {"red-a": (5, 5), "red-d": (7, 5), "blue-b": (20, 15)}
    playing = battle(places, (2, 2), red_a="gate-sergeant", red_d="bough-archer")
    playing.do(use("shields-on-the-stair", 2, 2))
    assert [toughness_of(playing.state, id) for id in ("red-a", "red-d")] == [6, 4]


def test_loose_from_the_boughs_is_for_platforms() -> None:
    on_floor = battle({"red-a": (5, 5), "blue-b": (20, 15)}, (2, 2), red_a="bough-archer")
    assert on_floor.faults(use("loose-from-the-boughs", 2, 2)) == ["WC-ABIL-1"]
    shelf = {"id": "shelf", "kind": "platform", "box": {"min": [3, 3, 0], "max": [8, 8, 3]}}
    archer = {"red-a": wire(PROFILES["bough-archer"])}
    up = powered({"red-a": (5, 5, 3), "blue-b": (12, 5)}, (2, 2), profiles=archer, parts=[shelf])
    assert up.do(use("loose-from-the-boughs", 2, 2), Attack(0, "blue-b")).roll.count == 3


def test_snare_of_reeds() -> None:
    playing = battle({"red-a": (5, 5), "blue-b": FOE}, (5, 2), red_a="reed-fisher")
    playing.do(use("snare-of-reeds", 5, 2)).dice(3, 4)
    assert move_of(playing.state, "blue-b") == 1
    assert {effect.what for effect in playing.state.effects} == {"cannot-disengage", "move"}


def test_cut_the_pile() -> None:
    playing = battle({"red-a": (5, 5), "blue-b": FOE}, (3, 3), red_a="pile-cutter")
    playing.do(use("cut-the-pile", 3, 3), Attack(0, "blue-b"), Decline()).dice(3, 1, 2)
    assert playing.fighter("blue-b").damage == 2 + 2


def test_ring_the_bell() -> None:
    places = {"red-a": (5, 5), "red-d": (9, 5), "blue-b": (20, 15)}
    playing = battle(places, (3, 3), red_a="bell-reeve", red_d="ladder-guard").do(use("ring-the-bell", 3, 3))
    assert (playing.choice.about.fighter, playing.choice.about.inches) == ("red-d", 2)  # type: ignore[attr-defined]
    assert playing.faults(Move(walk((10, 5)))) == ["WC-ABIL-1"]
    assert playing.do(Move(walk((7, 5)))).fighter("red-d").at[0] == 7


def test_nothing_left_ashore() -> None:
    playing = battle({"red-a": (5, 5), "blue-b": FOE, "blue-c": (20, 15)}, (2, 2), red_a="wrecker")
    assert playing.faults(use("nothing-left-ashore", 2, 2)) == ["WC-ABIL-1"]
    playing.do(Attack(0, "blue-b"), Decline()).dice(6, 6, 6)
    playing.do(use("nothing-left-ashore", 2, 2))
    assert playing.choice.about.actions == ("move",)  # type: ignore[attr-defined]


def test_haul_in() -> None:
    for face, x in ((2, 12), (3, 8)):
        playing = battle({"red-a": (5, 5), "blue-b": (12, 5)}, (4, 2), red_a="harpooner")
        playing.do(use("haul-in", 4, 2)).dice(face)
        assert playing.fighter("blue-b").at[0] == pytest.approx(x)


def test_silt_in_the_eyes() -> None:
    playing = battle({"red-a": (5, 5), "blue-b": FOE}, (2, 2), red_a="mudlark").do(use("silt-in-the-eyes", 2, 2))
    assert weapon_of(playing.state, "blue-b", 0).attacks == 2


def test_wreck_fever() -> None:
    playing = battle({"red-a": (5, 5), "blue-b": FOE}, (2, 3), red_a="wrecker").do(use("wreck-fever", 2, 3))
    playing.do(Attack(0, "blue-b"), Decline()).dice(5, 1, 2)
    assert playing.fighter("blue-b").damage == 4


def test_call_the_tide() -> None:
    places = {"red-a": (5, 5), "blue-b": (9, 5), "blue-c": (5, 9), "blue-e": (20, 15)}
    playing = battle(places, (2, 3), red_a="tide-speaker").do(use("call-the-tide", 2, 3)).dice(4, 5)
    playing.do(Pick(("blue-c",))).dice(6).dice(1)
    assert [playing.fighter(f"blue-{name}").damage for name in "bce"] == [1, 3, 0]


def test_braced() -> None:
    """rule: WC-REACT-12.  2 damage a hit is 1; the critical one does its 4."""
    strong = {"red-a": wire(PROFILES["pile-cutter"]), "blue-b": wire(PROFILES["gate-sergeant"])}
    playing = powered({"red-a": (5, 5), "blue-b": FOE}, profiles=strong).do(Attack(0, "blue-b"))
    assert playing.about.offered == (("blue-b", ("counter", "braced")),)
    playing.do(React("blue-b", "braced")).dice(4, 6, 1)
    assert playing.fighter("blue-b").damage == 1 + 4
    assert playing.state.effects == ()


def test_gone_with_the_ebb() -> None:
    """rule: WC-REACT-12."""
    lark = {"blue-b": wire(PROFILES["mudlark"])}
    playing = powered({"red-a": (5, 5), "blue-b": (11, 5)}, profiles=lark).do(Move(walk((7, 5))))
    assert playing.about.offered == (("blue-b", ("gone-with-the-ebb",)),)
    playing.do(React("blue-b", "gone-with-the-ebb"))
    assert playing.faults(Move(walk((11, 6)))) == ["WC-ABIL-1"]
    playing.do(Move(walk((13, 5))), Wait(), Activate("blue-b"))
    assert playing.choice.about.left == 1  # type: ignore[attr-defined]
