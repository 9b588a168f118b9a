"""Why the plain player decides as it does where it follows rules of thumb: one sentence for each."""

from warcry3d.game.actions import Action, Decline, Pick, PlaceAt
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.warcry.battle.actions import Activate, Deploy, SplitGroups, UseWild
from warcry3d.rules.warcry.battle.descriptions import marker_name, place_name
from warcry3d.rules.warcry.battle.movement.place_choices import PlacesOffered
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.players.placement import inches_to_goal

__all__ = ["because"]


def because(state: State, choice: Choice, action: Action) -> Message | None:
    """Return why an action is taken that was not compared with others; None where there is nothing to say."""
    match action:
        case Deploy():
            return _deployed(state, action)
        case UseWild():
            return _wild(action)
        case SplitGroups():
            return message("wants to keep the battle groups as they are suggested.")
        case Activate():
            return message(
                "wants to go on with {fighter} at once: it may act before anybody else.", fighter=action.fighter
            )
        case Pick(picked=picked) if picked:
            return _picked(choice, picked)
        case PlaceAt() if choice.kind in ("fall", "place"):
            return _placed(state, choice, action)
        case Decline() if choice.kind == "re-roll":
            return message("wants to keep the dice: none of them missed.")
    return None


def _deployed(state: State, action: Deploy) -> Message:
    return message(
        "wants to set {fighter} up at {place}: {inches:.0f} in from the nearest place that counts, the best it found.",
        fighter=action.fighter,
        place=place_name(action.at),
        inches=inches_to_goal(state, action.at),
    )


def _wild(action: UseWild) -> Message:
    if action.singles:
        return message("wants to use wild dice as singles: they win it the initiative.")
    if action.raised:
        return message("wants to use wild dice to make its sets larger: larger sets pay for better abilities.")
    return message("wants to keep its wild dice: they would neither win it the initiative nor make a set larger.")


def _picked(choice: Choice, picked: tuple[str, ...]) -> Message | None:
    match choice.kind:
        case "attacker":
            return message(
                "wants {player} to be the attacker: who sets up second sees where the others are.", player=picked[0]
            )
        case "colour":
            return message("wants to take {colour}: its points lie nearer to what counts.", colour=picked[0])
        case "wake":
            return message(
                "wants {marker} to count from now on: it lies nearer to its fighters than to others.",
                marker=marker_name(picked[0]),
            )
        case "re-roll":
            return message("wants to roll dice again that missed.")
        case "pick":
            return message("wants to pick {fighters}: nobody else is worth more.", fighters=picked)
    return None


def _placed(state: State, choice: Choice, action: PlaceAt) -> Message | None:
    about = choice.about
    fighter = next((f for f in state.fighters if isinstance(about, PlacesOffered) and f.id == about.subject), None)
    if fighter is None:
        return None
    if fighter.player == choice.player:
        return message(
            "wants to put {fighter} at {place}: it stands best there.", fighter=fighter.id, place=place_name(action.at)
        )
    return message(
        "wants to put {fighter} at {place}: it is worst off there.", fighter=fighter.id, place=place_name(action.at)
    )
