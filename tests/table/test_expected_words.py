"""What a field of a file should have been, in both languages."""

from typing import Annotated, Any

import msgspec
import pytest

from warcry3d.messages import Words
from warcry3d.table.expected_words import expected_words, one_of

CASES: tuple[tuple[Any, object, str, str], ...] = (
    (Annotated[float, msgspec.Meta(gt=0)], -1, "a number > 0.0", "一个数 > 0.0"),
    (Annotated[list[int], msgspec.Meta(min_length=1)], [], "a list of length >= 1", "长度 >= 1 的列表"),
    (tuple[int, int], [1], "a list of length 2", "长度 2 的列表"),
    (int | str | None, [], "a whole number, text or null", "一个整数、文本或 null"),
    (
        Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")],
        "x",
        "text of 32 hexadecimal digits",
        "文本，由 32 个十六进制数字组成",
    ),
    (
        Annotated[str, msgspec.Meta(pattern="^[^/]+$")],
        "/",
        "text without slashes or control characters",
        "文本，不含斜杠或控制字符",
    ),
)


@pytest.mark.parametrize(("kind", "value", "english", "chinese"), CASES)
def test_what_was_expected_is_said_in_both_languages(kind: Any, value: object, english: str, chinese: str) -> None:
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.convert(value, kind)
    expected = expected_words(str(raised.value))
    assert (str(expected), Words("zh_CN").text(expected)) == (english, chinese)


def test_values_of_an_enumeration_are_listed_as_files_have_them() -> None:
    expected = one_of(["D3", "D6"], or_a_number=True)
    assert str(expected) == "a whole number or one of D3, D6"
    assert Words("zh_CN").text(expected) == "一个整数或以下之一：D3, D6"
