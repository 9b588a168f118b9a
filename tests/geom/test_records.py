"""Records that kernels take by one pointer."""

from dataclasses import dataclass

import numpy as np
import pytest

from warcry3d.geom.compiled import lean_kernel
from warcry3d.geom.records import Bools1, Floats2, Floats3, Ints1, KernelRecord, kernel_type


@dataclass(frozen=True, eq=False)
class Shelf(KernelRecord):
    """One field of each kind."""

    plane: Floats2
    share: float
    block: Floats3
    numbers: Ints1
    count: int
    flags: Bools1


def shelf() -> Shelf:
    return Shelf(
        plane=np.arange(6.0).reshape(2, 3),
        share=0.25,
        block=np.arange(24.0).reshape(2, 3, 4),
        numbers=np.array([7, -8], np.int32),
        count=-3,
        flags=np.array([True, False, True]),
    )


def test_a_kernel_reads_every_field_and_the_extents_of_arrays() -> None:
    @lean_kernel
    def read(record, out):  # type: ignore[no-untyped-def]
        out[0] = record.plane[1, 2] + record.share
        out[1] = record.block[1, 2, 3] + record.block.shape[1] * 100
        out[2] = record.numbers[1] * record.count
        out[3] = len(record.plane) + 10 * record.plane.shape[1] + 100 * len(record.flags)
        out[4] = record.flags[0] + record.flags[1]
        row = record.plane[1]
        out[5] = row[0] + len(row)

    out = np.zeros(6)
    read(shelf(), out)
    assert out.tolist() == [5.25, 323.0, 24.0, 332.0, 1.0, 6.0]


def test_what_a_kernel_writes_is_in_the_arrays() -> None:
    @lean_kernel
    def write(record):  # type: ignore[no-untyped-def]
        record.plane[0, 1] = 9.0
        record.numbers[0] = record.count

    made = shelf()
    write(made)
    assert made.plane[0].tolist() == [0.0, 9.0, 2.0] and made.numbers.tolist() == [-3, -8]


def test_a_record_handed_on_is_the_same_and_a_kernel_serves_all_records_of_a_class() -> None:
    @lean_kernel
    def total(record):  # type: ignore[no-untyped-def]
        result = 0
        for k in range(len(record.numbers)):
            result += record.numbers[k]
        return result

    @lean_kernel
    def doubled(record):  # type: ignore[no-untyped-def]
        return 2 * total(record)

    made = shelf()
    longer = Shelf(made.plane, 1.0, made.block, np.arange(5, dtype=np.int32), 1, made.flags)
    assert (doubled(made), doubled(longer)) == (-2, 20)
    assert len(doubled.overloads) == 1


@pytest.mark.parametrize(
    "numbers",
    [np.zeros(2, np.int64), np.zeros((2, 1), np.int32), np.zeros(4, np.int32)[::2]],
    ids=["items", "dimensions", "strided"],
)
def test_an_array_of_another_type_is_refused_by_name(numbers: np.ndarray) -> None:  # type: ignore[type-arg]
    made = shelf()
    with pytest.raises(TypeError, match=r"Shelf\.numbers must be a contiguous array\(int32, 1d, C\)"):
        Shelf(made.plane, 1.0, made.block, numbers, 1, made.flags)


def test_only_known_annotations_are_types_of_kernels() -> None:
    with pytest.raises(TypeError, match="no kernel takes"):
        kernel_type(str)
