"""What cards do before the battle, who orders things at once, and floor against battlefield."""

from typing import Any, get_args

import pytest

from tests.rules.warcry.battle.field import RULES, Playing, fighting, profile, set_up, walk
from warcry3d.errors import FileError
from warcry3d.game.actions import Pick, PlaceAt
from warcry3d.game.agenda import AgendaStep
from warcry3d.rules.warcry.abilities.vocabulary import Granted
from warcry3d.rules.warcry.bands.runemarks import known_runemarks
from warcry3d.rules.warcry.battle.actions import Activate, Disengage
from warcry3d.rules.warcry.battle.ordering import in_order, orderer
from warcry3d.rules.warcry.battle.rounds.victory import SetUpTwist, SetUpVictory
from warcry3d.rules.warcry.battle.setup.cards import TreasureKind, TwistKind, decks_from_json
from warcry3d.rules.warcry.battle.state import Phase
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.rules.warcry.players.fallback import sure

FAR = {"red-a": (2.0, 2.0), "blue-b": (28.0, 20.0)}
LINES = {"name": "Lines", "scores": [{"per": "controlled-objective"}]}
TREASURE = {"marker": "treasure", "by": "defender"}
OBJECTIVE = {"marker": "objective", "by": "attacker"}


def setting_up(victory: dict[str, Any], twist: dict[str, Any] | None = None, **more: Any) -> Playing:
    """Return a battle at the victory step, without initiative; red attacks."""
    plain = set_up([profile("a")], [profile("b")]).details
    cards = [("victory", victory["name"]), ("deployment", "Lines")]
    decks = {**plain["decks"], "victory": [victory]}
    if twist is not None:
        decks["twist"] = [{"name": "Twist", **twist}]
        cards.append(("twist", "Twist"))
    agenda = (SetUpVictory(), SetUpTwist())
    own = {"initiative": "", "phase": Phase.SET_UP, "round": 0}
    return fighting(FAR, details={"decks": decks}, cards=tuple(cards), agenda=agenda, **{**own, **more})


def test_a_card_lets_players_place_markers_before_the_battle() -> None:
    """rule: WC-PLAN-4.  The defender places a treasure, at least 6 in from others and 3 in from the edges."""
    asks = {**TREASURE, "apart": 6, "edge": 3}
    playing = setting_up({**LINES, "objectives": [[15, 11]], "place": [asks]})
    assert (playing.choice.kind, playing.choice.player) == ("marker", "blue")
    assert playing.faults(PlaceAt((15, 16.9, 0))) == ["WC-PLAN-4"]
    assert playing.faults(PlaceAt((2.9, 11, 0))) == ["WC-PLAN-4"]
    assert playing.faults(PlaceAt((15, 17, 1))) == ["WC-FIELD-2"]
    playing.do(PlaceAt((15, 17, 0)))
    assert [treasure.at for treasure in playing.state.treasures] == [(15, 17, 0)]


def test_what_is_suggested_is_allowed() -> None:
    """rule: WC-PLAN-4."""
    playing = setting_up({**LINES, "objectives": [[15, 11]], "place": [{**OBJECTIVE, "count": 3, "apart": 5}]})
    for _ in range(3):
        playing.do(sure(RULES, playing.state, playing.choice))
    assert len(playing.state.objectives) == 4
    assert {objective.id for objective in playing.state.objectives} == {f"objective-{n}" for n in range(1, 5)}


def test_players_place_in_turn_beginning_with_the_winner_of_a_roll_off() -> None:
    """rule: WC-PLAN-4, WC-DICE-2."""
    playing = setting_up({**LINES, "place": [{"marker": "objective", "count": 3}]}).dice(2).dice(5)
    placed = []
    for _ in range(3):
        placed.append(playing.choice.player)
        playing.do(sure(RULES, playing.state, playing.choice))
    assert placed == ["blue", "red", "blue"]


def test_the_victory_card_prepares_before_the_twist_does() -> None:
    """rule: WC-PLAN-4, WC-STEP-1."""
    playing = setting_up({**LINES, "place": [OBJECTIVE]}, {"treasures": [[5, 5]], "place": [TREASURE]})
    assert (playing.choice.player, playing.state.treasures) == ("red", ())
    playing.do(PlaceAt((9, 9, 0)))
    assert playing.choice.player == "blue"
    playing.do(PlaceAt((20, 9, 0)))
    assert [treasure.at for treasure in playing.state.treasures] == [(5, 5, 0), (20, 9, 0)]


