# SPDX-License-Identifier: Apache-2.0
"""heddle reproduce: the stacks of real runs in subjects/NAME/stacks lead to the failure; fixed twins do not fail."""
from __future__ import annotations

import collections
import pathlib
import re
import subprocess
import threading

from heddle_tool import EXIT_CLEAN, EXIT_FOUND, EXIT_USAGE, SUBJECTS, Case, Environment, Failed, Run

# Builds are kept per subject, and cases run concurrently: one at a time for each.
_locks: dict[str, threading.Lock] = collections.defaultdict(threading.Lock)

# Subject -> the class under test, and how many calls the test may have: the size of ConCrash's (Table 2, FTS). The
# paper does not cover deadlocks.
STACKS = {
    "per_user_pool": ("pool::PerUserPool", 4),
    "shared_pool": ("pool::SharedPool", 4),
    "int_range": ("lang::IntRange", 4),
    "buffered_input_stream": ("io::BufferedInputStream", 5),
    "logger": ("logging::Logger", 5),
    "pushback_reader": ("io::PushbackReader", 4),
    "number_axis": ("chart::NumberAxis", 3),
    "xy_series": ("chart::XYSeries", 6),
    "category": ("log4::Category", 5),
    "file_appender": ("log4::FileAppender", 10),
    "ticker": ("Ticker", 4),  # in a thread of the class
    "readings": ("sensor::Readings", 4),  # the standard library throws
    "journal": ("editor::Journal", 4),  # in a noexcept method
    "slot_pool": ("pool::SlotPool", 4),  # calls with equal traces, on the same slot or not
    "string_buffer_append": ("lang::StringBuffer", 4),
    "hashtable_equals": ("util::Hashtable", 4),
    "synchronized_map": ("util::SynchronizedMap", 6),
}
MOST_TESTS = 3  # explored until it is found
MORE_TESTS = {"journal": 4}  # its stack does not say which line throws
# boost prints the line after a call that does not return (of `assert`, at the end of a loop); the walk over the map
# fails one access, one line, later.
MOVED = {("int_range", "boost"), ("ticker", "boost"), ("per_user_pool", "asan"),
         ("journal", "std")}  # without names the unwinding cannot be recognised


def files(name: str, suffix: str = "") -> list[pathlib.Path]:
    header = SUBJECTS / name / f"{name}{suffix}.hpp"
    source = header.with_suffix(".cpp")
    return [header] + ([source] if source.exists() else [])


def reproduce(environment: Environment, stack: object, sources: list, out: str, *flags: object, **options) -> Run:
    with _locks[out]:
        return environment.heddle.run("reproduce", stack, *sources, "--format", "json", "--out", environment.heddle.out(out), *flags, **options)


def found(environment: Environment, name: str, stack: pathlib.Path) -> None:
    class_name, most_calls = STACKS[name]
    for seed in environment.budget((1,), (1, 2, 3, 4, 5)):
        run = reproduce(environment, stack, files(name), f"reproduce/{name}", "--seed", seed)
        run.expect_code(EXIT_FOUND)
        run.check(run.document["target"]["class"] == class_name, f"took {run.document['target']['class']} for the class")
        first = run.findings[0]
        wanted = "moved" if (name, stack.stem) in MOVED else "exact"
        run.check(first["matches"] == wanted, f"the first finding is {first['matches']}")
        run.check(all(other["matches"] == "different" for other in run.findings[1:]), "two findings match")
        run.check(run.stats["test_size"] <= most_calls, f"{run.stats['test_size']} calls")
        run.check(run.stats["tests"] <= MORE_TESTS.get(name, MOST_TESTS), f"{run.stats['tests']} tests")
        run.check(run.stats["fallback_tests"] == 0, "only a candidate that had been left out reproduces it")
        text = (environment.heddle.out(f"reproduce/{name}") / first["test"]).read_text()
        rows = text.partition("| produced\n")[2].splitlines()
        # The innermost function may be missing: `noexcept` unwinds it before the program ends.
        run.check(any(row.partition("|")[2].strip() for row in rows[:2]), "the test does not show the two stacks side by side")


def not_found(environment: Environment, name: str) -> None:
    stacks = sorted((SUBJECTS / name / "stacks").iterdir())
    for stack in environment.budget(stacks[-1:], stacks):
        run = reproduce(environment, stack, files(name, "_fixed"), f"reproduce/{name}_fixed", "--time", environment.budget("3s", "10s"))
        run.expect_code(EXIT_CLEAN)
        run.check(run.document["verdict"] == "not-found", "verdict " + run.document["verdict"])
        run.check(all(finding["matches"] == "different" for finding in run.findings), "a finding matches")
        run.check(run.document["target"]["class"] == STACKS[name][0], f"took {run.document['target']['class']} for the class")
        run.check(run.stats["candidates"] > 0, "nothing was tried")


def unpruned(environment: Environment) -> None:
    """The rules can be switched off; then more tests are needed."""
    stack = SUBJECTS / "logger" / "stacks" / "gdb.txt"
    tests = []
    for flags in ([], ["--no-prune", "stack"], ["--prune", "none", "--time", "30s"]):
        run = reproduce(environment, stack, files("logger"), "reproduce/logger", *flags)
        tests.append(run.stats["tests"])
    if not tests[0] <= tests[1] <= tests[2] or tests[0] * 10 > tests[2]:
        raise Failed(f"tests explored: {tests}")


