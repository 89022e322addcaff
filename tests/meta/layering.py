#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails on an #include that crosses folders in a direction ARCHITECTURE.md does not allow."""

import pathlib
import re
import sys

# folder -> (folders it may include, third-party headers it may include)
ALLOWED = {
    "support": (set(), ()),
    "model": ({"support"}, ()),
    "analysis": ({"support", "model"}, ()),
    "crash": ({"support", "model"}, ()),
    "instrument": (set(), ("llvm/", "llvm-c/")),
    "runtime": (set(), ()),
    "trace": ({"support", "model", "runtime"}, ()),
    "explore": ({"support", "model", "runtime", "trace"}, ()),
    "synthesize": ({"support", "model", "analysis", "crash", "runtime", "trace", "explore"}, ()),
    "harness": ({"support", "model", "runtime", "trace", "explore", "synthesize"}, ()),
    "frontend": ({"support", "model"}, ("clang/", "llvm/")),
    "codegen": ({"support", "model"}, ("fmt/",)),
    "report": ({"support", "model", "analysis"}, ("fmt/", "nlohmann/")),
    "cli": ({"support", "model", "analysis", "crash", "report", "codegen"}, ("fmt/", "nlohmann/", "CLI/")),
}
# The contract between the pass and the runtime is header-only and belongs to everybody.
SHARED = "runtime/abi/"
THIRD_PARTY = ("llvm/", "llvm-c/", "clang/", "fmt/", "nlohmann/", "CLI/", "z3", "gtest/", "benchmark/")
# Of the runtime, the folders above it see the interface alone.
RUNTIME_INTERFACE = ("runtime/runtime.h", "runtime/calls.h")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]')


def problems(root):
    folders = [p for p in (root / "src").iterdir() if p.is_dir()]
    for folder in folders:
        if folder.name not in ALLOWED:
            yield f"src/{folder.name}: not in the table of tests/meta/layering.py"
            continue
        own, third_party = ALLOWED[folder.name]
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
