# SPDX-License-Identifier: Apache-2.0
"""No subject changes files: every way to do it is refused by name and place, and the disk stays as it was, bit for bit."""
from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess

from heddle_tool import EXIT_CLEAN, EXIT_ENVIRONMENT, EXIT_FOUND, Case, Environment, Heddle, Run

# Statements, separated by two spaces. The message must name the function, or what follows the arrow.
LIBC = """
remove("file")  unlink("file")  unlinkat(AT_FDCWD, "file", 0)  rmdir("folder")  shm_unlink("/heddle")  sem_unlink("/heddle")
rename("file", "other")  renameat(AT_FDCWD, "file", AT_FDCWD, "other")  renameat2(AT_FDCWD, "file", AT_FDCWD, "other", 0)
link("file", "other")  linkat(AT_FDCWD, "file", AT_FDCWD, "other", 0)  symlink("file", "other")  symlinkat("file", AT_FDCWD, "other")
mkdir("other", 0777)  mkdirat(AT_FDCWD, "other", 0777)  mkfifo("other", 0666)  mkfifoat(AT_FDCWD, "other", 0666)
mknod("other", S_IFREG | 0666, 0)  mknodat(AT_FDCWD, "other", S_IFREG | 0666, 0)
tmpfile()  mkstemp(name)  mkostemp(name, 0)  mkstemps(name, 0)  mkdtemp(name)  mktemp(name)  tempnam(nullptr, nullptr)
truncate("file", 0)  truncate64("file", 0)  ftruncate(fd, 0)  ftruncate64(fd, 0)  fallocate(fd, 0, 0, 9)  posix_fallocate(fd, 0, 9)
pwrite(fd, "x", 1, 0)  pwritev(fd, &part, 1, 0)  sendfile(1, fd, nullptr, 1)  copy_file_range(fd, nullptr, 1, nullptr, 1, 0)
splice(fd, nullptr, 1, nullptr, 1, 0)
chmod("file", 0)  fchmod(fd, 0)  fchmodat(AT_FDCWD, "file", 0, 0)  chown("file", 7, 7)  fchown(fd, 7, 7)  lchown("link", 7, 7)
fchownat(AT_FDCWD, "file", 7, 7, 0)
utime("file", nullptr)  utimes("file", nullptr)  lutimes("link", nullptr)  futimes(fd, nullptr)  futimens(fd, nullptr)
utimensat(AT_FDCWD, "file", nullptr, 0)
setxattr("file", "user.a", "b", 1, 0)  lsetxattr("file", "user.a", "b", 1, 0)  fsetxattr(fd, "user.a", "b", 1, 0)  removexattr("file", "user.a")
flock(fd, LOCK_EX)  lockf(fd, F_LOCK, 0)  chdir("folder")  fchdir(folder)  chroot(".")  umask(0)  mount("none", "folder", "nothing", 0, nullptr)
umount("folder")  setrlimit(RLIMIT_CORE, &limit)  dup2(fd, 1)  dup3(fd, 1, 0)  syslog(LOG_INFO, "heddle")
creat("file", 0666)  creat64("file", 0666)
open("file", O_WRONLY)  open("other", O_RDONLY | O_CREAT, 0666)
open64("file", O_RDWR | O_APPEND)  open("file", O_RDONLY | O_TRUNC)
openat(folder, "inner", O_WRONLY)  openat64(folder, "inner", O_RDWR)
fopen("file", "w")  fopen("file", "a")  fopen("file", "r+")
fopen64("file", "w")  freopen("file", "w", stdout)  std::remove("file") -> remove  std::rename("file", "b") -> rename
fcntl(fd, F_SETLK, &lock) -> fcntl  ioctl(fd, FS_IOC_SETFLAGS, &number) -> ioctl  prctl(PR_SET_DUMPABLE, 0) -> prctl  setuid(7)  setgroups(0, nullptr)
socket(AF_INET, SOCK_STREAM, 0)  memfd_create("x", 0)  fork()  execl("/bin/true", "true", nullptr) -> exec  system("true")
"""

