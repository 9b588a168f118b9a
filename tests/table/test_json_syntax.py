"""What Python's reader of JSON says of bad syntax is said in both languages."""

import json

import pytest

from warcry3d.messages import Words
from warcry3d.table.json_syntax import syntax_reason

BROKEN = ("{", "", '{"a" 1}', "[1 2]", "[1,]", '{"a": 1,}', "1 2", '"abc', '"a\x01b"', r'"\q"', r'"\u12"', "tru")


@pytest.mark.parametrize("text", BROKEN)
def test_every_fault_of_syntax_is_said_in_chinese_too(text: str) -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text)
    said = syntax_reason(caught.value.msg)
    assert not Words("zh_CN").text(said).isascii()
    assert Words("en").text(said)[:1].islower() and not str(said).endswith(" at")


def test_a_fault_that_is_not_known_is_said_as_python_says_it() -> None:
    assert str(syntax_reason("Something new: line at")) == "something new: line"
