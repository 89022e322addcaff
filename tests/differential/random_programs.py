# SPDX-License-Identifier: Apache-2.0
"""Random concurrent C++ programs, each the same for the same seed.

A program has two or three threads besides main with a handful of shared accesses, so that all interleavings can be executed. Many
programs share a file: `main` runs the one whose number is its argument."""
from __future__ import annotations

import dataclasses
import random
from typing import Callable

HEADERS = ("atomic", "barrier", "cassert", "condition_variable", "cstdlib", "future", "latch", "mutex", "semaphore", "shared_mutex", "thread", "vector")
PREAMBLE = """
using namespace std::chrono_literals;

namespace {

struct Node {
  int value;
};
"""


@dataclasses.dataclass
class Idiom:
    """Writes one statement. `cost`: about how many accesses it makes that other threads can see."""
    write: Callable[["Program"], list[str]]
    cost: int
    weight: int


def indented(lines: list[str]) -> list[str]:
    return ["  " + line for line in lines]


def block(head: str, body: list[str]) -> list[str]:
    return [f"{head} {{".lstrip(), *indented(body), "}"]


class Program:
    """One program: the objects that its statements needed, its functions, and its threads."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.name = f"program{seed}"
        self.shared: dict[str, str] = {}      # name to declaration, in order of use
        self.functions: dict[str, list[str]] = {}
        self.setup: list[str] = []
        self.cleanup: list[str] = []
        self.held: list[str] = []             # mutexes that enclose the statement that is being written
        self.depth = 0
        self.locals = 0

    # ---- shared objects

    def use(self, name: str, declaration: str) -> str:
        self.shared.setdefault(name, declaration)
        return name

    def plain(self) -> str:
        name = self.random.choice(("a", "b"))
        return self.use(name, f"int {name} = 0;")

    def atomic(self) -> str:
        name = self.random.choice(("x", "x", "y"))
        return self.use(name, f"std::atomic<int> {name}{{0}};")

    def mutex(self) -> str:
        name = self.random.choice(("m", "m", "n"))
        return self.use(name, f"std::mutex {name};")

    def condition(self) -> str:
        return self.use("changed", "std::condition_variable changed;")

    def semaphore(self) -> str:
        return self.use("permits", f"std::counting_semaphore<4> permits{{{self.random.randint(0, 2)}}};")

    def node(self) -> str:
        if "head" not in self.shared:
            self.setup.append("head = new Node{1};")
        return self.use("head", "std::atomic<Node*> head{nullptr};")

    def local(self) -> str:
        self.locals += 1
        return f"seen{self.locals}"

    def number(self) -> int:
        return self.random.randint(0, 3)

    def function(self, name: str, lines: list[str]) -> str:
        self.functions.setdefault(name, lines)
        return name

    # ---- statements

    def statement(self, budget: int) -> tuple[list[str], int]:
        fitting = [idiom for idiom in IDIOMS if idiom.cost <= budget and (self.depth < 2 or idiom.cost <= 2)]
        idiom = self.random.choices(fitting, [idiom.weight for idiom in fitting])[0]
        self.depth += 1
        lines = idiom.write(self)
        self.depth -= 1
        return lines, idiom.cost

    def small(self) -> list[str]:
        return self.statement(1)[0]

    def body(self, budget: int) -> list[str]:
        lines: list[str] = []
        while budget > 0:
            more, cost = self.statement(budget)
            lines += more
            budget -= cost
        return lines

    def under_lock(self, mutex: str, guard: str, body: Callable[[], list[str]]) -> list[str]:
        self.held.append(mutex)
        lines = ["{", f"  {guard} guard({mutex});", *indented(body()), "}"]
        self.held.pop()
        return lines

    # ---- the whole

    def text(self) -> str:
        threads = self.write_threads()
        functions = [line for lines in self.functions.values() for line in lines]
        lines = [f"namespace {self.name} {{", *self.shared.values(), *functions, *threads, f"}} // namespace {self.name}"]
        return "\n".join(lines)

    def write_threads(self) -> list[str]:
        style = self.random.choice(("named", "loop", "loop", "nested", "mixed"))
        count = self.random.choice((2, 2, 3)) if style != "nested" else 2
        budget = {2: self.random.choice((3, 4, 5)), 3: self.random.choice((2, 3))}[count]
        functions: list[str] = []
        if style in ("named", "mixed"):
            for index in range(count):
                functions += block(f"void thread{index}()", self.body(budget))
        else:
            functions += block("void worker([[maybe_unused]] int index)", self.worker_body(budget, style))
        return functions + block("void run()", self.main_body(style, count))

    def worker_body(self, budget: int, style: str) -> list[str]:
        if style == "nested":
            child = block("std::thread child([]", self.body(max(2, budget - 2)))
            child[-1] = "});"
            creator = self.random.choice(("if (index == 0)", ""))
            return [*self.body(2), *block(creator, [*child, *self.small(), "child.join();"])]
        if self.random.random() < 0.5:
            return self.body(budget)
        return block("if (index == 0)", self.body(budget)) + block("else", self.body(budget))

    def main_body(self, style: str, count: int) -> list[str]:
        lines: list[str] = []
        if style == "named":
            lines += [f"std::thread t{index}(thread{index});" for index in range(count)]
            joins = [f"t{index}.join();" for index in range(count)]
        else:
            task = "tasks[index]" if style == "mixed" else "worker, index"
            if style == "mixed":
                lines.append("void (*const tasks[])() = {" + ", ".join(f"thread{index}" for index in range(count)) + "};")
            lines += ["std::vector<std::thread> threads;", f"for (int index = 0; index < {count}; ++index)", f"  threads.emplace_back({task});"]
            joins = ["for (std::thread& thread : threads)", "  thread.join();"]
        if self.random.random() < 0.3:
            lines += self.small()
        lines += joins
        lines += self.final_assertions()
        return self.setup + lines + self.cleanup

    def final_assertions(self) -> list[str]:
        values = [name for name, text in self.shared.items() if text.startswith(("int ", "std::atomic<int>")) and "[" not in text]
        return [f"assert({name} != {self.random.randint(0, 4)});" for name in values if self.random.random() < 0.3]


# ---- idioms

def load_plain(p: Program) -> list[str]:
    seen = p.local()
    return [f"[[maybe_unused]] int {seen} = {p.plain()};"]


def store_plain(p: Program) -> list[str]:
    return [f"{p.plain()} = {p.number()};"]


def add_plain(p: Program) -> list[str]:
    return [f"{p.plain()} += {p.number() + 1};"]


def load_atomic(p: Program) -> list[str]:
    return [f"[[maybe_unused]] int {p.local()} = {p.atomic()}.load();"]


def store_atomic(p: Program) -> list[str]:
    return [f"{p.atomic()}.store({p.number()});"]


def fetch_add(p: Program) -> list[str]:
    return [f"{p.atomic()}.fetch_add({p.number() + 1});"]


def compare_exchange(p: Program) -> list[str]:
    expected = p.local()
    return [f"int {expected} = {p.random.randint(0, 1)};", f"if ({p.atomic()}.compare_exchange_strong({expected}, {p.number()}))", *indented(block("", p.small()))]


def exchange(p: Program) -> list[str]:
    return [f"[[maybe_unused]] int {p.local()} = {p.atomic()}.exchange({p.number()});"]


def branch(p: Program) -> list[str]:
    source = p.random.choice((lambda: p.atomic() + ".load()", p.plain))()
    return block(f"if ({source} > {p.random.randint(0, 1)})", p.small()) + block("else", p.small())


def assertion(p: Program) -> list[str]:
    return [f"assert({p.atomic()}.load() != {p.random.randint(1, 5)});"]


def locked(p: Program) -> list[str]:
    mutex = p.mutex()
    if mutex in p.held:
        return p.small()
    guard = p.random.choice(("std::lock_guard", "std::unique_lock", "std::scoped_lock"))
    return p.under_lock(mutex, guard, lambda: [line for _ in range(p.random.randint(1, 2)) for line in p.small()])


def nested_locks(p: Program) -> list[str]:
    if p.held:
        return p.small()
    first, second = p.random.sample(("m", "n"), 2)
    for name in (first, second):
        p.use(name, f"std::mutex {name};")
    return p.under_lock(first, "std::lock_guard", lambda: p.under_lock(second, "std::lock_guard", p.small))


def try_lock(p: Program) -> list[str]:
    mutex = p.mutex()
    if mutex in p.held:
        return p.small()
    p.held.append(mutex)
    body = p.small()
    p.held.pop()
    return ["{", f"  std::unique_lock attempt({mutex}, std::try_to_lock);", "  if (attempt) {", *indented(indented(body)), "  }", "}"]


def recursive_lock(p: Program) -> list[str]:
    p.use("again", "std::recursive_mutex again;")
    if "again" in p.held:
        return p.small()
    return p.under_lock("again", "std::lock_guard", lambda: p.under_lock("again", "std::lock_guard", p.small))


def reader(p: Program) -> list[str]:
    p.use("table", "std::shared_mutex table;")
    if p.held:
        return p.small()
    return p.under_lock("table", "std::shared_lock", lambda: load_plain(p))


def writer(p: Program) -> list[str]:
    p.use("table", "std::shared_mutex table;")
    if p.held:
        return p.small()
    return p.under_lock("table", "std::unique_lock", lambda: add_plain(p))


def recursion(p: Program) -> list[str]:
    p.function("descend", [
        "void descend(int levels) {", "  if (levels == 0)", "    return;", *indented(p.small()), "  descend(levels - 1);", "}"])
    return ["descend(2);"]


def function_table(p: Program) -> list[str]:
    name = p.function("steps", [
        *block("void stepOne()", p.small()), *block("void stepTwo()", p.small()), "void (*const steps[])() = {stepOne, stepTwo};"])
    return [f"{name}[{p.atomic()}.load() % 2]();"]


def shared_function_pointer(p: Program) -> list[str]:
    p.function("chosen", [
        *block("void firstChoice()", p.small()), *block("void secondChoice()", p.small()), "std::atomic<void (*)()> chosen{firstChoice};"])
    return p.random.choice((["chosen.load()();"], ["chosen.store(secondChoice);"]))


def virtual_call(p: Program) -> list[str]:
    p.function("Shape", [
        "struct Shape {", "  virtual ~Shape() = default;", "  virtual void act() = 0;", "};",
        "struct Round : Shape {", *indented(block("void act() override", p.small())), "};",
        "struct Square : Shape {", *indented(block("void act() override", p.small())), "};",
        "Round round;", "Square square;"])
    shape = p.local()
    return [f"Shape& {shape} = {p.atomic()}.load() == {p.random.randint(0, 1)} ? static_cast<Shape&>(round) : square;", f"{shape}.act();"]


def exceptions(p: Program) -> list[str]:
    mutex = "m" if not p.held else ""
    guard = [f"  std::lock_guard guard({p.use('m', 'std::mutex m;')});"] if mutex else []
    name = "throwing" + ("Locked" if mutex else "")
    p.function(name, [f"void {name}() {{", *guard, *indented(p.small() if not mutex else add_plain(p)), f"  if ({p.atomic()}.load() > {p.random.randint(0, 1)})",
                      "    throw 7;", "}"])
    return ["try {", f"  {name}();", *indented(p.small()), "} catch (int) {", *indented(p.small()), "}"]


def escaping_exception(p: Program) -> list[str]:
    if p.held:
        return p.small()
    return p.under_lock(p.mutex(), "std::lock_guard", lambda: [f"if ({p.plain()} > 2)", "  throw 9;"])


def array_index(p: Program) -> list[str]:
    p.use("cells", "int cells[3];")
    return [f"cells[{p.atomic()}.load() & 1] = {p.number()};"]


def array_atomic(p: Program) -> list[str]:
    p.use("slots", "std::atomic<int> slots[2];")
    return [f"slots[{p.atomic()}.load() & 1].fetch_add(1);"]


def use_node(p: Program) -> list[str]:
    seen = p.local()
    return [f"if (Node* {seen} = {p.node()}.load())", f"  {seen}->value += 1;"]


def swap_node(p: Program) -> list[str]:
    p.use("spare", "Node spare{2};")
    return [f"[[maybe_unused]] Node* {p.local()} = {p.node()}.exchange(&spare);"]


def delete_node(p: Program) -> list[str]:
    p.use("deleted", "std::atomic<bool> deleted{false};")
    p.node()
    if "spare" in p.shared:
        return p.small()
    return ["if (!deleted.exchange(true))", "  delete head.load();"]


def wait_with_predicate(p: Program) -> list[str]:
    if p.held:
        return p.small()
    p.use("ready", "bool ready = false;")
    return ["{", f"  std::unique_lock lock({p.use('m', 'std::mutex m;')});", f"  {p.condition()}.wait(lock, [] {{ return ready; }});", "}"]


def wait_without_predicate(p: Program) -> list[str]:
    if p.held:
        return p.small()
    return ["{", f"  std::unique_lock lock({p.use('m', 'std::mutex m;')});", f"  {p.condition()}.wait(lock);", "}"]


def timed_wait(p: Program) -> list[str]:
    if p.held:
        return p.small()
    return ["{", f"  std::unique_lock lock({p.use('m', 'std::mutex m;')});", f"  {p.condition()}.wait_for(lock, 1ms);", "}"]


def notify(p: Program) -> list[str]:
    how = p.random.choice(("notify_one", "notify_all"))
    p.use("ready", "bool ready = false;")
    if p.held:
        return [f"{p.condition()}.{how}();"]
    return ["{", f"  std::lock_guard guard({p.use('m', 'std::mutex m;')});", "  ready = true;", "}", f"{p.condition()}.{how}();"]


def bare_notify(p: Program) -> list[str]:
    return [f"{p.condition()}.{p.random.choice(('notify_one', 'notify_all'))}();"]


def acquire(p: Program) -> list[str]:
    return [f"{p.semaphore()}.acquire();", *p.small(), "permits.release();"]


def release(p: Program) -> list[str]:
    return [f"{p.semaphore()}.release();"]


def try_acquire(p: Program) -> list[str]:
    return [f"if ({p.semaphore()}.try_acquire())", *indented(block("", p.small()))]


def once(p: Program) -> list[str]:
    p.function("first", ["std::once_flag first;", *block("void initialise()", p.small())])
    return ["std::call_once(first, initialise);"]


def function_static(p: Program) -> list[str]:
    p.function("instance", [*block("int makeInstance()", [*p.small(), "return 1;"]), "int instance() {", "  static int value = makeInstance();", "  return value;", "}"])
    return [f"[[maybe_unused]] int {p.local()} = instance();"]


def thread_local_counter(p: Program) -> list[str]:
    p.use("mine", "thread_local int mine = 0;")
    return [f"mine += {p.atomic()}.load();", "assert(mine < 4);"]


def rendezvous(p: Program) -> list[str]:
    p.use("meeting", f"std::latch meeting{{{p.random.randint(1, 2)}}};")
    return [p.random.choice(("meeting.count_down();", "meeting.arrive_and_wait();", "meeting.wait();"))]


def barrier(p: Program) -> list[str]:
    p.use("phase", f"std::barrier phase{{{p.random.randint(1, 2)}}};")
    return ["phase.arrive_and_wait();"]


def async_task(p: Program) -> list[str]:
    task = block("std::future<void> task = std::async(std::launch::async, []", p.small())
    task[-1] = "});"
    return ["{", *indented(task), *indented(p.small()), "  task.get();", "}"]


def leave_program(p: Program) -> list[str]:
    return [f"if ({p.atomic()}.load() == 3)", "  std::_Exit(3);"]


def detached(p: Program) -> list[str]:
    task = block("std::thread([]", p.small())
    task[-1] = "}).detach();"
    return task


def yields(p: Program) -> list[str]:
    return ["std::this_thread::yield();", *p.small()]


def sleeps(p: Program) -> list[str]:
    return ["std::this_thread::sleep_for(1ms);", *p.small()]


IDIOMS = [
    Idiom(load_plain, 1, 4), Idiom(store_plain, 1, 4), Idiom(add_plain, 2, 5), Idiom(load_atomic, 1, 2), Idiom(store_atomic, 1, 5), Idiom(fetch_add, 1, 5),
    Idiom(exchange, 1, 2), Idiom(compare_exchange, 2, 4), Idiom(branch, 2, 6), Idiom(assertion, 1, 4), Idiom(locked, 3, 8), Idiom(nested_locks, 4, 5),
    Idiom(try_lock, 2, 3), Idiom(recursive_lock, 4, 2), Idiom(reader, 3, 3), Idiom(writer, 3, 3), Idiom(recursion, 2, 5), Idiom(function_table, 2, 6),
    Idiom(shared_function_pointer, 2, 4), Idiom(virtual_call, 2, 6), Idiom(exceptions, 3, 6), Idiom(escaping_exception, 3, 2), Idiom(array_index, 2, 4),
    Idiom(array_atomic, 2, 3), Idiom(use_node, 2, 4), Idiom(swap_node, 1, 2), Idiom(delete_node, 1, 3), Idiom(wait_with_predicate, 3, 4),
    Idiom(wait_without_predicate, 3, 3), Idiom(timed_wait, 3, 1), Idiom(notify, 3, 4), Idiom(bare_notify, 1, 3), Idiom(acquire, 3, 3), Idiom(release, 1, 2),
    Idiom(try_acquire, 2, 2), Idiom(once, 2, 2), Idiom(function_static, 2, 2), Idiom(thread_local_counter, 1, 1), Idiom(rendezvous, 1, 1),
    Idiom(barrier, 1, 1), Idiom(async_task, 3, 2), Idiom(leave_program, 1, 1), Idiom(detached, 2, 1), Idiom(yields, 1, 1), Idiom(sleeps, 1, 1),
]


def file_text(seeds: list[int]) -> str:
    """One source file with a program for each seed."""
    programs = [Program(seed) for seed in seeds]
    bodies = [program.text() for program in programs]
    table = ", ".join(f"{program.name}::run" for program in programs)
    main = ["void (*const programs[])() = {" + table + "};", "", "} // namespace", "",
            "int main(int, char** arguments) {", "  programs[std::atoi(arguments[1])]();", "}", ""]
    includes = "".join(f"#include <{header}>\n" for header in HEADERS)
    return includes + PREAMBLE + "\n" + "\n\n".join(bodies) + "\n\n" + "\n".join(main)
