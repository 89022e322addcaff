#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Facts first, words last: what one process tells another is data, and no sentence is compared.

Harness processes and the front end hand over messages (runtime/abi/messages.def) and values; src/report has the words. So their
folders contain no sentences, except for those in ALLOWED. Nowhere is a sentence compared or searched for."""

import pathlib
import re
import sys

# Folders whose code runs in a harness or in the front end.
SILENT = ["runtime", "trace", "explore", "calls", "generate", "examine", "check", "reproduce", "harness", "explain", "frontend"]
# File -> why its sentences do not reach a user through another process.
ALLOWED = {
    "src/explore/checkpoint_probe.cpp": "a measurement that developers ask for",
    "src/explore/tracing_probe.cpp": "a measurement that developers ask for",
    "src/frontend/contracts/comments.cpp": "what authors write in comments",
    "src/frontend/contracts/roles.cpp": "errors of heddle's own data files",
    "src/frontend/documented_unsafe.cpp": "names of methods",
    "src/frontend/harness_writer.cpp": "C++ code",
    "src/frontend/options.cpp": "arguments that only heddle passes",
    "src/frontend/parse.cpp": "an error of the machine, like the compiler's own",
    "src/harness/harness_main.cpp": "a harness that was started by hand, on its own standard error",
    "src/harness/status_page.cpp": "as in harness_main.cpp",
    "src/reproduce/failure_goal.cpp": "what the demangler writes",
    "src/runtime/system/raw_output.cpp": "a bug of heddle, on standard error",
}
# What follows these is for developers, or code.
FOR_DEVELOPERS = re.compile(r"HEDDLE_CHECK|HEDDLE_RT_CHECK|static_assert|dieOfBug|asm\b|HEDDLE_DEPRECATED|Error\{|Error\(|#error|#include|pragma")
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
SENTENCE = re.compile(r"[a-z]{2,},? [a-z]{2,},? [a-z]{2,}")  # three words
COMPARED = re.compile(r'(?:[=!]= |starts_with\(|ends_with\(|contains\(|[^f]find\()"((?:[^"\\\n]|\\.)*)"')
TWO_WORDS = re.compile(r"^[A-Za-z`]+ [a-z]+")
# Texts of other tools, which heddle reads.
READS_OTHERS = ("src/crash/", "src/build/build_driver.cpp", "src/cli/doctor_command.cpp", "src/codegen/", "src/frontend/")


def without_comments(text):
    return re.sub(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/', lambda match: match.group(1) or "", text, flags=re.DOTALL)


def statements(text):
    """(line number, text) of each statement: what a string belongs to may begin lines before it."""
    line = 1
    for part in re.split(r"(?<=[;}])", text):
        yield line + len(part) - len(part.lstrip("\n")), part
        line += part.count("\n")


def sentences_in(path, text):
    for line, statement in statements(without_comments(text)):
        if FOR_DEVELOPERS.search(statement):
            continue
        joined = re.sub(r'"\s*\n\s*"', "", statement)
        for match in STRING.finditer(joined):
            is_for_developers = joined[: match.start()].rstrip().endswith("<<")  # of a check
            if SENTENCE.search(match.group(1)) and not is_for_developers:
                yield f"{path}:{line}: a sentence in a process that has no user: \"{match.group(1)}\""


def comparisons_in(path, text):
    for number, line in enumerate(without_comments(text).splitlines(), 1):
        for match in COMPARED.finditer(line):
            if TWO_WORDS.search(match.group(1)):
                yield f"{path}:{number}: words are compared: \"{match.group(1)}\""


def problems(root):
    for path in sorted((root / "src").rglob("*")):
        if path.suffix not in (".h", ".cpp", ".def"):
            continue
        name = str(path.relative_to(root))
        text = path.read_text()
        if name.split("/")[1] in SILENT and name not in ALLOWED and not name.startswith("src/frontend/summary/libraries/"):
            yield from sentences_in(name, text)
        if not name.startswith(READS_OTHERS):
            yield from comparisons_in(name, text)


def self_check():
    """The test can fail."""
    assert list(sentences_in("x", 'f("the thread waits for a lock");'))
    assert not list(sentences_in("x", '// "the thread waits for a lock"\nHEDDLE_CHECK(a) << "the thread waits for";'))
    assert list(comparisons_in("x", 'if (step.what == "waits for")'))
    assert list(comparisons_in("x", 'text.find("not visible") != npos'))


def main():
    self_check()
    found = list(problems(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "no sentence crosses a process border or is compared")
    sys.exit(1 if found else 0)


main()
