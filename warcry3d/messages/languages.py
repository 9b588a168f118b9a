"""The reader's language."""

from collections.abc import Mapping
from types import MappingProxyType

from warcry3d.errors import UnknownNameError

__all__ = ["LANGUAGES", "language"]

LANGUAGES: Mapping[str, str] = MappingProxyType({"en": "English", "zh_CN": "简体中文"})
"""Every language the program speaks, complete, with its own name for itself."""


def language(asked: str | None, environment: Mapping[str, str]) -> str:
    """Return the language to speak: a key of `LANGUAGES`.

    The first that says something decides: ``asked`` (the option), ``WARCRY3D_LANG``, then the variables by which
    systems name the reader's locale; English where these name none that we speak. Raise `UnknownNameError` where the
    option or our own variable name a language there is not.
    """
    for wish in (asked, environment.get("WARCRY3D_LANG")):
        if wish:
            found = _spoken(wish)
            if found is None:
                known = ", ".join(LANGUAGES)
                raise UnknownNameError("no language '{name}'; there are: {known}", name=wish, known=known)
            return found
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wish in filter(None, environment.get(variable, "").split(":")):
            return _spoken(wish) or "en"
    return _of_windows() or "en"


def _spoken(wish: str) -> str | None:
    """Return the language that a locale's name asks for; all kinds of Chinese are answered in Simplified Chinese."""
    name = wish.partition(".")[0].partition("@")[0].replace("-", "_").lower()
    if name in ("c", "posix") or name.partition("_")[0] == "en":
        return "en"
    return "zh_CN" if name.partition("_")[0] in ("zh", "中文", "简体中文") else None


def _of_windows() -> str | None:
    """Return the language of the Windows desktop, which sets none of the variables; None elsewhere."""
    import sys

    if sys.platform != "win32":
        return None
    import ctypes
    import locale

    return _spoken(locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), ""))
