"""Which language is spoken."""

import pytest

from warcry3d.errors import UnknownNameError
from warcry3d.messages import LANGUAGES, language


@pytest.mark.parametrize(
    ("asked", "environment", "spoken"),
    [
        (None, {}, "en"),
        (None, {"LANG": "C"}, "en"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
        (None, {"LANG": "zh_CN.UTF-8"}, "zh_CN"),
        (None, {"LANG": "en_US.UTF-8", "LC_ALL": "zh_CN.UTF-8"}, "zh_CN"),
        (None, {"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        (None, {"LANGUAGE": "zh_TW:en", "LANG": "en_US.UTF-8"}, "zh_CN"),
        (None, {"LANG": "zh_CN.UTF-8", "WARCRY3D_LANG": "en"}, "en"),
        ("zh", {"WARCRY3D_LANG": "en"}, "zh_CN"),
        ("zh-CN", {}, "zh_CN"),
        ("zh-Hans", {}, "zh_CN"),
        ("en_GB", {"LANG": "zh_CN.UTF-8"}, "en"),
    ],
)
def test_first_wish_decides(asked: str | None, environment: dict[str, str], spoken: str) -> None:
    assert language(asked, environment) == spoken
    assert spoken in LANGUAGES


@pytest.mark.parametrize(("asked", "environment"), [("klingon", {}), (None, {"WARCRY3D_LANG": "klingon"})])
def test_unknown_language_is_refused_with_those_there_are(asked: str | None, environment: dict[str, str]) -> None:
    with pytest.raises(UnknownNameError, match=r"no language 'klingon'; there are: en, zh_CN"):
        language(asked, environment)
