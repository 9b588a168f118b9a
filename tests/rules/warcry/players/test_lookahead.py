"""The plain player looks one action of its own further: where a place, a climb, an ability leads to."""

import math
from typing import Any

import pytest

from tests.rules.warcry.battle.field import BOW, RULES, SWORD, Playing, R, box, fighting, profile, weapon
from tests.rules.warcry.players.asking import LEY_LINES, answer
from warcry3d.game.agenda import run
from warcry3d.game.random_stream import Stream
from warcry3d.message import message
from warcry3d.motion.path import LegKind
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Deploy, Move, UseAbility, Wait
from warcry3d.rules.warcry.battle.fighters import apart
from warcry3d.rules.warcry.battle.movement.place_choices import PlacesOffered
from warcry3d.rules.warcry.battle.movement.reached import reached_by
from warcry3d.rules.warcry.battle.setup.deployment import BeginGroup
from warcry3d.rules.warcry.battle.state import FighterStatus, InitiativeDice, Objective, Set, Side
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.rules.warcry.players.moves import best_moves
from warcry3d.rules.warcry.players.moves_ahead import move_toward
from warcry3d.rules.warcry.players.options import ActionOption, decided
from warcry3d.rules.warcry.players.plain import PlainPlayer
from warcry3d.rules.warcry.reach import WarcryReaching

TOUCH = 2 * R


def hand(*sets: tuple[int, int]) -> tuple[Side, Side]:
    """Return sides of which red has these sets of dice, as number and count."""
    own = InitiativeDice(sets=tuple(Set(value=value, count=count) for value, count in sets))
    return Side(id="red", colour="red", hand=own), Side(id="blue", colour="blue")


def activation(playing: Playing, most: int = 6) -> list[Any]:
    """Play an activation to its end, without dice falling; return what was done."""
    done: list[Any] = []
    while playing.state.activation is not None and len(done) < most and getattr(playing.due, "kind", "") == "act":
        done.append(answer(playing))
        playing.do(done[-1])
    return done


def test_a_giant_is_not_set_up_on_a_deck_that_it_cannot_leave() -> None:
    """A deck within reach of its point, nearer to the middle, with walls that nobody climbs all around."""
    walls = [
        box(name, low, high, "unclimbable")
        for name, low, high in (
            ("north", (10, 10.2, 4), (20, 10.5, 16)),
            ("south", (10, 4.5, 4), (20, 4.8, 16)),
            ("west", (10, 4.5, 4), (10.3, 10.5, 16)),
            ("east", (19.7, 4.5, 4), (20, 10.5, 16)),
        )
    ]
    parts = [box("deck", (10, 4.5, 0), (20, 10.5, 4), "platform"), *walls]
    giant = profile("a", "gargantuan", base={"round": 100}, move=8, wounds=40)
    giant = {**giant, "weapons": [SWORD, BOW]}
    playing = fighting(
        {"red-a": (5, 5), "blue-b": (28, 20)},
        profiles={"red-a": giant},
        parts=parts,
        sides=hand(),
        details=LEY_LINES,
        objectives=(Objective(id="objective-1", at=(15.0, 19.0, 0.0)),),
    )
    aside = tuple(f.changed(place=FighterStatus.ASIDE) if f.id == "red-a" else f for f in playing.state.fighters)
    group = BeginGroup("red", "dagger", FighterStatus.ASIDE)
    do = Transition(playing.state.changed(fighters=aside, agenda=(group,)))
    run(do)
    playing = Playing(do.state)
    for seed in range(4):
        action = answer(playing, seed=seed)
        assert isinstance(action, Deploy)
        assert action.at[2] == 0.0, "up there it stays for the whole battle"


def test_alone_with_an_enemy_in_sight_it_gets_on_rather_than_wait() -> None:
    """Whoever comes first within reach of the other is struck first, and hard; but somebody has to."""
    fierce = profile("b", weapons=[weapon(attacks=6, strength=8, hit=6, crit=12)])
    playing = fighting({"red-a": (5, 11), "blue-b": (12, 11)}, profiles={"blue-b": fierce}).do(Activate("red-a"))
    before = apart(playing.state, "red-a", "blue-b")
    done = activation(playing)
    assert isinstance(done[0], Move)
    assert apart(playing.state, "red-a", "blue-b") < before - 0.5


