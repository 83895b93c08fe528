"""A failing base rests: what counts as its failure, when it is asked again, and who may ask it then."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest

from errors import BaseOff, BaseResting, FilterError, ModelError, QueryError, StoreError, StoreMissing, ToolError
from knowledge.resting import Rests


@dataclass
class Clock:
    """Seconds that a test moves."""

    now: float = 100.0

    def __call__(self) -> float:
        """The time."""
        return self.now


@dataclass
class World:
    """Rests under a clock that stands still, and a base that does what it is told."""

    clock: Clock = field(default_factory=Clock)
    rests: Rests = field(init=False)

    def __post_init__(self) -> None:
        self.rests = Rests(3, 30.0, self.clock)

    def ask(self, fault: BaseException | None = None, base: str = "wiki", *, own_limit: bool = True) -> str:
        """What comes of one question: "ok", or the text of what was raised."""
        try:
            with self.rests.asking(base, own_limit=own_limit):
                if fault is not None:
                    raise fault  # noqa: TRY301 - as a base would
        except BaseException as raised:  # noqa: BLE001 - a test's own
            return f"{type(raised).__name__}: {raised}"
        return "ok"

    def rested(self) -> World:
        """The same, with three failures behind it."""
        for _ in range(3):
            self.ask(OSError("down"))
        return self


RESTS = "BaseResting: base 'wiki' rests after it failed 3 times in a row (down); it is tried again in 30 s"
AT_WORK = "BaseResting: base 'wiki' rests after it failed 3 times in a row (down); it is being tried again"


def test_the_third_failure_in_a_row_sends_it_to_rest() -> None:
    """Three are met and told as they are; the fourth question is refused at once, with the last reason."""
    world = World()
    assert [world.ask(OSError("down")) for _ in range(4)] == ["OSError: down"] * 3 + [RESTS]
    world.clock.now += 18.4
    assert world.ask().endswith("it is tried again in 12 s")


def test_an_answer_between_failures_starts_the_count_again() -> None:
    """Two, an answer, and two more are no three in a row."""
    world, down = World(), OSError("down")
    assert [world.ask(one) for one in (down, down, None, down, down, None)][-1] == "ok"


@pytest.mark.parametrize(
    ("fault", "counts"),
    [
        (StoreError("x"), True),
        (StoreMissing("x"), True),
        (TimeoutError("x"), True),
        (ConnectionError("x"), True),
        (RuntimeError("x"), True),
        (QueryError("x"), False),
        (ToolError("x"), False),
        (FilterError("x"), False),
        (ModelError("auth", "x", retry=False), False),
        (BaseOff("x"), False),
        (asyncio.CancelledError(), False),
        (KeyboardInterrupt(), False),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, BaseException) else str(one),
)
def test_only_what_is_the_bases_own_doing_counts(fault: BaseException, counts: bool) -> None:
    """What a question did wrong, a model, a switch, or a run that was cancelled sends no base to rest."""
    world = World()
    for _ in range(5):
        world.ask(fault)
    assert (world.ask() == "ok") is not counts


def test_a_run_that_is_out_of_time_blames_no_base() -> None:
    """A timeout counts where the base had all the time it may take."""
    world = World()
    assert [world.ask(TimeoutError("late"), own_limit=False) for _ in range(5)] == ["TimeoutError: late"] * 5


def test_a_probe_that_is_answered_ends_the_rest() -> None:
    """From then on three new failures are needed."""
    world = World().rested()
    world.clock.now += 30
    assert world.ask() == "ok"
    assert [world.ask(OSError("down")) for _ in range(3)] == ["OSError: down"] * 3


def test_a_probe_that_fails_begins_a_new_rest() -> None:
    """One failure is enough then."""
    world = World().rested()
    world.clock.now += 31
    assert world.ask(OSError("still down")) == "OSError: still down"
    assert world.ask() == (
        "BaseResting: base 'wiki' rests after it failed 4 times in a row (still down); it is tried again in 30 s"
    )


def test_a_probe_that_proves_nothing_leaves_the_next_one_to_probe() -> None:
    """A refused statement or a cancelled run neither ends the rest nor blocks the base for good."""
    world = World().rested()
    world.clock.now += 30
    assert world.ask(QueryError("no")) == "QueryError: no"
    assert world.ask(asyncio.CancelledError()) == "CancelledError: "
    assert world.ask(OSError("down")) == "OSError: down"
    assert world.ask().startswith("BaseResting")


def test_only_one_probes_and_the_others_are_refused_meanwhile() -> None:
    """Of sixteen threads that come when the rest is over one gets through."""
    world = World().rested()
    world.clock.now += 30
    gate, leave = threading.Barrier(16), threading.Event()

    def come(_: int) -> str:
        gate.wait(5)
        try:
            with world.rests.asking("wiki"):
                leave.wait(5)
        except BaseResting as fault:
            return f"BaseResting: {fault}"
        return "ok"

    with ThreadPoolExecutor(16) as pool:
        coming = [pool.submit(come, at) for at in range(16)]
        while sum(one.done() for one in coming) < 15:
            leave.wait(0.01)
        leave.set()
        told = sorted(one.result() for one in coming)
    assert told == [AT_WORK] * 15 + ["ok"]
    assert world.ask() == "ok"


@pytest.mark.parametrize("late", [None, OSError("down")], ids=["an answer", "a failure"])
def test_what_began_before_a_rest_decides_nothing_in_it(late: Exception | None) -> None:
    """A question that hung while others failed neither ends their rest nor makes it longer."""
    world = World()

    def hang(during: Callable[[], object]) -> None:
        with world.rests.asking("wiki"):
            during()
            if late is not None:
                raise late

    if late is None:
        hang(world.rested)
    else:
        with pytest.raises(OSError, match="down"):
            hang(world.rested)
    assert world.ask() == RESTS


def test_each_base_rests_by_itself() -> None:
    """Another base is asked all the while."""
    assert World().rested().ask(base="other") == "ok"


def test_looking_takes_no_probe() -> None:
    """`check` refuses during the rest and is silent after it; the probe is still to be had."""
    world = World().rested()
    with pytest.raises(BaseResting):
        world.rests.check("wiki")
    world.clock.now += 30
    world.rests.check("wiki")
    world.rests.check("wiki")
    assert world.ask() == "ok"


def test_a_failure_met_elsewhere_counts() -> None:
    """As where legal values cannot be read."""
    world = World()
    for _ in range(3):
        world.rests.failed("wiki", "down")
    assert world.ask() == RESTS