FILESYSTEM = """
remove("file")  remove_all("folder") -> unlinkat  resize_file("file", 1) -> truncate  rename("file", "other")  permissions("file", fs::perms::none) -> fchmodat
create_directory("other") -> mkdir  create_directories("a/b") -> mkdir  create_symlink("file", "other") -> symlink  create_directory_symlink("folder", "other") -> symlink
create_hard_link("file", "other") -> link  copy("file", "other") -> opens 'other' for writing  copy("folder", "other", fs::copy_options::recursive) -> mkdir
copy_file("file", "other") -> opens 'other' for writing  copy_file("other file", "file", fs::copy_options::overwrite_existing) -> opens 'file' for writing
last_write_time("file", fs::file_time_type()) -> utimensat  current_path("folder") -> chdir  copy_symlink("link", "other") -> symlink
"""

STREAMS = """
std::ofstream("file") -> opens 'file' for writing  std::ofstream("other", std::ios::app) -> opens 'other' for writing
std::fstream("file") -> opens 'file' for writing  std::filebuf().open("file", std::ios::out) -> opens 'file' for writing
std::wofstream("file") -> opens 'file' for writing  std::fstream("file", std::ios::in | std::ios::out | std::ios::trunc) -> opens 'file' for writing
"""

# Arguments of a system call; made with syscall() and in assembly.
SYSTEM_CALLS = """
unlink("file")  unlinkat(AT_FDCWD, "file", 0)  rmdir("folder")  rename("file", "other")  renameat(AT_FDCWD, "file", AT_FDCWD, "other")
renameat2(AT_FDCWD, "file", AT_FDCWD, "other", 0)  mkdir("other", 0777)  mkdirat(AT_FDCWD, "other", 0777)  mknod("other", S_IFREG | 0666, 0)
mknodat(AT_FDCWD, "other", S_IFREG | 0666, 0)  link("file", "other")  linkat(AT_FDCWD, "file", AT_FDCWD, "other", 0)  symlink("file", "other")
symlinkat("file", AT_FDCWD, "other")  truncate("file", 0)  ftruncate(fd, 0)  fallocate(fd, 0, 0, 9)  chmod("file", 0)  fchmod(fd, 0)
fchmodat(AT_FDCWD, "file", 0)  chown("file", 7, 7)  fchown(fd, 7, 7)  lchown("link", 7, 7)  fchownat(AT_FDCWD, "file", 7, 7, 0)  utime("file", 0)
utimes("file", 0)  futimesat(AT_FDCWD, "file", 0)  utimensat(AT_FDCWD, "file", 0, 0)  setxattr("file", "user.a", "b", 1, 0)
lsetxattr("file", "user.a", "b", 1, 0)  fsetxattr(fd, "user.a", "b", 1, 0)  removexattr("file", "user.a")  chdir("folder")  fchdir(folder)
chroot(".")  umask(0)  mount("none", "folder", "nothing", 0, 0)  umount2("folder", 0)  creat("file", 0666)  open("file", O_WRONLY)
open("file", O_RDONLY | O_TRUNC)  openat(AT_FDCWD, "other", O_RDONLY | O_CREAT, 0666)  openat(AT_FDCWD, ".", O_RDWR | O_TMPFILE, 0666)
openat2(AT_FDCWD, "file", number, 24)  pwrite64(fd, "x", 1, 0)  pwritev(fd, &part, 1, 0)  sendfile(1, fd, 0, 1)
copy_file_range(fd, 0, 1, 0, 1, 0)  splice(fd, 0, 1, 0, 1, 0)  vmsplice(1, &part, 1, 0)  flock(fd, LOCK_EX)  fcntl(fd, F_SETLK, &lock)
ioctl(fd, FS_IOC_SETFLAGS, number)  setrlimit(RLIMIT_CORE, &limit)  prlimit64(0, RLIMIT_CORE, &limit, 0)  prctl(PR_SET_DUMPABLE, 0)
io_uring_setup(1, number)  process_vm_writev(getpid(), &part, 0, &part, 0, 0)  process_vm_readv(getpid(), &part, 0, &part, 0, 0)
ptrace(0, 0, 0, 0)  memfd_create("x", 0)  execve("/bin/true", 0, 0)  execveat(AT_FDCWD, "/bin/true", 0, 0, 0)  fork()  vfork()  clone(SIGCHLD, 0)
kill(getpid(), 0)  tkill(getpid(), 0)  tgkill(getpid(), getpid(), 0)  rt_sigqueueinfo(getpid(), 0, 0)  socket(AF_UNIX, SOCK_STREAM, 0)  pipe(number)
dup2(fd, 1)  dup3(fd, 1, 0)  unshare(0)  setns(fd, 0)  setuid(7)  personality(0)  exit_group(0)  exit(0)  pause()  userfaultfd(0)  keyctl(0)
bpf(0, 0, 0)  perf_event_open(0, 0, 0, 0, 0)  sigaltstack(0, number)  arch_prctl(0x1002, number)  rt_sigaction(SIGSYS, number, 0, 8)
inotify_init()  shmget(0, 1, 0)  msgget(0, 0)  mq_unlink("heddle")  acct("file")  swapon("file", 0)  quotactl(0, 0, 0, 0)  sync()  nanosleep(number, 0)
open_by_handle_at(fd, number, 0)  mount_setattr(fd, "", 0, number, 0)  seccomp(0, 0, 0)
"""

