# SPDX-License-Identifier: Apache-2.0
"""Programs of several files, projects, arguments, C, the debugger, the terminal report, demo and doctor."""
import json
import pathlib
import re
import shutil

from heddle_tool import EXIT_CLEAN, EXIT_FOUND, Case, Environment, subject

MAIN = """#include "bank.h"
#include <cassert>
#include <cstdlib>
#include <thread>

int main(int argc, char** argv) {
  int amount = argc > 1 ? std::atoi(argv[1]) : 0;
  std::thread first([=] { deposit(amount); });
  std::thread second([=] { deposit(amount); });
  first.join();
  second.join();
  assert(balance() == 2 * amount);
}
"""
BANK = """#include "bank.h"
#include <atomic>
static std::atomic<int> total{0};
void deposit(int amount) { total.store(total.load() + amount * FACTOR); }
int balance() { return total.load(); }
"""
HEADER = "void deposit(int amount);\nint balance();\n"


def project(environment: Environment, name: str) -> pathlib.Path:
    folder = environment.heddle.out(f"projects/{name}")
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "include").mkdir(parents=True)
    (folder / "main.cpp").write_text(MAIN)
    (folder / "bank.cpp").write_text(BANK)
    (folder / "include" / "bank.h").write_text(HEADER)
    return folder


# If nothing is deposited, a lost update cannot be noticed.
def several_files(environment: Environment) -> None:
    folder = project(environment, "files")
    base = ["main.cpp", "bank.cpp", "--format", "json", "--executions", 1000, "--cxxflags", "-Iinclude -DFACTOR=1"]
    run = environment.heddle.run("explore", *base, "--", "5", cwd=folder)
    run.expect_code(EXIT_FOUND)
    run.check(run.kinds == ["assert"], f"found {run.kinds}")
    run.check((folder / "heddle-out" / run.findings[0]["schedule"]).exists(), "no finding file in heddle-out")
    run = environment.heddle.run("explore", *base, "--", "0", cwd=folder)
    run.expect_code(EXIT_CLEAN)
    replay = environment.heddle.run("replay", "--format", "json", cwd=folder)
    replay.expect_code(EXIT_FOUND)


def compile_commands(environment: Environment) -> None:
    folder = project(environment, "commands")
    build = folder / "build"
    build.mkdir()
    entries = [{"directory": str(build), "file": str(folder / file), "arguments":
                ["c++", "-std=c++20", f"-I{folder}/include", "-DFACTOR=1", "-O2", "-c", str(folder / file), "-o", file + ".o"]}
               for file in ("main.cpp", "bank.cpp")]
    (build / "compile_commands.json").write_text(json.dumps(entries))
    run = environment.heddle.run("explore", folder / "main.cpp", folder / "bank.cpp", "-p", build, "--format", "json", "--executions", 1000, "--",
                                 "5", cwd=folder)
    run.expect_code(EXIT_FOUND)
    run.check(run.kinds == ["assert"], f"found {run.kinds}")
    entries = [{"directory": str(build), "file": "../" + file, "command":
                f"c++ -std=c++17 -I../include '-DFACTOR=1' -c ../{file} -o {file}.o"} for file in ("main.cpp", "bank.cpp")]
    (build / "compile_commands.json").write_text(json.dumps(entries))
    run = environment.heddle.run("explore", "main.cpp", "bank.cpp", "-p", "build", "--format", "json", "--executions", 1000, "--", "5", cwd=folder)
    run.expect_code(EXIT_FOUND)


def standards(environment: Environment) -> None:
    for standard in ("c++17", "c++20"):
        run = environment.heddle.explore([subject("failures/assert_2.cpp")], "--cxxflags", f"-std={standard}", "--executions", 2000,
                                         out="command_line/standards")
        run.expect_code(EXIT_FOUND)


def changed_source(environment: Environment) -> None:
    folder = environment.heddle.out("projects/changed")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copy(subject("failures/assert_1.cpp"), folder / "program.cpp")
    environment.heddle.run("explore", "program.cpp", "--executions", 1000, cwd=folder).expect_code(EXIT_FOUND)
    shutil.copy(subject("failures/assert_1_fixed.cpp"), folder / "program.cpp")
    replay = environment.heddle.run("replay", cwd=folder)
    replay.check("changed" in replay.stdout + replay.stderr, "nothing is said about the changed source")
    environment.heddle.run("explore", "program.cpp", "--executions", 1000, cwd=folder).expect_code(EXIT_CLEAN)


