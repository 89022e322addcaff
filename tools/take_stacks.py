#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes the crash stacks in subjects/NAME/stacks again, by running the subjects on real threads until they fail.

  tools/take_stacks.py [--formats gdb,asan,...] [NAME...]

The tool copies each subject and inserts a pause between the two accesses that must not be separated, on the same line,
so that line numbers do not change and the failure happens immediately. A short program calls the subject from two
threads. The tool builds and runs it once per format:

  gdb        g++ -O0 -g; gdb -batch -ex run -ex bt
  asan       clang++-19 -O1 -g -fsanitize=address, ASAN_OPTIONS=handle_abort=1
  tsan       clang++-19 -O1 -g -fsanitize=thread
  backtrace  g++ -O0 -rdynamic without -g; a signal handler prints backtrace_symbols_fd
  std        g++-12 -std=c++23 -O0 -g; a signal handler prints std::stacktrace. Debian's libstdc++ lacks half of it, so
             the missing functions are linked to those of the libbacktrace next to the compiler, which are the same
             functions under other names
  boost      g++ -O0 -g -no-pie; a signal handler prints boost::stacktrace, by addr2line
  backward   g++ -O0 -g -ldw; backward::SignalHandling
  hung       g++ -O0 -g; gdb -p, thread apply all bt, on a process that does not end

