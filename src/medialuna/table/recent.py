"""What was used last, for the next time it is asked for."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import AbstractContextManager, nullcontext
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Values by key; of more than ``most`` the one is forgotten that was kept or read first.

    Where several threads use it, ``lock`` lets them in one at a time.
    """

    def __init__(self, most: int, lock: AbstractContextManager[object] | None = None) -> None:
        self.most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = lock or nullcontext()

    def keep(self, key: K, value: V) -> None:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self.most:
                self._values.popitem(last=False)

    def get(self, key: K) -> V | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def __len__(self) -> int:
        return len(self._values)
