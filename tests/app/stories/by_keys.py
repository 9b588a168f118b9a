"""Plays a battle with the keyboard alone: the keys that stand on the screen, pressed."""

from tests.app.stories.person import Person, Reading

__all__ = ["answer_by_keys"]

LAST = ("done", "wait", "decline")
WAYS = (("Right",) * 4, ("Up",) * 4, ("Left",) * 4, ("Down",) * 4)
"""Where fighters go, by the number of steps the battle has: two inches each."""


def answer_by_keys(person: Person, seen: Reading, refused: set[str]) -> None:
    """Answer what is due; ``refused``: prompts that came to nothing since the last step, which are added to."""
    battle = seen["battle"]
    if battle["curtain_for"]:
        person.press("Return")
        return
    if battle["due"] == "THROW":
        person.press("space")
        return
    chosen = next((one for one in battle["prompts"] if one["id"] == battle["chosen"]), None)
    if chosen is None or chosen["id"] in refused:
        person.press(_key(battle, refused))
        return
    match chosen["kind"]:
        case "PickOne":
            person.press("1")
        case "Divide":
            person.press("Down", "Return")
        case "Place":
            person.press("s")
        case "Go":
            _go(person, battle["steps"]) or refused.add(chosen["id"])
        case kind:
            raise AssertionError(f"nothing is known of {kind}")


def _key(battle: Reading, refused: set[str]) -> str:
    there = {one["id"]: one["key"] for one in battle["prompts"] if one["is_open"] and one["id"] not in refused}
    wanted = [id for id in ("attack", "move") if id in there] or [id for id in LAST if id in there]
    return str(there[wanted[0]] if wanted else next(iter(there.values())))


def _go(person: Person, steps: int) -> bool:
    """Move what is in hand with the arrow keys; return whether it went, else it is where it was."""
    person.until(lambda seen: seen["battle"].get("way", {}).get("is_judged"))
    person.press(*WAYS[steps % len(WAYS)])
    person.until(lambda seen: seen["battle"]["way"]["is_judged"])
    person.press("Return")
    if person.idle()["battle"]["steps"] > steps:
        return True
    person.press("Escape")
    return False
