# SPDX-License-Identifier: Apache-2.0
"""All runs of one measurement, as a value that is saved and read again, and the averages that tables and claims share."""
from __future__ import annotations

import dataclasses
import json
import pathlib
import statistics
from collections.abc import Callable, Iterable

from runs import Run, run_from_json

# Subject -> strategy (or setting of pcr) -> one run per seed.
Rows = dict[str, dict[str, list[Run]]]
SETTINGS = {   # of pcr, with the flags that choose them
    "no learning": ("--learning", "none"),
    "unsatisfiable cores": ("--learning", "core"),
    "clauses": ("--learning", "clauses"),
    "graph solver": ("--solver", "graph"),
    "z3": ("--solver", "z3"),
}


@dataclasses.dataclass
class Results:
    subjects: dict[str, str]               # name -> identity in the paper, or empty
    strategies: list[str]
    missing: list[str]                     # strategies and flags that this heddle does not have
    seeds: int
    long_seeds: int                        # of the runs that last `seconds`
    seconds: float
    first_bug: Rows = dataclasses.field(default_factory=dict)
    long: Rows = dataclasses.field(default_factory=dict)
    settings: Rows = dataclasses.field(default_factory=dict)
    equal_threads: Rows = dataclasses.field(default_factory=dict)
    solver_times: list[dict] | None = None

    def label(self, subject: str) -> str:
        return f"{self.subjects[subject]} {subject}".strip()

    def all_runs(self) -> Iterable[Run]:
        return (run for rows in (self.first_bug, self.long, self.settings, self.equal_threads)
                for row in rows.values() for runs in row.values() for run in runs)


def save(results: Results, file: pathlib.Path) -> None:
    file.write_text(json.dumps(dataclasses.asdict(results), indent=1) + "\n")


def load(file: pathlib.Path) -> Results:
    saved = json.loads(file.read_text())
    for part in ("first_bug", "long", "settings", "equal_threads"):
        saved[part] = {subject: {name: [run_from_json(run) for run in runs] for name, runs in row.items()}
                       for subject, row in saved[part].items()}
    return Results(**saved)


def values(rows: Rows, subject: str, strategy: str, value: Callable[[Run], float | None]) -> list[float] | None:
    """One number per seed. None: not measured, or not by every run."""
    runs = rows.get(subject, {}).get(strategy, [])
    numbers = [value(run) for run in runs]
    return None if not numbers or any(run.error for run in runs) or None in numbers else numbers


def mean(rows: Rows, subject: str, strategy: str, value: Callable[[Run], float | None]) -> float | None:
    numbers = values(rows, subject, strategy, value)
    return None if numbers is None else statistics.mean(numbers)


def median(rows: Rows, subject: str, strategy: str, value: Callable[[Run], float | None]) -> float | None:
    numbers = values(rows, subject, strategy, value)
    return None if numbers is None else statistics.median(numbers)


def total(rows: Rows, subjects: Iterable[str], strategy: str, value: Callable[[Run], float | None]) -> float | None:
    """Over all subjects and seeds."""
    numbers = [values(rows, subject, strategy, value) for subject in subjects]
    return None if not numbers or None in numbers else sum(sum(row) for row in numbers)


def counter(name: str) -> Callable[[Run], int | None]:
    return lambda run: run.counters.get(name)
