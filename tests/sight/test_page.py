"""The examples of docs/sight.md."""

import doctest
import json
import re
from pathlib import Path

import msgspec

from warcry3d.sight.proof_file import ProofWire

PAGE = Path(__file__).parents[2] / "docs" / "sight.md"


def test_code_on_the_page_gives_what_the_page_says() -> None:
    assert doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.FAIL_FAST) == (0, 18)


def test_file_on_the_page_is_one() -> None:
    (text,) = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert msgspec.convert(json.loads(text), ProofWire).sight.verdict == "hidden"
