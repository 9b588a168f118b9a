"""The model of a battle in the window, by intents alone."""

from dataclasses import replace

from tests.app.play.battles import done, no_action, race_model
from tests.game.race import Push, run
from warcry3d.app.play.draft import HoldPath, ToggleOption
from warcry3d.app.play.intents import (
    ChoosePrompt,
    ClickModel,
    EnterFace,
    GameChanged,
    GameRefused,
    LookAtStep,
    PickOption,
    PlayCommand,
    PointOption,
    PreviewFound,
    PromptsFound,
    StepBy,
)
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.moment import moment_of
from warcry3d.app.play.prompt_keys import intent_of_key
from warcry3d.app.play.state import Due, GameWish, PlayAction
from warcry3d.game.action_faults import fault
from warcry3d.game.actions import Done
from warcry3d.game.decisions import Candidate, Decision
from warcry3d.game.preview import Preview
from warcry3d.game.prompts import Confirm, Go, ModelPath, Number, Option, PickOne, PickSome, Place, Prompt
from warcry3d.game.reasons import ActionFault
from warcry3d.game.ruleset import Outcome
from warcry3d.game.session import IllegalActionError
from warcry3d.message import message


def to_the_run(model: PlayModel, dice: str = "2") -> PlayModel:
    """Return the model after a push and its throw: the runner is asked how far it goes."""
    pushed = done(model.after(PickOption("push", dice)))
    return done(pushed.after(PlayCommand.THROW))


def prompted(*prompts: Prompt) -> PlayModel:
    """Return the model of a race that asks something else."""
    model = race_model()
    return model.after(GameChanged(model.game, True)).after(PromptsFound(model.game, prompts))


def test_only_prompt_is_chosen_by_itself_and_waits_for_a_pick() -> None:
    model = race_model()
    assert model.due is Due.ANSWER and model.chosen == "push" and model.wish is None
    picked = model.after(PickOption("push", "2"))
    assert isinstance(picked.wish, PlayAction) and picked.wish.action == Push(2)
    assert picked.due is Due.WORK


def test_refused_option_says_why_and_nothing_happens() -> None:
    model = to_the_run(race_model(), "3").after(ChoosePrompt("run"))
    away = HoldPath("red", ModelPath("red", run(2.0, "red", 0.0).path))
    model = done(model.after(away).after(PlayCommand.SUBMIT))
    model = to_the_run(model, "1")
    model = done(model.after(ChoosePrompt("stay")))
    refused = model.after(PickOption("push", "3"))
    assert refused.wish is None and [fault.rule for fault in refused.faults] == ["RACE-1"]


def test_dice_wait_until_they_are_thrown() -> None:
    model = done(race_model().after(PickOption("push", "2")))
    assert model.due is Due.THROW and model.after(PickOption("push", "1")) is model
    assert model.after(PlayCommand.SUBMIT).wish is GameWish.THROW


def test_real_dice_are_entered_one_by_one() -> None:
    model = done(race_model(seed=None).after(PickOption("push", "2")))
    assert model.due is Due.FACES and model.after(PlayCommand.THROW).wish is None
    model = model.after(EnterFace(5))
    assert model.faces == ()
    model = model.after(EnterFace(4)).after(PlayCommand.FACE_BACK).after(EnterFace(1))
    assert model.faces == (1,) and model.wish is None
    model = model.after(EnterFace(2))
    assert isinstance(model.wish, PlayAction) and model.wish.action.faces == (1, 2)


def test_confirming_answers_at_once() -> None:
    model = to_the_run(race_model())
    assert model.chosen == "" and {prompt.id for prompt in model.prompts or ()} == {"run", "stay"}
    assert isinstance(model.after(ChoosePrompt("stay")).wish, PlayAction)


