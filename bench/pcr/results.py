# SPDX-License-Identifier: Apache-2.0
"""All runs of one measurement, as a value that is saved and read again."""
from __future__ import annotations

import dataclasses
import json
import pathlib
import sys
from collections.abc import Iterable

from runs import Run

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from searches import Rows, rows_from_json  # pylint: disable=wrong-import-position

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


def load(file: pathlib.Path) -> Results:
    saved = json.loads(file.read_text())
    for part in ("first_bug", "long", "settings", "equal_threads"):
        saved[part] = rows_from_json(saved[part], Run)
    return Results(**saved)
