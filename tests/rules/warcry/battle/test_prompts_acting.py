"""How it can be answered whom to activate and what a fighter does: nothing is left out, what is refused says why."""

from dataclasses import replace

import pytest

from tests.rules.warcry.battle.field import BOW, SWORD, Playing, fighting, profile, walk
from tests.rules.warcry.battle.powers import ability, powered
from tests.rules.warcry.battle.prompting import answer, asked, option, path_answer, refused
from warcry3d.game.actions import Decline, Done
from warcry3d.game.prompts import Confirm, Go, PickOne, is_open
from warcry3d.motion.path import LegKind
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Disengage, DropTreasure, Move, UseAbility, Wait
from warcry3d.rules.warcry.battle.state import Activation, FighterStatus, Objective, Treasure

FAR = {"red-a": (5, 5), "blue-b": (20, 15)}
CLOSE = {"red-a": (5, 5), "blue-b": (6.5, 5)}
BAR = ["move", "attack", "disengage", "wait", "drop-treasure"]


def bar(playing: Playing) -> list[str]:
    return [id for id in asked(playing) if not id.startswith("ability:")]


def go(playing: Playing, id: str = "move") -> Go:
    prompt = asked(playing)[id]
    assert isinstance(prompt, Go)
    return prompt


def pick(playing: Playing, id: str) -> PickOne:
    prompt = asked(playing)[id]
    assert isinstance(prompt, PickOne)
    return prompt


def test_move_says_whether_the_attack_can_follow_it() -> None:
    """Seen with newcomers: "point at an enemy to attack", and then nothing was attacked. rule: WC-COMBAT-2."""
    playing = fighting(FAR)
    playing.do(Activate("red-a"))
    assert "attacking is its next action" in str(go(playing).hint)
    answer(playing, "move", path_answer("red-a", walk((4, 5))))
    assert "No action is left for an attack after this move" in str(go(playing).hint)


# Whom to activate


@pytest.mark.parametrize(
    ("enemy", "said"),
    [
        ((8.0, 5.0), "After one move, terrain aside, red-a can attack blue-c."),
        ((28.0, 18.0), "None can attack after one move."),
        ((10.5, 5.0), "After one move, terrain aside, red-a can attack blue-c, red-b can attack blue-c."),
    ],
)
def test_it_says_who_of_those_that_can_be_activated_can_attack(enemy: tuple[float, float], said: str) -> None:
    """rule: WC-MOVE-1."""
    playing = fighting({"red-a": (5, 5), "red-b": (16, 5), "blue-c": enemy})
    hint = pick(playing, "activate").hint
    assert str(hint) == f"Pick the fighter that acts next. {said}"


def test_it_names_the_nearest_target_of_each_and_few_fighters() -> None:
    """Seen with newcomers: a list of fighters did not tell whom each of them could attack."""
    own = {f"red-{letter}": (3 + 1.5 * n, 5) for n, letter in enumerate("abcdef")}
    playing = fighting({**own, "blue-x": (6.75, 7), "blue-y": (6.75, 8.4)})
    said = str(pick(playing, "activate").hint).removeprefix("Pick the fighter that acts next. ")
    each = ", ".join(f"red-{letter} can attack blue-x or 1 other" for letter in "abcd")
    assert said == f"After one move, terrain aside, {each}, 2 more can attack."


def test_all_own_fighters_can_be_picked_or_say_why_not() -> None:
    """rule: WC-COMBAT-1."""
    places = {"red-a": (5, 5), "red-b": (9, 5), "red-c": (13, 5), "blue-d": (20, 15)}
    playing = fighting(places)
    fighters = tuple(
        f.changed(activations=1)
        if f.id == "red-b"
        else f.changed(place=FighterStatus.RESERVE)
        if f.id == "red-c"
        else f
        for f in playing.state.fighters
    )
    playing.state = playing.state.changed(fighters=fighters)
    prompt = pick(playing, "activate")
    assert [one.id for one in prompt.options] == ["red-a", "red-b", "red-c"]
    assert [str(one.label) for one in prompt.options] == [one.id for one in prompt.options]
    assert [[fault.rule for fault in one.faults] for one in prompt.options] == [[], ["WC-COMBAT-1"], ["WC-COMBAT-1"]]
    assert prompt.action("red-a") == Activate("red-a")


