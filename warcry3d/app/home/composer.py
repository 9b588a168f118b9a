"""What composing a warband needs from disk and the rules, as jobs: fighters, what they come to, its file."""

import re
from collections.abc import Callable
from pathlib import Path

from warcry3d.app.home.composition import BeginComposing, Composition, RefusePick, TakePicked, TellArmy
from warcry3d.app.home.model import GoToPage, HomeIntent, Page
from warcry3d.app.home.new_battle import AddBand
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Host
from warcry3d.errors import FileError, WarcryError
from warcry3d.folders import data_folder
from warcry3d.rules.armies import Armies, ArmyPick, SharedFile
from warcry3d.rules.systems import system
from warcry3d.system_errors import reason_of

__all__ = ["BAND_SUFFIX", "FIGHTERS_SUFFIX", "Composer", "free_file", "import_fighters", "own_files"]

BAND_SUFFIX, FIGHTERS_SUFFIX = ".band.json", ".fighters.json"
POOL, SUM, SUGGEST, SAVE, IMPORT = "pool", "army", "suggest", "save band", "import"
"""The slots of its jobs."""


class Composer:
    """Asks the background for what the model of a warband lacks; answers come back as intents through ``do``."""

    def __init__(self, host: Host, do: Callable[[HomeIntent], None]) -> None:
        self._host = host
        self._do = do
        self._asked: ArmyPick | None = None

    def begin(self, ruleset: str, side: str, file: str) -> None:
        """Read the fighters of a file, then compose a warband of them for a side."""

        def take(found: BeginComposing) -> None:
            self._do(found)
            self._do(GoToPage(Page.COMPOSE))

        self._host.jobs.start(
            POOL,
            lambda words: words.say("reading fighters..."),
            lambda progress: BeginComposing(side, file, _armies(ruleset).pool(ArmyPick(file))),
            take,
            self._notify,
        )

    def follow(self, ruleset: str, made: Composition) -> None:
        """Ask what the fighters that are picked come to."""
        if made.picked and made.army is None and made.error is None and self._asked != made.pick:
            pick = self._asked = made.pick

            def take(army: TellArmy) -> None:
                self._asked = None
                self._do(army)

            self._host.jobs.start(
                SUM,
                lambda words: words.say("reading a warband..."),
                lambda progress: TellArmy(pick, _armies(ruleset).compose(pick)),
                take,
                self._refuse,
                is_quiet=True,
            )

    def suggest(self, ruleset: str, made: Composition) -> None:
        """Take the warband that the rules suggest for the group that is listed."""
        self._host.jobs.start(
            SUGGEST,
            lambda words: words.say("picking fighters..."),
            lambda progress: TakePicked(_armies(ruleset).suggest(made.pick, made.group)),
            self._do,
            self._refuse,
        )

    def save(self, ruleset: str, made: Composition) -> None:
        """Write the warband into the user's folder under a name that is free, and give it to its side."""

        def work() -> str:
            out = free_file(_own_folder(), made.pick.name, BAND_SUFFIX)
            _armies(ruleset).save(made.pick, out)
            return str(out)

        def take(file: str) -> None:
            self._do(AddBand(made.side, file))
            self._do(GoToPage(Page.NEW_BATTLE))
            self._host.notify(lambda words: words.say("saved {path}", path=file))

        self._host.jobs.start(
            SAVE, lambda words: words.say("saving the warband..."), lambda progress: work(), take, self._refuse
        )

    def import_shared(self, ruleset: str, side: str, file: Path) -> None:
        """Import fighters of other tools, then compose a warband of them."""

        def take(out: str) -> None:
            self.begin(ruleset, side, out)

        self._host.jobs.start(
            IMPORT,
            lambda words: words.say("importing {name}...", name=file.name),
            lambda progress: import_fighters(ruleset, file),
            take,
            self._notify,
        )

    def _refuse(self, error: WarcryError) -> None:
        self._asked = None
        self._do(RefusePick(error))

    def _notify(self, error: WarcryError) -> None:
        self._host.notify(refusing(error), is_alarming=True)


def _armies(ruleset: str) -> Armies:
    return system(ruleset).armies()


def _own_folder() -> Path:
    """Return the user's folder for warbands, made if need be; raise `FileError` where that cannot be."""
    folder = data_folder()
    if folder is None:
        raise FileError("WARCRY3D_DATA", "", "there is no folder for warbands: name one in this variable")
    try:
        (folder / "warbands").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(folder, "", "cannot be made: {reason}", reason=reason_of(error)) from None
    return folder / "warbands"


def free_file(folder: Path, name: str, suffix: str) -> Path:
    """Return a file that is not there yet, called like ``name``."""
    stem = re.sub(r"[^\w-]+", "-", name).strip("-").casefold() or "warband"
    number, path = 1, folder / f"{stem}{suffix}"
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{suffix}"
    return path


def own_files(suffix: str) -> tuple[str, ...]:
    """Return the files with an ending in the user's folder for warbands, in order of the alphabet."""
    folder = data_folder()
    return tuple(sorted(str(path) for path in (folder / "warbands").glob(f"*{suffix}"))) if folder is not None else ()


def import_fighters(ruleset: str, file: Path) -> str:
    """Write the fighters that other tools share into the user's folder and return their file; raise `FileError`."""
    out = free_file(_own_folder(), file.name.partition(".")[0], FIGHTERS_SUFFIX)
    _armies(ruleset).import_shared(SharedFile(file, out))
    return str(out)
