"""``warcry3d check``: whether one fighter sees another and is in cover from it, how far it is, and why."""

import argparse
import gc
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from warcry3d.cli.agreements import Agreements, add_agreements, agreements
from warcry3d.cli.output import add_json, add_table, notice, print_json, print_lines, read_table
from warcry3d.cli.parser import Parser, UsageError, inches
from warcry3d.errors import QuestionError
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.rules.placement_doubt import VerdictDoubt
    from warcry3d.rules.results import Judgement
    from warcry3d.rules.smallest_flip import Flip
    from warcry3d.sight.full_view_verdict import FullView
    from warcry3d.sight.visible_share import VisibleShare
    from warcry3d.table.table import Table

__all__ = ["HELP", "configure", "run"]

HELP = template("decide whether one fighter sees another, whether it is in cover, how far it is, and why")


def configure(parser: Parser, words: Words) -> None:
    """Take table and fighters, what to write, what counts."""
    add_table(parser, words)
    parser.add_argument("viewer", metavar="VIEWER", nargs="?", help=words.say("the viewer: a model's id"))
    parser.add_argument("target", metavar="TARGET", nargs="?", help=words.say("the target: a model's id"))
    add_json(parser, words)
    parser.add_argument("--picture", metavar="OUT.png", type=Path, help=words.say("draw a picture that shows why"))
    parser.add_argument("--proof", metavar="OUT.json", type=Path, help=words.say("write the proof, for 'verify'"))
    parser.add_argument(
        "--certificate",
        metavar="OUT.html",
        type=Path,
        help=words.say("write a page to hand over: verdict, proof and table in 3D (OUT.png: a picture)"),
    )
    parser.add_argument("--all", action="store_true", help=words.say("judge every pair of enemies in both directions"))
    parser.add_argument("--friends", action="store_true", help=words.say("with --all: friends too"))
    parser.add_argument(
        "--sight-only", action="store_true", help=words.say("with --all: every pair of models once, without cover")
    )
    parser.add_argument(
        "--sure",
        metavar="INCHES",
        type=inches(words, most=1.0),
        help=words.say("how sure it is where both may stand up to this far away, turned by up to 5 degrees: 1/8"),
    )
    parser.add_argument(
        "--flip", action="store_true", help=words.say("the smallest move of either that changes the verdict on sight")
    )
    parser.add_argument(
        "--fully", action="store_true", help=words.say("whether one point of the viewer sees all that faces it")
    )
    parser.add_argument(
        "--systems",
        metavar="NAMES",
        help=words.say("the same pair under rule systems ('all', or names with commas), and why they differ"),
    )
    add_agreements(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Judge one pair or all."""
    with _uncollected():
        return _judged(options, words)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Do not look for garbage meanwhile: a tenth of the time of a short command, for no less memory."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _judged(options: argparse.Namespace, words: Words) -> int:
    from warcry3d.rules.judgement import is_certified

    _consistent(options)
    agreed = agreements(options)
    started = time.perf_counter()
    table = read_table(options.table, words)
    if options.systems:
        _warm_up(words, wholly=False)
        return _compare(table, options, agreed, words)
    _need_certified(options, table)
    if is_certified(table.ruleset):
        _warm_up(words, wholly=options.all)
    if options.all:
        from warcry3d.rules.judgement import judge_all, prepare

        prepare(table, tags=agreed["tags"])
        loaded = time.perf_counter()
        judgements = judge_all(table, friends=options.friends, sight_only=options.sight_only, **agreed)
        _tell_all(table, judgements, loaded - started, time.perf_counter() - loaded, options, agreed, words)
        return 0
    from warcry3d.rules.judgement import judge, visible_part

    judgement = judge(table, options.viewer, options.target, **agreed)
    share = visible_part(table, judgement, tolerance_mm=agreed["tolerance_mm"])
    doubt = _doubt(table, judgement, options, agreed) if options.sure else None
    flips = _flips(table, judgement, agreed) if options.flip else None
    view = _full_view(table, judgement, agreed) if options.fully else None
    _tell_one(judgement, share, doubt, flips, view, options, words)
    if options.proof:
        _write_proof(options.proof, table, judgement, agreed)
    if options.picture:
        _draw(options.picture, table, judgement, words)
    if options.certificate:
        _certify(options.certificate, table, judgement, agreed, words)
    return 0


def _consistent(options: argparse.Namespace) -> None:
    """Raise `UsageError` where the options do not belong together."""
    if options.all and options.viewer:
        raise UsageError("--all judges every pair: do not name fighters")
    if not options.all and options.target is None:
        raise UsageError("name a viewer and a target, or use --all")
    alone = [name for name, given in (("--friends", options.friends), ("--sight-only", options.sight_only)) if given]
    if alone and not options.all:
        raise UsageError("{option} needs --all", option=alone[0])
    once = {"--picture": options.picture, "--proof": options.proof, "--certificate": options.certificate}
    once |= {"--sure": options.sure, "--flip": options.flip, "--systems": options.systems, "--fully": options.fully}
    single = [name for name, given in once.items() if given]
    if single and options.all:
        raise UsageError("{option} is for one pair: it cannot be used with --all", option=single[0])
    if options.certificate and options.certificate.suffix.lower() not in (".html", ".htm", ".png"):
        raise UsageError("--certificate writes OUT.html or OUT.png, not '{path}'", path=str(options.certificate))


def _compare(table: "Table", options: argparse.Namespace, agreed: Agreements, words: Words) -> int:
    """Tell what several rule systems say of the pair."""
    from warcry3d.messages.comparisons import comparison_lines
    from warcry3d.rules.system_comparison import comparison_json, judge_by_systems

    names = () if options.systems == "all" else tuple(options.systems.split(","))
    answers = judge_by_systems(
        table, options.viewer, options.target, names, tags=agreed["tags"], tolerance_mm=agreed["tolerance_mm"]
    )
    if options.json:
        print_json(comparison_json(answers))
    else:
        print_lines(comparison_lines(answers, words))
    return 0


def _need_certified(options: argparse.Namespace, table: "Table") -> None:
    """Raise `QuestionError` where what only figures and terrain can answer is asked of rules that do without them."""
    from warcry3d.rules.judgement import is_certified
    from warcry3d.rules.systems import system

    asked = {"--sure": options.sure, "--flip": options.flip, "--proof": options.proof, "--fully": options.fully}
    names = [name for name, given in (asked | {"--certificate": options.certificate}).items() if given]
    if names and not is_certified(table.ruleset):
        raise QuestionError(
            "{option} is about figures and terrain as they stand; {title} decides sight without them",
            option=names[0],
            title=system(table.ruleset).title,
        )


def _warm_up(words: Words, *, wholly: bool) -> None:
    """Say so where the sight kernel must be compiled first, which takes a while; have it ready if ``wholly``."""
    from warcry3d.compilation import compile_group
    from warcry3d.sight.kernels import is_compiled, warm_up

    if not is_compiled():
        notice(words.say("compiling the sight kernel, once on this machine: up to a minute..."))
        compile_group("sight")
        wholly = True
    if wholly:
        warm_up()


def _doubt(table: "Table", judgement: "Judgement", options: argparse.Namespace, agreed: Agreements) -> "VerdictDoubt":
    from warcry3d.rules.placement_doubt import PlacementDoubt, verdict_doubt

    return verdict_doubt(table, judgement.viewer, judgement.target, PlacementDoubt(options.sure), **agreed)


def _flips(table: "Table", judgement: "Judgement", agreed: Agreements) -> "tuple[Flip, Flip]":
    from warcry3d.rules.smallest_flip import flips

    return flips(table, judgement.viewer, judgement.target, tags=agreed["tags"], tolerance_mm=agreed["tolerance_mm"])


def _full_view(table: "Table", judgement: "Judgement", agreed: Agreements) -> "FullView":
    from warcry3d.rules.judgement import counted_table
    from warcry3d.sight.full_view import full_view

    counted, through = counted_table(table), judgement.transparent
    pair, tolerance_mm = (judgement.viewer, judgement.target), agreed["tolerance_mm"]
    return full_view(counted, *pair, tags=agreed["tags"], transparent=through, tolerance_mm=tolerance_mm)


def _tell_one(
    judgement: "Judgement",
    share: "VisibleShare",
    doubt: "VerdictDoubt | None",
    flips: "tuple[Flip, Flip] | None",
    view: "FullView | None",
    options: argparse.Namespace,
    words: Words,
) -> None:
    if options.json:
        from warcry3d.rules.reports.doubt_report import doubt_json, flips_json
        from warcry3d.rules.reports.full_view_report import full_view_json
        from warcry3d.rules.reports.report import verdict_json

        answer = verdict_json(judgement, share)
        answer |= {} if doubt is None else {"sure": doubt_json(doubt)}
        answer |= {} if flips is None else {"flip": flips_json(flips)}
        answer |= {} if view is None else {"fully": full_view_json(view)}
        print_json(answer)
        return
    from warcry3d.messages.doubt import doubt_sentences, flip_sentences
    from warcry3d.messages.verdicts import sentences
    from warcry3d.messages.visible_shares import share_sentence
    from warcry3d.sight.verdict import Hidden

    print_lines(sentences(judgement, words))
    if not isinstance(judgement.sight, Hidden):
        print_lines([share_sentence(judgement, share, words)])
    if doubt is not None:
        print_lines(doubt_sentences(judgement, doubt, words))
    if flips is not None:
        print_lines(flip_sentences(judgement, flips, words))
    if view is not None:
        from warcry3d.messages.full_views import full_view_sentence

        print_lines([full_view_sentence(judgement.viewer, judgement.target, view, words)])


def _tell_all(
    table: "Table",
    judgements: "Sequence[Judgement]",
    load_s: float,
    sight_s: float,
    options: argparse.Namespace,
    agreed: Agreements,
    words: Words,
) -> None:
    if options.json:
        from warcry3d.rules.judgement import visible_parts
        from warcry3d.rules.reports.report import matrix_json

        times, started = {"load_s": load_s, "sight_s": sight_s}, time.perf_counter()
        shares = None
        if not options.sight_only:
            shares = visible_parts(table, judgements, tolerance_mm=agreed["tolerance_mm"])
            times["visible_s"] = time.perf_counter() - started
        print_json(matrix_json(judgements, shares, **times))
        return
    from warcry3d.messages.matrix import matrix_lines

    print_lines(matrix_lines(table, judgements, words))
    print(words.say("judged in {seconds:.2f} s, loaded in {load:.2f} s", seconds=sight_s, load=load_s))


def _write_proof(path: Path, table: "Table", judgement: "Judgement", agreed: Agreements) -> None:
    """Write the proof of the sight verdict to a file."""
    from warcry3d.rules.judgement import counted_table
    from warcry3d.sight.proof_file import proof_of, write_proof

    viewer, target, tolerance_mm = judgement.viewer, judgement.target, agreed["tolerance_mm"]
    counted, through = counted_table(table), judgement.transparent
    write_proof(path, proof_of(counted, viewer, target, judgement.sight, agreed["tags"], through, tolerance_mm))


def _certify(path: Path, table: "Table", judgement: "Judgement", agreed: Agreements, words: Words) -> None:
    """Write the certificate as a page or a picture, and tell its fingerprint."""
    from warcry3d.certificate.files import is_certificate, write_certificate

    tolerance_mm, budget = agreed["tolerance_mm"], agreed["budget"]
    if is_certificate(path):
        fingerprint = write_certificate(path, table, judgement, tolerance_mm=tolerance_mm, budget=budget)
    else:
        from warcry3d.app.pictures.certificate import save_certificate_picture

        fingerprint = save_certificate_picture(path, table, judgement, words, tolerance_mm=tolerance_mm, budget=budget)
    notice(words.say("{path}: certificate {fingerprint}", path=str(path), fingerprint=fingerprint))


def _draw(path: Path, table: "Table", judgement: "Judgement", words: Words) -> None:
    """Make the picture."""
    from warcry3d.cli.gallery import draw_check

    draw_check(table, judgement, path, words)
