# SPDX-License-Identifier: Apache-2.0
"""All runs of one measurement, as a value that is saved and read again."""
from __future__ import annotations

import dataclasses
import json
import pathlib
import sys
from collections.abc import Iterable

from runs import ClassRun, Run

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from searches import Rows, rows_from_json  # pylint: disable=wrong-import-position


@dataclasses.dataclass
class Results:
    programs: list[str]
    strategies: list[str]
    missing: list[str]          # strategies and flags that this heddle does not have
    seeds: int                  # of the strategies that have any
    seconds: float              # limit of a search for the bug
    twin_seconds: float
    setting_seconds: float
    first_bug: Rows = dataclasses.field(default_factory=dict)
    settings: Rows = dataclasses.field(default_factory=dict)
    twins: Rows = dataclasses.field(default_factory=dict)
    classes: dict[str, ClassRun] = dataclasses.field(default_factory=dict)

    def faulty_runs(self) -> Iterable[Run]:
        return (run for rows in (self.first_bug, self.settings) for row in rows.values() for runs in row.values() for run in runs)

    def twin_runs(self) -> Iterable[Run]:
        return (run for row in self.twins.values() for runs in row.values() for run in runs)

    def missing_counters(self) -> list[str]:
        """Counters that no report has."""
        runs = [run for run in (*self.faulty_runs(), *self.twin_runs()) if not run.error]
        return [f"counter {name}" for name in Run.COUNTERS if runs and all(run.counters.get(name) is None for run in runs)]


def load(file: pathlib.Path) -> Results:
    saved = json.loads(file.read_text())
    for part in ("first_bug", "settings", "twins"):
        saved[part] = rows_from_json(saved[part], Run)
    saved["classes"] = {name: ClassRun(**run) for name, run in saved["classes"].items()}
    return Results(**saved)
