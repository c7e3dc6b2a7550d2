"""A statement that the driver executes directly, for what every move asks of the database.

SQLAlchemy writes the statement once and lends the connection. Its own way of executing one costs ten times what SQLite
needs to find a row, and on PostgreSQL three further journeys to the server for a transaction of one statement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from sqlalchemy import Engine, Select, Update
from sqlalchemy.exc import DBAPIError


class Direct:
    """A statement with parameters; each execution is a transaction of its own, which is committed when it returns.

    Raises SQLAlchemyError as SQLAlchemy does. Values come as the driver gives them.
    """

    def __init__(self, engine: Engine, statement: Select[Any] | Update) -> None:
        self._engine = engine
        compiled = statement.compile(engine)
        self._text = str(compiled)
        # Parameters with a value of their own, such as a number in the statement.
        self._fixed = dict(compiled.params)
        self._order = compiled.positiontup
        # On SQLite `database` has told the driver to begin no transactions by itself.
        self._sets_autocommit = engine.dialect.name != "sqlite"

    def row(self, values: Mapping[str, object]) -> tuple[Any, ...] | None:
        """The only row of the result, None when there is none."""
        return cast("tuple[Any, ...] | None", self._executed(values, _first))

    def count(self, values: Mapping[str, object]) -> int:
        """How many rows were changed."""
        return cast(int, self._executed(values, _changed))

    def _executed(self, values: Mapping[str, object], result: Callable[[Any], Any]) -> Any:
        given: Any = {**self._fixed, **values}
        if self._order is not None:
            given = [given[name] for name in self._order]
        lent = None
        try:
            lent = self._engine.raw_connection()
            driver: Any = lent.driver_connection
            if self._sets_autocommit:
                driver.autocommit = True
            found = result(driver.execute(self._text, given))
            if self._sets_autocommit:
                driver.autocommit = False
            return found
        except BaseException as error:
            if lent is not None:
                # Whatever state the connection is in now, nobody else gets it.
                lent.invalidate(error)
            dialect = self._engine.dialect
            base = dialect.loaded_dbapi.Error
            if not isinstance(error, base):
                raise
            raise DBAPIError.instance(self._text, None, error, base, hide_parameters=True, dialect=dialect) from error
        finally:
            if lent is not None:
                lent.close()


def _first(cursor: Any) -> Any:
    return cursor.fetchone()


def _changed(cursor: Any) -> Any:
    return cursor.rowcount
