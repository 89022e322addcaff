#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the catalogue, of what is kept of a report, and of the section about libraries. heddle is not run."""
from __future__ import annotations

import dataclasses
import pathlib
import tempfile
import unittest

import checks
import tables
from catalogue import NOT_THREAD_SAFE, THREAD_SAFE, Explanation, LibraryClass, catalogue, library_class, packages
from checks import Check, Finding

SAFE = LibraryClass("queue", "Lib", "lib-dev", ["<queue.h>"], "Queue<int>", THREAD_SAFE)
UNSAFE = dataclasses.replace(SAFE, name="ring", type="Ring", documented=NOT_THREAD_SAFE)
RACE = Finding("data-race", "error", "T1 writes `x` while T2 reads it", ["T1  queue.close();", "T2  queue.isOpen();"])
REPORT = {
    "verdict": "found",
    "findings": [{"kind": "data-race", "severity": "error", "title": "T1 writes", "test_lines": ["T1  queue.push(1);"]},
                 {"kind": "deadlock", "severity": "warning", "title": "T1 and T2 wait"}],
    "completeness": {"missing": ["not-exhausted"], "methods_precompiled": 1},
    "stats": {"tests": 7, "executions": 1000, "seconds": 1.5, "total_seconds": 4.5},
    "class": {"methods": [{"signature": "push(int)", "driven": True}, {"signature": "sync()", "driven": False, "why_not": "it is a template"}]},
    "diagnostics": [{"message": "something"}],
}


def checked(*findings: Finding, name: str = "queue", driven: int = 2) -> Check:
    return Check(name, 1 if findings else 0, "found" if findings else "not-found", 2, driven, findings=list(findings))


def claim(words: str, *rows: tables.Row):
    return next(claim for claim in tables.claims(list(rows)) if words in claim.words)


class Catalogue(unittest.TestCase):
    def test_the_catalogue_is_large_enough(self):
        classes = catalogue()
        self.assertGreaterEqual(len({entry.library for entry in classes}), 12)
        self.assertGreaterEqual(len(classes), 100)
        self.assertIn("libboost-dev", packages(classes))

    def test_an_entry_takes_flags_of_its_library(self):
        library = {"library": "Lib", "package": "lib-dev", "ldflags": "-llib"}
        entry = library_class(library, {"name": "a", "header": "<a.h>", "class": "A", "documented": THREAD_SAFE})
        self.assertEqual((entry.ldflags, entry.package), ("-llib", "lib-dev"))
        with self.assertRaises(ValueError):
            library_class(library, {"name": "a", "header": "<a.h>", "class": "A", "documented": "perhaps"})

    def test_headers_and_hints_become_files(self):
        entry = dataclasses.replace(SAFE, headers=["<a.h>", "<b.h>"], hints=["HEDDLE_IGNORE(Queue<int>::clear);"], ldflags="-llib")
        with tempfile.TemporaryDirectory() as folder:
            words = entry.command(pathlib.Path(folder))
            self.assertEqual(pathlib.Path(words[0]).read_text(), "#pragma once\n#include <a.h>\n#include <b.h>\n")
            self.assertIn("HEDDLE_IGNORE", pathlib.Path(words[words.index("--values") + 1]).read_text())
        self.assertEqual(SAFE.command(pathlib.Path("."))[0], "<queue.h>")


class Kept(unittest.TestCase):
    def test_a_report(self):
        check = checks.kept(SAFE, 1, REPORT)
        self.assertEqual((check.methods, check.driven, check.precompiled, check.tests, check.executions), (2, 1, 1, 7, 1000))
        self.assertEqual([check.count(severity) for severity in checks.SEVERITIES], [1, 1, 0])
        self.assertEqual(check.skipped, ["sync(): it is a template"])
        self.assertFalse(check.refused())

    def test_a_report_without_a_class_is_a_refusal(self):
        report = {key: value for key, value in REPORT.items() if key != "class"}
        self.assertTrue(checks.kept(SAFE, 2, report).refused())

    def test_results_are_kept_between_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "results.json"
            self.assertEqual(checks.load(file), {})
            results = {"queue": checked(RACE)}
            checks.save(results, file)
            self.assertEqual(checks.load(file), results)


class Claims(unittest.TestCase):
    def test_an_error_in_a_safe_class_is_a_false_alarm(self):
        row = tables.Row(SAFE, checked(RACE))
        self.assertEqual(row.false_alarms(), [RACE])
        self.assertFalse(claim("at most 2%", row).holds)
        self.assertFalse(claim("explained", row).holds)

    def test_unless_it_is_a_known_bug(self):
        entry = dataclasses.replace(SAFE, explained=[Explanation(["data-race"], "isOpen", "the flag is not atomic", bug=True)])
        row = tables.Row(entry, checked(RACE))
        self.assertEqual(row.false_alarms(), [])
        self.assertTrue(claim("at most 2%", row).holds)
        self.assertTrue(claim("known bugs", row).holds)
        self.assertIn("a bug of the library. the flag is not atomic", tables.explanations([row])[0])

    def test_a_known_bug_must_stay_found(self):
        entry = dataclasses.replace(SAFE, explained=[Explanation(["data-race"], "isOpen", "the flag is not atomic", bug=True)])
        self.assertFalse(claim("known bugs", tables.Row(entry, checked())).holds)

    def test_warnings_are_not_alarms(self):
        row = tables.Row(SAFE, checked(dataclasses.replace(RACE, severity="warning")))
        self.assertTrue(claim("at most 2%", row).holds)

    def test_a_class_that_is_not_safe_must_be_reported(self):
        self.assertFalse(claim("not thread-safe is reported", tables.Row(UNSAFE, checked(name="ring"))).holds)
        self.assertTrue(claim("not thread-safe is reported", tables.Row(UNSAFE, checked(RACE, name="ring"))).holds)

    def test_a_refused_class_is_named(self):
        refused = claim("refused", tables.Row(SAFE, checked(driven=0)))
        self.assertFalse(refused.holds)
        self.assertEqual(refused.numbers, "queue")

    def test_precompiled_bodies_must_be_named(self):
        entry = dataclasses.replace(SAFE, precompiled=True)
        self.assertFalse(claim("precompiled bodies", tables.Row(entry, checked())).holds)
        self.assertTrue(claim("precompiled bodies", tables.Row(entry, dataclasses.replace(checked(), precompiled=2))).holds)


class Page(unittest.TestCase):
    def test_the_section_has_both_tables_and_the_totals(self):
        text = tables.section([SAFE, UNSAFE], {"queue": checked(), "ring": checked(RACE, name="ring")}, 10)
        self.assertIn("| `Queue<int>` | Lib | thread-safe | 2 of 2 |", text)
        self.assertIn("2 classes of 1 libraries", text)
        self.assertIn("| `Ring` | Lib | not-thread-safe | 2 of 2 | 0 | 0 | 1 / 0 / 0 | found |", text)

    def test_classes_that_were_not_measured_have_no_row(self):
        text = tables.section([SAFE, UNSAFE], {"queue": checked()}, 10)
        self.assertNotIn("Ring", text)
        self.assertIn("Not measured this time, of 2 classes in the catalogue: ring.", text)


if __name__ == "__main__":
    unittest.main()