def test_way_is_submitted_as_it_was_held() -> None:
    model = to_the_run(race_model()).after(ChoosePrompt("run"))
    assert isinstance(model.prompt, Go)
    path = run(1.0, "red", 0.0).path
    held = model.after(HoldPath("red", ModelPath("red", path)))
    assert held.action == run(1.0, "red", 0.0)
    after = done(held.after(PlayCommand.SUBMIT))
    assert after.game.table.model("red").placement.at[0] == 2.0


def test_going_back_lets_go_of_what_was_given_then_of_the_prompt() -> None:
    model = to_the_run(race_model()).after(ChoosePrompt("run"))
    held = model.after(HoldPath("red", ModelPath("red", run(1.0, "red", 0.0).path)))
    back = held.after(PlayCommand.BACK)
    assert back.chosen == "run" and back.draft.paths == ()
    assert back.after(PlayCommand.BACK).chosen == ""


def test_click_on_who_may_move_begins_the_move() -> None:
    assert to_the_run(race_model()).after(ClickModel("red")).chosen == "run"
    assert to_the_run(race_model()).after(ClickModel("blue")).chosen == ""


def test_click_beside_all_models_begins_the_only_move_while_nothing_is_chosen() -> None:
    running = to_the_run(race_model())
    assert running.begun_on_table == ChoosePrompt("run")
    assert running.after(ChoosePrompt("run")).begun_on_table is None
    assert running.after(LookAtStep(1)).begun_on_table is None
    assert race_model().begun_on_table is None, "it asks for a push, not for a move"
    go = running.prompt_of("run")
    assert isinstance(go, Go)
    assert replace(running, prompts=(go, replace(go, id="other"))).begun_on_table is None, "which of them is unknown"


def test_tab_points_at_what_is_allowed_and_enter_does_it() -> None:
    model = race_model().after(PlayCommand.NEXT).after(PlayCommand.NEXT)
    assert model.pointed == ("push", "2") and model.action == Push(2)
    assert model.after(PlayCommand.PREVIOUS).pointed == ("push", "1")
    wish = model.after(PlayCommand.SUBMIT).wish
    assert isinstance(wish, PlayAction) and wish.action == Push(2)


def test_only_option_that_is_allowed_is_pointed_to_once_its_prompt_is_chosen() -> None:
    option = Option("a", message("Strike"), model="red")
    refused = Option("b", message("Strike"), model="blue", faults=(ActionFault("RACE-1", message("too far")),))
    model = prompted(PickOne(id="strike", heading=message("Strike"), action=str, options=(refused, option)))
    chosen = model.after(PlayCommand.WHY).after(ChoosePrompt("strike"))
    assert chosen.pointed == ("strike", "a") and chosen.pointed_model == "red"
    assert model.after(PlayCommand.WHY).asks_why and not chosen.asks_why, "the card shows the odds of the strike again"
    assert chosen.after(PlayCommand.BACK).pointed_model == ""


def costly(*names: str) -> PickOne:
    """Return a prompt of an ability with a way to pay for it for each name."""
    options = tuple(Option(name, message("triple"), dice=(6, 6, 6)) for name in names)
    return PickOne(id="ability", heading=message("Respite"), action=str, options=options, key="3")


def test_what_costs_dice_is_shown_before_a_second_press_or_enter_spends_them() -> None:
    rest = PickOne(id="rest", heading=message("Rest"), action=str, options=(Option("a", message("Rest")),))
    model = prompted(costly("6"), rest)
    armed = model.after(ChoosePrompt("ability"))
    assert armed.wish is None and armed.pointed == ("ability", "6") and armed.action == "6"
    for spent in (armed.after(ChoosePrompt("ability")), armed.after(PlayCommand.SUBMIT)):
        assert isinstance(spent.wish, PlayAction) and spent.wish.action == "6"
    assert armed.after(ChoosePrompt("rest")).wish is not None  # costs nothing: at once
    assert armed.after(PlayCommand.BACK).chosen == ""


