"""Records of arrays that a kernel receives as one pointer.

Numba hands a named tuple over field by field, seven words an array and more: a mesh of 15 arrays and working memory of
42 made every call of the sight search 500 words long, and most of its 95 seconds of compilation were spent on them. A
`KernelRecord` is handed over as the address of a table of its fields; a kernel still writes ``mesh.vertices[v, 0]``.
"""

import dataclasses
from typing import Annotated, Any, ClassVar, TypeAlias, get_args, get_type_hints

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)
from numba.np.arrayobj import populate_array
from numba.np.numpy_support import as_dtype, from_dtype
from numpy.typing import NDArray

__all__ = [
    "Bools1",
    "Floats1",
    "Floats2",
    "Floats3",
    "Ints1",
    "Ints2",
    "KernelRecord",
    "Longs1",
    "Longs2",
    "Singles1",
    "Singles2",
    "Words1",
    "kernel_type",
]

Floats1: TypeAlias = Annotated[NDArray[np.float64], 1]
Floats2: TypeAlias = Annotated[NDArray[np.float64], 2]
Floats3: TypeAlias = Annotated[NDArray[np.float64], 3]
Ints1: TypeAlias = Annotated[NDArray[np.int32], 1]
Ints2: TypeAlias = Annotated[NDArray[np.int32], 2]
Longs1: TypeAlias = Annotated[NDArray[np.int64], 1]
Longs2: TypeAlias = Annotated[NDArray[np.int64], 2]
Words1: TypeAlias = Annotated[NDArray[np.uint64], 1]
Singles1: TypeAlias = Annotated[NDArray[np.float32], 1]
Singles2: TypeAlias = Annotated[NDArray[np.float32], 2]
Bools1: TypeAlias = Annotated[NDArray[np.bool_], 1]
"""Arrays as kernels take them: C-contiguous, of this item type and number of dimensions."""

_SCALARS = {float: types.float64, int: types.int64, bool: types.boolean}
_INT64 = ir.IntType(64)


def kernel_type(hint: Any) -> types.Type:
    """Return Numba's type for an annotation: a scalar, one of the array types above, or a `KernelRecord`."""
    if hint in _SCALARS:
        return _SCALARS[hint]
    if isinstance(hint, type) and issubclass(hint, KernelRecord):
        return hint.kernel_type()
    if get_args(hint)[1:] and isinstance(get_args(hint)[1], int):
        array, dimensions = get_args(hint)
        (item,) = get_args(get_args(array)[1])
        return types.Array(from_dtype(np.dtype(item)), dimensions, "C")
    raise TypeError(f"no kernel takes {hint}")


class RecordType(types.Type):  # type: ignore[misc]
    """Numba's type of a `KernelRecord` class: its fields in the order of the table.

    ``items``: fields with their types and those of their items as arrays have them, worked out once.
    """

    def __init__(self, name: str, fields: tuple[tuple[str, types.Type], ...]) -> None:
        self.fields = fields
        self.items = tuple((field, kind, as_dtype(getattr(kind, "dtype", kind))) for field, kind in fields)
        super().__init__(name=name)

    @property
    def key(self) -> tuple[str, tuple[tuple[str, types.Type], ...]]:
        """What makes two of these types one."""
        return self.name, self.fields

    def __hash__(self) -> int:
        """Return the hash of the name: Numba asks at each call of a kernel, and that of the key takes 30 us."""
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        """Return whether two types are one: at each call, mostly itself."""
        return self is other or bool(super().__eq__(other))

    def find(self, name: str) -> tuple[int, types.Type | None]:
        """Return the word of the table where a field begins and its type; None for a field that is not there."""
        at = 0
        for field, kind in self.fields:
            if field == name:
                return at, kind
            at += 1 + (kind.ndim if isinstance(kind, types.Array) else 0)
        return at, None