def test_it_climbs_with_two_actions_what_one_does_not_climb() -> None:
    """An objective on a deck 5 in high, 4 in of Move: hanging on the wall in between, it gets up with the second."""
    deck = box("deck", (8, 8, 0), (14, 14, 5), "platform")
    here = Objective(id="objective-1", at=(11.0, 11.0, 5.0))
    places = {"red-a": (7.0, 11.0), "blue-b": (28.0, 20.0)}
    playing = fighting(places, parts=[deck], details=LEY_LINES, objectives=(here,)).do(Activate("red-a"))
    done = activation(playing)
    assert [type(action) for action in done] == [Move, Move]
    assert any(leg.kind is LegKind.CLIMB for action in done for leg in action.path.legs)
    assert playing.fighter("red-a").at[2] == pytest.approx(5.0)


def test_it_goes_up_to_a_wall_to_climb_it_later() -> None:
    """The deck is two activations away: it ends where it stands, not where it would fall from."""
    deck = box("deck", (10, 8, 0), (16, 14, 5), "platform")
    here = Objective(id="objective-1", at=(13.0, 11.0, 5.0))
    places = {"red-a": (3.0, 11.0), "blue-b": (28.0, 20.0)}
    playing = fighting(places, parts=[deck], details=LEY_LINES, objectives=(here,)).do(Activate("red-a"))
    activation(playing)
    assert playing.fighter("red-a").at[0] > 7.0
    assert not playing.fighter("red-a").holds


def test_no_onslaught_before_a_shot() -> None:
    """Its bow reaches the enemy after a move: more melee attacks are no use to it."""
    archer = {"red-a": profile("a", weapons=[SWORD, weapon(12, attacks=4, strength=6, hit=4, crit=8)])}
    places = {"red-a": (5.0, 11.0), "blue-b": (20.5, 11.0)}
    playing = fighting(places, profiles=archer, sides=hand((3, 2))).do(Activate("red-a"))
    assert not [action for action in activation(playing, 1) if isinstance(action, UseAbility)]


def test_no_weak_spot_is_hit_where_no_monster_is_near() -> None:
    """A monster takes part, 20 in away; the attack is on somebody else, and too weak for more of them to be better."""
    weak = profile("a", weapons=[weapon(strength=2)])
    fierce = profile("b", weapons=[weapon(attacks=2, strength=8, hit=8, crit=16)])
    giant = profile("c", "gargantuan", wounds=40, base={"round": 90})
    places = {"red-a": (4.0, 4.0), "blue-b": (4 + TOUCH + 0.3, 4.0), "blue-c": (26.0, 18.0)}
    profiles = {"red-a": weak, "blue-b": fierce, "blue-c": giant}
    playing = fighting(places, profiles=profiles, sides=hand((3, 3))).do(Activate("red-a"))
    action = answer(playing)
    assert not (isinstance(action, UseAbility) and action.ability == "hit-the-weak-spot"), action


@pytest.mark.parametrize("dice", [3, 4])
def test_no_triple_and_no_quad_pays_for_a_rush(dice: int) -> None:
    """Where a double does, the larger set is kept."""
    places = {"red-a": (5.0, 5.0), "blue-b": (5 + TOUCH + 5.6, 5.0)}
    playing = fighting(places, sides=hand((3, dice))).do(Activate("red-a"))
    action = answer(playing)
    assert not (isinstance(action, UseAbility) and action.ability == "rush"), action


def test_no_rush_where_a_wall_stands_between() -> None:
    """An inch more would do by the straight line; around the wall it does not."""
    wall = box("wall", (8.0, 0, 0), (8.4, 12, 12))
    places = {"red-a": (5.0, 3.0), "blue-b": (5 + TOUCH + 5.6, 3.0)}
    playing = fighting(places, parts=[wall], sides=hand((3, 2))).do(Activate("red-a"))
    assert not [action for action in activation(playing) if isinstance(action, UseAbility)]


def test_it_rushes_only_as_far_as_it_then_goes() -> None:
    """What it used the dice for is what it does: it charges and strikes."""
    places = {"red-a": (5.0, 5.0), "blue-b": (5 + TOUCH + 5.6, 5.0)}
    playing = fighting(places, sides=hand((3, 2))).do(Activate("red-a"))
    done = activation(playing, 3)
    assert [type(action) for action in done] == [UseAbility, Move, Attack]


def test_no_rampage_where_nobody_is_in_reach_of_it() -> None:
    playing = fighting({"red-a": (4.0, 4.0), "blue-b": (27.0, 19.0)}, sides=hand((5, 4))).do(Activate("red-a"))
    assert not [action for action in activation(playing) if isinstance(action, UseAbility)]


