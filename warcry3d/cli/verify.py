"""``warcry3d verify``: check a proof with separate code."""

import argparse
from typing import TYPE_CHECKING

from warcry3d.cli.output import add_json, notice, print_json, print_lines, read_table
from warcry3d.cli.parser import Parser, UsageError
from warcry3d.messages import Words, template
from warcry3d.messages.names import fighter_name

if TYPE_CHECKING:
    from warcry3d.sight.proof import Proof, Refuted, Verified

__all__ = ["HELP", "configure", "run"]

HELP = template("verify a proof or a certificate with independent code; exits 1 if it does not hold")


def configure(parser: Parser, words: Words) -> None:
    """Take a proof and the table it speaks of, or a certificate, which holds both."""
    parser.add_argument(
        "proof",
        metavar="PROOF",
        help=words.say("a proof that check --proof wrote, or a certificate (.html) that check --certificate wrote"),
    )
    parser.add_argument(
        "table",
        metavar="TABLE",
        nargs="?",
        help=words.say("a table file (*.table.json); a certificate holds its own, and must then hold on this one too"),
    )
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Verify the proof and print the answer; return 1 where it does not hold."""
    from warcry3d.certificate.files import is_certificate
    from warcry3d.sight.proof import Verified

    fingerprint = ""
    if is_certificate(options.proof):
        proof, outcome, fingerprint, words = _certified(options, words)
    else:
        proof, outcome = _proved(options, words)
    if options.json:
        print_json(_json(proof, outcome) | ({"fingerprint": fingerprint} if fingerprint else {}))
    else:
        print_lines([_sentence(proof, outcome, words)])
        if fingerprint and isinstance(outcome, Verified):
            print_lines([words.say("Certificate {fingerprint}", fingerprint=fingerprint)])
    return 0 if isinstance(outcome, Verified) else 1


def _proved(options: argparse.Namespace, words: Words) -> "tuple[Proof, Verified | Refuted]":
    """Verify a proof on its table."""
    from warcry3d.rules.judgement import counted_table
    from warcry3d.sight.proof import read_proof, verify

    if options.table is None:
        raise UsageError("name the table that the proof speaks of; only a certificate (.html) holds its own")
    proof = read_proof(options.proof)
    return proof, verify(proof, counted_table(read_table(options.table, words)))


def _certified(options: argparse.Namespace, words: Words) -> "tuple[Proof, Verified | Refuted, str, Words]":
    """Verify a certificate from its file alone, and on a table if one is named; words call models as it calls them."""
    from warcry3d.certificate.verification import verify_certificate

    table = None if options.table is None else read_table(options.table, words)
    verified = verify_certificate(options.proof, table)
    for note in verified.notes:
        notice(words.say("warning: {text}", text=words.text(note)))
    called = words.of(verified.ruleset).calling(verified.called)
    return verified.proof, verified.outcome, verified.fingerprint, called


def _sentence(proof: "Proof", outcome: "Verified | Refuted", words: Words) -> str:
    from warcry3d.sight.proof import Refuted
    from warcry3d.sight.verdict import is_wide

    viewer, target = fighter_name(proof.viewer, words), fighter_name(proof.target, words)
    if isinstance(outcome, Refuted):
        return words.say("The proof does not hold: {reason}.", reason=words.text(outcome.message))
    match outcome.claim:
        case "seen" if is_wide(outcome.room_mm):
            return words.say(
                "The proof holds: {viewer} sees {target}, by a line that is clear by at least an inch.",
                viewer=viewer,
                target=target,
            )
        case "seen":
            return words.say(
                "The proof holds: {viewer} sees {target}, by a line that is clear by {room:.2f} mm.",
                viewer=viewer,
                target=target,
                room=outcome.room_mm,
            )
        case "hidden":
            return words.count(
                "The proof holds: {viewer} does not see {target} (all lines lie in {n} pair of patches; it is closed).",
                "The proof holds: {viewer} does not see {target} (all lines lie in {n} pairs of patches, and each is "
                "closed).",
                outcome.counts.pairs,
                viewer=viewer,
                target=target,
            )
        case _:
            return words.say(
                "There is nothing to prove: whether {viewer} sees {target} is too close to call.",
                viewer=viewer,
                target=target,
            )


def _json(proof: "Proof", outcome: "Verified | Refuted") -> dict[str, object]:
    """Return the outcome as a ``warcry3d.verification/1`` object."""
    from warcry3d.sight.proof import Verified

    about = {"format": "warcry3d.verification/1", "viewer": proof.viewer, "target": proof.target}
    if not isinstance(outcome, Verified):
        return {**about, "holds": False, "reason": outcome.reason, "place": outcome.place}
    counts = outcome.counts
    return {
        **about,
        "holds": True,
        "claim": outcome.claim,
        "room_mm": round(outcome.room_mm, 4),
        "pairs": {"by_cases": counts.by_cases, "away": counts.away, "inside": counts.inside},
        "steps": {"floods": counts.floods, "refutations": counts.refutations},
    }