def test_before_anybody_has_the_initiative_the_winner_of_a_roll_off_orders() -> None:
    """rule: WC-ORDER-3.  Two preparations of one card: blue wins, and has the treasure placed first."""
    playing = setting_up({**LINES, "place": [OBJECTIVE, TREASURE]}).dice(3).dice(4)
    assert (playing.choice.kind, playing.choice.player) == ("order", "blue")
    assert playing.choice.why.rule == "WC-ORDER-3"
    playing.do(Pick(("Lines: treasure",)))
    assert (playing.choice.kind, playing.choice.player) == ("marker", "blue")
    playing.do(PlaceAt((9, 9, 0)))
    assert (playing.choice.kind, playing.choice.player) == ("marker", "red")


@pytest.mark.parametrize("phase", [Phase.INITIATIVE, Phase.RESERVE])
def test_in_other_phases_the_player_with_the_initiative_orders(phase: Phase) -> None:
    """rule: WC-ORDER-2."""
    state = fighting(FAR, initiative="blue", phase=phase).state
    assert orderer(state) == ("blue", "WC-ORDER-2")
    do = Transition(state.changed(agenda=()))
    things: list[tuple[str, AgendaStep]] = [("victory", SetUpVictory()), ("twist", SetUpTwist())]
    in_order(do, things)
    playing = Playing(do.state)
    assert (playing.choice.player, playing.choice.about) == ("blue", ("victory", "twist"))
    assert playing.choice.why.rule == "WC-ORDER-2"
    assert playing.faults(Pick(("nothing",))) == ["WC-ORDER-2"]


def test_in_the_combat_phase_the_player_whose_turn_it_is_orders() -> None:
    """rule: WC-ORDER-1.  Blue has the initiative; red's fighter is activated."""
    playing = fighting(FAR, initiative="red").do(Activate("red-a"))
    assert orderer(playing.state.changed(initiative="blue")) == ("red", "WC-ORDER-1")


def test_the_battlefield_floor_is_without_terrain_and_the_battlefield_is_all_of_it() -> None:
    """rule: WC-FIELD-1, WC-FIELD-2.  Example EX-3: not on a platform, not on rubble; elsewhere yes."""
    deck = {"id": "deck", "kind": "platform", "box": {"min": [13, 9, 0], "max": [17, 13, 2]}}
    rubble = {"id": "rubble", "kind": "low", "box": {"min": [5, 5, 0], "max": [7, 7, 0.5]}}
    floor = setting_up({**LINES, "place": [{**OBJECTIVE, "on": "floor"}]}, parts=[deck, rubble])
    assert floor.faults(PlaceAt((15, 11, 2))) == ["WC-FIELD-1"]
    assert floor.faults(PlaceAt((6, 6, 0))) == ["WC-FIELD-1"]
    assert not floor.faults(PlaceAt((10, 6, 0)))
    anywhere = setting_up({**LINES, "place": [OBJECTIVE]}, parts=[deck])
    assert not anywhere.faults(PlaceAt((15, 11, 2)))
    assert not anywhere.faults(PlaceAt((10, 6, 0)))


def test_a_twist_adds_rules_that_are_no_characteristics() -> None:
    """rule: WC-PLAN-8.  Nobody disengages, but flyers."""
    twist = {"grants": [{"word": "cannot-disengage", "lacking": "fly"}]}
    near = {"red-a": (5.0, 5.0), "blue-b": (6.8, 5.0)}
    plain = setting_up(LINES, twist)
    assert {(e.fighter, e.what, e.until.value) for e in plain.state.effects} == {
        ("red-a", "cannot-disengage", "battle"),
        ("blue-b", "cannot-disengage", "battle"),
    }
    playing = fighting(near, effects=plain.state.effects).do(Activate("red-a"))
    assert playing.faults(Disengage(walk((3, 5)))) != []
    assert not fighting(near).do(Activate("red-a")).faults(Disengage(walk((3, 5))))


def test_cards_name_the_kinds_of_treasure_and_twists_that_there_are() -> None:
    """rule: WC-RUNE-5."""
    assert get_args(TwistKind) == tuple(mark.id for mark in known_runemarks().twist)
    assert get_args(TreasureKind) == tuple(mark.id for mark in known_runemarks().treasure)
    assert "cannot-disengage" in get_args(Granted)
    with pytest.raises(FileError, match="kind"):
        decks_from_json({"format": "warcry3d.decks/1", "twist": [{"name": "T", "kind": "omen"}]}, "decks")
