# SPDX-License-Identifier: Apache-2.0
"""What each program in subjects/exactness does, in the terms of interleavings.py. Written by hand from the C source; the
thread numbers are those of creation, main is 0."""
from interleavings import (barrier, broadcast, cas, create, fail, forked, join, load, lock, lock_shared, once_begin, once_end,
                           read, rmw, sem_post, sem_wait, signal, store, try_lock, unlock, unlock_shared, wait, write)


def add(amount=1, times=1, variable="x"):
    def thread():
        for _ in range(times):
            yield rmw(variable, lambda old: old + amount)

    return thread


def steps(*operations):
    """A thread without branches."""

    def thread():
        for operation in operations:
            yield operation

    return thread


def section(*mutexes, inside=()):
    """Locks in order, does something, unlocks in reverse order."""
    return steps(*[lock(m) for m in mutexes], *inside, *[unlock(m) for m in reversed(mutexes)])


def counters(first, second):
    return forked(add(times=first), add(times=second)), {"x": 0}


def message():
    def consume():
        if (yield load("flag")):
            yield load("data")

    return forked(steps(store("data", 7), store("flag", 1)), consume), {"data": 0, "flag": 0}


def branch():
    def second():
        seen = yield load("x")
        if seen == 1:
            yield store("y", 1)
            yield store("y", 2)
        elif seen == 2:
            yield store("y", 3)

    return forked(steps(store("x", 1), store("x", 2)), second), {"x": 0, "y": 0}


def plain_counter():
    def increment():
        seen = yield read("counter")
        yield write("counter", seen + 1)

    return forked(increment, increment), {"counter": 0}


def exchange():
    def first():
        yield rmw("x", lambda old: 1)
        yield load("x")

    return forked(first, steps(rmw("x", lambda old: 2))), {"x": 0}


def cas_once():
    def claim(me):
        def thread():
            if (yield cas("owner", 0, me)) != 0:
                yield rmw("losers", lambda old: old + 1)

        return thread

    return forked(claim(1), claim(2)), {"owner": 0, "losers": 0}


def cas_loop():
    def increment():
        seen = yield load("x")
        while True:
            old = yield cas("x", seen, seen + 1)
            if old == seen:
                return
            seen = old

    return forked(increment, increment), {"x": 0}


def try_lock_program():
    def trier():
        if (yield try_lock("mutex")):
            yield store("got", 1)
            yield unlock("mutex")

    return forked(section("mutex"), trier), {"got": 0}


def condition_flag():
    def waiter():
        yield lock("mutex")
        while not (yield read("ready")):
            yield wait("changed", "mutex")
        yield unlock("mutex")

    announce = steps(lock("mutex"), write("ready", 1), signal("changed"), unlock("mutex"))
    return forked(waiter, announce), {"ready": 0}


def condition_lost(waiters):
    waiter = steps(lock("mutex"), wait("changed", "mutex"), unlock("mutex"))
    return forked(*[waiter] * waiters, steps(signal("changed"))), {}


def condition_broadcast():
    def waiter():
        yield lock("mutex")
        if not (yield read("ready")):
            yield wait("changed", "mutex")
        yield unlock("mutex")

    announce = steps(lock("mutex"), write("ready", 1), broadcast("changed"), unlock("mutex"))
    return forked(waiter, waiter, announce), {"ready": 0}


def once():
    def work():
        if (yield once_begin("flag")):
            yield store("x", 1)
            yield once_end("flag")
        yield load("x")

    return forked(work, work), {"x": 0}


def nested():
    def outer():
        yield rmw("x", lambda old: old + 10)
        inner = yield create(argument=add(1))
        yield rmw("x", lambda old: old + 100)
        yield join(argument=inner)
        yield rmw("x", lambda old: old + 1000)

    return forked(outer, add(10000)), {"x": 0}


def main_takes_part():
    def main():
        yield rmw("x", lambda old: old + 10)
        other = yield create(argument=add(times=2))
        yield rmw("x", lambda old: old + 100)
        yield join(argument=other)
        yield rmw("x", lambda old: old + 1000)

    return main, {"x": 0}


def lost_update():
    def increment():
        seen = yield load("x")
        yield store("x", seen + 1)

    def check():
        if (yield load("x")) != 2:
            yield fail(argument="assert")

    return forked(increment, increment, then=check), {"x": 0}


def exit_status():
    def status():
        return (yield load("x"))

    return forked(steps(store("x", 1)), steps(store("x", 2)), then=status), {"x": 0}


reader = steps(lock_shared("table"), unlock_shared("table"))

PROGRAMS = {
    "atomic_1_1": counters(1, 1),
    "atomic_2_1": counters(2, 1),
    "atomic_2_2": counters(2, 2),
    "atomic_3_2": counters(3, 2),
    "atomic_4_4": counters(4, 4),
    "atomic_1_6": counters(1, 6),
    "atomic_5_3": counters(5, 3),
    "atomic_6_6": counters(6, 6),
    "atomic_1_1_1": (forked(add(), add(), add()), {"x": 0}),
    "atomic_2_2_1": (forked(add(times=2), add(times=2), add(10)), {"x": 0}),
    "atomic_1_1_1_1": (forked(add(), add(), add(), add()), {"x": 0}),
    "two_variables": (forked(steps(store("x", 1), store("x", 2)), steps(store("y", 1), store("y", 2))), {"x": 0, "y": 0}),
    "store_buffer": (forked(steps(store("x", 1), load("y")), steps(store("y", 1), load("x"))), {"x": 0, "y": 0}),
    "message": message(),
    "branch": branch(),
    "plain_counter": plain_counter(),
    "exchange": exchange(),
    "cas_once": cas_once(),
    "cas_loop": cas_loop(),
    "lock_once": (forked(*[section("mutex", inside=[rmw("x", lambda old: old + 1)])] * 2), {"x": 0}),
    "lock_twice": (forked(*[steps(*[lock("mutex"), unlock("mutex")] * 2)] * 2), {}),
    "lock_three": (forked(*[section("mutex")] * 3), {}),
    "lock_and_outside": (forked(section("mutex", inside=[store("x", 1)]), steps(load("x"), lock("mutex"), unlock("mutex"))), {"x": 0}),
    "try_lock": try_lock_program(),
    "deadlock": (forked(section("a", "b"), section("b", "a")), {}),
    "two_locks_ordered": (forked(section("a", "b"), section("a", "b")), {}),
    "philosophers": (forked(section("a", "b"), section("b", "c"), section("c", "a")), {}),
    "condition_flag": condition_flag(),
    "condition_lost": condition_lost(1),
    "condition_two_waiters": condition_lost(2),
    "condition_broadcast": condition_broadcast(),
    "semaphore_handover": (forked(steps(store("x", 1), sem_post("items")), steps(sem_wait("items"), load("x"))), {"x": 0, "items": 0}),
    "semaphore_two": (forked(*[steps(sem_wait("items"), sem_post("items"))] * 3), {"items": 2}),
    "rwlock": (forked(reader, reader, section("table")), {}),
    "barrier": (forked(*[steps(rmw("x", lambda old: old + 1), barrier("barrier", 2), load("x"))] * 2), {"x": 0}),
    "once": once(),
    "nested": nested(),
    "main_takes_part": main_takes_part(),
    "lost_update": lost_update(),
    "exit_status": exit_status(),
    "fences": (forked(*[steps(store("x", 1), load("x"))] * 2), {"x": 0}),
    "private_memory": counters(1, 1),
}