def test_numbers_pay_only_where_there_are_several_ways_to_pay() -> None:
    other = PickOne(id="rush", heading=message("Rush"), action=str, options=(Option("5", message("double")),), key="1")
    one = prompted(costly("6"), other).after(ChoosePrompt("ability"))
    assert intent_of_key(one, "1") == ChoosePrompt("rush")
    two = prompted(costly("6", "5"), other).after(ChoosePrompt("ability"))
    assert intent_of_key(two, "1") == PickOption("ability", "6")


def attack(*targets: str, is_weighed: bool = True) -> PickOne:
    """Return a prompt of attacks: each target is called by the letters before its colon."""
    options = tuple(Option(one, message("Strike"), model=one.partition(":")[0]) for one in targets)
    return PickOne(id="attack", heading=message("Attack"), action=lambda id: id, options=options, is_weighed=is_weighed)


def test_click_on_what_is_to_be_weighed_shows_it_and_a_second_one_takes_it() -> None:
    """Seen with a newcomer: a click on an enemy attacked at once, before the odds had been read."""
    model = prompted(attack("red", "blue"), Confirm(id="wait", heading=message("Wait"), action=lambda _: "wait"))
    aimed = model.after(ClickModel("blue"))
    assert aimed.wish is None and aimed.pointed == ("attack", "blue") and aimed.is_aimed and aimed.action == "blue"
    for again in (ClickModel("blue"), PlayCommand.SUBMIT):
        wish = aimed.after(again).wish
        assert isinstance(wish, PlayAction) and wish.action == "blue"
    other = aimed.after(ClickModel("red"))
    assert other.wish is None and other.pointed == ("attack", "red")
    away = aimed.after(PointOption("attack", "red"))
    assert not away.is_aimed and away.after(ClickModel("blue")).wish is None, "what is shown is another one"
    back = aimed.after(PlayCommand.BACK).after(PointOption("attack", "blue"))
    assert not back.is_aimed and back.after(ClickModel("blue")).wish is None
    plain = prompted(attack("red", "blue", is_weighed=False)).after(ClickModel("blue"))
    assert isinstance(plain.wish, PlayAction), "whom to activate is picked by one click"


def test_second_click_on_an_enemy_takes_the_weapon_that_is_shown() -> None:
    aimed = prompted(attack("blue:axe", "blue:bow", "red:axe")).after(ClickModel("blue"))
    assert aimed.focus == "blue" and aimed.pointed == ("attack", "blue:axe") and aimed.wish is None
    wish = aimed.after(ClickModel("blue")).wish
    assert isinstance(wish, PlayAction) and wish.action == "blue:axe"
    assert aimed.after(PlayCommand.NEXT).after(ClickModel("blue")).wish is None


def test_enemy_that_was_clicked_is_no_longer_marked_once_the_action_has_ended() -> None:
    """Seen with a newcomer: its white frame stood on for rounds."""
    model = race_model()
    clicked = model.after(ClickModel("blue"))
    assert clicked.selected == "blue"
    assert done(clicked.after(PickOption("push", "2"))).selected == ""
    own = replace(model, selected="red")
    pushed = done(own.after(PickOption("push", "2")))
    assert pushed.player == "red" and pushed.selected == "red", "it goes on acting"


def test_refusal_goes_once_the_person_moves_on() -> None:
    faults = (ActionFault("RACE-1", message("too far")), ActionFault("RACE-2", message("not seen")))
    far = Option("b", message("Strike"), model="blue", faults=faults)
    options = (Option("a", message("Strike"), model="red"), far)
    model = prompted(PickOne(id="strike", heading=message("Strike"), action=str, options=options))
    refused = model.after(PickOption("strike", "b"))
    assert refused.told_faults == faults and refused.after(PickOption("strike", "b")).faults
    assert refused.after(PlayCommand.WHY).faults and refused.after(ChoosePrompt("nothing")) is refused
    for moved in (PointOption("strike", "b"), PlayCommand.NEXT, PlayCommand.MOVE_ON, ClickModel("red")):
        assert refused.after(moved).faults == ()
    pointing = model.after(ChoosePrompt("strike")).after(PointOption("strike", "b"))
    assert pointing.faults == () and pointing.told_faults == faults[:1], "one line while one points"
    assert "RACE-1" in pointing.rules_due
    assert pointing.after(PointOption("strike", "a")).told_faults == ()
    failed = replace(model, error=IllegalActionError("not allowed: {reasons}", reasons=""))
    assert failed.after(PointOption("strike", "b")).error is None


