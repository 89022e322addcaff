// SPDX-License-Identifier: Apache-2.0
// Standard streams become memory streams of libc (fopencookie), so that nothing is written while exploring and the
// output of the failing execution is available. They are installed before libstdc++ binds std::cout to them.
#include "runtime/libc/process_state.h"

#include <cstdio>
#include <cstring>
#include <stdio_ext.h>
#include <sys/syscall.h>

#include "runtime/memory/layout.h"
#include "runtime/state.h"
#include "runtime/sync/keys.h"
#include "runtime/system/real_calls.h"
#include "runtime/unsupported.h"

namespace heddle::runtime {

namespace {

constexpr std::size_t kOutputBytes = 1 << 20; // more is cut off
constexpr unsigned kMaxFiles = 256;

char* outputBuffer;
FILE* streams[3];
char streamBuffers[3][4096];
int openFiles[kMaxFiles];

int argumentTotal;
char** originalArguments;
char** arguments;
char* argumentText;
std::size_t argumentBytes;
char** environment;

ssize_t writeCookie(void*, const char* text, std::size_t bytes) {
  captureOutput(text, bytes);
  return static_cast<ssize_t>(bytes);
}

ssize_t readCookie(void*, char* buffer, std::size_t bytes) {
  return static_cast<ssize_t>(readStandardInput(buffer, bytes));
}

// Without locks: fibers are not preempted inside libc, and a crash inside printf must not leave one held.
FILE* makeStream(const char* mode, int buffering, char* buffer) {
  cookie_io_functions_t functions{readCookie, writeCookie, nullptr, nullptr};
  FILE* stream = fopencookie(nullptr, mode, functions);
  __fsetlocking(stream, FSETLOCKING_BYCALLER);
  setvbuf(stream, buffer, buffering, sizeof streamBuffers[0]);
  return stream;
}

void closeLeftFiles() {
  for (unsigned i = 0; i < exec.openFiles; ++i)
    rawSyscall(SYS_close, openFiles[i]);
  exec.openFiles = 0;
}

// The subject may write to its arguments, so each execution gets a new copy.
void copyArguments() {
  char* next = argumentText;
  for (int i = 0; i < argumentTotal; ++i) {
    std::size_t bytes = std::strlen(originalArguments[i]) + 1;
    std::memcpy(next, originalArguments[i], bytes);
    arguments[i] = next;
    next += bytes;
  }
  arguments[argumentTotal] = nullptr;
}

} // namespace

void initialiseProcessState() {
  outputBuffer = static_cast<char*>(mapAnonymous(kOutputBytes));
  streams[0] = makeStream("r", _IOFBF, streamBuffers[0]);
  streams[1] = makeStream("w", _IOFBF, streamBuffers[1]);
  streams[2] = makeStream("w", _IONBF, streamBuffers[2]);
  stdin = streams[0];
  stdout = streams[1];
  stderr = streams[2];
  // libstdc++ constructs its streams when the first static std::ios_base::Init runs, which would be inside
  // each execution: do it once here.
  if (auto* initialise = realFunction<void(void*)>("_ZNSt8ios_base4InitC1Ev")) {
    static char storage[16];
    initialise(storage);
  }
}

void resetProcessState() {
  exec.outputBytes = 0;
  exec.stdinPosition = 0;
  exec.streamLocks = nullptr;
  exec.signalActions = nullptr;
  exec.randomState = 1;
  __fpurge(streams[1]);
  clearerr_unlocked(streams[0]);
  __fpurge(streams[0]);
  if (exec.openFiles != 0)
    closeLeftFiles();
  resetKeys();
  if (argumentTotal > 0)
    copyArguments();
}

void setArguments(int count, char** values, char** variables) {
  argumentTotal = count;
  originalArguments = values;
  environment = variables;
  argumentBytes = 0;
  for (int i = 0; i < count; ++i)
    argumentBytes += std::strlen(values[i]) + 1;
  arguments =
      static_cast<char**>(mapAnonymous((static_cast<std::size_t>(count) + 1) * sizeof(char*)));
  argumentText = static_cast<char*>(mapAnonymous(argumentBytes));
}

int argumentCount() {
  return argumentTotal;
}
char** argumentVector() {
  return arguments;
}
char** environmentVector() {
  return environment;
}

void captureOutput(const char* text, std::size_t bytes) {
  std::size_t room = kOutputBytes - exec.outputBytes;
  if (bytes > room)
    bytes = room;
  std::memcpy(outputBuffer + exec.outputBytes, text, bytes);
  exec.outputBytes += bytes;
}

std::size_t readStandardInput(char* buffer, std::size_t bytes) {
  const ProcessOptions& options = engine.process;
  if (options.stdinText == nullptr) {
    if (engine.inSubject)
      failUnsupported(MessageId::StandardInput);
    return 0;
  }
  std::size_t left = options.stdinBytes - exec.stdinPosition;
  if (bytes > left)
    bytes = left;
  if (bytes != 0)
    std::memcpy(buffer, options.stdinText + exec.stdinPosition, bytes);
  exec.stdinPosition += bytes;
  return bytes;
}

void noteOpened(int descriptor) {
  if (exec.openFiles == kMaxFiles)
    failTooLarge(MessageId::TooManyFiles, {kMaxFiles});
  openFiles[exec.openFiles++] = descriptor;
}

void noteClosed(int descriptor) {
  for (unsigned i = 0; i < exec.openFiles; ++i)
    if (openFiles[i] == descriptor) {
      openFiles[i] = openFiles[--exec.openFiles];
      return;
    }
}

const char* output(std::size_t* bytes) {
  std::fflush(streams[1]);
  *bytes = exec.outputBytes;
  return outputBuffer;
}

} // namespace heddle::runtime
