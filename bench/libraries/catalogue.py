# SPDX-License-Identifier: Apache-2.0
"""The classes of libraries.json, and how heddle is called for each."""
from __future__ import annotations

import dataclasses
import json
import pathlib

CATALOGUE = pathlib.Path(__file__).resolve().parent / "libraries.json"
THREAD_SAFE, NOT_THREAD_SAFE = "thread-safe", "not-thread-safe"


@dataclasses.dataclass(frozen=True)
class Explanation:
    """A finding of severity error that is known: its possible kinds, a word of its title or test, and why it is reported."""
    kinds: list[str]
    about: str
    why: str
    bug: bool = False   # the library has this bug


@dataclasses.dataclass(frozen=True)
class LibraryClass:
    name: str
    library: str
    package: str
    headers: list[str]
    type: str
    documented: str
    precompiled: bool = False   # the bodies are in a library binary, so heddle can neither interrupt them nor check their accesses
    cxxflags: str = ""
    ldflags: str = ""
    hints: list[str] = dataclasses.field(default_factory=list)   # lines of the --values header: what the documentation says about the use
    hints_include: list[str] = dataclasses.field(default_factory=list)
    explained: list[Explanation] = dataclasses.field(default_factory=list)

    def command(self, work: pathlib.Path) -> list[str]:
        """The arguments of `heddle check`. Writes the headers that it needs to the folder."""
        words = [self.header(work), "--class", self.type]
        if self.cxxflags:
            words += ["--cxxflags", self.cxxflags]
        if self.ldflags:
            words += ["--ldflags", self.ldflags]
        if self.hints:
            words += ["--values", str(written(work / f"{self.name}_hints.hpp", ["#include <heddle/heddle.hpp>", *includes(self.hints_include), *self.hints]))]
        return words

    def header(self, work: pathlib.Path) -> str:
        if len(self.headers) == 1:
            return self.headers[0]
        return str(written(work / f"{self.name}.hpp", ["#pragma once", *includes(self.headers)]))


def includes(headers: list[str]) -> list[str]:
    return [f"#include {header}" for header in headers]


def written(file: pathlib.Path, lines: list[str]) -> pathlib.Path:
    file.write_text("\n".join(lines) + "\n")
    return file


def library_class(library: dict, entry: dict) -> LibraryClass:
    headers = entry["header"] if isinstance(entry["header"], list) else [entry["header"]]
    if entry["documented"] not in (THREAD_SAFE, NOT_THREAD_SAFE):
        raise ValueError(f"{entry['name']}: documented as {entry['documented']}")
    return LibraryClass(entry["name"], library["library"], entry.get("package", library["package"]), headers, entry["class"], entry["documented"],
                        entry.get("precompiled", False), entry.get("cxxflags", library.get("cxxflags", "")),
                        entry.get("ldflags", library.get("ldflags", "")), entry.get("hints", []), entry.get("hints_include", []),
                        [Explanation(**explanation) for explanation in entry.get("explained", [])])


def catalogue(file: pathlib.Path = CATALOGUE) -> list[LibraryClass]:
    classes = [library_class(library, entry) for library in json.loads(file.read_text())["libraries"] for entry in library["classes"]]
    names = [entry.name for entry in classes]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"names that occur twice: {', '.join(twice)}")
    return classes


def packages(classes: list[LibraryClass]) -> list[str]:
    return sorted({entry.package for entry in classes})