def moved_lines(environment: Environment) -> None:
    """A stack of another version: the failing line is not the same."""
    text = (SUBJECTS / "logger" / "stacks" / "gdb.txt").read_text().replace("logger.hpp:64", "logger.hpp:97")
    stack = environment.heddle.out("reproduce/moved") / "gdb.txt"
    stack.parent.mkdir(parents=True, exist_ok=True)
    stack.write_text(text)
    run = reproduce(environment, stack, files("logger"), "reproduce/logger")
    run.expect_code(EXIT_FOUND)
    run.check(run.findings[0]["matches"] == "moved", run.findings[0]["matches"])
    run.check(any(d["severity"] == "warning" for d in run.document["diagnostics"]), "no warning")


def no_symbols(environment: Environment) -> None:
    """libstdc++ without names, and no message: the process called abort()."""
    lines = (SUBJECTS / "readings" / "stacks" / "gdb.txt").read_text().splitlines()
    named = re.compile(r" in \S+ \(.*\) from (\S+libstdc\+\+\S+)")
    text = "\n".join(named.sub(r" in ?? () from \1", line) for line in lines if "terminate called" not in line and "what()" not in line)
    stack = environment.heddle.out("reproduce/nameless") / "gdb.txt"
    stack.parent.mkdir(parents=True, exist_ok=True)
    stack.write_text(text)
    run = reproduce(environment, stack, files("readings"), "reproduce/readings")
    run.expect_code(EXIT_FOUND)
    run.check("__cxa_throw" not in text and "std::terminate" not in text, "the stack still has names")
    run.check(run.findings[0]["matches"] == "exact", run.findings[0]["matches"])
    run.check(run.findings[0]["kind"] == "exception", run.findings[0]["kind"])


def rules_cost_little(environment: Environment) -> None:
    """With all rules the search takes at most 1.2 times the work of one without, and the tolerance of CandidateQueue."""
    for name in ("slot_pool", "readings", "category"):
        stack = SUBJECTS / name / "stacks" / "asan.txt"
        work = []
        for flags in ([], ["--prune", "none"]):
            run = reproduce(environment, stack, files(name), f"reproduce/{name}", *flags)
            run.expect_code(EXIT_FOUND)
            work.append(sum(run.stats[key] for key in ("executions", "serial_executions", "warm_up_executions", "sequences")))
        run.check(work[0] <= 1.2 * work[1] + 20_000, f"{name}: {work[0]} with rules, {work[1]} without")


def bad_input(environment: Environment) -> None:
    out = environment.heddle.out("reproduce/bad")
    out.mkdir(parents=True, exist_ok=True)
    garbage = out / "garbage.txt"
    garbage.write_text("it crashed, I think\n")
    stack = SUBJECTS / "logger" / "stacks" / "gdb.txt"
    for what, arguments, words in (
        ("garbage", (garbage, files("logger")), "no stack found in this text"),
        ("no file", (out / "none.txt", files("logger")), "none.txt"),
        ("no header", (stack, []), "no header given"),
        ("another class", (stack, files("category")), "logging::Logger"),
        ("a class that is not on the stack", (stack, files("category") + ["--class", "log4::Category"]), "no frame of this stack belongs to"),
    ):
        run = reproduce(environment, *arguments, "reproduce/bad")
        run.expect_code(EXIT_USAGE)
        said = " ".join(d["message"] + " " + (d.get("hint") or "") for d in run.document["diagnostics"])
        run.check(words in said, f"{what}: said {said!r}")


def from_standard_input(environment: Environment) -> None:
    stack = SUBJECTS / "pushback_reader" / "stacks" / "asan.txt"
    command = [environment.heddle.program, "reproduce", "-", *files("pushback_reader"), "--out", environment.heddle.out("reproduce/pushback_reader")]
    with _locks["reproduce/pushback_reader"]:
        run = subprocess.run([str(word) for word in command], input=stack.read_text(), capture_output=True, text=True, check=False)
    if run.returncode != EXIT_FOUND or "given" not in run.stdout:
        raise Failed(run.stdout + run.stderr)


def cases(environment: Environment) -> list[Case]:
    listed = []
    for name in STACKS:
        for stack in sorted((SUBJECTS / name / "stacks").iterdir()):
            listed.append(Case(f"{name}_{stack.stem}", lambda name=name, stack=stack: found(environment, name, stack)))
        listed.append(Case(f"{name}_fixed", lambda name=name: not_found(environment, name)))
    listed.append(Case("unpruned", lambda: unpruned(environment)))
    listed.append(Case("moved_lines", lambda: moved_lines(environment)))
    listed.append(Case("no_symbols", lambda: no_symbols(environment)))
    listed.append(Case("rules_cost_little", lambda: rules_cost_little(environment)))
    listed.append(Case("bad_input", lambda: bad_input(environment)))
    listed.append(Case("standard_input", lambda: from_standard_input(environment)))
    return listed
