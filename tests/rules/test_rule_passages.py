"""What the docs say of a rule is found by its id, its family and the link of its row."""

import pytest

from warcry3d.rules.rule_passages import passages_about
from warcry3d.rules.systems import system

PAGE = """# Cover

What `warcry3d.cover` returns (X-LINE-1).

## Lines (X-LINE)

A line is [straight](other.md).
It has no **width**.

| X-WALL-2 | a table |

```python
X-WALL-2
```

## Walls

- A wall (X-WALL-2 to 4) blocks.
- A door (X-DOOR-1) does not,
  if it is open.
"""


def said(rule: str, *links: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.heading, one.paragraphs) for one in passages_about(rule, {"cover.md": PAGE}, links)]


def test_section_whose_heading_names_the_family_is_about_each_of_its_rules() -> None:
    assert said("X-LINE-7") == [("Lines (X-LINE)", ("A line is straight. It has no width.",))]


def test_rule_within_a_range_is_named_and_others_are_not() -> None:
    assert said("X-WALL-3") == [("Walls", ("A wall (X-WALL-2 to 4) blocks.",))]
    assert said("X-WALL-5") == [] and said("X-WALL-31") == []


def test_item_of_a_list_is_a_paragraph_of_its_own() -> None:
    assert said("X-DOOR-1") == [("Walls", ("A door (X-DOOR-1) does not, if it is open.",))]


def test_linked_section_is_taken_where_nothing_names_the_rule() -> None:
    assert said("X-ROOF-1", "cover.md#walls")[0][0] == "Walls"
    assert said("X-DOOR-1", "cover.md#lines-x-line") == said("X-DOOR-1")


@pytest.mark.parametrize("rule", ["WC-COVER-5", "WC-FALL-2", "WC-RESERVE-5", "WC-TARGET-1", "WC-DEPLOY-2"])
def test_docs_that_ship_say_more_of_rules_than_their_rows(rule: str) -> None:
    passages = system("warcry").rule_passages(rule)
    assert passages and all(one.page and one.paragraphs for one in passages)
    assert not any("`" in text or "](" in text for one in passages for text in one.paragraphs)


@pytest.mark.parametrize("name", ["warcry", "dndminiatures", "ageofsigmar", "warhammer40k"])
def test_every_rule_has_a_passage(name: str) -> None:
    rules = system(name)
    assert [rule for rule in rules.rule_texts() if not rules.rule_passages(rule)] == []


@pytest.mark.parametrize(
    ("name", "rule", "said"),
    [
        ("warcry", "WC-ATT-1", "choice of weapon and target"),
        ("warcry", "WC-REACT-2", "strikes back"),
        ("warcry", "WC-RUSH-1", "1 in more"),
        ("dndminiatures", "DDM-ROUT-2", "1 square more at the exit"),
        ("dndminiatures", "DDM-MOVE-4", "costs double"),
        ("ageofsigmar", "AOS-DEPLOY-5", "more than 12 in from the enemy's"),
        ("ageofsigmar", "AOS-CHARGE-7", "within ½ in of an enemy model"),
        ("warhammer40k", "40K-WOUND-2", "S twice T or more, 2+ wounds"),
        ("warhammer40k", "40K-STRAT-OVERWATCH-4", "within 24 in that could shoot"),
    ],
)
def test_plain_words_stand_before_readings(name: str, rule: str, said: str) -> None:
    first = system(name).rule_passages(rule)[0]
    assert said in first.paragraphs[0] and "in plain words" in first.page
