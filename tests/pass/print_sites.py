# Prints the site records in LLVM IR from standard input, for FileCheck:
#   file:line:column kind [order[/failure order]] [operation] size [volatile] [pointer] `variable` in function
import os
import re
import sys

KINDS = """load store range-read range-write atomic-load atomic-store atomic-rmw atomic-cas fence
           entry exit branch indirect-call libc tick sync""".split()
ORDERS = ["", "relaxed", "acquire", "release", "acq_rel", "seq_cst"]
OPERATIONS = "exchange add sub and nand or xor max min umax umin".split()

TEXT = re.compile(r'@(heddle\.text[.\d]*) = .*(?:c"(.*)\\00"|zeroinitializer)')
RECORD = re.compile(
    r"@heddle\.site[.\d]* = private constant \{[^{]*\} "
    r"\{ ptr @(\S+), ptr @(\S+), ptr @(\S+), i32 (\d+), i16 (-?\d+), i8 (\d+), i8 (\d+), "
    r"i32 (\d+), i8 (\d+), i8 (\d+), i8 (\d+), i8 (\d+) \}, "
    r'section "heddle_sites", align 8'
)


def words(texts, match):
    file, function, variable = (texts[name] for name in match.groups()[:3])
    line, column, kind, order, size, operation, fail, volatile, pointer = map(int, match.groups()[3:])
    yield f"{os.path.basename(file)}:{line}:{column}"
    yield KINDS[kind]
    if order:
        yield ORDERS[order] + ("/" + ORDERS[fail] if fail else "")
    if KINDS[kind] == "atomic-rmw":
        yield OPERATIONS[operation]
    yield str(size)
    if volatile:
        yield "volatile"
    if pointer:
        yield "pointer"
    yield f"`{variable}` in {function}"


def main():
    lines = sys.stdin.readlines()
    texts = {m[1]: m[2] or "" for m in map(TEXT.match, lines) if m}
    for match in filter(None, map(RECORD.match, lines)):
        print(" ".join(words(texts, match)))


main()
