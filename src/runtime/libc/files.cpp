// SPDX-License-Identifier: Apache-2.0
// Files. Reading works: descriptors are closed when the execution ends. Writing is refused, except to the standard
// streams, which are captured, and to /dev/null. Everything else that changes files is also refused (file_changes.cpp).
// Only the engine's own code may change files.
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/libc/process_state.h"
#include "runtime/state.h"
#include "runtime/system/modules.h"
#include "runtime/system/real_calls.h"
#include "runtime/system/refused_system_calls.h"
#include "runtime/unsupported.h"

namespace heddle::runtime {

namespace {

// Whether the subject is the caller; its descriptors are closed when the execution ends.
bool isSubjects(const void* caller) {
  return engine.inSubject && !isSystemCode(caller);
}

bool isEngines(const void* caller) {
  return isEngineCode(reinterpret_cast<std::uintptr_t>(caller));
}

[[noreturn]] void failWriting(const char* path, const char* function) {
  failUnsupported(MessageId::OpensForWriting, {path, function});
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

// Where a file is opened: the function of libc, and the code that calls it.
struct Opener {
  const char* function;
  const void* caller;
};

int openFile(int directory, const char* path, int flags, unsigned mode, const Opener& opener) {
  bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
  if (writes && !isEngines(opener.caller) && !isNullDevice(path))
    failWriting(path, opener.function);
  auto descriptor = static_cast<int>(result(rawSyscall(
      SYS_openat, directory, reinterpret_cast<long>(path), flags, static_cast<long>(mode))));
  if (descriptor >= 0 && isSubjects(opener.caller))
    noteOpened(descriptor);
  return descriptor;
}

FILE* openStream(const char* path, const char* mode, const Opener& opener) {
  using Open = FILE*(const char*, const char*);
  static Open* real = realFunction<Open>("fopen");
  bool reads = std::strchr(mode, 'r') != nullptr && std::strchr(mode, '+') == nullptr;
  if (!reads && !isNullDevice(path))
    failWriting(path, opener.function);
  FILE* stream = real(path, mode);
  if (stream != nullptr && isSubjects(opener.caller))
    noteOpened(fileno(stream));
  return stream;
}

} // namespace
} // namespace heddle::runtime

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

#define HEDDLE_CALLER __builtin_return_address(0)

// The mode comes after the flags, if at all. The arguments after the name are the parameters before `path`.
#define HEDDLE_OPEN(directory, name, ...)                                                          \
  HEDDLE_INTERPOSE int name(__VA_ARGS__ const char* path, int flags, ...) {                        \
    va_list list;                                                                                  \
    va_start(list, flags);                                                                         \
    unsigned mode = va_arg(list, unsigned);                                                        \
    va_end(list);                                                                                  \
    return openFile(directory, path, flags, mode, {#name, HEDDLE_CALLER});                         \
  }
HEDDLE_OPEN(AT_FDCWD, open)
HEDDLE_OPEN(AT_FDCWD, open64)
HEDDLE_OPEN(AT_FDCWD, __open)
HEDDLE_OPEN(AT_FDCWD, __open64)
HEDDLE_OPEN(AT_FDCWD, __open_2)
HEDDLE_OPEN(AT_FDCWD, __open64_2)
HEDDLE_OPEN(directory, openat, int directory, )
HEDDLE_OPEN(directory, openat64, int directory, )
HEDDLE_OPEN(directory, __openat_2, int directory, )
HEDDLE_OPEN(directory, __openat64_2, int directory, )

HEDDLE_INTERPOSE int creat(const char* path, mode_t mode) {
  return openFile(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode, {"creat", HEDDLE_CALLER});
}
HEDDLE_INTERPOSE int creat64(const char* path, mode_t mode) {
  return openFile(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode, {"creat64", HEDDLE_CALLER});
}

HEDDLE_INTERPOSE FILE* fopen(const char* path, const char* mode) {
  return openStream(path, mode, {"fopen", HEDDLE_CALLER});
}
HEDDLE_INTERPOSE FILE* fopen64(const char* path, const char* mode) {
  return openStream(path, mode, {"fopen64", HEDDLE_CALLER});
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

// The engine itself replaces files.
HEDDLE_INTERPOSE int unlink(const char* path) noexcept {
  if (!isEngines(HEDDLE_CALLER))
    failUnsupported(MessageId::RemovesFile, {"unlink"});
  return static_cast<int>(result(rawSyscall(SYS_unlink, reinterpret_cast<long>(path))));
}

HEDDLE_INTERPOSE int rename(const char* from, const char* to) noexcept {
  if (!isEngines(HEDDLE_CALLER))
    failUnsupported(MessageId::RenamesFile, {"rename"});
  return static_cast<int>(
      result(rawSyscall(SYS_rename, reinterpret_cast<long>(from), reinterpret_cast<long>(to))));
}

HEDDLE_INTERPOSE int mkdir(const char* path, mode_t mode) noexcept {
  if (!isEngines(HEDDLE_CALLER))
    failUnsupported(MessageId::CreatesDirectory, {"mkdir"});
  return static_cast<int>(
      result(rawSyscall(SYS_mkdir, reinterpret_cast<long>(path), static_cast<long>(mode))));
}

HEDDLE_INTERPOSE int dup(int descriptor) noexcept {
  auto copy = static_cast<int>(result(rawSyscall(SYS_dup, descriptor)));
  if (copy >= 0 && isSubjects(HEDDLE_CALLER))
    noteOpened(copy);
  return copy;
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
  if (!isEngines(HEDDLE_CALLER))
    return result(writeForSubject(descriptor, text, bytes));
  return result(
      rawSyscall(SYS_write, descriptor, reinterpret_cast<long>(text), static_cast<long>(bytes)));
}

HEDDLE_INTERPOSE ssize_t writev(int descriptor, const iovec* parts, int count) {
  if (!isEngines(HEDDLE_CALLER))
    return result(writeForSubject(descriptor, parts, count));
  return result(rawSyscall(SYS_writev, descriptor, reinterpret_cast<long>(parts), count));
}

HEDDLE_INTERPOSE ssize_t read(int descriptor, void* buffer, std::size_t bytes) {
  if (engine.inSubject && descriptor == 0)
    return static_cast<ssize_t>(readStandardInput(static_cast<char*>(buffer), bytes));
  return result(
      rawSyscall(SYS_read, descriptor, reinterpret_cast<long>(buffer), static_cast<long>(bytes)));
}