# The only answer without a source location: the kernel ends the process immediately.
KILLED = "blocks the signal SIGSYS"

# Whole statements, with what is named.
ASSEMBLY = f"""
RAW(SYS_futex, number, FUTEX_WAIT, 0, 0); -> futex  RAW(SYS_unlink | 0x40000000, "file"); -> system call number
RAW(999); -> system call number 999  RAW(SYS_mmap, 0, 4096, PROT_READ, MAP_SHARED, fd, 0); -> mmap
int result; asm volatile("int $0x80" : "=a"(result) : "a"(10), "b"(number) : "memory"); -> another ABI
sigset_t all; sigfillset(&all); pthread_sigmask(SIG_SETMASK, &all, nullptr); RAW(SYS_unlink, "file"); -> system call unlink
signal(SIGSYS, SIG_IGN); RAW(SYS_unlink, "file"); -> system call unlink
long all = -1; RAW(SYS_rt_sigprocmask, SIG_SETMASK, &all, 0, 8); RAW(SYS_unlink, "file"); -> {KILLED}
struct Spiteful : std::exception {{ const char* what() const noexcept {{ unlink("file"); return ""; }} }}; throw Spiteful(); -> (unlink)
"""

PROGRAM_HEAD = r"""
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <grp.h>
#include <linux/fs.h>
#include <linux/futex.h>
#include <mqueue.h>
#include <semaphore.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <syslog.h>
#include <thread>
#include <unistd.h>
#include <utime.h>
namespace fs = std::filesystem;
template <typename... T>
std::array<long, 6> words(T... values) { return {(long)values...}; }
#define RAW(number, ...) \
  ({ std::array<long, 6> w = words(__VA_ARGS__); long result; register long r10 asm("r10") = w[3]; \
     register long r8 asm("r8") = w[4]; register long r9 asm("r9") = w[5]; \
     asm volatile("syscall" : "=a"(result) : "a"((long)(number)), "D"(w[0]), "S"(w[1]), "d"(w[2]), "r"(r10), "r"(r8), "r"(r9) \
                  : "rcx", "r11", "memory"); result; })
int fd, folder;
char name[] = "fileXXXXXX", text[] = "x";
iovec part{text, 1};
rlimit limit;
struct flock lock{F_WRLCK, SEEK_SET, 0, 0, 0};
long number[16];
"""

PROGRAM_TAIL = """
int main(int, char** arguments) {
  std::thread([] {}).join();
  fd = open("file", O_RDONLY);
  folder = open("folder", O_RDONLY | O_DIRECTORY);
  void (*const calls[])() = {%s};
  calls[std::atoi(arguments[1])]();
}
"""

