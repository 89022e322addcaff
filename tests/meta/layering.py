#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails on an #include that crosses folders in a direction that the table of ARCHITECTURE.md does not allow."""

import pathlib
import re
import sys

ROW = re.compile(r"^\| `src/(\w+)` \|[^|]*\|([^|]*)\|([^|]*)\|$", re.MULTILINE)


def read_table(architecture):
    """folder -> (folders it may include, third-party headers it may include)"""
    def names(cell):
        return [name.strip() for name in cell.split(",") if name.strip()]
    return {folder: (set(names(own)), tuple(name + "/" for name in names(third_party)))
            for folder, own, third_party in ROW.findall(architecture)}


# The contract between the pass and the runtime is header-only, and all folders may include it.
SHARED = "runtime/abi/"
THIRD_PARTY = ("llvm/", "llvm-c/", "clang/", "fmt/", "nlohmann/", "CLI/", "z3", "gtest/", "benchmark/")
# Folders above the runtime may include only its interface.
RUNTIME_INTERFACE = ("runtime/runtime.h", "runtime/calls.h")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]')


def problems(root):
    allowed = read_table((root / "ARCHITECTURE.md").read_text())
    for folder in sorted(allowed):
        if not (root / "src" / folder).is_dir():
            yield f"ARCHITECTURE.md: src/{folder} does not exist"
    folders = [p for p in (root / "src").iterdir() if p.is_dir()]
    for folder in folders:
        if folder.name not in allowed:
            yield f"src/{folder.name}: not in the table of ARCHITECTURE.md"
            continue
        own, third_party = allowed[folder.name]
        for file in sorted(folder.rglob("*")):
            if file.suffix not in (".h", ".cpp", ".def", ".S"):
                continue
            for number, line in enumerate(file.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                if not match:
                    continue
                quote, path = match.groups()
                where = f"{file.relative_to(root)}:{number}: "
                if quote == "<":
                    if path.startswith(THIRD_PARTY) and not path.startswith(third_party or ("\0",)):
                        yield where + f"src/{folder.name} may not use <{path}>"
                    continue
                target = path.split("/")[0]
                if target == folder.name or path.startswith(SHARED):
                    continue
                if target not in own:
                    yield where + f"src/{folder.name} may not include {path}"
                elif target == "runtime" and path not in RUNTIME_INTERFACE:
                    yield where + f"only {' and '.join(RUNTIME_INTERFACE)} are the runtime's interface, not {path}"


def main():
    found = list(problems(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "no forbidden include")
    sys.exit(1 if found else 0)


main()
