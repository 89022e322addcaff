// SPDX-License-Identifier: Apache-2.0
// What each public method of a class may do to shared memory and to locks: the access summary AS, the lock summary LS
// and the double-lock summary DS of DepCon+ (section 4). Written by the front-end process, read by the CLI and by the
// harness process. Versioned text form (text_form.h).
//
// Everything here is an over-approximation: a summary may name what never happens, and must not lack what can.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/message.h"
#include "support/result.h"

namespace heddle::model {

// Memory that two calls may have in common, by its name in the source: a field whichever object it is in, a container
// or an array with all its elements, a static variable. Two locations can be the same memory only if their names are
// equal, or if one of them is kAnywhere.
struct Location {
  static constexpr std::string_view kAnywhere = "*";

  std::string name; // "items_", "Node::next", "Registry::all (static)"
  // Where it lies in an object of the class under test; size 0: it is not a field of the class or of its bases.
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  bool operator==(const Location&) const = default;
};

struct Lock {
  // Which mutexes it can be: its declaration, "Account::mutex_". Two locks can be the same only if their kinds are
  // equal, or if one of them is kAny.
  static constexpr std::string_view kAny = "*";

  std::string kind;
  std::string path; // which of them: "mutex_" for the object's own, "other.mutex_", "entry->lock"
  bool isOwn =
      false; // in the object under test itself, or static: the same for every call on one object
  bool isShared = false; // a reader's lock
  // In an object of the class; size 0: it is not a field of it.
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  bool operator==(const Lock&) const = default;
};

// `inner` can be taken while `outer` is held.
struct DoubleLock {
  Lock outer, inner;
  bool operator==(const DoubleLock&) const = default;
};

// What a method does to objects of the class other than its own, such as an argument. A lock of its own object says nothing about
// them; their own locks do.
struct OtherObjects {
  std::vector<Location> reads, writes; // these are among the method's as well
  std::vector<Lock> locks; // by their names in that object, held over all of these accesses
  bool operator==(const OtherObjects&) const = default;
};

struct MethodSummary {
  std::uint16_t operation = 0; // index into ClassModel::operations
  std::string name;            // its signature
  std::vector<Location> reads, writes;
  std::vector<Lock> locks; // own ones that are held over every access
  OtherObjects others;
  std::vector<DoubleLock> doubleLocks;
  // Why it says more than is known.
  std::vector<Message> unsure;
  bool operator==(const MethodSummary&) const = default;
};

struct ClassSummary {
  static constexpr int kVersion = 3;

  std::string className;
  std::vector<MethodSummary> methods; // of methods and static methods, by operation
  bool startsThreads = false;         // some constructor or method may start one
  std::vector<Message> notes;         // limits that concern the whole class
  bool operator==(const ClassSummary&) const = default;
};

std::string toText(const ClassSummary& summary);
Result<ClassSummary> classSummaryFromText(std::string_view text);
// Nothing: `problem` says why.
std::optional<ClassSummary> readClassSummary(const std::string& path, Message& problem);

} // namespace heddle::model
