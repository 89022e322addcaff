#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exactness of the depth-first search: for each program in subjects/exactness the set of traces is known (programs.py,
interleavings.py), and `--strategy dfs` must produce each of them once and nothing else, with checkpoints and without."""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
from heddle_tool import SUBJECTS, Case, Failed, Heddle, run_cases, subject  # noqa: E402

FOLDER = SUBJECTS / "exactness"
SYNCHRONISATION = ("lock", "unlock", "try-lock", "cond", "semaphore", "barrier", "once")


def canonical(line: str) -> str:
    """Locks have no names in traces, only places; both sides number them in order of appearance. Steps in parentheses are
    choices that show in no trace."""
    places: dict[str, str] = {}
    words = []
    for word in line.split():
        if word.startswith("("):
            continue
        parts = word.split(":", 2)
        if len(parts) == 3 and parts[1].startswith(SYNCHRONISATION):
            parts[2] = places.setdefault(parts[2].split("=")[0], f"#{len(places) + 1}")
        words.append(":".join(parts))
    return " ".join(words)


def expected(name: str) -> list[str]:
    return [canonical(line) for line in subject(f"exactness/{name}.traces").read_text().splitlines() if not line.startswith("#")]


def explored(heddle: Heddle, name: str, *flags: str) -> list[str]:
    traces = heddle.out(f"exactness/{name}.traces")
    traces.parent.mkdir(parents=True, exist_ok=True)
    run = heddle.explore([subject(f"exactness/{name}.c")], "--strategy", "dfs", "--keep-going", "--executions", 0, "--no-minimise", "--replays", 1,
                         "--trace-set", traces, *flags, out=f"exactness/{name}")
    run.check(run.code in (0, 1), f"exit code {run.code}")
    lines = traces.read_text().splitlines()
    run.check(run.stats["executions"] == len(lines), f"{run.stats['executions']} executions, {len(lines)} traces")
    return [canonical(line) for line in lines]


def compare(name: str, how: str, got: list[str], wanted: list[str]) -> None:
    surplus = collections.Counter(got) - collections.Counter(wanted)
    missing = collections.Counter(wanted) - collections.Counter(got)
    if not surplus and not missing:
        return
    shown = [f"  {count} x surplus: {line}" for line, count in list(surplus.items())[:6]]
    shown += [f"  {count} x missing: {line}" for line, count in list(missing.items())[:6]]
    raise Failed(f"{name} {how}: {len(got)} executions instead of {len(wanted)}\n" + "\n".join(shown))


def check(heddle: Heddle, name: str) -> None:
    wanted = expected(name)
    with_checkpoints = explored(heddle, name)
    without = explored(heddle, name, "--no-checkpoints")
    compare(name, "with checkpoints", with_checkpoints, wanted)
    compare(name, "by replay", without, wanted)
    if with_checkpoints != without:
        raise Failed(f"{name}: the order of the executions depends on checkpoints")
    run = heddle.explore([subject(f"exactness/{name}.c")], "--strategy", "dfs", "--keep-going", "--executions", 0, "--no-minimise", "--replays", 1, "--jobs", 2,
                         out=f"exactness/{name}")
    run.check(run.stats["executions"] == len(wanted), f"with two jobs {run.stats['executions']} executions instead of {len(wanted)}")
    fails = any("!" in line for line in wanted)
    run.check(run.document["verdict"] == ("found" if fails or statuses(wanted) > 1 or name == "plain_counter" else "verified"),
              "verdict " + run.document["verdict"])


def check_count(heddle: Heddle, path: pathlib.Path) -> None:
    """C++ programs with threads on local variables: the number of executions is in the file."""
    wanted = int(re.search(r"// executions: (\d+)", path.read_text()).group(1))
    for flags in ((), ("--no-checkpoints",), ("--jobs", 2)):
        run = heddle.explore([path], "--strategy", "dfs", "--keep-going", "--executions", 0, "--no-minimise", "--replays", 1, *flags,
                             out=f"exactness/{path.stem}")
        run.check(run.stats["executions"] == wanted, f"{run.stats['executions']} executions instead of {wanted} with {flags}")


def statuses(lines: list[str]) -> int:
    return len({match.group() if (match := re.search(r"exit=\d+", line)) else "" for line in lines})


def up_to_date() -> None:
    script = pathlib.Path(__file__).with_name("write_traces.py")
    done = subprocess.run([sys.executable, "-B", script, "--check"], capture_output=True, text=True)
    if done.returncode != 0:
        raise Failed("the .traces files are not what the descriptions give: " + done.stdout + done.stderr)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    heddle = Heddle(arguments.heddle, arguments.work)
    cases = [Case("expectations are up to date", up_to_date)]
    for path in sorted(FOLDER.rglob("*.c"), key=lambda path: path.name):
        cases.append(Case(path.stem, lambda name=path.stem: check(heddle, name)))
    for path in sorted((FOLDER / "counts").glob("*.cpp")):
        cases.append(Case(path.stem, lambda path=path: check_count(heddle, path)))
    return 1 if run_cases([case for case in cases if arguments.only in case.name], arguments.workers) else 0


if __name__ == "__main__":
    sys.exit(main())