def test_whom_to_activate_tells_actions_wounds_and_treasure() -> None:
    """rule: WC-REACT-9, WC-WAIT-4, WC-MON-7.  And by which rule a fighter has fewer actions."""
    places = {"red-a": (5, 5), "red-b": (9, 5), "red-c": (13, 5), "red-d": (17, 5), "blue-e": (20, 15)}
    playing = fighting(places, profiles={"red-d": profile("d", "gargantuan")})
    changes: dict[str, dict[str, object]] = {
        "red-a": {"damage": 3, "treasure": "treasure-1"},
        "red-b": {"reactions": 1},
        "red-c": {"activations": 1, "is_waiting": True},
    }
    fighters = tuple(f.changed(**changes.get(f.id, {})) for f in playing.state.fighters)
    playing.state = playing.state.changed(fighters=fighters)
    told = [[(fact.rule, str(fact)) for fact in one.facts] for one in pick(playing, "activate").options]
    full = ("WC-DAMAGE-2", "10 of 10 wounds left")
    assert told == [
        [("WC-COMBAT-2", "2 actions"), ("WC-DAMAGE-2", "7 of 10 wounds left"), ("WC-TREASURE-1", "carries treasure 1")],
        [("WC-REACT-9", "1 action"), full],
        [("WC-WAIT-4", "1 action"), full],
        [("WC-MON-7", "1 action"), full],
    ]


# What it does


def test_the_action_bar_always_has_all_actions() -> None:
    """rule: WC-COMBAT-2.  Also with nothing left but an ability: then each says that no action is left."""
    playing = powered(FAR, (5, 2))
    assert bar(playing) == [*BAR, "done"]
    assert [id for id in bar(playing) if is_open(asked(playing)[id])] == ["move", "wait"]
    assert str(asked(playing)["done"].detail) == "actions are left"
    playing.do(Move(walk((6, 5))), Move(walk((7, 5))))
    assert bar(playing) == [*BAR, "done"]
    assert str(asked(playing)["done"].detail) == "no action is left"
    assert str(playing.choice.why.message) == "red-a has no action left, only abilities"
    assert all("WC-COMBAT-2" in refused(asked(playing)[id]) for id in BAR)
    assert not refused(asked(playing)["done"])
    assert asked(playing)["done"].action(True) == Done()


def test_keys_and_ids_stay_and_differ() -> None:
    playing = powered(FAR, (5, 2))
    keys = {id: prompt.key for id, prompt in asked(playing).items()}
    assert [keys[id] for id in [*BAR, "done"]] == ["m", "a", "g", "w", "t", "e"]
    assert [keys[id] for id in keys if id.startswith("ability:")] == list("1234567")
    assert len(set(keys.values())) == len(keys)


def test_a_move_has_its_inches_its_ways_and_its_aims() -> None:
    """rule: WC-MOVE-1, WC-FLY-1, WC-OBJ-2."""
    lying = Treasure(id="treasure-1", at=(6.0, 7.0, 0.0))
    objective = Objective(id="objective-1", at=(9.0, 5.0, 0.0))
    playing = fighting(
        {"red-a": (5, 5), "red-f": (5, 8), "blue-b": (20, 15), "blue-c": (10, 5)},
        profiles={"red-f": profile("f", "fly", move=8)},
        treasures=(lying,),
        objectives=(objective,),
    ).do(Activate("red-a"))
    prompt = go(playing)
    assert (prompt.models, prompt.budget) == (("red-a",), 4)
    assert prompt.ways == {LegKind.WALK, LegKind.CLIMB, LegKind.JUMP, LegKind.DROP, LegKind.DOOR}
    assert [one.id for one in prompt.aims] == ["blue-c", "blue-b", "objective-1", "treasure-1"]
    assert [one.id for one in prompt.extras] == ["treasure-1"]
    playing = fighting(
        {"red-f": (5, 8), "blue-b": (20, 15)}, profiles={"red-f": profile("f", "fly", move=8)}, treasures=(lying,)
    ).do(Activate("red-f"))
    assert LegKind.FLY in go(playing).ways
    assert str(go(playing).detail) == "8 in"
    carrying = tuple(f.changed(treasure="treasure-1") if f.id == "red-f" else f for f in playing.state.fighters)
    playing.state = playing.state.changed(fighters=carrying, treasures=(lying.changed(carrier="red-f"),))
    assert LegKind.FLY not in go(playing).ways
    assert str(go(playing).detail).endswith(" in, no flying"), "a newcomer saw only in the log that it had walked"
    assert (go(playing).budget, go(playing).extras) == (6, ())


