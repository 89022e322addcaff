# Prints the summary graphs in LLVM IR from standard input, for FileCheck: one line per node of each function.
#   function NAME
#     NUMBER KIND [reads|writes|atomic|throws|indirect] [site FILE:LINE KIND] OPERANDS -> SUCCESSORS
#     store ADDRESS := VALUE     copy TO := FROM SIZE     return VALUE
# A value is printed as an expression: @global, %0 (a parameter), local, heap, thread, *(address), value+8, value+?, {a, b}, result, ?, 0.
import re
import sys

NODES = "step entry access sync call branch return unwind".split()
VALUES = "none unknown symbol parameter local heap thread load offset any union result".split()
OPERATIONS = """lock try-lock unlock lock-shared try-lock-shared cond-wait cond-signal cond-broadcast semaphore-wait
                semaphore-try-wait semaphore-post barrier-wait once futex thread-create thread-join""".split()
SYNC_CALL = 15


class Words:
    def __init__(self, words):
        self.words, self.at = words, 0

    def next(self):
        self.at += 1
        return self.words[self.at - 1] & 0xFFFFFFFF

    def list(self, fields=1):
        rows = [tuple(self.next() for _ in range(fields)) for _ in range(self.next())]
        return [row[0] for row in rows] if fields == 1 else rows


def unescape(text):
    return re.sub(r"\\([0-9A-F]{2})", lambda m: chr(int(m[1], 16)), text)


def read(lines):
    words, text, sites, records, texts = [], "", [], {}, {}
    for line in lines:
        if m := re.match(r"@heddle\.graph\.words = .* \[(.*)\]", line):
            words = [int(w.split()[-1]) for w in m[1].split(",")]
        elif m := re.match(r'@heddle\.graph\.text = .* c"(.*)"', line):
            text = unescape(m[1])
        elif m := re.match(r"@heddle\.graph\.sites = .*? (?:\[(ptr .*)\]|zeroinitializer)", line):
            sites = re.findall(r"@([\w.]+)", m[1] or "")
        elif m := re.match(r'@(heddle\.text[.\d]*) = .*c"(.*)\\00"', line):
            texts[m[1]] = m[2]
        elif m := re.match(r"@(heddle\.site[.\d]*) = .* \{ ptr @(\S+), ptr .*?, ptr .*?, i32 (\d+), i16 -?\d+, i8 (\d+), "
                           r"i8 \d+, i32 \d+, i8 (\d+)", line):
            records[m[1]] = (m[2], int(m[3]), int(m[4]), int(m[5]))
    return words, text, [records.get(site) for site in sites], texts


def main():
    stream, text, sites, _ = read(sys.stdin.readlines())
    words = Words(stream)
    names = [text[name:text.index("\0", name)] for name, _ in words.list(2)]
    for symbol, offset, target, target_offset in words.list(4):
        print(f"initial @{names[symbol]}+{offset} := @{names[target]}+{target_offset}")
    for constructor in words.list():
        print(f"constructor {names[constructor]}")
    for symbol in words.list():
        print(f"outside {names[symbol]}")
    for _ in range(words.next()):
        print_function(words, names, sites)


def print_function(words, names, sites):
    print(f"function {names[words.next()]}")
    words.next()
    values = []
    for _ in range(words.next()):
        head = words.next()
        values.append((VALUES[head & 0xFF], [words.next() for _ in range(head >> 8)]))

    def spell(number, depth=0):
        kind, operands = values[number]
        if depth > 6:
            return "..."
        inner = [spell(o, depth + 1) for o in operands] if kind in ("any", "union") else []
        if kind == "none":
            return "0"
        if kind == "unknown":
            return "?"
        if kind == "symbol":
            return "@" + names[operands[0]]
        if kind == "parameter":
            return f"%{operands[0]}"
        if kind == "load":
            return f"*({spell(operands[0], depth + 1)})"
        if kind == "offset":
            bytes_ = operands[1] - (operands[1] >> 31 << 32)
            return spell(operands[0], depth + 1) + (f"+{bytes_}" if bytes_ > 0 else str(bytes_) if bytes_ else "")
        if kind == "any":
            return inner[0] + "+?"
        if kind == "union":
            return inner[0] if len(inner) == 1 else "{" + ", ".join(inner) + "}"
        return kind

    for to, source, _ in words.list(3):
        print(f"  store {spell(to)} := {spell(source)}")
    for to, source, size in words.list(3):
        print(f"  copy {spell(to)} := {spell(source)} {size}")
    for value in words.list():
        print(f"  return {spell(value)}")
    for number in range(words.next()):
        head, site = words.next(), words.next()
        operands, successors = words.list(), words.list()
        kind, flags = NODES[head & 0xFF], head >> 8
        parts = [str(number), kind]
        if kind == "access":
            parts += [name for bit, name in ((1, "reads"), (2, "writes"), (4, "atomic")) if flags & bit]
        if kind in ("call", "sync"):
            parts += [name for bit, name in ((1, "throws"), (2, "indirect")) if flags & bit]
        if site and sites[site - 1]:
            _, line, site_kind, operation = sites[site - 1]
            parts.append(f"line {line}")
            if site_kind == SYNC_CALL:
                parts.append(OPERATIONS[operation])
        if kind == "call":
            parts.append(spell(operands[1]) + "(" + ", ".join(map(spell, operands[2:])) + ")")
        else:
            parts += map(spell, operands)
        print("  " + " ".join(parts) + (" -> " + " ".join(map(str, successors)) if successors else ""))


main()
