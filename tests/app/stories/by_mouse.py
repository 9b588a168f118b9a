"""Plays a battle with the mouse alone: what the screen offers, clicked."""

from tests.app.stories.person import Person, Pixel, Reading, middle

__all__ = ["answer_by_mouse"]

FIRST = ("attack", "move", "react", "activate")
"""Prompts in the order in which they are tried; any other is left for last."""
LAST = ("done", "wait", "decline")
MOST_PLACES = 12


def answer_by_mouse(person: Person, seen: Reading, refused: set[str]) -> None:
    """Answer what is due; ``refused``: prompts that came to nothing since the last step, which are added to."""
    battle = seen["battle"]
    if battle["curtain_for"]:
        person.click_item("curtain")
        return
    if battle["due"] == "THROW":
        person.click_item("throw")
        return
    chosen = next((one for one in battle["prompts"] if one["id"] == battle["chosen"]), None)
    if chosen is None or chosen["id"] in refused:
        person.click_item(_wanted(battle, refused))
        return
    match chosen["kind"]:
        case "PickOne":
            person.click_item(next(one["id"] for one in chosen["options"] if not one["is_refused"]))
        case "Divide":
            _divide(person, seen, chosen)
        case "Place":
            _place(person, battle["steps"])
        case "Go":
            _go(person, seen) or refused.add(chosen["id"])
        case kind:
            raise AssertionError(f"nothing is known of {kind}")


def _wanted(battle: Reading, refused: set[str]) -> str:
    there = [one["id"] for one in battle["prompts"] if one["is_open"] and one["id"] not in refused]
    plain = [one for one in (*FIRST, *LAST) if one in there]
    return plain[0] if plain else str(there[0])


def _divide(person: Person, seen: Reading, prompt: Reading) -> None:
    """Drag a card into the next bin and back, then say that it is done."""
    card, bins = prompt["items"][0], prompt["bins"]
    home = seen["battle"]["draft"]["divided"][card]
    if len(bins) > 1:
        away = bins[(bins.index(home) + 1) % len(bins)]
        for bin in (away, home):
            person.drag(_card(person.look(), card), _room_of(person.look(), bin))
            person.until(lambda seen, bin=bin: seen["battle"]["draft"]["divided"].get(card) == bin)
    person.click_item("Done")


def _card(seen: Reading, id: str) -> Pixel:
    """Return where a card is: its text tells it from the row of a roster."""
    return middle(next(one for one in seen["items"] if one["id"] == id and one["text"]))


def _room_of(seen: Reading, bin: str) -> Pixel:
    found = seen["bins"][bin]
    return (found[0] + found[2]) / 2, found[3] - 12


def _place(person: Person, steps: int) -> None:
    for at in person.look(places=True)["battle"]["free"][:MOST_PLACES]:
        if person.point(at)["is_over_panel"]:
            continue
        person.click(at)
        seen = person.idle()
        if seen["battle"]["steps"] > steps:
            return
    person.click_item("As suggested")


def _go(person: Person, seen: Reading) -> bool:
    """Move what is in hand to somewhere; return whether it did, else nothing is in hand any more."""
    person.until(lambda seen: seen["battle"].get("way", {}).get("is_judged"))
    seen = person.look(places=True)
    steps = seen["battle"]["steps"]
    for at in seen["battle"]["way"]["pixels"][::3]:
        if person.point(at)["is_over_panel"]:
            continue
        seen = person.until(lambda seen: seen["battle"]["way"]["is_judged"])
        if seen["battle"]["way"]["faults"]:
            continue
        person.click(at, times=2)
        if person.idle()["battle"]["steps"] > steps:
            return True
    person.click((seen["size"][0] / 2, seen["size"][1] * 0.7), button=3)
    return False
