"""Cut the shipped fonts out of Noto Sans CJK: Latin, punctuation, arrows and the 6,763 characters of GB 2312.

A step for developers, run by hand (``python assets/source/fonts.py NotoSansCJK-Regular.ttc NotoSansCJK-Bold.ttc``)
when the fonts change; it needs fonttools, and Noto Sans CJK as Debian's ``fonts-noto-cjk`` has it. The licence,
assets/fonts/OFL.txt, is the one the fonts came with.
"""

import argparse
from pathlib import Path

from fontTools import subset

OUT = Path(__file__).resolve().parents[1] / "fonts"
SIMPLIFIED_CHINESE = 2
"""The face of Noto Sans CJK SC inside the collection."""

RANGES = (
    (0x0020, 0x007E),
    (0x00A0, 0x017F),
    (0x0370, 0x03FF),
    (0x0400, 0x04FF),
    (0x2010, 0x2044),
    (0x2070, 0x2094),
    (0x2150, 0x215F),
    (0x2190, 0x2199),
    (0x21BA, 0x21BB),
    (0x2200, 0x22FF),
    (0x2460, 0x2473),
    (0x2500, 0x2500),
    (0x25A0, 0x25CF),
    (0x2605, 0x2606),
    (0x2713, 0x2717),
    (0x3000, 0x301F),
    (0xFF01, 0xFF65),
)


def characters() -> list[int]:
    """Return the code points to keep, sorted."""
    wanted = {point for low, high in RANGES for point in range(low, high + 1)}
    for row in range(0xA1, 0xF8):
        for cell in range(0xA1, 0xFF):
            try:
                wanted.add(ord(bytes([row, cell]).decode("gb2312")))
            except UnicodeDecodeError:
                continue
    return sorted(wanted)


def cut(source: Path, out: Path) -> None:
    """Write the subset of ``source`` (a font collection) to ``out``."""
    options = subset.Options(font_number=SIMPLIFIED_CHINESE, hinting=False, desubroutinize=False)
    options.layout_features = ["kern"]
    options.name_IDs = ["*"]
    options.drop_tables += ["VORG", "vhea", "vmtx", "BASE", "GPOS", "GSUB"]
    font = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters())
    subsetter.subset(font)
    subset.save_font(font, str(out), options)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", type=Path, nargs="+", help="NotoSansCJK-Regular.ttc, NotoSansCJK-Bold.ttc")
    for source in parser.parse_args().sources:
        out = OUT / f"{source.stem}-SC-GB2312.otf"
        cut(source, out)
        print(f"{out.name}: {out.stat().st_size / 1e6:.1f} MB")
