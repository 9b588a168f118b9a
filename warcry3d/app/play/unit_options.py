"""Which models an option stands for: one, or all that act with it where no other of these is offered. Pure."""

from collections.abc import Iterable

from warcry3d.app.play.draft import options_of
from warcry3d.app.play.moment import Moment
from warcry3d.game.prompts import Option, Prompt

__all__ = ["models_of_option", "offers_on", "options_on"]


def options_on(prompt: Prompt, model: str, moment: Moment) -> tuple[Option, ...]:
    """Return the options of a prompt that a model stands for: its own, else those of the models that act with it."""
    options = options_of(prompt)
    own = tuple(one for one in options if one.model and one.model == model)
    if own:
        return own
    mates = set(moment.company(model))
    of_unit = tuple(one for one in options if one.model in mates)
    return of_unit if len({one.model for one in of_unit}) == 1 else ()


def offers_on(prompts: Iterable[Prompt], model: str, moment: Moment) -> list[tuple[Prompt, Option]]:
    """Return the options that a model stands for, each with its prompt, of prompts that can be answered."""
    return [(one, option) for one in prompts if not one.faults for option in options_on(one, model, moment)]


def models_of_option(prompt: Prompt, option: Option, moment: Moment) -> tuple[str, ...]:
    """Return the models that an option stands for on the table; none where it stands for no model."""
    if not option.model:
        return ()
    mates = moment.company(option.model)
    are_others = any(one.model in mates and one.model != option.model for one in options_of(prompt))
    return (option.model,) if are_others else mates
