# SPDX-License-Identifier: Apache-2.0
"""Programs and command lines that heddle cannot do much with: a clear message, the right exit code, nothing hangs."""
import re
import time

from heddle_tool import EXIT_CLEAN, EXIT_ENVIRONMENT, EXIT_FOUND, EXIT_USAGE, SUBJECTS, Case, Environment, manifest

FOLDER = SUBJECTS / "bad_input"
LONGEST_SECONDS = 60


def check(environment: Environment, entry: dict) -> None:
    files = [FOLDER / file for file in entry["files"]]
    flags = [str(flag).replace("{subjects}", str(SUBJECTS)) for flag in entry.get("flags", [])]
    started = time.monotonic()
    run = environment.heddle.run("explore", *files, "--executions", 200, "--out", environment.heddle.out(f"bad_input/{entry['name']}"), *flags)
    run.expect_code(*entry["codes"])
    said = run.stdout + run.stderr
    for pattern in entry.get("says", []):
        run.check(re.search(pattern, said) is not None, f"does not say {pattern!r}")
    run.check(time.monotonic() - started < LONGEST_SECONDS, "took too long")


def usage(environment: Environment, says: str, *arguments: object) -> None:
    run = environment.heddle.run(*arguments)
    run.expect_code(EXIT_USAGE)
    run.check(re.search(says, run.stdout + run.stderr) is not None, f"does not say {says!r}")


def json_carries_errors(environment: Environment) -> None:
    run = environment.heddle.explore([FOLDER / "compile_error.cpp"], out="bad_input/json")
    run.expect_code(EXIT_USAGE)
    run.check(bool(run.document["diagnostics"]), "no diagnostics")
    run.check("undeclaredFunction" in run.stderr, "the compiler's message is missing")
    run = environment.heddle.explore([FOLDER / "forks.cpp"], out="bad_input/json")
    run.expect_code(EXIT_ENVIRONMENT)
    run.check(run.document["verdict"] == "unsupported", "verdict " + run.document["verdict"])
    place = run.document["diagnostics"][0]["location"]
    run.check(place is not None and place["file"].endswith("forks.cpp") and place["line"] == 9, f"location {place}")


def standard_input(environment: Environment) -> None:
    file = environment.heddle.out("input.txt")
    file.write_text("heddle 42\n")
    run = environment.heddle.explore([FOLDER / "reads_stdin.cpp"], "--stdin", file, "--executions", 100, out="bad_input/stdin")
    run.expect_code(EXIT_CLEAN)
    file.write_text("other 42\n")
    run = environment.heddle.explore([FOLDER / "reads_stdin.cpp"], "--stdin", file, "--executions", 100, out="bad_input/stdin")
    run.expect_code(EXIT_FOUND)
    run.check(run.kinds == ["assert"], f"found {run.kinds}")


def cases(environment: Environment) -> list[Case]:
    usages = {
        "no arguments at all": ("[Uu]sage|[Ss]ubcommand|command", ),
        "unknown command": ("frobnicate", "frobnicate"),
        "missing file": ("no such file.*nowhere.cpp", "explore", "nowhere.cpp"),
        "no file": ("no source given", "explore"),
        "unknown flag": ("--frobnicate", "explore", "x.cpp", "--frobnicate"),
        "not a source": ("not a C or C\\+\\+ source", "explore", SUBJECTS / "manifest.json"),
        "a folder": ("is a directory", "explore", SUBJECTS),
        "unknown strategy": ("strategy", "explore", FOLDER / "no_threads.cpp", "--strategy", "psychic"),
        "bad number": ("executions", "explore", FOLDER / "no_threads.cpp", "--executions", "many"),
        "bad time": ("time", "explore", FOLDER / "no_threads.cpp", "--time", "soon"),
        "no build folder": ("cannot open /nonexistent", "explore", FOLDER / "no_threads.cpp", "-p", "/nonexistent"),
        "no finding to replay": ("no such file", "replay", "/nonexistent/0001.heddle"),
        "not a finding": ("manifest.json", "replay", SUBJECTS / "manifest.json"),
    }
    found = [Case(entry["name"], lambda entry=entry: check(environment, entry)) for entry in manifest()["bad_input"]]
    found += [Case(name, lambda words=words: usage(environment, *words)) for name, words in usages.items()]
    found.append(Case("errors in JSON", lambda: json_carries_errors(environment)))
    found.append(Case("standard input", lambda: standard_input(environment)))
    return found