# What must keep working, again and again: reading, /dev/null, standard output, and blocked signals.
HARMLESS = r"""
#include <atomic>
#include <cassert>
#include <csignal>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
namespace fs = std::filesystem;
void read() {
  std::string text;
  std::ifstream("file") >> text;
  assert(text == "precious");
  FILE* stream = std::fopen("file", "r");
  char buffer[9] = {};
  assert(std::fread(buffer, 1, 8, stream) == 8 && text == buffer);
  std::fclose(stream);
  int copy = dup(open("file", O_RDONLY));
  assert(pread(copy, buffer, 1, 3) == 1 && buffer[0] == 'c');
  assert(fs::exists("file") && fs::file_size("file") == 8 && fs::is_symlink("link") && !fs::exists("nothing"));
  assert(fs::read_symlink("link") == "file" && fs::canonical("link") == fs::current_path() / "file");
  assert(fs::status("file").permissions() == fs::perms(0640) && fs::last_write_time("file") > fs::file_time_type::min());
  std::size_t entries = 0;
  for (const auto& entry : fs::recursive_directory_iterator("."))
    entries += entry.path().empty() ? 0 : 1;
  assert(entries > 3 && fs::space(".").capacity > 0 && !fs::create_directories("folder") && fs::remove_all("nothing") == 0);
  DIR* folder = opendir("folder");
  assert(readdir(folder) != nullptr && access("file", R_OK) == 0);
  closedir(folder);
}
void write() {
  std::ofstream("/dev/null") << "nothing";
  FILE* null = std::fopen("/dev/null", "w");
  std::fprintf(null, "nothing");
  assert(std::fclose(null) == 0);
  int descriptor = open("/dev/null", O_RDWR);
  assert(::write(descriptor, "nothing", 7) == 7 && close(descriptor) == 0);
  int forReading = open("file", O_RDONLY);
  assert(::write(forReading, "x", 1) == -1 && errno == EBADF && ::write(-1, "x", 1) == -1);
  std::puts("out");
  dprintf(1, "out");
  assert(::write(2, "error", 5) == 5);
}
int main(int, char** arguments) {
  std::atomic<int> ready = 0;
  std::thread other([&] { ready = 1; write(); });
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  read();
  other.join();
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  assert(sigismember(&before, SIGUSR1) && ready == 1);
  if (arguments[1][0] == 'c')
    *static_cast<volatile int*>(nullptr) = 1;
}
"""

CLASSES = r"""
#pragma once
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <sys/syscall.h>
class Wiper {
public:
  void add() { std::lock_guard guard(mutex_); ++count_; }
  int count() { std::lock_guard guard(mutex_); return count_; }
  void wipe() {
    std::filesystem::remove_all("folder"); // Wiper
  }
private:
  std::mutex mutex_;
  int count_ = 0;
};
class Log {
public:
  Log() {
    out_.open("file"); // Log
  }
  void add(int line) { out_ << line; }
private:
  std::ofstream out_;
};
class Assembler {
public:
  int size() const { return 1; }
  long drop(int which) {
    long result = 0;
    if (which == 2)
      asm volatile("syscall" : "=a"(result) : "a"(SYS_unlink), "D"("file") : "rcx", "r11", "memory"); // Assembler
    return result;
  }
};
"""

LIBRARY = r"""
#include <fcntl.h>
#include <fstream>
#include <sys/syscall.h>
#include <unistd.h>
#if defined(ASSEMBLY)
static const long result = [] {
  long done;
  asm volatile("syscall" : "=a"(done) : "a"(SYS_unlink), "D"("file") : "rcx", "r11", "memory");
  return done;
}();
#elif defined(SYSCALL)
static const long result = syscall(SYS_unlink, "file");
#else
static std::ofstream log("file");
#endif
int answer() { return 42; }
"""

# Code that the loader runs before the engine has installed its filter. Compiled as a library, a program and a class.
INDIRECT = r"""
#include <sys/syscall.h>
#include <thread>
extern "C" {
inline int answerIt() { return 42; }
__attribute__((used)) static int (*chooseAnswer(void))(void) {
  long done;
  asm volatile("syscall" : "=a"(done) : "a"(SYS_unlink), "D"("file") : "rcx", "r11", "memory");
  return answerIt;
}
static int chosen(void) __attribute__((ifunc("chooseAnswer")));
}
class Chooser {
public:
  int answer() { return chosen(); }
};
#if defined(LIBRARY)
int answer() { return chosen(); }
#elif defined(PROGRAM)
int main() { std::thread([] {}).join(); return chosen() - 42; }
#endif
"""

LIBRARY_USER = """
#include <thread>
int answer();
int main() { std::thread([] {}).join(); return answer() - 42; }
"""

# Starts a program on what looks like a kernel that has no seccomp filters.
WITHOUT_FILTER = r"""
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int count, char** arguments) {
  struct sock_filter code[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                               BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
                               BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
                               BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog program = {4, code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (count < 2 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    return 99;
  execv(arguments[1], arguments + 1);
  return 98;
}
"""


def entries(table: str, statement: str) -> list[tuple[str, str]]:
    """(statement, what the message names) of each entry."""
    found = []
    for entry in re.split(r"\n|  +", table.strip()):
        call, _, named = entry.partition(" -> ")
        function, _, arguments = call.partition("(")
        more = "" if arguments == ")" else ", "
        found.append((statement.format(call=call, function=function, arguments=more + arguments[:-1]), named or function))
    return found