boost needs libboost-dev; backward needs libbackward-cpp-dev and libdw-dev. A stack without the
expected method is an error.
"""
from __future__ import annotations

import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

SUBJECTS = pathlib.Path(__file__).resolve().parent.parent / "subjects"
CRASH_FORMATS = ("gdb", "asan", "backtrace", "std", "boost", "backward")
PAUSE = "::usleep(100'000)"
TRIES = 20


@dataclasses.dataclass
class Subject:
    """Position of the pause (@ in the text of the line), the setup, the calls of both threads, the failing method."""
    pause: str
    setup: str
    first: str
    second: str
    method: str
    formats: tuple[str, ...] = CRASH_FORMATS
    types: str = ""


def pool(kind: str, key: str) -> Subject:
    return Subject(f"@, largest = std::max(largest, {key});", f'pool::{kind} one, two; two.setDataSourceName("main");',
                   'one.setDataSourceName("other");', "two.close();", "setDataSourceName")


DEADLOCKS = ("hung",)
LAYOUT = "struct Plain : log4::Layout { std::string format(const log4::LoggingEvent& event) const override { return event.message; } };"
LISTENER = "struct Silent : chart::SeriesChangeListener { void seriesChanged(const std::string&) override {} };"
STREAM = """struct Zeros : io::InputStream {
  std::size_t read(char* to, std::size_t size) override { std::fill(to, to + size, '0'); return size; }
  std::size_t available() const override { return 1; }
};"""
FILTER = "struct All : logging::Filter { bool isLoggable(const logging::LogRecord&) const override { return true; } };"
BOUNDS = "for (;;) { shared.setRange(-5, -4); ::usleep(130'000); shared.setRange(5, 6); ::usleep(70'000); }"

ALL = {
    "per_user_pool": pool("PerUserPool", "key"),
    "shared_pool": pool("SharedPool", "instance.key"),
    "int_range": Subject("hash_ = 17; @;", "lang::IntRange shared(1, 9);", "shared.hashCode();", "shared.hashCode();", "hashCode",
                         (*CRASH_FORMATS, "tsan")),
    "buffered_input_stream": Subject("@, count_ = std::min(in_->read(buffer_->data(), buffer_->size()), buffer_->size());",
                                     "io::BufferedInputStream shared(std::make_unique<Zeros>());", "shared.read();", "shared.close();", "read", types=STREAM),
    "logger": Subject("if (filter_ != nullptr && @ == 0 && !filter_->isLoggable(record))", 'All all; logging::Logger shared("server"); shared.setFilter(&all);',
                      'shared.info("message");', "shared.setFilter(nullptr);", "info", types=FILTER),
    "pushback_reader": Subject("@, (*buffer_)[--position_] = letter;", 'io::PushbackReader shared("text");', "shared.unread('a');", "shared.close();", "unread"),
    "number_axis": Subject("Range NumberAxis::range() const { @;", 'chart::NumberAxis shared("x");', "for (;;) shared.centerRange(1);", BOUNDS, "centerRange"),
    "xy_series": Subject("tell(*listener, series), @;", 'Silent one, two; chart::XYSeries shared("s"); shared.addChangeListener(&one); shared.addChangeListener(&two);',
                         "shared.fireSeriesChanged();", "shared.addChangeListener(&one);", "fireSeriesChanged", types=LISTENER),
    "category": Subject("@; auto found = std::find(appenders_->begin(), appenders_->end(), appender);",
                        'log4::Category shared("c"); shared.addAppender("file");', 'shared.appender("file");', "shared.removeAllAppenders();", "appender"),
    "file_appender": Subject("@, writer_->write(layout_->format(event));",
                             'Plain plain; log4::FileAppender shared; shared.setLayout(&plain); shared.setFile("log"); shared.activateOptions();',
                             'shared.doAppend({log4::Priority::Info, "x"});', "shared.close();", "doAppend", types=LAYOUT),
    "ticker": Subject("@, job_->run();", "Ticker shared([] {});", "shared.start(1);", "shared.stop();", "run"),
    "readings": Subject("@; if (count == 0)", "sensor::Readings shared; shared.add(1);", "shared.last();", "shared.clear();", "last"),
    "journal": Subject("@; return line(0).size();", 'editor::Journal shared; shared.write("a");', "shared.first();", "shared.trim();", "first"),
    "slot_pool": Subject("@; return ++item->uses;", "pool::SlotPool shared; shared.fill(2);", "shared.use(2);", "shared.drop(2);", "use", ("asan",)),
    "string_buffer_append": Subject("std::lock_guard lock(mutex_); @;  // before std::lock_guard otherLock", 'lang::StringBuffer one("a"), two("b");',
                                    "one.append(two);", "two.append(one);", "append", DEADLOCKS),
    "hashtable_equals": Subject("@; if (other.size() != entries_.size())", "util::Hashtable one, two;", "one.equals(two);", "two.equals(one);", "equals", DEADLOCKS),
    "synchronized_map": Subject("std::size_t code = 0; @;", "util::SynchronizedMap one, two; one.put(1, &two); two.put(1, &one);",
                                "one.hashCode();", "two.hashCode();", "hashCode", DEADLOCKS),
}

HANDLER = """
void printStack(int signal) {
  std::cerr << "caught " << (signal == SIGABRT ? "SIGABRT" : "SIGSEGV") << std::endl;
  PRINT
  ::_exit(1);
}
const bool installed = (std::signal(SIGSEGV, printStack), std::signal(SIGABRT, printStack), true);
"""
PRINTERS = {
    "backtrace": ("#include <execinfo.h>", "void* frames[64]; ::backtrace_symbols_fd(frames, ::backtrace(frames, 64), 2);"),
    "std": ("#include <stacktrace>", "std::cerr << std::stacktrace::current() << std::endl;"),
    "boost": ("#include <boost/stacktrace.hpp>", "std::cerr << boost::stacktrace::stacktrace();"),
}
GXX = ["g++", "-std=c++20", "-O0", "-g"]
CLANG = ["clang++-19", "-std=c++20", "-O1", "-g", "-fdebug-compilation-dir=."]
COMPILERS = {
    "gdb": GXX,
    "hung": GXX,
    "asan": [*CLANG, "-fsanitize=address"],
    "tsan": [*CLANG, "-fsanitize=thread"],
    "backtrace": ["g++", "-std=c++20", "-O0", "-rdynamic"],
    "std": ["g++-12", "-std=c++23", "-O0", "-g", "-D_GLIBCXX_HAVE_STACKTRACE=1"],
    "boost": [*GXX, "-no-pie", "-DBOOST_STACKTRACE_USE_ADDR2LINE"],
    "backward": [*GXX, "-DBACKWARD_HAS_DW=1"],
}
BACKTRACE = [f"-Wl,--defsym=__glibcxx_backtrace_{name}=backtrace_{name}" for name in ("create_state", "simple", "pcinfo", "syminfo")]
LIBRARIES = {"std": [*BACKTRACE, "-lbacktrace"], "boost": ["-ldl"], "backward": ["-ldw"]}


def copy_with_pause(name: str, subject: Subject, to: pathlib.Path) -> None:
    """The folders of the subject and of its includes."""
    for folder in (name, "appender", "chart", "pool"):
        if not (to / folder).exists():
            shutil.copytree(SUBJECTS / folder, to / folder)
    paused = subject.pause.split("  // before ")
    wanted = re.sub(r", @|@(, |; | == 0 && |;)", "", paused[0]).strip()
    for file in (to / name / f"{name}.hpp", to / name / f"{name}.cpp"):
        lines = file.read_text().splitlines() if file.exists() else []
        for i, line in enumerate(lines):
            follows = len(paused) == 1 or (i + 1 < len(lines) and paused[1] in lines[i + 1])
            if line.strip() == wanted and follows:
                lines[i] = line.replace(wanted, paused[0].replace("@", PAUSE))
                file.write_text("\n".join(lines) + "\n")
                return
    sys.exit(f"{name}: no line {wanted!r} to put a pause in")


def server(name: str, subject: Subject, form: str) -> str:
    headers = ["algorithm", "csignal", "iostream", "memory", "string", "thread"]
    text = "".join(f"#include <{header}>\n" for header in headers) + f'#include "{name}.hpp"\n'
    if form in PRINTERS:
        include, printing = PRINTERS[form]
        text += include + "\n" + HANDLER.replace("PRINT", printing)
    if form == "backward":
        text += "#include <backward.hpp>\nbackward::SignalHandling handling;\n"
    return text + f"""{subject.types}
