"""Which field of a new battle a refusal is about, by what the error names: a file, a side, a setting, a value."""

import re

from warcry3d.app.home.new_battle import START, NewBattle, band_field, setting_field
from warcry3d.errors import FileError, WarcryError

__all__ = ["refused_field", "sentence"]


def refused_field(error: WarcryError, new: NewBattle) -> str:
    """Return the field of ``new`` that an error is about; START where it names none.

    The file that an error is in goes first, then a value that it names, then its place (``details.warbands.red``).
    """
    found = _by_file(error, new) or _by_value(error, new) or _by_place(error, new)
    return found or START


def sentence(error: WarcryError) -> WarcryError:
    """Return an error as it is said at its field: without the place in a set-up that no person wrote."""
    if isinstance(error, FileError) and "/" not in error.file and "\\" not in error.file:
        return WarcryError(error.template, **error.values)
    return error


def _by_file(error: WarcryError, new: NewBattle) -> str | None:
    if not isinstance(error, FileError):
        return None
    bands = [band_field(seat.side) for seat in new.seats if seat.band == error.file]
    settings = [setting_field(name) for name, value in new.options.items() if value == error.file]
    return next(iter([*bands, *settings]), None)


def _by_place(error: WarcryError, new: NewBattle) -> str | None:
    """Return the field that the last word of the place stands for, else that of a word before it."""
    parts = re.split(r"[.\[\]]+", error.place) if isinstance(error, FileError) else []
    names = {setting.name for setting in new.system.settings} if new.system is not None else set()
    sides = {seat.side for seat in new.seats}
    for part in reversed(parts):
        if part in sides:
            return band_field(part)
        if part in names:
            return setting_field(part)
    return None


def _by_value(error: WarcryError, new: NewBattle) -> str | None:
    named = {str(value) for value in error.values.values()}
    return next((setting_field(name) for name, value in new.options.items() if value in named), None)