def test_enter_picks_the_option_pointed_to_before_it_answers_with_all_that_are_picked() -> None:
    options = tuple(Option(name, message("Die")) for name in "abc")
    prompt = PickSome(id="again", heading=message("Roll again"), action=tuple, options=options, least=1, most=2)
    model = prompted(prompt).after(ChoosePrompt("again"))
    for key in (PlayCommand.NEXT, PlayCommand.SUBMIT, PlayCommand.NEXT, PlayCommand.SUBMIT):
        model = model.after(key)
    assert model.draft.picked == ("a", "b") and model.wish is None
    for pointed in (model, model.after(PlayCommand.NEXT)):
        wish = pointed.after(PlayCommand.SUBMIT).wish
        assert isinstance(wish, PlayAction) and wish.action == ("a", "b")


def test_one_picked_too_many_lets_the_first_one_go_however_it_is_picked() -> None:
    options = tuple(Option(name, message("Die"), model=name) for name in "abc")
    prompt = PickSome(id="again", heading=message("Roll again"), action=tuple, options=options, least=0, most=2)
    model = prompted(prompt).after(ChoosePrompt("again"))
    for pick in (ToggleOption, lambda id: PickOption("again", id)):
        picking = model
        for id in "abc":
            picking = picking.after(pick(id))
        assert picking.draft.picked == ("b", "c")
        assert picking.after(pick("b")).draft.picked == ("c",)


def test_answers_about_another_battle_are_dropped() -> None:
    first = race_model()
    second = done(first.after(PickOption("push", "1")))
    assert second.after(PromptsFound(first.game, ())) is second


def test_preview_goes_with_what_it_was_about() -> None:
    model = race_model().after(PointOption("push", "1"))
    known = model.after(PreviewFound(model.action, Preview()))
    assert known.preview == (Push(1), Preview())
    assert done(known.after(PickOption("push", "1"))).preview is None


def test_refusal_of_the_rules_is_shown_and_lets_one_go_on() -> None:
    model = race_model().after(PickOption("push", "2"))
    error = IllegalActionError("not allowed: {reasons}", reasons="")
    refused = model.after(GameRefused(error))
    assert refused.wish is None and refused.error is error and refused.due is Due.ANSWER


def test_looking_back_changes_nothing_and_answers_nothing() -> None:
    model = to_the_run(race_model())
    seen = model.after(LookAtStep(0))
    assert seen.is_looking_back and seen.moment.step == 0 and seen.game is model.game
    assert seen.after(ChoosePrompt("stay")).wish is None
    assert seen.after(StepBy(1)).moment.step == 1
    assert seen.after(StepBy(99)).is_looking_back is False
    assert seen.after(PlayCommand.BACK).moment.step == model.steps


def test_taking_back_returns_to_the_choice_and_redoing_to_the_next() -> None:
    model = to_the_run(race_model())
    back = done(model.after(PlayCommand.UNDO))
    assert back.steps == 0 and back.chosen == "push"
    again = back.after(PickOption("push", "2"))
    assert done(again).has_fallen


def test_prompt_tells_whose_step_is_shown_not_who_is_asked_next() -> None:
    model = race_model()
    pushed = model.after(PickOption("push", "2"))
    assert pushed.told_player == pushed.player == "red"
    game = pushed.game.play(Push(2))
    shown = pushed.after(GameChanged(game, False))
    assert shown.due is Due.SHOW
    asked = game.ruleset.pending(shown.moment.state)
    assert not isinstance(asked, Outcome) and shown.told_player == asked.player == "red"
    over = done(pushed).after(PlayCommand.THROW)
    thrown = over.after(GameChanged(done(over).game, False))
    assert thrown.due is Due.SHOW and thrown.told_player == "red"


