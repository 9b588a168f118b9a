"""What is kept of the last tables, and that battles which keep all their states keep no more than that."""

import gc
import threading
import weakref

from tests.rules.ageofsigmar.battle.field import BLADES
from tests.rules.ageofsigmar.battle.field import battle as sigmar_battle
from tests.rules.warhammer40k.battle.field import TROOPS, row
from tests.rules.warhammer40k.battle.field import battle as battle_40k
from warcry3d.rules.ageofsigmar.battle import sensing
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.sight import UnitSights
from warcry3d.rules.last_tables import SIGHTS_KEPT, LastTables
from warcry3d.rules.warhammer40k.battle.attacks import seeing
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.model_sights import ModelSights
from warcry3d.sight.blockers import Blockers
from warcry3d.table.table import Terrain

STEPS = 5


class Thing:
    """Something that is made for a table."""


def made(kind: type) -> int:
    gc.collect()
    return sum(type(one) is kind for one in gc.get_objects())


def test_the_tables_that_were_asked_for_last_are_kept() -> None:
    tables = LastTables[Thing](2)
    one, other = tables.of("one", Thing), tables.of("other", Thing)
    assert tables.of("one", Thing) is one
    third = tables.of("third", Thing)
    assert tables.of("one", Thing) is one and tables.of("third", Thing) is third
    assert tables.of("other", Thing) is not other


def test_what_goes_is_gone_before_the_next_one_is_made() -> None:
    tables = LastTables[Thing](1)
    first = weakref.ref(tables.of("one", Thing))

    def make() -> Thing:
        assert first() is None
        return Thing()

    tables.of("other", make)


def test_two_threads_that_ask_at_once_get_the_same() -> None:
    tables, both = LastTables[Thing](1), threading.Barrier(2)
    found = list[Thing]()

    def make() -> Thing:
        both.wait(10)
        return Thing()

    threads = [threading.Thread(target=lambda: found.append(tables.of("one", make))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found[0] is found[1] is tables.of("one", Thing)


def states_40k() -> list[State40k]:
    """Return states in each of which a model stands elsewhere, once it was asked who sees it."""
    state = battle_40k({"u": (TROOPS, row(10, 10, 2))}, {"foe": (TROOPS, row(30, 10, 2))})
    found = []
    for n in range(STEPS):
        models = tuple(one.changed(at=(10.0, 4.0 + n, 0.0)) if one.id == "u-1" else one for one in state.models)
        found.append(state.changed(models=models))
        assert seeing.sees_unit(found[-1], "u-1", "foe", 60.0)
    return found


def states_sigmar() -> list[SigmarState]:
    """Return states in each of which a model stands elsewhere, once it was asked who sees it."""
    state = sigmar_battle({"u": (BLADES, [(10, 10), (11.4, 10)])}, {"foe": (BLADES, [(30, 10), (31.4, 10)])})
    found = []
    for n in range(STEPS):
        models = tuple(one.changed(at=(10.0, 4.0 + n, 0.0)) if one.id == "u-1" else one for one in state.models)
        found.append(state.changed(models=models))
        assert sensing.sees(found[-1], "u-1", "foe-1")
    return found


def test_states_of_a_battle_of_40k_keep_the_lines_of_the_last_tables_alone() -> None:
    before = made(ModelSights)
    states = states_40k()
    assert made(ModelSights) - before == SIGHTS_KEPT
    assert len(states) > SIGHTS_KEPT


def test_states_of_a_battle_of_age_of_sigmar_keep_the_lines_of_the_last_tables_alone() -> None:
    before = made(UnitSights)
    states = states_sigmar()
    assert made(UnitSights) - before == SIGHTS_KEPT
    again = states[-1].changed(units=states[-1].units)
    sensing.sees(again, "u-1", "foe-2")
    assert made(UnitSights) - before == SIGHTS_KEPT, "nobody moved: the lines are the same"


def test_with_a_battle_all_goes_that_was_made_for_its_tables_without_the_garbage_collector() -> None:
    kinds = (ModelSights, UnitSights, Blockers, Terrain)
    for begun in (states_40k, states_sigmar):
        begun()  # what is derived once for all battles
        before = [made(kind) for kind in kinds]
        gc.disable()
        try:
            context = weakref.ref(begun()[0].context)
            assert context() is None
            there = [type(one) for one in gc.get_objects()]
        finally:
            gc.enable()
        assert [there.count(kind) for kind in kinds] == before