def test_a_treasure_is_picked_up_on_the_way_of_a_move() -> None:
    """rule: WC-OBJ-2.  Who cannot carry any finds it among the extras all the same, with the reason."""
    treasures = tuple(Treasure(id=f"treasure-{n}", at=(7.0, 5.0 + n, 0.0)) for n in (1, 2))
    playing = fighting(FAR, treasures=treasures).do(Activate("red-a"))
    assert not refused(go(playing), "treasure-1")
    answer(playing, "move", path_answer("red-a", walk((7, 5)), "treasure-1"))
    assert playing.fighter("red-a").treasure == "treasure-1"
    assert refused(go(playing), "treasure-2") == ["WC-TREASURE-2"]
    playing = fighting(FAR, profiles={"red-a": profile("a", "beast")}, treasures=treasures).do(Activate("red-a"))
    assert refused(go(playing), "treasure-1") == ["WC-TREASURE-3"]


def test_who_is_engaged_may_disengage_and_not_move_and_the_other_way_round() -> None:
    """rule: WC-MOVE-5, WC-DISENGAGE-6."""
    playing = fighting(CLOSE).do(Activate("red-a"))
    assert refused(go(playing)) == ["WC-MOVE-5"]
    assert not refused(go(playing, "disengage"))
    assert go(playing, "disengage").ways == {LegKind.WALK}
    assert go(playing, "disengage").budget == 3
    route = walk((2.5, 5))
    assert asked(playing)["disengage"].action(path_answer("red-a", route)) == Disengage(route)
    playing = fighting(FAR).do(Activate("red-a"))
    assert not refused(go(playing))
    assert refused(go(playing, "disengage")) == ["WC-DISENGAGE-6"]


def test_who_carries_treasure_cannot_disengage_and_can_drop_it() -> None:
    """rule: WC-OBJ-2."""
    playing = fighting(CLOSE, treasures=(Treasure(id="treasure-1", at=(5, 5, 0), carrier="red-a"),))
    fighters = tuple(f.changed(treasure="treasure-1") if f.id == "red-a" else f for f in playing.state.fighters)
    playing.state = playing.state.changed(fighters=fighters)
    playing.do(Activate("red-a"))
    assert refused(go(playing, "disengage")) == ["WC-CARRY-4"]
    drop = asked(playing)["drop-treasure"]
    assert isinstance(drop, Confirm)
    assert (drop.faults, str(drop.detail), drop.action(True)) == ((), "treasure 1", DropTreasure())


def test_who_carries_none_is_told_so_on_the_button_for_dropping_treasure() -> None:
    """The line under the heading, which is short, held the first words of the reason: the fighter's name."""
    assert str(asked(fighting(FAR).do(Activate("red-a")))["drop-treasure"].detail) == "it carries none"


def test_waiting_says_what_it_leads_to() -> None:
    """rule: WC-WAIT-1, WC-WAIT-4."""
    playing = fighting(FAR).do(Activate("red-a"))
    assert str(asked(playing)["wait"].detail) == "1 action now, one later"
    playing.do(Move(walk((6, 5))))
    assert str(asked(playing)["wait"].detail) == "ends its activation"
    playing = fighting(FAR).do(Activate("red-a"), Wait(), Activate("blue-b"), Wait(), Activate("red-a"))
    assert str(asked(playing)["wait"].detail) == "ends its activation"


# Attacks


def test_every_weapon_can_be_picked_for_every_enemy_the_nearest_first() -> None:
    """rule: WC-ATT-1, WC-RANGE-1."""
    places = {"red-a": (5, 5), "blue-b": (25, 15), "blue-c": (12, 5)}
    playing = fighting(places, profiles={"red-a": profile("a", weapons=[SWORD, BOW])}).do(Activate("red-a"))
    prompt = pick(playing, "attack")
    assert [one.id for one in prompt.options] == ["blue-c:0", "blue-c:1", "blue-b:0", "blue-b:1"]
    assert [one.model for one in prompt.options] == ["blue-c", "blue-c", "blue-b", "blue-b"]
    assert [one.id for one in prompt.options if not one.faults] == ["blue-c:1"]
    assert refused(prompt, "blue-b:1") == ["WC-RANGE-1"]
    assert str(prompt.detail) == "1 target"
    assert prompt.action("blue-c:1") == Attack(1, "blue-c")


def test_an_attack_tells_distance_weapon_hit_cover_and_wounds() -> None:
    """rule: WC-HIT-1, WC-COVER-3.  A target behind a wall has 1 more Toughness to hit against."""
    wall = {"id": "wall", "kind": "obstacle", "box": {"min": [8, 3, 0], "max": [9, 7, 0.8]}}
    places = {"red-a": (5, 5), "blue-b": (13, 5), "blue-c": (5, 13)}
    playing = fighting(places, profiles={"red-a": profile("a", weapons=[BOW])}, parts=[wall]).do(Activate("red-a"))
    prompt = pick(playing, "attack")
    told = [str(fact) for fact in option(prompt, "blue-c:0").facts]
    assert told == [
        "6.74 in away",
        "2 dice, strength 3, damage 2 or 4, range 0 to 15 in",
        "hits on 5+: strength 3 against toughness 4",
        "not in cover",
        "visible",
        "10 of 10 wounds left",
    ]
    behind = [str(fact) for fact in option(prompt, "blue-b:0").facts]
    assert behind[2:4] == ["hits on 5+: strength 3 against toughness 5", "in cover: stones/wall"]