def test_it_tells_what_it_compared_and_takes_the_best() -> None:
    places = {"red-a": (5.0, 5.0), "blue-b": (5 - TOUCH - 0.3, 5.0), "blue-c": (5 + TOUCH + 0.3, 5.0)}
    playing = fighting(places)
    hurt = tuple(f.changed(damage=9) if f.id == "blue-c" else f for f in playing.state.fighters)
    playing = Playing(playing.state.changed(fighters=hurt)).do(Activate("red-a"))
    player = PlainPlayer()
    decision = player.decide(RULES, playing.state, playing.choice, Stream(1))
    assert decision.action == player.choose(RULES, playing.state, playing.choice, Stream(1)) == Attack(0, "blue-c")
    worths = [one.worth for one in decision.candidates]
    assert worths == sorted(worths, reverse=True)
    assert len(worths) >= 3
    assert str(decision.candidates[0].label).startswith("attack blue-c (0.9 wounds on average, 88 % to take it down)")
    best, other = (one.label for one in decision.candidates[:2])
    assert str(decision.reason) == f"wants to {best}: far better than the next best, to {other}."


@pytest.mark.parametrize(
    ("worth", "said"),
    [(30.0, ": far better than the next best, to wait"), (60.0, ": better than the"), (95.0, ", looks about as good")],
)
def test_it_says_in_words_how_much_better_the_best_is(worth: float, said: str) -> None:
    best, other = (
        ActionOption(Attack(0, "blue-b"), value, message(name)) for value, name in ((100, "go"), (worth, "wait"))
    )
    reason = str(decided([other, best]).reason)
    assert said in reason and not any(letter.isdigit() for letter in reason)


def test_once_prepared_it_derives_nothing_more_to_find_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """What reach derives of terrain is derived while others think."""
    deck = box("deck", (8, 8, 0), (14, 14, 4), "platform")
    playing = fighting({"red-a": (6.0, 11.0), "blue-b": (12.0, 11.0, 4.0)}, parts=[deck]).do(Activate("red-a"))
    player = PlainPlayer()
    assert sum(1 for _ in player.prepare(RULES, playing.state)) > 3

    def derived(*_: object) -> None:
        raise AssertionError("derived while it should decide")

    monkeypatch.setattr("warcry3d.motion.reaching.plan.drop_column_between", derived)
    monkeypatch.setattr("warcry3d.motion.reaching.plan.rungs_of", derived)
    assert not isinstance(answer(playing), Wait)
    assert math.isfinite(playing.fighter("red-a").at[0])


def test_what_two_moves_lead_to_is_beyond_one() -> None:
    """Two inches back it is out of reach of the enemy, the objective still held: that is one move, no two."""
    here = Objective(id="objective-1", at=(5.0, 11.0, 0.0))
    fierce = profile("b", weapons=[weapon(attacks=6, strength=8, hit=6, crit=12)])
    places = {"red-a": (6.5, 11.0), "blue-b": (11.0, 11.0)}
    playing = fighting(places, profiles={"blue-b": fierce}, details=LEY_LINES, objectives=(here,))
    playing.do(Activate("red-a"))
    way = move_toward(RULES, playing.state, "red-a", left=2)
    assert way is not None and way.goal is not None
    assert math.dist(way.goal, (6.5, 11.0, 0.0)) > 4.0
    assert way.goal != way.at


def test_where_it_gets_to_is_searched_once_in_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """It asks for one move and two, cautiously and boldly: that are two searches at most, and with dice no more."""
    fierce = profile("b", weapons=[weapon(attacks=6, strength=8, hit=6, crit=12)])
    places = {"red-a": (5, 11), "blue-b": (12, 11)}
    playing = fighting(places, profiles={"blue-b": fierce}, sides=hand((3, 2))).do(Activate("red-a"))
    searches: list[float] = []
    reach = WarcryReaching.reach

    def counted(*args: Any, inches: float, **named: Any) -> Any:
        searches.append(inches)
        return reach(*args, inches=inches, **named)

    monkeypatch.setattr(WarcryReaching, "reach", counted)
    answer(playing)
    assert sorted(searches) == sorted(set(searches))
    assert len(searches) <= 2


@pytest.mark.parametrize("at", [(6.0, 11.0), (10.0, 3.0), (16.5, 13.0)])
def test_a_search_for_two_moves_tells_all_about_one(at: tuple[float, float]) -> None:
    parts = [box("deck", (8, 8, 0), (14, 14, 3), "platform"), box("wall", (17.5, 10, 0), (18, 16, 3))]
    places = {"red-a": at, "blue-b": (20.0, 12.0), "blue-c": (8.0, 6.0)}

    def moves(*, wide: bool) -> list[Any]:
        state = fighting(places, parts=parts).do(Activate("red-a")).state
        if wide:
            reached_by(state, "red-a", 8.0)
        return [(way.at, way.path, round(way.worth, 9)) for way in best_moves(RULES, state, "red-a", then_strikes=True)]

    assert len(moves(wide=False)) >= 3
    assert moves(wide=True) == moves(wide=False)


