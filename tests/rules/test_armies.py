"""What armies of any rule system say of themselves."""

import pytest

from warcry3d.messages.speak import Words
from warcry3d.rules.systems import system


@pytest.mark.parametrize(
    ("name", "army", "said", "chinese"),
    [
        ("ageofsigmar", "kilnward", "{units} units, {models} models", "{units} 个单位，{models} 个模型"),
        ("warhammer40k", None, "{units} units, {models} models, {points} points", ""),
        ("warcry", None, "{units} fighters, {points} points", ""),
    ],
)
def test_an_army_says_how_large_it_is_in_units_models_or_fighters(
    name: str, army: str | None, said: str, chinese: str
) -> None:
    armies = system(name).armies()
    read = armies.read(army or armies.shipped()[0])
    numbers = {"units": len(read.fighters), "models": read.models, "points": read.points}
    assert Words("en", name).text(read.size) == said.format(**numbers)
    if chinese:
        assert Words("zh_CN", name).text(read.size) == chinese.format(**numbers)


def test_spells_that_every_wizard_knows_are_named_in_chinese() -> None:
    words = Words("zh_CN", "ageofsigmar")
    assert [words.name(name) for name in ("Arcane Bolt", "Mystic Shield")] == ["奥术闪电", "神秘护盾"]