def test_why_tells_of_the_last_comparison_once_nothing_is_shown() -> None:
    model = to_the_run(race_model())
    weighed = Decision(Push(2), message("nearer"), (Candidate(message("push"), 2.0), Candidate(message("stop"), 0.0)))
    forced = Decision(Push(1), message("nothing else to do"), (Candidate(message("stop"), 0.0),))
    told = replace(model, decisions={1: weighed, 2: forced})
    assert told.decision is weighed
    assert replace(model, decisions={2: forced}).decision is forced, "where nothing was compared, the last"
    assert replace(told, shown=1, moment=moment_of(told.game, told.rules, 1)).decision is forced, "as it is shown"
    assert told.after(LookAtStep(1)).decision is weighed and model.decision is None


def test_number_beside_a_plain_yes_is_chosen_by_itself_and_begins_where_it_says() -> None:
    number = Number(id="number", heading=message("?"), action=lambda _: Done(), least=1, most=5, start=5)
    stop = Confirm(id="stop", heading=message("stop"), action=lambda _: Done())
    model = prompted(number, stop)
    assert model.chosen == "number" and model.draft.number == 5
    assert prompted(replace(number, start=None), stop).draft.number == 1


def test_place_beside_a_plain_yes_is_in_hand_at_once() -> None:
    place = Place(id="place", heading=message("?"), action=lambda _: Done(), items=(Option("a", message("a")),))
    other = Confirm(id="other", heading=message("another"), action=lambda _: Done())
    model = prompted(place, other)
    assert model.chosen == "place" and model.draft.held == "a"


def test_what_is_open_beside_every_question_keeps_none_from_being_chosen() -> None:
    number = Number(id="number", heading=message("?"), action=lambda _: Done(), least=1, most=5)
    dispute = PickOne(id="dispute", heading=message("!"), action=lambda _: Done(), options=(Option("a", message("a")),))
    assert prompted(number, replace(dispute, is_aside=True)).chosen == "number"
    assert prompted(number, dispute).chosen == ""
    assert not prompted(replace(dispute, is_aside=True)).chosen, "nor does it answer by itself"


def test_click_on_an_enemy_begins_a_move_that_can_come_to_it() -> None:
    """Seen in a round played by mouse: a click on an enemy out of reach did nothing."""
    running = done(done(race_model().after(PickOption("push", "2"))).after(PlayCommand.THROW))
    go = running.prompt_of("run")
    assert isinstance(go, Go) and go.approach is None
    own, enemy = running.player, next(side for side in running.moment.sides if side != running.player)
    assert running.after(ClickModel(enemy)).prompt is None, "nobody can be come to here"
    coming = replace(running, prompts=(replace(go, approach=lambda id: None),))
    begun = coming.after(ClickModel(enemy))
    assert isinstance(begun.prompt, Go) and begun.has_begun_move(coming, enemy) and begun.has_begun_move(coming, None)
    assert not begun.has_begun_move(coming, own) and not begun.has_begun_move(begun, enemy)
    assert not coming.has_begun_move(coming, enemy)


def test_figure_does_not_stand_for_what_would_change_nothing() -> None:
    """Seen: with no action left, what Rush brings was told wherever the pointer was on its own figure."""
    option = Option("red", message("Red"), model="red")
    rush = PickOne(id="rush", heading=message("Rush"), action=no_action, options=(option,))
    idle = replace(rush, idle=fault("", "no action is left"))
    assert replace(race_model(), prompts=(rush,)).option_on("red") == ("rush", "red")
    still = replace(race_model(), prompts=(idle,))
    assert still.option_on("red") is None
    clicked = still.after(ClickModel("red"))
    assert clicked.wish is None and clicked.selected == "red"