class KernelRecord:
    """Base of frozen dataclasses (without slots) whose fields are arrays, of the types above, and numbers.

    The table has a word for each number; for each array its address and its extents. Arrays may be written to, but
    not exchanged for others.
    """

    _type: ClassVar[RecordType]

    def __post_init__(self) -> None:
        """Build the table; raise TypeError for an array that is not of the declared type."""
        words: list[int] = []
        for name, kind, item in self.kernel_type().items:
            words += _words(type(self), name, getattr(self, name), kind, item)
        table = np.array(words, np.int64)
        object.__setattr__(self, "_table", table)
        object.__setattr__(self, "_address", table.__array_interface__["data"][0])

    @classmethod
    def kernel_type(cls) -> RecordType:
        """Return Numba's type for the class."""
        if "_type" not in cls.__dict__:
            hints = get_type_hints(cls, include_extras=True)
            fields = tuple((f.name, kernel_type(hints[f.name])) for f in dataclasses.fields(cls))  # type: ignore[arg-type]
            cls._type = RecordType(cls.__name__, fields)
        return cls._type


def _words(record: type, name: str, value: Any, kind: types.Type, item: np.dtype[Any]) -> list[int]:
    """Return what the table holds of a field."""
    if not isinstance(kind, types.Array):
        return [int(np.array(value, item).astype(np.float64 if kind == types.float64 else np.int64).view(np.int64))]
    if value.dtype != item or value.ndim != kind.ndim or not value.flags.c_contiguous:
        raise TypeError(
            f"{record.__name__}.{name} must be a contiguous {kind}, not {value.dtype} of shape {value.shape}"
        )
    return [value.__array_interface__["data"][0], *value.shape]


@typeof_impl.register(KernelRecord)  # type: ignore[untyped-decorator]
def _type_of(record: KernelRecord, _context: object) -> RecordType:
    return type(record).kernel_type()


@register_model(RecordType)
class _Pointer(models.OpaqueModel):  # type: ignore[misc]
    """A record is the address of its table."""


@unbox(RecordType)  # type: ignore[untyped-decorator]
def _address(_kind: RecordType, record: Any, c: Any) -> NativeValue:
    number = c.pyapi.object_getattr_string(record, "_address")
    pointer = c.pyapi.long_as_voidptr(number)
    c.pyapi.decref(number)
    return NativeValue(pointer)


@infer_getattr
class _Fields(AttributeTemplate):  # type: ignore[misc]
    key = RecordType

    def generic_resolve(self, kind: RecordType, name: str) -> types.Type | None:
        return kind.find(name)[1]


@lower_getattr_generic(RecordType)  # type: ignore[untyped-decorator]
def _load(context: Any, builder: Any, kind: RecordType, pointer: Any, name: str) -> Any:
    """Emit the loads of one field. The table never changes, so the compiler may keep what it loaded."""
    at, field = kind.find(name)
    never_changes = builder.module.add_metadata([])

    def word(k: int, as_type: Any) -> Any:
        table = builder.bitcast(pointer, as_type.as_pointer())
        loaded = builder.load(builder.gep(table, [ir.Constant(_INT64, at + k)]))
        loaded.set_metadata("invariant.load", never_changes)
        return loaded

    if not isinstance(field, types.Array):
        return word(0, _INT64 if field != types.float64 else ir.DoubleType())
    item = context.get_data_type(field.dtype)
    size = ir.Constant(_INT64, context.get_abi_sizeof(item))
    extents = [word(1 + k, _INT64) for k in range(field.ndim)]
    steps = [size]
    for extent in reversed(extents[1:]):
        steps.insert(0, builder.mul(steps[0], extent))
    array = context.make_array(field)(context, builder)
    populate_array(
        array,
        data=builder.inttoptr(word(0, _INT64), item.as_pointer()),
        shape=cgutils.pack_array(builder, extents),
        strides=cgutils.pack_array(builder, steps),
        itemsize=size,
        meminfo=None,
    )
    return array._getvalue()