@pytest.mark.parametrize(("controller", "goes_on"), [("red", True), ("", False)])
def test_who_is_not_needed_at_an_objective_gets_on(controller: str, goes_on: bool) -> None:
    """Control lasts until enemies are more there, and none comes near: only to win it somebody has to stay."""
    here = Objective(id="objective-1", at=(3.0, 11.0, 0.0), controller=controller)
    archer = profile("b", weapons=[weapon(15, attacks=2, strength=4, hit=3, crit=6)])
    places = {"red-a": (4.0, 11.0), "blue-b": (25.5, 11.0)}
    playing = fighting(places, profiles={"blue-b": archer}, details=LEY_LINES, objectives=(here,))
    playing.do(Activate("red-a"))
    activation(playing)
    assert (playing.fighter("red-a").at[0] > 6.0) is goes_on


def labels(playing: Playing) -> list[str]:
    """Return what it compared, as it tells it."""
    return [str(one.label) for one in PlainPlayer().decide(RULES, playing.state, playing.choice, Stream(1)).candidates]


def test_it_says_what_a_move_is_for() -> None:
    here = Objective(id="objective-1", at=(15.0, 3.0, 0.0))
    places = {"red-a": (8.0, 3.0), "blue-b": (28.0, 20.0)}
    playing = fighting(places, details=LEY_LINES, objectives=(here,)).do(Activate("red-a"))
    assert labels(playing)[0].endswith(", within reach of objective 1")
    playing = fighting({"red-a": (3.0, 3.0), "blue-b": (18.0, 3.0)}).do(Activate("red-a"))
    assert "nearer to blue-b" in labels(playing)[0] or "and blue-b" in labels(playing)[0]


def test_it_says_whom_an_activated_fighter_may_attack() -> None:
    places = {"red-a": (5.0, 5.0), "red-c": (15.0, 15.0), "blue-b": (5 + TOUCH + 3.0, 5.0)}
    playing = fighting(places)
    assert labels(playing) == ["activate red-a, who may move and attack blue-b", "activate red-c"]


def test_it_comes_down_from_a_deck_where_it_can_do_nothing() -> None:
    """In cover up there, with no way down but a jump that may hurt, it stayed for the rest of the battle."""
    parts = [box("deck", (2, 8, 0), (7, 14, 3.5), "platform"), box("parapet", (6.8, 8, 3.5), (7, 14, 4.5))]
    archer = profile("b", weapons=[weapon(15, attacks=2, strength=3, hit=2, crit=4)])
    places = {"red-a": (5.0, 11.0, 3.5), "blue-b": (20.0, 11.0)}
    playing = fighting(places, profiles={"blue-b": archer}, parts=parts).do(Activate("red-a"))
    before = apart(playing.state, "red-a", "blue-b")
    activation(playing)
    assert playing.fighter("red-a").at[2] == 0.0
    assert apart(playing.state, "red-a", "blue-b") < before - 3.0


def test_it_says_so_where_only_one_thing_is_left_to_do() -> None:
    playing = fighting({"red-a": (5.0, 5.0), "blue-b": (20.0, 15.0)})
    decision = PlainPlayer().decide(RULES, playing.state, playing.choice, Stream(1))
    assert str(decision.reason) == "wants to activate red-a: nothing else is left to do."


def test_a_giant_on_a_deck_with_no_room_falls_rather_than_stay_for_the_battle() -> None:
    """Its base hangs over wherever it goes, so every move ends in a fall; one costs a die, staying all its attacks."""
    giant = profile("a", "gargantuan", base={"round": 100}, move=6, wounds=40)
    parts = [box("deck", (8, 8, 0), (11.94, 11.94, 3), "platform")]
    places = {"red-a": (9.97, 9.97, 3.0), "blue-b": (25.0, 18.0)}
    playing = fighting(places, profiles={"red-a": giant}, parts=parts).do(Activate("red-a"))
    action = answer(playing)
    assert isinstance(action, Move)
    playing.do(action)
    assert playing.fighter("red-a").at[2] == 0.0 or playing.choice.kind == "fall"


