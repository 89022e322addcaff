// SPDX-License-Identifier: Apache-2.0
// Files. Reading works: descriptors are closed when the execution ends. Writing would outlive the execution and make
// the next one different, so it is unsupported, except to the standard streams and /dev/null.
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/libc/process_state.h"
#include "runtime/modules.h"
#include "runtime/real_calls.h"
#include "runtime/state.h"
#include "runtime/unsupported.h"

namespace heddle::runtime {

namespace {

// libc, and the engine's own code, may open what they like.
bool isSubjects(const void* caller) {
  return engine.inSubject && !isSystemCode(caller);
}

[[noreturn]] void failWriting(const char* path) {
  char what[256];
  std::snprintf(what,
                sizeof what,
                "opening '%s' for writing: files are not restored between executions",
                path);
  failUnsupported(what);
}

bool isNullDevice(const char* path) {
  return std::strcmp(path, "/dev/null") == 0;
}

long result(long value) {
  if (value >= 0 || value < -4095)
    return value;
  errno = static_cast<int>(-value);
  return -1;
}

int openFile(int directory, const char* path, int flags, unsigned mode, const void* caller) {
  bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
  if (isSubjects(caller) && writes && !isNullDevice(path))
    failWriting(path);
  auto descriptor = static_cast<int>(result(rawSyscall(
      SYS_openat, directory, reinterpret_cast<long>(path), flags, static_cast<long>(mode))));
  if (descriptor >= 0 && isSubjects(caller))
    noteOpened(descriptor);
  return descriptor;
}

FILE* openStream(const char* path, const char* mode, const void* caller) {
  using Open = FILE*(const char*, const char*);
  static Open* real = realFunction<Open>("fopen");
  bool reads = std::strchr(mode, 'r') != nullptr && std::strchr(mode, '+') == nullptr;
  if (isSubjects(caller) && !reads && !isNullDevice(path))
    failWriting(path);
  FILE* stream = real(path, mode);
  if (stream != nullptr && isSubjects(caller))
    noteOpened(fileno(stream));
  return stream;
}

} // namespace
} // namespace heddle::runtime

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

#define HEDDLE_CALLER __builtin_return_address(0)

HEDDLE_INTERPOSE int open(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  unsigned mode = va_arg(list, unsigned);
  va_end(list);
  return openFile(AT_FDCWD, path, flags, mode, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int open64(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  unsigned mode = va_arg(list, unsigned);
  va_end(list);
  return openFile(AT_FDCWD, path, flags, mode, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int openat(int directory, const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  unsigned mode = va_arg(list, unsigned);
  va_end(list);
  return openFile(directory, path, flags, mode, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int creat(const char* path, mode_t mode) {
  return openFile(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE FILE* fopen(const char* path, const char* mode) {
  return openStream(path, mode, HEDDLE_CALLER);
}
HEDDLE_INTERPOSE FILE* fopen64(const char* path, const char* mode) {
  return openStream(path, mode, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int fclose(FILE* stream) {
  using Close = int(FILE*);
  static auto* real = realFunction<Close>("fclose");
  if (engine.inSubject) {
    if (stream == stdout || stream == stderr || stream == stdin)
      return 0;
    noteClosed(fileno(stream));
  }
  return real(stream);
}

HEDDLE_INTERPOSE FILE* freopen(const char*, const char*, FILE*) {
  failUnsupported("freopen()");
}
HEDDLE_INTERPOSE FILE* tmpfile() {
  failUnsupported("tmpfile(): files are not restored between executions");
}
HEDDLE_INTERPOSE int mkstemp(char*) {
  failUnsupported("mkstemp(): files are not restored between executions");
}

// The engine itself replaces files.
HEDDLE_INTERPOSE int unlink(const char* path) noexcept {
  if (engine.inSubject)
    failUnsupported("unlink(): files are not restored between executions");
  return static_cast<int>(result(rawSyscall(SYS_unlink, reinterpret_cast<long>(path))));
}

HEDDLE_INTERPOSE int rename(const char* from, const char* to) noexcept {
  if (engine.inSubject)
    failUnsupported("rename(): files are not restored between executions");
  return static_cast<int>(
      result(rawSyscall(SYS_rename, reinterpret_cast<long>(from), reinterpret_cast<long>(to))));
}

HEDDLE_INTERPOSE int mkdir(const char* path, mode_t mode) noexcept {
  if (engine.inSubject)
    failUnsupported("mkdir(): files are not restored between executions");
  return static_cast<int>(
      result(rawSyscall(SYS_mkdir, reinterpret_cast<long>(path), static_cast<long>(mode))));
}

HEDDLE_INTERPOSE int close(int descriptor) {
  if (engine.inSubject) {
    if (descriptor >= 0 && descriptor <= 2)
      return 0;
    noteClosed(descriptor);
  }
  return static_cast<int>(result(rawSyscall(SYS_close, descriptor)));
}

HEDDLE_INTERPOSE ssize_t write(int descriptor, const void* text, std::size_t bytes) {
  if (engine.inSubject && (descriptor == 1 || descriptor == 2)) {
    captureOutput(static_cast<const char*>(text), bytes);
    return static_cast<ssize_t>(bytes);
  }
  return result(
      rawSyscall(SYS_write, descriptor, reinterpret_cast<long>(text), static_cast<long>(bytes)));
}

HEDDLE_INTERPOSE ssize_t writev(int descriptor, const iovec* parts, int count) {
  if (!engine.inSubject || (descriptor != 1 && descriptor != 2))
    return result(rawSyscall(SYS_writev, descriptor, reinterpret_cast<long>(parts), count));
  ssize_t total = 0;
  for (int i = 0; i < count; ++i) {
    captureOutput(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
    total += static_cast<ssize_t>(parts[i].iov_len);
  }
  return total;
}

HEDDLE_INTERPOSE ssize_t read(int descriptor, void* buffer, std::size_t bytes) {
  if (engine.inSubject && descriptor == 0)
    return static_cast<ssize_t>(readStandardInput(static_cast<char*>(buffer), bytes));
  return result(
      rawSyscall(SYS_read, descriptor, reinterpret_cast<long>(buffer), static_cast<long>(bytes)));
}
