"""``warcry3d layout sheet``: a board as PDF or PNG, to lay it out on a real table."""

import argparse
from pathlib import Path

from warcry3d.cli.layout_maps import add_map, with_map
from warcry3d.cli.output import add_table, print_lines, read_table
from warcry3d.cli.parser import Parser, UsageError
from warcry3d.messages import Words, template

__all__ = ["HELP", "configure", "run"]

HELP = template("write a set-up sheet: the board to scale, each piece measured from two edges, and a list of pieces")


def configure(parser: Parser, words: Words) -> None:
    """Take the table, the file, paper and scale."""
    from warcry3d.messages.sheets.setup_sheet import PAPERS

    add_table(parser, words)
    add_map(parser, words)
    parser.add_argument(
        "--out",
        metavar="SHEET.pdf|.png",
        type=Path,
        required=True,
        help=words.say("the file to write; PNG: one file a page (SHEET.png, SHEET-2.png ...)"),
    )
    parser.add_argument(
        "--scale",
        choices=["fit", "1:1"],
        default="fit",
        help=words.say("fit the board to the paper, or draw it in true size on a page as large (default: fit)"),
    )
    parser.add_argument("--paper", choices=list(PAPERS), default="a4", help=words.say("the paper (default: a4)"))


def run(options: argparse.Namespace, words: Words) -> int:
    """Write the sheet."""
    from warcry3d.messages.names import shipped_name_of
    from warcry3d.messages.sheets.files import save_pages
    from warcry3d.messages.sheets.setup_sheet import setup_pages
    from warcry3d.terrain.layouts.setup_sheet import setup_sheet

    if options.out.suffix.lower() not in (".pdf", ".png"):
        raise UsageError("{file} is neither *.pdf nor *.png", file=str(options.out))
    table = with_map(read_table(options.table, words), options)
    title = shipped_name_of(Path(options.table).name.removesuffix(".json").removesuffix(".table"), words)
    pages = setup_pages(
        setup_sheet(table), words, title=title, paper=options.paper, is_true_size=options.scale == "1:1"
    )
    files = save_pages(pages, options.out, title=title)
    print_lines(
        [words.count("{files}: {n} page", "{files}: {n} pages", len(pages), files=", ".join(str(one) for one in files))]
    )
    return 0