def victims(folder: pathlib.Path) -> pathlib.Path:
    """A fresh folder with something to lose."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "folder").mkdir(parents=True)
    for name in ("file", "other file", "folder/inner"):
        (folder / name).write_text("precious")
        (folder / name).chmod(0o640)
    (folder / "link").symlink_to("file")
    return folder


def disk(folder: pathlib.Path) -> dict[str, tuple]:
    """Everything that is visible of a folder, except for access times."""
    seen = {}
    for path in [folder, *sorted(folder.rglob("*"))]:
        status = path.lstat()
        content = os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else b""
        seen[str(path)] = (status.st_mode, status.st_uid, status.st_gid, status.st_nlink, status.st_size, status.st_mtime_ns, status.st_ctime_ns,
                           content)
    return seen


def expect_refused(run: Run, named: str, file: str, line: int) -> None:
    run.expect_code(EXIT_ENVIRONMENT)
    run.check(run.document["verdict"] == "unsupported", "verdict " + run.document["verdict"])
    said = next(d for d in run.document["diagnostics"] if d["code"] == "unsupported")
    run.check(re.search(rf"(^|[^\w]){re.escape(named)}($|[^\w])", said["message"]) is not None, f"{named!r} is not named: {said['message']}")
    if line > 0:
        place = said["location"]
        run.check(place is not None and place["file"].endswith(file) and place["line"] == line, f"place {place}, not {file}:{line}")


def refuses_all(environment: Environment, area: str, table: list[tuple[str, str]]) -> None:
    """One program for the whole table: its argument selects the statement to run."""
    folder = environment.heddle.out(f"files/{area}")
    lines = PROGRAM_HEAD.splitlines()
    first = len(lines) + 1
    lines += [f"void call{number}() {{ {statement} }}" for number, (statement, _) in enumerate(table)]
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / f"{area}.cpp"
    program.write_text("\n".join(lines) + PROGRAM_TAIL % ", ".join(f"call{number}" for number in range(len(table))))
    scene = victims(folder / "scene")
    before = disk(scene)
    for number, (statement, named) in enumerate(table):
        run = environment.heddle.explore([program], "--executions", 2, "--cxxflags=-w", "--", number, out=f"files/{area}/out", cwd=scene)
        run.check(disk(scene) == before, f"{statement} changed the disk")
        expect_refused(run, named, program.name, 0 if named == KILLED else first + number)


def harmless(environment: Environment) -> None:
    scene = victims(environment.heddle.out("files/harmless/scene"))
    before = disk(scene)
    program = scene.parent / "harmless.cpp"
    program.write_text(HARMLESS)
    run = environment.heddle.explore([program], "--executions", 2000, "--", "x", out="files/harmless/out", cwd=scene)
    run.expect_code(EXIT_CLEAN)
    run = environment.heddle.explore([program], "--executions", 100, "--", "crash", out="files/harmless/out", cwd=scene)
    run.expect_code(EXIT_FOUND)
    run.check(run.kinds == ["crash"], f"found {run.kinds}")
    run.check(disk(scene) == before, "the disk changed")


def refuses_class(environment: Environment, name: str, named: str) -> None:
    scene = victims(environment.heddle.out(f"files/{name}/scene"))
    header = scene.parent / "classes.hpp"
    header.write_text(CLASSES)
    before = disk(scene)
    run = environment.heddle.run("check", header, "--class", name, "--format", "json", "--tests", 20, "--out", scene.parent / "out", cwd=scene)
    run.check(disk(scene) == before, f"{name} changed the disk")
    line = 1 + next(i for i, text in enumerate(CLASSES.splitlines()) if text.endswith("// " + name))
    expect_refused(run, named, header.name, line)


def refuses_library(environment: Environment, way: str, named: str) -> None:
    """What a library does before main is stopped as well."""
    scene = victims(environment.heddle.out(f"files/{way}/scene"))
    folder = scene.parent
    (folder / "library.cpp").write_text(LIBRARY)
    (folder / "user.cpp").write_text(LIBRARY_USER)
    subprocess.run(["c++", "-shared", "-fPIC", f"-D{way}", "-o", folder / "libvictim.so", folder / "library.cpp"], check=True)
    before = disk(scene)
    run = environment.heddle.explore([folder / "user.cpp"], f"--ldflags=-L{folder} -lvictim -Wl,-rpath,{folder}", "--executions", 2,
                                     out=f"files/{way}/out", cwd=scene)
    run.check(disk(scene) == before, "the disk changed")
    expect_refused(run, named, "", 0)


def refuses_early_code(environment: Environment, way: str) -> None:
    """Code that would run before the filter does not run at all."""
    scene = victims(environment.heddle.out(f"files/early_{way}/scene"))
    folder = scene.parent
    (folder / "indirect.cpp").write_text(INDIRECT)
    (folder / "first.cpp").write_text(LIBRARY)
    (folder / "user.cpp").write_text(LIBRARY_USER)
    shared = ["c++", "-shared", "-fPIC", "-o", folder / "libvictim.so"]
    linked = [f"--ldflags=-L{folder} -lvictim -Wl,-rpath,{folder}"]
    out = ["--format", "json", "--out", folder / "out"]
    before = disk(scene)
    if way == "program":
        run = environment.heddle.run("explore", folder / "indirect.cpp", "--cxxflags=-DPROGRAM", *out, cwd=scene)
    elif way == "class":
        run = environment.heddle.run("check", folder / "indirect.cpp", "--class", "Chooser", "--tests", 20, *out, cwd=scene)
    else:
        made = {"library": ["-DLIBRARY", folder / "indirect.cpp"], "initfirst": ["-DASSEMBLY", "-Wl,-z,initfirst", folder / "first.cpp"]}
        subprocess.run([*shared, *made[way]], check=True)
        run = environment.heddle.run("explore", folder / "user.cpp", *linked, *out, cwd=scene)
    run.check(disk(scene) == before, "the disk changed")
    expect_refused(run, "initialised first" if way == "initfirst" else "indirect function", "", 0)


def needs_filter(environment: Environment) -> None:
    """Without a filter nothing runs."""
    scene = victims(environment.heddle.out("files/needs_filter/scene"))
    folder = scene.parent
    (folder / "user.cpp").write_text("#include <cstdio>\nint main() { return std::remove(\"file\"); }\n")
    (folder / "without.c").write_text(WITHOUT_FILTER)
    subprocess.run(["cc", "-o", folder / "without", folder / "without.c"], check=True)
    old_machine = Heddle(folder / "without", folder)
    before = disk(scene)
    run = old_machine.run(environment.heddle.program, "explore", folder / "user.cpp", "--out", folder / "out", cwd=scene)
    run.expect_code(EXIT_ENVIRONMENT)
    run.check("seccomp" in run.stdout and "heddle doctor" in run.stdout, "the reason is missing")
    run.check(disk(scene) == before, "the disk changed")
    run = old_machine.run(environment.heddle.program, "doctor", "--out", folder / "doctor")
    run.expect_code(EXIT_ENVIRONMENT)
    run.check(re.search("fail *seccomp", run.stdout) is not None, "doctor is content")


def cases(environment: Environment) -> list[Case]:
    tables = {
        "libc": entries(LIBC, "(void)({call});"),
        "filesystem": entries(FILESYSTEM, "fs::{call};"),
        "streams": entries(STREAMS, "(void)({call});"),
        "syscall": entries(SYSTEM_CALLS, "syscall(SYS_{function}{arguments});"),
        "assembly": entries(SYSTEM_CALLS, "RAW(SYS_{function}{arguments});") + entries(ASSEMBLY, "{call}"),
    }
    found = [Case(f"files: {area}", lambda area=area, table=table: refuses_all(environment, area, table)) for area, table in tables.items()]
    found += [Case(f"files: class {name}", lambda name=name, named=named: refuses_class(environment, name, named))
              for name, named in (("Wiper", "unlinkat"), ("Log", "opens 'file' for writing"), ("Assembler", "system call unlink"))]
    found += [Case(f"files: library {way}", lambda way=way, named=named: refuses_library(environment, way, named))
              for way, named in (("STREAM", "opens 'file' for writing"), ("SYSCALL", "system call unlink"), ("ASSEMBLY", "system call unlink"))]
    found += [Case(f"files: early code, {way}", lambda way=way: refuses_early_code(environment, way))
              for way in ("program", "class", "library", "initfirst")]
    return found + [Case("files: harmless", lambda: harmless(environment)), Case("files: needs a filter", lambda: needs_filter(environment))]