def debugger(environment: Environment) -> None:
    run = environment.heddle.explore([subject("failures/sigsegv_1.cpp")], "--executions", 5000, out="command_line/gdb")
    run.expect_code(EXIT_FOUND)
    finding = environment.heddle.out("command_line/gdb") / run.findings[0]["schedule"]
    debugged = environment.heddle.run("replay", finding, "--gdb", "--", "-batch", "-ex", "bt", timeout=120)
    debugged.check(re.search(r"levelOr.*sigsegv_1\.cpp:\d+", debugged.stdout) is not None, "the subject's frame is not visible in gdb")
    deadlock = environment.heddle.explore([subject("failures/lock_cycle2_1.cpp")], "--executions", 5000, out="command_line/gdb")
    finding = environment.heddle.out("command_line/gdb") / deadlock.findings[0]["schedule"]
    debugged = environment.heddle.run("replay", finding, "--gdb", "--", "-batch", "-ex", "bt", timeout=120)
    debugged.check("transfer" in debugged.stdout, "the subject's frame is not visible in gdb")


def terminal_report(environment: Environment) -> None:
    run = environment.heddle.run("explore", subject("failures/lock_cycle2_1.cpp"), "--executions", 5000, "--out",
                                 environment.heddle.out("command_line/text"))
    run.expect_code(EXIT_FOUND)
    lines = run.stdout.splitlines()
    run.check(all(len(line) <= 100 for line in lines), "a line is wider than 100 columns")
    run.check(len(lines) <= 60, f"{len(lines)} lines")
    run.check("error[deadlock]" in run.stdout, "no title")
    run.check("heddle replay" in run.stdout, "no command to continue with")
    run.check("0x" not in run.stdout, "an address is shown")
    run.check("\x1b[" not in run.stdout, "colours in a pipe")


def output_of_failing_execution(environment: Environment) -> None:
    folder = environment.heddle.out("projects/output")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "program.cpp").write_text("""#include <atomic>
#include <cassert>
#include <cstdio>
#include <iostream>
#include <thread>
int main() {
  std::atomic<int> x{0};
  std::thread a([&] { x = 1; });
  int seen = x;
  std::cout << "through cout " << seen << '\\n';
  std::printf("through printf %d\\n", seen);
  a.join();
  assert(seen == 0);
}
""")
    run = environment.heddle.run("explore", "program.cpp", "--format", "json", "--executions", 1000, cwd=folder)
    run.expect_code(EXIT_FOUND)
    text = run.findings[0]["output"]
    run.check("through cout 1" in text and "through printf 1" in text, f"output {text!r}")
    run.check("through cout 0" not in text, "output of another execution is shown")
    clean = environment.heddle.run("explore", subject("features/iostream.cpp"), "--executions", 50, "--out", environment.heddle.out("command_line/io"))
    clean.check("unsynchronised" not in clean.stdout + clean.stderr, "output of passing executions is shown")


def exhaustive(environment: Environment) -> None:
    run = environment.heddle.explore([subject("exactness/lock_once.c")], "--strategy", "dfs", out="command_line/dfs")
    run.expect_code(EXIT_CLEAN)
    run.check(run.document["verdict"] == "verified", "verdict " + run.document["verdict"])
    run = environment.heddle.explore([subject("exactness/philosophers.c")], "--strategy", "dfs", "--preemptions", 0, out="command_line/dfs")
    run.check(run.document["verdict"] == "verified" and "0 preemptions" in run.stats["bounds"], "a bounded proof names its bound")
    run = environment.heddle.explore([subject("exactness/philosophers.c")], "--strategy", "dfs", "--preemptions", 2, out="command_line/dfs")
    run.expect_code(EXIT_FOUND)
    run = environment.heddle.explore([subject("features/condition_variable.cpp")], "--strategy", "dfs", "--executions", 500, out="command_line/dfs")
    run.check(run.document["verdict"] == "inconclusive", "verdict " + run.document["verdict"])


def heap_reuse(environment: Environment) -> None:
    run = environment.heddle.explore([subject("features/containers_sequence.cpp")], "--heap", "reuse", "--executions", 300, out="command_line/heap")
    run.expect_code(EXIT_CLEAN)


def demo_and_doctor(environment: Environment) -> None:
    folder = environment.heddle.out("projects/demo")
    folder.mkdir(parents=True, exist_ok=True)
    demo = environment.heddle.run("demo", cwd=folder)
    demo.check("error[" in demo.stdout, "the demo finds nothing")
    environment.heddle.run("doctor", cwd=folder).expect_code(EXIT_CLEAN)
    for command in ([], ["explore"], ["replay"]):
        environment.heddle.run(*command, "--help", cwd=folder).expect_code(EXIT_CLEAN)


def cases(environment: Environment) -> list[Case]:
    tests = [several_files, compile_commands, standards, changed_source, debugger, terminal_report, output_of_failing_execution, exhaustive,
             heap_reuse, demo_and_doctor]
    return [Case(test.__name__, lambda test=test: test(environment)) for test in tests]
