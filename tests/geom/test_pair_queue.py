"""The queue of pairs against Python's own heap."""

import heapq

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from warcry3d.geom.pair_queue import pop, push

STEPS = st.lists(st.one_of(st.none(), st.sampled_from([-2.0, -1.0, 0.0, 0.5])), max_size=60)


@given(STEPS)
def test_cells_come_out_and_lie_as_in_a_heap_of_pairs(steps: list[float | None]) -> None:
    keys, cells, count = np.empty(60), np.empty(60, np.int32), 0
    heap: list[tuple[float, int]] = []
    for number, key in enumerate(steps):
        if key is not None:
            count = push(keys, cells, count, key, number)
            heapq.heappush(heap, (key, number))
        elif heap:
            assert heap[0] == (keys[0], cells[0])
            heapq.heappop(heap)
            count = pop(keys, cells, count)
        assert heap == list(zip(keys[:count].tolist(), cells[:count].tolist(), strict=True))
