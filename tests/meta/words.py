#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No document, comment or string contains a phrase that docs/words.md says to avoid.

The table `avoid | write | allowed` of that page is the only list. A blank in a phrase matches any blanks, and the
end of a line with the comment sign or quotation mark that starts the next one.
"""

import pathlib
import re
import sys

FOLDERS = ("src", "include", "tests", "bench", "tools", "share", "subjects")
C_LIKE = (".h", ".hpp", ".cpp", ".c", ".def")
SCRIPTS = (".py",)
SCRIPT_NAMES = ("CMakeLists.txt", "Makefile")
GLOSSARY = "docs/words.md"
NOT_SCANNED = (GLOSSARY, "tests/meta/words.py")  # they quote the phrases
LEAST_ROWS = 40

# File -> phrases that it may contain.
EXCEPTIONS = {}

LINE_END = r'[ \t]*"?[ \t]*\n[ \t]*(?:/{2,3}|[#*"])?[ \t]*'
GAP = rf"(?:[ \t]+|{LINE_END})"
BREAK = re.compile(LINE_END)
C_TEXT = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?P<skip>\'(?:\\.|[^\'\\\n])\')', re.DOTALL)
SCRIPT_TEXT = re.compile(
    r'#[^\n]*|""".*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)


def pattern(phrase):
    text = GAP.join(re.escape(word) for word in phrase.split())
    before, after = (r"\b" if phrase[i].isalpha() else "" for i in (0, -1))
    return re.compile(before + text + after, 0 if phrase[0].isupper() else re.IGNORECASE)


class Rule:
    """One phrase to avoid."""

    def __init__(self, phrase, advice, allowed):
        self.phrase, self.advice = phrase, advice
        self.literal = phrase.lower()
        self.pattern = pattern(phrase)
        self.allowed = [pattern(longer) for longer in allowed if self.literal in longer.lower()]

    def hits(self, text):
        fine = [match.span() for longer in self.allowed for match in longer.finditer(text)]
        for match in self.pattern.finditer(text):
            if not any(begin <= match.start() and match.end() <= end for begin, end in fine):
                yield match.start()


def rules_in(page):
    """The rows of the table below `| avoid | write | allowed |`."""
    rows = re.search(r"^\| avoid \| write \| allowed \|\n\|[-|]+\n((?:\|.*\n)+)", page, re.MULTILINE).group(1).splitlines()
    rules = []
    for row in rows:
        avoid, advice, allowed = (cell.strip() for cell in row.strip("|").split("|"))
        rules += [Rule(phrase, advice, re.findall("`([^`]+)`", allowed)) for phrase in re.findall("`([^`]+)`", avoid)]
    return len(rows), rules


def spans_of(name, text):
    """Where the words are in `text`: all of it in a document, comments and strings in code."""
    if name.endswith(".md"):
        return [(0, len(text))]
    lexer = C_TEXT if name.endswith(C_LIKE) else SCRIPT_TEXT
    return [match.span() for match in lexer.finditer(text) if not match.groupdict().get("skip")]


def problems_in(name, text, rules):
    flat = BREAK.sub(" ", text.lower())
    found = [(start, rule) for rule in rules if rule.literal in flat for start in rule.hits(text)]
    if not found:
        return
    spans = spans_of(name, text)
    for start, rule in sorted(found, key=lambda hit: hit[0]):
        if any(begin <= start < end for begin, end in spans) and rule.phrase not in EXCEPTIONS.get(name, ()):
            line = text.count("\n", 0, start) + 1
            yield f"{name}:{line}: avoid `{rule.phrase}`, write: {rule.advice}"


def text_of(root, file):
    text = file.read_text(errors="replace")
    if file == root / "CHANGELOG.md":  # older entries are history
        return "\n## ".join(text.split("\n## ")[:2])
    return text


def files_of(root):
    documents = [*root.glob("*.md"), *(root / "docs").rglob("*.md")]
    inside = [file for folder in FOLDERS for file in (root / folder).rglob("*")]
    code = [f for f in inside if f.suffix in (".md", *C_LIKE, *SCRIPTS) or f.name in SCRIPT_NAMES]
    top = [root / name for name in SCRIPT_NAMES]
    return sorted(f for f in {*documents, *code, *top} if f.relative_to(root).as_posix() not in NOT_SCANNED)


def self_check():
    """Made-up lines: what must be reported, and what must not."""
    rules = [Rule("is no", "is not a", ["there is no"]), Rule("Of which", "name it", []), Rule("behind", "after", [])]
    bad = {
        "a.md": "It is no\nproof.\n",
        "a.h": "// It is\n// no proof.\n",
        "a.cpp": 'print("this is "\n      "no proof");\n',
        "b.cpp": "// Of which one is chosen.\n",
        "a.py": "# It is no proof.\n",
    }
    good = {
        "a.md": "There is no proof, one of which is long.\n",
        "a.cpp": "behind(text); // 'x' is not a mark\n",
        "b.cpp": 'f("a"); behind(b); g("b");\n',
    }
    for name, text in bad.items():
        assert len(list(problems_in(name, text, rules))) == 1, f"not reported: {text}"
    for name, text in good.items():
        assert not list(problems_in(name, text, rules)), f"reported: {text}"
    assert list(problems_in("a.md", "\nIt is no proof.\n", rules)) == ["a.md:2: avoid `is no`, write: is not a"]


def main():
    self_check()
    root = pathlib.Path(sys.argv[1]).resolve()
    rows, rules = rules_in((root / GLOSSARY).read_text())
    assert rows >= LEAST_ROWS, f"{GLOSSARY} has only {rows} rows"
    files = files_of(root)
    problems = [p for file in files
                for p in problems_in(file.relative_to(root).as_posix(), text_of(root, file), rules)]
    print("\n".join(problems) or "no phrase to avoid")
    print(f"{len(files)} files, {rows} rows, {len(rules)} phrases, {len(problems)} hits")
    sys.exit(1 if problems else 0)


main()