int main() {{
  {subject.setup}
  std::thread first([&] {{ {subject.first} }});
  std::thread second([&] {{ ::usleep(30'000); {subject.second} ::usleep(300'000); }});
  first.join();
  second.join();
}}
"""


def build(name: str, subject: Subject, form: str, work: pathlib.Path) -> None:
    source = work / "src" / "server.cpp"
    source.write_text(server(name, subject, form))
    sources = ["src/server.cpp"] + ([f"src/{name}/{name}.cpp"] if (work / "src" / name / f"{name}.cpp").exists() else [])
    command = [*COMPILERS[form], "-include", "unistd.h", f"-Isrc/{name}", f"-ffile-prefix-map={work}/=", *sources, "-o", "server", "-pthread", *LIBRARIES.get(form, [])]
    subprocess.run(command, cwd=work, check=True)


def run(form: str, work: pathlib.Path) -> str:
    if form == "hung":
        return attach(work)
    command = ["./server"] if form != "gdb" else ["gdb", "-batch", "-nx", "-ex", "set debuginfod enabled off", "-ex", "run", "-ex", "bt", "./server"]
    environment = os.environ | {"ASAN_OPTIONS": "handle_abort=1", "ASAN_SYMBOLIZER_PATH": shutil.which("llvm-symbolizer-19") or ""}
    done = subprocess.run(command, cwd=work, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=120, check=False)
    return done.stdout.decode(errors="replace").replace(f"{work}/", "")


def attach(work: pathlib.Path) -> str:
    with subprocess.Popen(["./server"], cwd=work) as process:
        time.sleep(1)
        done = subprocess.run(["gdb", "-batch", "-nx", "-ex", "set debuginfod enabled off", "-ex", "thread apply all bt", "-p", str(process.pid)],
                              cwd=work, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
        process.kill()
    return done.stdout.replace(f"{work}/", "")


def take(name: str, subject: Subject, form: str) -> None:
    with tempfile.TemporaryDirectory(prefix="stacks-") as folder:
        work = pathlib.Path(folder)
        copy_with_pause(name, subject, work / "src")
        build(name, subject, form, work)
        for _ in range(TRIES):
            text = run(form, work)
            if subject.method in text:
                break
        else:
            sys.exit(f"{name}, {form}: {subject.method} is not on the stack:\n{text}")
    to = SUBJECTS / name / "stacks" / f"{form}.txt"
    to.parent.mkdir(exist_ok=True)
    to.write_text(text)
    print(to)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--formats", default="", help="only these")
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    wanted = arguments.formats.split(",") if arguments.formats else None
    for name, subject in ALL.items():
        for form in subject.formats:
            if (not arguments.names or name in arguments.names) and (wanted is None or form in wanted):
                take(name, subject, form)


if __name__ == "__main__":
    main()
