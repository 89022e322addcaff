// SPDX-License-Identifier: Apache-2.0
// The memory-access patterns that concurrency bugs need: Park, Vuduc, Harrold (ICST 2012) and Vaziri, Tip, Dolby (POPL
// 2006), as listed in PCR, Table 1. With a, b two threads, R and W a read and a write of variables x and y:
//   1  aRx bWx         7  aRx bWx aWx        13  aWx bRy bRx aWy
//   2  aWx bRx         8  aWx bWx aWx        14  aRx bWx bWy aRy
//   3  aWx bWx         9  aWx bWx bWy aWy    15  aRx bWy bWx aRy
//   4  aRx bWx aRx    10  aWx bWy bWx aWy    16  aRx bWy aRy bWx
//   5  aWx bWx aRx    11  aWx bWy aWy bWx    17  aWx bRy aWy bRx
//   6  aWx bRx aWx    12  aWx bRx bRy aWy
// Rows 4 to 17 cannot occur in a serial execution of two atomic regions. In a test a call is a region: accesses of
// different calls of one thread do not form a pattern, because two calls need not be atomic together (AutoConTest,
// section 4.1). In a program a thread is one region. A pattern is counted by row and sites, whatever the threads and
// addresses are.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "runtime/abi/site.h"
#include "support/hash.h"

namespace heddle::patterns {

inline constexpr unsigned kRows = 17;

// What an access does; a read-modify-write does both.
struct Kind {
  bool reads;
  bool writes;
};

// The row of two conflicting accesses to x; 0: they do not conflict.
constexpr unsigned rowOfPair(Kind first, Kind second) {
  if (first.writes)
    return second.writes ? 3 : 2;
  return second.writes ? 1 : 0;
}

// The row of two accesses of one thread to x and one of another between them; 0: serialisable.
constexpr unsigned rowOfTriple(Kind first, Kind between, Kind last) {
  if (!between.writes)
    return first.writes && last.writes ? 6 : 0;
  if (last.reads)
    return first.reads ? 4 : 5;
  return first.reads ? 7 : 8;
}

// The rows of a1 x, a2 y and two accesses of b.
struct QuadrupleRows {
  unsigned sameOrder = 0;   // a1 x, b x, b y, a2 y; 0: serialisable
  unsigned otherOrder = 0;  // a1 x, b y, b x, a2 y
  unsigned alternating = 0; // a1 x, b y, a2 y, b x
};
constexpr QuadrupleRows rowsOfQuadruple(Kind a1, Kind a2, Kind b1, Kind b2) {
  const bool bWrites = b1.writes && b2.writes;
  if (a1.writes && a2.writes && bWrites)
    return {.sameOrder = 9, .otherOrder = 10, .alternating = 11};
  if (a1.writes && a2.writes && b1.reads && b2.reads)
    return {.sameOrder = 12, .otherOrder = 13, .alternating = 17};
  if (a1.reads && a2.reads && bWrites)
    return {.sameOrder = 14, .otherOrder = 15, .alternating = 16};
  return {};
}

// The same for the same row at the same sites; `siteOf` says the site of a step. Sites have the same address in every
// process that runs the same binary.
template <typename Steps, typename SiteOf>
std::uint64_t keyOf(unsigned row, const Steps& steps, SiteOf siteOf) {
  Hasher hasher;
  hasher.add(row);
  for (const auto& step : steps)
    hasher.add(reinterpret_cast<std::uintptr_t>(static_cast<const abi::SiteRecord*>(siteOf(step))));
  return hasher.value();
}
inline std::uint64_t keyOf(unsigned row, std::initializer_list<const abi::SiteRecord*> sites) {
  return keyOf(row, sites, [](const abi::SiteRecord* site) { return site; });
}

} // namespace heddle::patterns