def test_an_attack_on_nobody_says_so() -> None:
    """rule: WC-ATT-1."""
    playing = fighting(FAR).do(Activate("red-a"))
    assert refused(pick(playing, "attack")) == ["WC-ATT-1"]
    assert str(pick(playing, "attack").detail) == "0 targets"
    (fault,) = pick(playing, "attack").faults
    assert str(fault).endswith("it reaches 1 in, nearest: blue-b 16.77 in")


# Abilities


def test_ability_that_can_change_nothing_now_says_so_and_is_allowed_all_the_same() -> None:
    """Seen with a newcomer: Rush was offered to a fighter without actions. rule: WC-RUSH-1, WC-ONSLAUGHT-1."""
    playing = powered(
        FAR, (5, 2), (6, 3), own=[ability({"do": "change", "what": ["toughness"], "add": 1, "until": "activation"})]
    )
    idle = lambda: [id.removeprefix("ability:") for id, prompt in asked(playing).items() if prompt.idle]
    assert idle() == ["respite"], "nobody is hurt"
    acting = playing.state.activation
    assert acting is not None
    playing.state = playing.state.changed(activation=acting.changed(left=0))
    assert idle() == ["rush", "onslaught", "respite"], "toughness counts also while others act"
    assert [fault.rule for fault in asked(playing)["ability:rush"].idle] == ["WC-RUSH-1"]
    assert not playing.faults(UseAbility("rush", 5, 2)) and is_open(asked(playing)["ability:rush"])
    playing.state = playing.state.changed(fighters=tuple(one.changed(damage=1) for one in playing.state.fighters))
    assert idle() == ["rush", "onslaught"]


def test_each_ability_can_be_paid_with_each_set_or_says_why_not() -> None:
    """rule: WC-ABIL-1, WC-ABIL-6."""
    playing = powered(FAR, (3, 2), (6, 3), (3, 2))
    rush = pick(playing, "ability:rush")
    assert [(one.id, one.dice) for one in rush.options] == [("2x3", (3, 3)), ("3x6", (6, 6, 6))]
    assert not rush.faults
    assert rush.action("3x6") == UseAbility("rush", 6, 3)
    assert (str(rush.heading), str(rush.detail)) == ("Rush", "double")
    respite = pick(playing, "ability:respite")
    assert refused(respite, "2x3") == ["WC-ABIL-6"]
    rampage = pick(playing, "ability:rampage")
    assert refused(rampage) == ["WC-ABIL-1"]
    assert "quad" in str(rampage.faults[0])


def test_abilities_that_nothing_pays_for_or_that_are_used_up_stay_in_sight() -> None:
    """rule: WC-COMBAT-3."""
    playing = powered(FAR)
    assert refused(pick(playing, "ability:rush")) == ["WC-ABIL-1"]
    playing = powered(FAR, (3, 2), (4, 2)).do(UseAbility("rush", 3, 2))
    assert refused(pick(playing, "ability:rush")) == ["WC-COMBAT-3"]
    assert refused(pick(playing, "ability:onslaught"), "2x4") == ["WC-COMBAT-3"]


def test_who_may_follow_is_asked_with_a_way_to_leave_it() -> None:
    """rule: WC-INSPIRE-3."""
    places = {"red-a": (5, 5), "red-b": (7, 5), "blue-c": (20, 15)}
    playing = fighting(places).do(Activate("red-a"))
    acting = playing.state.activation
    assert isinstance(acting, Activation)
    playing.state = playing.state.changed(activation=acting.changed(follow=("red-b",)))
    playing.do(Wait())
    assert playing.choice.kind == "follow"
    assert list(asked(playing)) == ["activate", "decline"]
    assert asked(playing)["activate"].action("red-b") == Activate("red-b")
    assert asked(playing)["decline"].action(True) == Decline()


def test_what_was_asked_before_does_not_change_what_is_asked() -> None:
    """Distances, sight and cover are kept; the prompts are the same without."""
    playing = powered({"red-a": (5, 5), "blue-b": (6.5, 5)}, (5, 3))
    before = asked(playing)
    again = {id: replace(prompt) for id, prompt in asked(playing).items()}
    playing.state = playing.state.changed()
    assert before == again == asked(playing)
