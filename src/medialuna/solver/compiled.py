"""How kernels are compiled, and the operations on bits that Python has no operator for.

A kernel is plain Python over one-dimensional arrays of int64 and integers of at most 63 bits, so that it
also runs uncompiled (``NUMBA_DISABLE_JIT=1``), then over lists. Compiled code releases the interpreter lock
and is kept on disk: under ``NUMBA_CACHE_DIR``, or else in the user's cache folder, apart for every version
of the sources. (numba looks at the file of the function alone; a kernel is stale as well when a function
that it calls has changed in another file.) The cache saves time and is never needed: whatever is wrong with it
is told once in the log, and the kernels are compiled.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.extending import intrinsic, overload
from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])

_log = logging.getLogger(__name__)

_config: Any = numba.config

UNCOMPILED = bool(_config.DISABLE_JIT)
"""Whether kernels run as plain Python."""


class Vector(Protocol):
    """A one-dimensional array of int64, or a list of int when kernels run uncompiled."""

    def __len__(self) -> int: ...
    def __getitem__(self, place: int, /) -> int: ...
    def __setitem__(self, place: int, number: int, /) -> None: ...


def vector(size: int) -> Vector:
    """``size`` zeros for a kernel to work on."""
    return cast(Vector, [0] * size if UNCOMPILED else np.zeros(size, np.int64))


def as_vector(numbers: list[int]) -> Vector:
    """These numbers for a kernel to read."""
    return cast(Vector, list(numbers) if UNCOMPILED else np.array(numbers, np.int64))


def lengthened(old: Vector, size: int) -> Vector:
    """A copy with zeros at its end, ``size`` numbers in all."""
    new: Any = vector(size)
    new[: len(old)] = old
    return cast(Vector, new)


def compiled(function: F) -> F:
    """Compiles a kernel that Python code calls."""
    return _compile(function, False)


def inlined(function: F) -> F:
    """Compiles a function for other kernels, into whose code it is put."""
    return _compile(function, True)


def _compile(function: F, inline: bool) -> F:
    kernel: Any = numba.njit(nogil=True, forceinline=inline)(function)
    if UNCOMPILED:
        return cast(F, kernel)
    usual = _config.CACHE_DIR
    try:
        _config.CACHE_DIR = _cache_folder(Path(function.__code__.co_filename).parent)
        kernel._cache = _KernelCache(function)  # type: ignore[no-untyped-call]
    except Exception as error:  # no home, no folder that can be written to
        _do_without(error)
    finally:
        _config.CACHE_DIR = usual
    return cast(F, kernel)


class _OwnFolder(CompileResultCacheImpl):
    """Not beside the sources, where numba looks next: it would not tell one version of them from another there."""

    _locator_classes = [UserProvidedCacheLocator]  # noqa: RUF012


class _KernelCache(FunctionCache):
    """numba's cache of a kernel, but that a damaged one, or a full disk, only means to compile."""

    _impl_class = _OwnFolder

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception as error:
            _do_without(error)
            # what is compiled now can be stored only when the index can be read
            with contextlib.suppress(Exception):
                self.flush()  # type: ignore[no-untyped-call]
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        except Exception as error:
            _do_without(error)


_told = False


def _do_without(error: Exception) -> None:
    global _told
    if not _told:
        _told = True
        _log.warning("kernels are compiled, not read from disk: %s: %s", type(error).__name__, error)


@cache
def _cache_folder(sources: Path) -> str:
    digest = sha256()
    for path in (Path(__file__), *sorted(sources.glob("*.py"))):
        digest.update(path.read_bytes())
    base = os.environ.get("NUMBA_CACHE_DIR") or user_cache_path("medialuna") / "numba"
    return str(Path(base) / digest.hexdigest()[:16])


# --- bits
# ------------------------------------------------------------------------------------------------------


def lowest(bits: int) -> int:
    """The number of the lowest bit set; ``bits`` is not 0."""
    return (int(bits) & -int(bits)).bit_length() - 1


def highest(bits: int) -> int:
    """The number of the highest bit set; ``bits`` is not 0."""
    return int(bits).bit_length() - 1


def count(bits: int) -> int:
    """How many bits are set."""
    return int(bits).bit_count()


def fetch(table: Vector, place: int) -> None:
    """Asks the processor to bring a place of an array into its cache; changes nothing."""


def _one_operand(build: Callable[[Any, Any], Any]) -> Any:
    @intrinsic
    def operation(typing: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return build(builder, arguments[0])

        return numba.int64(numba.int64), generate

    return operation


_UNDEFINED_FOR_0 = ir.Constant(ir.IntType(1), 0)
_trailing_zeros = _one_operand(lambda builder, x: builder.cttz(x, _UNDEFINED_FOR_0))
_leading_zeros = _one_operand(lambda builder, x: builder.ctlz(x, _UNDEFINED_FOR_0))
_population = _one_operand(lambda builder, x: builder.ctpop(x))


@intrinsic
def _prefetch(typing: Any, table: Any, place: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        address = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        i32 = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, i32, i32, i32])
        function = builder.module.declare_intrinsic("llvm.prefetch", [address.type], kind)
        read, keep, data_cache = ir.Constant(i32, 0), ir.Constant(i32, 3), ir.Constant(i32, 1)
        builder.call(function, [address, read, keep, data_cache])
        return context.get_dummy_value()

    return numba.void(table, place), generate


@overload(lowest, inline="always", strict=False)
def _lowest(bits: Any) -> Any:
    return lambda bits: _trailing_zeros(bits)


@overload(highest, inline="always", strict=False)
def _highest(bits: Any) -> Any:
    return lambda bits: 63 - _leading_zeros(bits)


@overload(count, inline="always", strict=False)
def _count(bits: Any) -> Any:
    return lambda bits: _population(bits)


@overload(fetch, inline="always", strict=False)
def _fetch(table: Any, place: Any) -> Any:
    prefetch: Any = _prefetch
    return lambda table, place: prefetch(table, place)
