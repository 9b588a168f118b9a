"""Five hints for a first battle: each at its moment, once, gone after a while."""

from dataclasses import dataclass, field, replace

from tests.app.play.battles import done, race_model
from warcry3d.app.play.hints import FADES, LASTS, Hint, Hints, hint_due
from warcry3d.app.play.intents import ChoosePrompt, LookAtStep, PickOption, PlayCommand, PreviewFound
from warcry3d.app.play.model import PlayModel
from warcry3d.app.shell.settings import Settings
from warcry3d.game.preview import AttackOdds, Preview
from warcry3d.message import Message


@dataclass
class Remembering:
    """A host that has settings and nothing else."""

    settings: Settings = field(default_factory=Settings)

    def change_settings(self, settings: Settings) -> None:
        self.settings = settings


def running() -> PlayModel:
    """Return the model of a race whose first runner may run."""
    return done(done(race_model().after(PickOption("push", "2"))).after(PlayCommand.THROW))


def test_each_hint_comes_at_its_moment() -> None:
    begun, later = race_model(), running()
    odds = AttackOdds("red", "blue", Message("fist"), (0.5, 0.5), 0.1)
    assert hint_due(begun, ()) is Hint.ANSWER
    assert hint_due(later.after(ChoosePrompt("run")), ("answer",)) is Hint.MOVE
    assert hint_due(later.after(PreviewFound("hit", Preview(odds=(odds,)))), ("answer",)) is Hint.ODDS
    assert hint_due(begun, ("answer",)) is None
    assert hint_due(later, ("answer",)) is Hint.UNDO
    assert hint_due(later, ("answer", "undo")) is Hint.LENSES
    assert hint_due(later, tuple(Hint)) is None


def test_nobody_is_given_a_hint_who_has_nothing_to_answer() -> None:
    assert hint_due(running().after(LookAtStep(1)), ()) is None
    assert hint_due(race_model(seats={"red": "eager", "blue": "person"}), ()) is None
    assert hint_due(done(race_model().after(PickOption("push", "2"))), ()) is None


def test_hint_fades_and_never_comes_again() -> None:
    host = Remembering()
    hints, model = Hints(host), race_model()  # type: ignore[arg-type]
    hints.poll(model, 100.0)
    assert hints.shown == (Hint.ANSWER, 1.0) and host.settings.hints == ("answer",)
    hints.poll(model, 100.0 + LASTS - FADES / 2)
    assert hints.shown == (Hint.ANSWER, 0.5) and hints.is_fading
    hints.poll(model, 100.1 + LASTS)
    assert hints.shown is None
    hints.poll(model, 200.0)
    assert hints.shown is None
    again = Hints(host)  # type: ignore[arg-type]
    again.poll(model, 300.0)
    assert again.shown is None


def test_one_hint_follows_another_after_a_pause_only() -> None:
    hints = Hints(Remembering(Settings(hints=("answer",))))  # type: ignore[arg-type]
    hints.poll(running(), 0.0)
    assert hints.shown is not None and hints.shown[0] is Hint.UNDO
    hints.dismiss()
    assert hints.shown is None
    hints.poll(running(), 1.0)
    assert hints.shown is None
    hints.poll(running(), 100.0)
    assert hints.shown is not None and hints.shown[0] is Hint.LENSES


def test_hint_stands_still_with_less_motion() -> None:
    host = Remembering(replace(Settings(), has_less_motion=True))
    hints = Hints(host)  # type: ignore[arg-type]
    hints.poll(race_model(), 0.0)
    hints.poll(race_model(), LASTS - 0.1)
    assert hints.shown == (Hint.ANSWER, 1.0)
