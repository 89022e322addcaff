# SPDX-License-Identifier: Apache-2.0
"""Running the heddle program from a test, and what the tests of this folder share."""
from __future__ import annotations

import concurrent.futures
import dataclasses
import json
import pathlib
import subprocess
import sys
import time
import traceback
from typing import Callable

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUBJECTS = ROOT / "subjects"

EXIT_CLEAN, EXIT_FOUND, EXIT_USAGE, EXIT_ENVIRONMENT, EXIT_INTERRUPTED = 0, 1, 2, 3, 130


class Failed(Exception):
    """A test's complaint, with what was run."""


@dataclasses.dataclass
class Run:
    command: list[str]
    code: int
    stdout: str
    stderr: str
    document: dict | None   # of --format json

    def check(self, condition: bool, complaint: str) -> None:
        if condition:
            return
        said = "\n".join(self.stdout.splitlines()[:60] + self.stderr.splitlines()[:30])
        raise Failed(f"{complaint}\n  command: {' '.join(self.command)}\n  exit code {self.code}\n{said}")

    def expect_code(self, *codes: int) -> None:
        self.check(self.code in codes, f"exit code {self.code}, expected {' or '.join(map(str, codes))}")

    @property
    def findings(self) -> list[dict]:
        return self.document["findings"]

    @property
    def stats(self) -> dict:
        return self.document["stats"]

    @property
    def kinds(self) -> list[str]:
        return [finding["kind"] for finding in self.findings]

    @property
    def errors(self) -> list[str]:
        """The kinds of the findings that make a check fail."""
        return [finding["kind"] for finding in self.findings if finding.get("severity") == "error"]


class Heddle:
    """The program under test, with one folder for all output so that builds are shared between tests."""

    def __init__(self, program: pathlib.Path, work: pathlib.Path):
        self.program = program.resolve()
        self.work = work.resolve()
        self.work.mkdir(parents=True, exist_ok=True)

    def out(self, name: str) -> pathlib.Path:
        return self.work / name

    def run(self, *arguments: object, cwd: pathlib.Path | None = None, timeout: float = 300) -> Run:
        command = [str(self.program), *map(str, arguments)]
        try:
            done = subprocess.run(command, cwd=cwd or self.work, capture_output=True, stdin=subprocess.DEVNULL,
                                  timeout=timeout)
        except subprocess.TimeoutExpired:
            raise Failed(f"still running after {timeout} s: {' '.join(command)}") from None
        return self.finished(command, done.returncode, done.stdout, done.stderr)

    @staticmethod
    def finished(command: list[str], code: int, stdout: bytes, stderr: bytes) -> Run:
        run = Run(command, code, stdout.decode(errors="replace"), stderr.decode(errors="replace"), None)
        words = command[:command.index("--")] if "--" in command else command
        if "json" in words:
            try:
                run.document = json.loads(run.stdout)
            except json.JSONDecodeError:
                run.check(False, "standard output is not one JSON document")
        return run

    def explore_command(self, files: list[pathlib.Path], *flags: object, out: str) -> list[object]:
        return ["explore", *files, "--format", "json", "--time", "0", "--out", self.out(out), *flags]

    def explore(self, files: list[pathlib.Path], *flags: object, out: str, **options) -> Run:
        return self.run(*self.explore_command(files, *flags, out=out), **options)

    def replay(self, finding: pathlib.Path, *flags: object) -> Run:
        return self.run("replay", finding, "--format", "json", *flags, timeout=900)


@dataclasses.dataclass
class Case:
    name: str
    test: Callable[[], None]


@dataclasses.dataclass
class Environment:
    heddle: Heddle
    slow: bool

    def budget(self, fast: int, slow: int) -> int:
        return slow if self.slow else fast


def subject(name: str) -> pathlib.Path:
    """The file `area/name` of subjects/, in whichever subfolder of its area it is."""
    area, file = name.split("/", 1)
    found = list((SUBJECTS / area).rglob(file))
    if len(found) != 1:
        raise Failed(f"subjects/{area} has {len(found)} files called {file}")
    return found[0]


def manifest() -> dict:
    return json.loads((SUBJECTS / "manifest.json").read_text())


def marked_lines(files: list[pathlib.Path]) -> set[tuple[str, int]]:
    """(file name, line) of each line marked as the place of the bug."""
    return {(file.name, number) for file in files
            for number, line in enumerate(file.read_text().splitlines(), 1) if "/ BUG" in line or "/* BUG */" in line}


def without_times(document: dict) -> dict:
    """The part of a JSON result that has to be the same in every run with the same seed."""
    def pruned(value):
        if isinstance(value, dict):
            return {key: pruned(part) for key, part in value.items() if not key.endswith("seconds") and key != "peak_rss_mb"}
        return [pruned(part) for part in value] if isinstance(value, list) else value

    return {**document, **{part: pruned(document[part]) for part in ("stats", "coverage") if part in document}}


def run_cases(cases: list[Case], workers: int) -> int:
    """Runs all cases, prints what failed, returns the number of failures."""
    started = time.monotonic()
    failures = 0

    def run(case: Case) -> str | None:
        try:
            case.test()
        except Failed as complaint:
            return str(complaint)
        except Exception:  # a fault of the test itself is shown like any other failure
            return traceback.format_exc()
        return None

    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for case, complaint in zip(cases, pool.map(run, cases)):
            if complaint is not None:
                failures += 1
                print(f"FAILED {case.name}: {complaint}\n", flush=True)
    print(f"{len(cases)} cases, {failures} failed, {time.monotonic() - started:.0f} s")
    sys.stdout.flush()
    return failures
