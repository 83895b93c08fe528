"""Asking a graph database through the official driver: bounded in time and rows, and always allowed to fail.

Of the three locks on a question two are here: it comes as a user who may only read, in a session that is opened for
reading. The third is the statement check of `readonly.py`.
"""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from errors import QueryError, StoreError
from knowledge.graphdb.rows import plain

if TYPE_CHECKING:
    from neo4j import Driver

T = TypeVar("T")
GRACE_S = 20.0
"""How long connections that one question gave up stay open for the others: longer than any statement may run."""
CONNECT_S = 5.0
"""The longest a connection may take, and the wait for a free one."""


@dataclass(frozen=True, slots=True)
class Account:
    """Where a database is and who asks. The password is not shown."""

    uri: str
    user: str
    password: str = field(repr=False)
    database: str


class Place(Protocol):
    """A database that can be found: see `places.py`."""

    def reader(self) -> Account:
        """Who asks questions. Raises StoreError where there is no database to ask."""
        ...

    def writer(self) -> Account:
        """Who loads a catalog's graph; makes the database where there is none. Raises StoreError."""
        ...

    def lost(self) -> None:
        """The database did not answer; the next question is to look for it anew."""
        ...

    def stamp(self) -> int:
        """Changes when what was read from the database may be out of date."""
        ...


class GraphClient:
    """Connections to one database, opened on first use, dropped when it does not answer. Share it between threads."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._guard = threading.Lock()
        self._driver: Driver | None = None
        self._account: Account | None = None
        self._left: weakref.finalize[..., Any] | None = None
        """Closes the driver of a client that nobody closed."""

    def read(self, statement: str, parameters: Mapping[str, Any], *, limit_s: float, rows: int) -> list[dict[str, Any]]:
        """At most `rows` rows as plain values.

        Raises TimeoutError after `limit_s` seconds, QueryError where the database refuses the statement, StoreError
        where it does not answer.
        """
        return self._guarded(lambda: self._read(statement, parameters, limit_s, rows), limit_s)

    def explain(self, statement: str, parameters: Mapping[str, Any], *, limit_s: float) -> None:
        """Have the database plan a statement without running it; raises what `read` raises."""
        self._guarded(lambda: self._read(f"EXPLAIN {statement}", parameters, limit_s, 1), limit_s)

    def write(self, steps: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        """Carry out statements of ours in one transaction, all or none. Raises QueryError and StoreError."""
        from neo4j import GraphDatabase

        account = self.place.writer()

        def work() -> None:
            with (
                GraphDatabase.driver(account.uri, auth=(account.user, account.password), **_bounds()) as driver,
                driver.session(database=account.database) as session,
                session.begin_transaction() as transaction,
            ):
                for statement, parameters in steps:
                    transaction.run(statement, dict(parameters)).consume()
                transaction.commit()

        self._guarded(work, None)

    def write_apart(self, statement: str) -> None:
        """Carry out one statement of ours that no transaction takes, such as a change of indexes."""
        from neo4j import GraphDatabase, Query

        account = self.place.writer()

        def work() -> None:
            with (
                GraphDatabase.driver(account.uri, auth=(account.user, account.password), **_bounds()) as driver,
                driver.session(database=account.database) as session,
            ):
                session.run(Query(statement)).consume()

        self._guarded(work, None)

    def close(self) -> None:
        """Let go of the connections; the next question opens them again."""
        driver = self._taken()
        if driver is not None:
            driver.close()

    def _read(self, statement: str, parameters: Mapping[str, Any], limit_s: float, rows: int) -> list[dict[str, Any]]:
        from neo4j import READ_ACCESS, Query

        driver, account = self._open()
        with driver.session(database=account.database, default_access_mode=READ_ACCESS, fetch_size=rows + 1) as session:
            # An automatic transaction is never tried again by the driver: a question has a limit of its own.
            result = session.run(Query(statement, timeout=limit_s), dict(parameters))
            found = [{key: plain(value) for key, value in dict(record).items()} for record in result.fetch(rows)]
            result.consume()
        return found

    def _open(self) -> tuple[Driver, Account]:
        from neo4j import GraphDatabase

        with self._guard:
            if self._driver is None or self._account is None:
                self._account = self.place.reader()
                auth = (self._account.user, self._account.password)
                self._driver = GraphDatabase.driver(self._account.uri, auth=auth, **_bounds())
                self._left = weakref.finalize(self, _close_quietly, self._driver)
            return self._driver, self._account

    def _taken(self) -> Driver | None:
        """The driver, if there is one; the next question opens another."""
        with self._guard:
            if self._left is not None:
                self._left.detach()  # it would keep the driver until the process ends
            driver, self._driver, self._left = self._driver, None, None
        return driver

    def _drop(self) -> None:
        """Open anew for the next question. The old connections are closed later, and nobody waits for it: other
        questions may still be served on them, and closing hangs where the other side does.
        """
        driver = self._taken()
        self.place.lost()
        if driver is not None:
            threading.Thread(target=_close_later, args=(driver,), daemon=True).start()

    def _guarded(self, work: Callable[[], T], limit_s: float | None) -> T:
        from neo4j.exceptions import DriverError, Neo4jError

        try:
            if limit_s is not None:
                self._open()  # the start of a server is no part of a question's time
            return _within(limit_s, work)
        except TimeoutError:
            self._drop()
            raise TimeoutError(f"the graph database took longer than {limit_s:g} s") from None
        except Neo4jError as fault:
            raise self._refused(fault, limit_s) from fault
        except (DriverError, OSError) as fault:
            self._drop()
            told = f"the graph database does not answer ({_line(fault)}); the next question tries again"
            raise StoreError(told) from fault

    def _refused(self, fault: Any, limit_s: float | None) -> Exception:
        code = fault.code or ""
        if "TransactionTimedOut" in code or code.endswith("Terminated"):
            return TimeoutError(f"the graph database took longer than {limit_s or 0:g} s")
        if "Unauthorized" in code or "AuthenticationRateLimit" in code:
            self._drop()
            return StoreError("the graph database refused the password; check NEO4J_USERNAME and NEO4J_PASSWORD")
        if "DatabaseNotFound" in code or "DatabaseUnavailable" in code or "Access to database" in (fault.message or ""):
            self._drop()
            return StoreError(f"the graph database has no such database ({_line(fault)}); run: signalbox ingest")
        return QueryError(f"the graph database refused the statement: {_line(fault)}")


def _bounds() -> dict[str, Any]:
    return {
        "connection_timeout": CONNECT_S,
        "connection_acquisition_timeout": CONNECT_S,
        "max_transaction_retry_time": 0,
        "keep_alive": True,
    }


def _line(fault: BaseException) -> str:
    text = getattr(fault, "message", None) or str(fault)
    return " ".join(str(text).split())[:300]


def _close_later(driver: Driver) -> None:
    time.sleep(GRACE_S)
    _close_quietly(driver)


def _close_quietly(driver: Driver) -> None:
    with suppress(Exception):
        driver.close()


def _within(limit_s: float | None, work: Callable[[], T]) -> T:
    """The result of `work`, or TimeoutError; what hangs is left behind in a daemon thread."""
    if limit_s is None:
        return work()
    results: list[T] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as raised:  # noqa: BLE001 - whatever it is, it belongs to the one who waits
            faults.append(raised)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(limit_s)
    if faults:
        raise faults[0]
    if not results:
        raise TimeoutError
    return results[0]
