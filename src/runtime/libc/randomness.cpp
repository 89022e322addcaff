// SPDX-License-Identifier: Apache-2.0
// Random numbers that would differ from execution to execution: libc's generator keeps its state outside
// snapshots, the others ask the hardware. All start from the same seed in every execution.
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <sys/syscall.h>

#include "runtime/call_lanes.h"
#include "runtime/state.h"
#include "runtime/system/real_calls.h"

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

namespace {

// splitmix64
std::uint64_t nextRandom() {
  std::uint64_t z = randomStateOfCall();
  if (z == 0)
    z = exec.randomState += 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

void fillRandom(void* buffer, std::size_t bytes) {
  auto* out = static_cast<unsigned char*>(buffer);
  for (std::size_t i = 0; i < bytes; ++i)
    out[i] = static_cast<unsigned char>(nextRandom());
}

} // namespace

HEDDLE_INTERPOSE int rand() noexcept {
  return static_cast<int>(nextRandom() & RAND_MAX);
}
HEDDLE_INTERPOSE void srand(unsigned seed) noexcept {
  noteSeed();
  exec.randomState = seed;
}
HEDDLE_INTERPOSE long random() noexcept {
  return static_cast<long>(nextRandom() & 0x7fffffff);
}
HEDDLE_INTERPOSE void srandom(unsigned seed) noexcept {
  noteSeed();
  exec.randomState = seed;
}
HEDDLE_INTERPOSE double drand48() noexcept {
  return static_cast<double>(nextRandom() >> 11) * 0x1p-53;
}
HEDDLE_INTERPOSE long lrand48() noexcept {
  return random();
}
HEDDLE_INTERPOSE void srand48(long seed) noexcept {
  noteSeed();
  exec.randomState = static_cast<std::uint64_t>(seed);
}

HEDDLE_INTERPOSE ssize_t getrandom(void* buffer, std::size_t bytes, unsigned flags) noexcept {
  if (!engine.inSubject)
    return rawSyscall(
        SYS_getrandom, reinterpret_cast<long>(buffer), static_cast<long>(bytes), flags);
  fillRandom(buffer, bytes);
  return static_cast<ssize_t>(bytes);
}

HEDDLE_INTERPOSE int getentropy(void* buffer, std::size_t bytes) noexcept {
  fillRandom(buffer, bytes);
  return 0;
}

HEDDLE_INTERPOSE unsigned arc4random() noexcept {
  return static_cast<unsigned>(nextRandom());
}

// For std::random_device (subject/random_device.cpp).
HEDDLE_INTERPOSE unsigned heddle_rt_random() {
  return static_cast<unsigned>(nextRandom());
}