def test_a_giant_behind_rails_gets_down_from_up_a_wall() -> None:
    """From the deck it falls nowhere, for rails are around it; from up the wall it does, over them."""
    giant = profile("a", "gargantuan", base={"round": 100}, move=6, wounds=40)
    parts = [
        box("deck", (8, 8, 0), (11.94, 11.94, 3), "platform"),
        box("wall", (8, 12.1, 0), (12, 12.4, 9)),
        box("west", (7.6, 7.6, 0), (7.8, 12.4, 5.5), "unclimbable"),
        box("east", (12.14, 7.6, 0), (12.34, 12.4, 5.5), "unclimbable"),
        box("south", (7.6, 7.6, 0), (12.34, 7.8, 5.5), "unclimbable"),
    ]
    places = {"red-a": (9.97, 9.97, 3.0), "blue-b": (25.0, 18.0)}
    playing = fighting(places, profiles={"red-a": giant}, parts=parts).do(Activate("red-a"))
    action = answer(playing)
    assert isinstance(action, Move)
    assert action.path.legs[-1].kind is LegKind.CLIMB
    playing.do(action)
    assert playing.fighter("red-a").at[2] == 0.0 or playing.choice.kind == "fall"


def test_a_giant_climbs_where_it_falls_below_its_deck_not_back_on_it() -> None:
    """The wall in the south is too low to fall over the rails from: it would be put back where it stood."""
    giant = profile("a", "gargantuan", base={"round": 100}, move=6, wounds=40)
    parts = [
        box("low", (8, 7.5, 0), (12, 7.9, 4.2)),
        box("deck", (8, 8, 0), (11.94, 11.94, 3), "platform"),
        box("wall", (8, 12.1, 0), (12, 12.4, 9)),
        box("west", (7.6, 7.6, 0), (7.8, 12.4, 5.5), "unclimbable"),
        box("east", (12.14, 7.6, 0), (12.34, 12.4, 5.5), "unclimbable"),
        box("south", (7.6, 7.2, 0), (12.34, 7.4, 5.5), "unclimbable"),
    ]
    places = {"red-a": (9.97, 9.97, 3.0), "blue-b": (25.0, 18.0)}
    playing = fighting(places, profiles={"red-a": giant}, parts=parts).do(Activate("red-a"))
    action = answer(playing)
    assert isinstance(action, Move)
    playing.do(action)
    if playing.choice.kind == "fall":
        assert isinstance(playing.choice.about, PlacesOffered)
        heights = [landing.nearest[2] for landing in playing.choice.about.places]
        assert min(heights) == 0.0
    else:
        assert playing.fighter("red-a").at[2] == 0.0


def test_a_giant_is_not_set_up_between_walls_that_it_cannot_leave() -> None:
    """A court of 6 in around its point, nearer to the middle than what is outside of it."""
    walls = [
        box(name, low, high, "unclimbable")
        for name, low, high in (
            ("north", (12, 9.5, 0), (18, 9.8, 12)),
            ("south", (12, 4.2, 0), (18, 4.5, 12)),
            ("west", (12, 4.2, 0), (12.3, 9.8, 12)),
            ("east", (17.7, 4.2, 0), (18, 9.8, 12)),
        )
    ]
    giant = profile("a", "gargantuan", base={"round": 100}, move=8, wounds=40)
    places = {"red-a": (5, 5), "blue-b": (28, 20)}
    goal = Objective(id="objective-1", at=(15.0, 12.0, 0.0))
    playing = fighting(
        places, profiles={"red-a": giant}, parts=walls, sides=hand(), details=LEY_LINES, objectives=(goal,)
    )
    aside = tuple(f.changed(place=FighterStatus.ASIDE) if f.id == "red-a" else f for f in playing.state.fighters)
    do = Transition(playing.state.changed(fighters=aside, agenda=(BeginGroup("red", "dagger", FighterStatus.ASIDE),)))
    run(do)
    for seed in range(3):
        action = answer(Playing(do.state), seed=seed)
        assert isinstance(action, Deploy)
        x, y, _ = action.at
        assert not (12 < x < 18 and 4.2 < y < 9.8), "in there it stays for the whole battle"


def test_no_first_part_of_a_way_leads_nowhere() -> None:
    """A giant with one action stands at a wall that one move does not climb: a tenth of an inch along it is no use."""
    giant = profile("a", "gargantuan", base={"round": 100}, move=4, wounds=40)
    deck = box("deck", (8, 2, 0), (16, 20, 5), "platform")
    here = Objective(id="objective-1", at=(11.0, 11.0, 5.0))
    places = {"red-a": (5.9, 11.0), "blue-b": (28.0, 20.0)}
    playing = fighting(places, profiles={"red-a": giant}, parts=[deck], details=LEY_LINES, objectives=(here,)).do(
        Activate("red-a")
    )
    before = playing.fighter("red-a").at
    action = answer(playing)
    if isinstance(action, Move):
        assert math.dist(before, action.path.legs[-1].to[-1]) > 0.5
