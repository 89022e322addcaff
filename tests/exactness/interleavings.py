# SPDX-License-Identifier: Apache-2.0
"""All interleavings of a small concurrent program, from a description that is independent of heddle.

A program is a set of threads. A thread is a Python generator that yields operations and receives their results, so
branches are plain Python. To enumerate the interleavings, the generators run again for every sequence of choices.
The rules, each a sentence of docs/guide.md about `--strategy dfs`:
- a choice is made before each visible operation, among the threads whose next operation can complete now;
- creating and joining a thread, fences and the end of a thread are not visible: they happen immediately;
- a lock that is held, a semaphore at zero and a read-write lock in the wrong mode cannot be acquired: the thread waits;
- waiting on a condition variable releases the mutex and waits in one step; a notified waiter acquires its mutex again
  in a separate step, which does not appear in traces and is written in parentheses here;
- a signal goes to any one of the waiters: that is a choice, too;
- an execution ends early as soon as threads wait for each other in a cycle, or when all wait, or when one fails.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Generator, Iterator


@dataclass
class Operation:
    kind: str
    object: str = ""
    argument: object = None
    extra: object = None


def _operation(kind: str) -> Callable[..., Operation]:
    return lambda object="", argument=None, extra=None: Operation(kind, object, argument, extra)


load = _operation("atomic-load")
store = _operation("atomic-store")
rmw = _operation("atomic-rmw")          # argument: function of the old value; result: the old value
cas = _operation("atomic-cas")          # argument, extra: expected, desired; result: the old value
read = _operation("load")
write = _operation("store")
lock = _operation("lock")
unlock = _operation("unlock")
try_lock = _operation("try-lock")       # result: success
lock_shared = _operation("lock-shared")
unlock_shared = _operation("unlock-shared")
wait = _operation("cond-wait")          # argument: the mutex
signal = _operation("cond-signal")
broadcast = _operation("cond-broadcast")
sem_wait = _operation("semaphore-wait")
sem_post = _operation("semaphore-post")
barrier = _operation("barrier-wait")    # argument: how many threads
once_begin = _operation("once")         # result: whether to run the initialiser
once_end = _operation("once-end")       # not visible
create = _operation("create")           # argument: thread function; result: its number
join = _operation("join")               # argument: number
fail = _operation("fail")               # argument: kind of failure

Thread = Generator[Operation, object, object]
_NOT_VISIBLE = {"create", "join", "fail", "once-end"}


class _Ended(Exception):
    pass


class _Execution:
    def __init__(self, main: Callable[[], Thread], variables: dict, choices: list[int]):
        self.variables = dict(variables)
        self.choices = choices
        self.made: list[tuple[int, int]] = []   # (chosen, out of how many)
        self.text: list[str] = []
        self.threads: list[Thread] = []
        self.next: list[Operation | None] = []   # None: finished
        self.owner: dict[str, int] = {}          # mutex or write lock -> thread
        self.readers: dict[str, list[int]] = {}
        self.waiting: dict[int, tuple[str, str]] = {}  # thread -> (condition, mutex), in order of arrival
        self.notified: set[int] = set()
        self.arrived: dict[str, list[int]] = {}
        self.once: dict[str, object] = {}        # "running" or "done"
        self.start(main)

    # -- choices ---------------------------------------------------------------------------------

    def choose(self, options: int) -> int:
        if options == 1:
            return 0
        position = len(self.made)
        chosen = self.choices[position] if position < len(self.choices) else 0
        self.made.append((chosen, options))
        return chosen

    # -- threads ---------------------------------------------------------------------------------

    def start(self, function: Callable[[], Thread]) -> int:
        thread = len(self.threads)
        self.threads.append(function())
        self.next.append(None)
        self.advance(thread, None)
        return thread

    # Runs a thread up to its next visible operation.
    def advance(self, thread: int, result: object) -> None:
        while True:
            try:
                operation = self.threads[thread].send(result)
            except StopIteration as stop:
                self.next[thread] = None
                if thread == 0:
                    self.end(f"exit={stop.value}" if stop.value else "")
                return
            self.next[thread] = operation
            if operation.kind not in _NOT_VISIBLE:
                self.check_cycle(thread)
                return
            if operation.kind == "join":
                if self.next[operation.argument] is not None:
                    self.check_cycle(thread)
                    return
                result = None
            elif operation.kind == "create":
                result = self.start(operation.argument)
            elif operation.kind == "once-end":
                self.once[operation.object] = "done"
                result = None
            else:
                self.end("!" + operation.argument)

    def end(self, ending: str) -> None:
        if ending:
            self.text.append(ending)
        raise _Ended

    # -- which threads can continue --------------------------------------------------------------

    def can_complete(self, thread: int) -> bool:
        operation = self.next[thread]
        if operation is None or operation.kind == "join":
            return False
        if thread in self.waiting:
            return thread in self.notified and self.waiting[thread][1] not in self.owner
        name = operation.object
        if operation.kind == "lock":
            return name not in self.owner and not self.readers.get(name)
        if operation.kind == "lock-shared":
            return name not in self.owner
        if operation.kind == "semaphore-wait":
            return self.variables[name] > 0
        if operation.kind == "barrier-wait":
            return thread not in self.arrived.get(name, [])
        if operation.kind == "once":
            return self.once.get(name) != "running"
        return True

    def waits_for(self, thread: int) -> list[int]:
        operation = self.next[thread]
        if operation is None:
            return []
        if operation.kind == "join":
            return [operation.argument]
        if thread in self.waiting:
            name = self.waiting[thread][1] if thread in self.notified else None
        else:
            name = operation.object if operation.kind in ("lock", "lock-shared") else None
        if name is None:
            return []
        holders = [self.owner[name]] if name in self.owner else []
        return holders + (self.readers.get(name, []) if operation.kind != "lock-shared" else [])

    def check_cycle(self, start: int) -> None:
        seen, frontier = set(), [start]
        while frontier:
            for other in self.waits_for(frontier.pop()):
                if other == start:
                    self.end("!deadlock")
                if other not in seen:
                    seen.add(other)
                    frontier.append(other)

    # -- operations ------------------------------------------------------------------------------

    def run(self) -> None:
        while True:
            able = [t for t in range(len(self.threads)) if self.can_complete(t)]
            if not able:
                self.end("!lost-wakeup" if self.waiting.keys() - self.notified else "!deadlock")
            self.step(able[self.choose(len(able))])
            self.join_finished()

    def join_finished(self) -> None:
        for thread, operation in enumerate(self.next):
            if operation is not None and operation.kind == "join" and self.next[operation.argument] is None:
                self.advance(thread, None)
                return self.join_finished()

    def step(self, thread: int) -> None:
        operation = self.next[thread]
        name = operation.object
        if thread in self.waiting:
            self.owner[self.waiting.pop(thread)[1]] = thread
            self.notified.discard(thread)
            self.text.append(f"(t{thread}:relock)")
            self.advance(thread, None)
            return
        handler = getattr(self, "do_" + operation.kind.replace("-", "_"))
        value, result = handler(thread, operation)
        shown = "" if value is None else f"={value}"
        self.text.append(f"t{thread}:{operation.kind}:{name}{shown}")
        if operation.kind == "cond-wait" or (operation.kind == "barrier-wait" and result is None):
            return
        self.advance(thread, result)
        if operation.kind == "barrier-wait":
            for other in result:
                self.advance(other, None)

    def do_atomic_load(self, thread, operation):
        value = self.variables[operation.object]
        return value, value

    def do_atomic_store(self, thread, operation):
        self.variables[operation.object] = operation.argument
        return operation.argument, None

    def do_atomic_rmw(self, thread, operation):
        old = self.variables[operation.object]
        self.variables[operation.object] = operation.argument(old)
        return self.variables[operation.object], old

    def do_atomic_cas(self, thread, operation):
        old = self.variables[operation.object]
        if old == operation.argument:
            self.variables[operation.object] = operation.extra
        return self.variables[operation.object], old

    do_load = do_atomic_load
    do_store = do_atomic_store

    def do_lock(self, thread, operation):
        self.owner[operation.object] = thread
        return None, None

    def do_unlock(self, thread, operation):
        assert self.owner.pop(operation.object) == thread
        return None, None

    def do_try_lock(self, thread, operation):
        free = operation.object not in self.owner and not self.readers.get(operation.object)
        if free:
            self.owner[operation.object] = thread
        return None, free

    def do_lock_shared(self, thread, operation):
        self.readers.setdefault(operation.object, []).append(thread)
        return None, None

    def do_unlock_shared(self, thread, operation):
        self.readers[operation.object].remove(thread)
        return None, None

    def do_cond_wait(self, thread, operation):
        assert self.owner.pop(operation.argument) == thread
        self.waiting[thread] = (operation.object, operation.argument)
        return None, None

    def do_cond_signal(self, thread, operation):
        waiters = self.waiters(operation.object)
        if waiters:
            self.notified.add(waiters[self.choose(len(waiters))])
        return None, None

    def do_cond_broadcast(self, thread, operation):
        self.notified.update(self.waiters(operation.object))
        return None, None

    def waiters(self, condition):
        return [t for t, (c, _) in self.waiting.items() if c == condition and t not in self.notified]

    def do_semaphore_wait(self, thread, operation):
        self.variables[operation.object] -= 1
        return None, None

    def do_semaphore_post(self, thread, operation):
        self.variables[operation.object] += 1
        return None, None

    # Result: None for a thread that waits, the released threads for the last one.
    def do_barrier_wait(self, thread, operation):
        arrived = self.arrived.setdefault(operation.object, [])
        if len(arrived) + 1 < operation.argument:
            arrived.append(thread)
            return None, None
        self.arrived[operation.object] = []
        return None, arrived

    def do_once(self, thread, operation):
        first = self.once.get(operation.object) is None
        if first:
            self.once[operation.object] = "running"
        return None, first


def executions(main: Callable[[], Thread], variables: dict) -> Iterator[list[str]]:
    """Yields the trace of every execution, each exactly once."""
    choices: list[int] = []
    while True:
        execution = None
        try:
            execution = _Execution.__new__(_Execution)
            execution.__init__(main, variables, choices)
            execution.run()
        except _Ended:
            pass
        yield execution.text
        made = execution.made
        while made and made[-1][0] + 1 == made[-1][1]:
            made.pop()
        if not made:
            return
        choices = [chosen for chosen, _ in made]
        choices[-1] += 1


def forked(*functions: Callable[[], Thread], then: Callable[[], Thread] | None = None) -> Callable[[], Thread]:
    """A main thread that creates the others, joins them in order and then runs `then`."""

    def main() -> Thread:
        numbers = []
        for function in functions:
            numbers.append((yield create(argument=function)))
        for number in numbers:
            yield join(argument=number)
        return (yield from then()) if then is not None else 0

    return main
