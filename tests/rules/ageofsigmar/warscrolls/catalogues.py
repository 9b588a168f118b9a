"""A small catalogue of the tests, as BattleScribe 1.15 wrote them; all names are ours."""

__all__ = ["CATALOGUE", "ability", "catalogue", "entry", "model", "weapon"]


def model(name: str, move: str = '5"', wounds: str = "1", save: str = "5+", bravery: str = "6") -> str:
    """Return the profile of a model."""
    values = {"Move": move, "Wounds": wounds, "Save": save, "Bravery": bravery}
    return _profile(name, values)


def weapon(name: str, reach: str, attacks: str, hit: str, wound: str, rend: str = "-", damage: str = "1") -> str:
    """Return the profile of a weapon."""
    values = {"Range": reach, "Attacks": attacks, "To Hit": hit, "To Wound": wound, "Rend": rend, "Damage": damage}
    return _profile(name, values)


def _profile(name: str, values: dict[str, str]) -> str:
    said = "".join(f'<characteristic name="{key}" value="{_escaped(value)}"/>' for key, value in values.items())
    return f'<profile id="p" name="{name}"><characteristics>{said}</characteristics></profile>'


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;")


def ability(name: str, text: str) -> str:
    """Return a rule."""
    return f'<rule id="r" name="{name}"><description>{_escaped(text)}</description></rule>'


def entry(
    name: str,
    *,
    kind: str = "unit",
    least: int = 0,
    profiles: str = "",
    rules: str = "",
    entries: str = "",
    groups: str = "",
    links: str = "",
) -> str:
    """Return an entry."""
    return (
        f'<entry id="{name}" name="{name}" type="{kind}" minSelections="{least}" maxSelections="-1">'
        f"<entries>{entries}</entries><entryGroups>{groups}</entryGroups><rules>{rules}</rules>"
        f"<profiles>{profiles}</profiles><links>{links}</links></entry>"
    )


def catalogue(*entries: str, shared: str = "", name: str = "Mudmen") -> str:
    """Return a catalogue."""
    return (
        f'<?xml version="1.0"?><catalogue name="{name}" xmlns="http://www.battlescribe.net/schema/catalogueSchema">'
        f"<entries>{''.join(entries)}</entries>{shared}</catalogue>"
    )


SHIELD = "When you make save rolls for this unit, ignore the enemy’s Rend characteristic of -1."
RIDDLE = "Pick a number between 1 and 6; on a 4 something happens."

CATALOGUE = catalogue(
    entry(
        "Diggers",
        profiles=model("Digger"),
        rules=ability("Mud Shield", SHIELD)
        + ability("Riddle", RIDDLE)
        + ability("Alpha", "An Alpha makes 2 attacks rather than 1."),
        entries=entry("Digger", kind="model", least=5),
        groups=(
            '<entryGroup id="g" name="Arms" minSelections="1" maxSelections="1"><entries>'
            + entry("Spade", kind="upgrade", profiles=weapon("Spade", '1"', "1", "4+", "4+"))
            + entry("Sling", kind="upgrade", profiles=weapon("Sling", '12"', "D3", "5+", "3+", "-1", "2"))
            + "</entries></entryGroup>"
        ),
    ),
    entry(
        "Mud Giant",
        kind="model",
        profiles=model("Mud Giant (0-3 Wounds Suffered)", '8"', "9", "4+", "8")
        + model("Mud Giant (4+ Wounds Suffered)", '6"', "9", "4+", "8")
        + weapon("Fists (0-3 Wounds Suffered)", '2"', "4", "3+", "3+", "-2", "D6")
        + weapon("Fists (4+ Wounds Suffered)", '2"', "2", "4+", "3+", "-2", "D6")
        + weapon("Roar", '8"', "*", "4+", "4+"),
        rules=ability("Magic (2)", "Two spells.")
        + ability("Fly", "It flies.")
        + ability(
            "[Magic] Call Diggers",
            "Call Diggers has a casting value of 5. If successfully cast, you can set up a unit of up to 5 Diggers "
            'within 15" of the caster and more than 9" from any enemy models. The unit is added to your army but '
            "cannot move in the following movement phase.",
        ),
        links='<link id="l" targetId="deep" linkType="rule"/>',
    ),
    shared='<sharedRules><rule id="deep" name="[Keyword] Deep Ones"><description/></rule></sharedRules>',
)
