# SPDX-License-Identifier: Apache-2.0
"""Value schedules of a set of traces, computed without the strategy that is to find them.

A value schedule (Chen, "Guided Testing of Concurrent Programs Using Value Schedules", 2009, definition 5.1) is a class of executions in
which the threads make the same accesses, and all conflicting accesses and all acquisitions of a lock are in the same order. Two reads do
not conflict. The traces are lines of `heddle explore --trace-set`; src/explore/trace_set.h has the notation."""
from __future__ import annotations

import collections

READS = {"load", "range-read", "atomic-load"}
WRITES = {"store", "range-write", "atomic-store"}
ACQUISITIONS = {"lock", "woken"}
NOT_ORDERED = {"unlock", "cond-wait", "cond-signal", "cond-broadcast"}   # the order of the acquisitions implies theirs


class LocationOrder:
    """The accesses to one variable or lock: sets of reads, separated by writes."""

    def __init__(self) -> None:
        self.parts: list[frozenset | tuple] = [frozenset()]

    def add_read(self, access: tuple) -> None:
        self.parts[-1] = self.parts[-1] | {access}

    def add_write(self, access: tuple) -> None:
        self.parts += [access, frozenset()]


def schedule_of(trace: str) -> tuple:
    """A value that is equal for two traces exactly if they have the same value schedule and end in the same way."""
    accesses: dict[str, list] = collections.defaultdict(list)
    orders: dict[str, LocationOrder] = collections.defaultdict(LocationOrder)
    last_lock: dict[str, str] = {}
    end = choices = ""
    for word in trace.split():
        if word.startswith(("!", "exit=")):
            end += word
        elif word.startswith("(w"):   # which of several waiting threads is woken
            choices += word
        else:
            thread, kind, *place = word.strip("()").split(":", 2)
            # A waiting thread reacquires the lock that it acquired last: no program here waits with two locks.
            location = last_lock[thread] if kind == "woken" else place[0].split("=")[0]
            if kind == "lock":
                last_lock[thread] = location
            accesses[thread].append((kind, location))
            access = (thread, len(accesses[thread]))
            if kind in READS:
                orders[location].add_read(access)
            elif kind in WRITES | ACQUISITIONS:
                orders[location].add_write(access)
            elif kind not in NOT_ORDERED:
                raise ValueError(f"does not know how {kind} conflicts")
    threads = frozenset((thread, tuple(made)) for thread, made in accesses.items())
    locations = frozenset((location, tuple(order.parts)) for location, order in orders.items())
    return threads, locations, choices, end


def failed(schedule: tuple) -> bool:
    return bool(schedule[-1])
