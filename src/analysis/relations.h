// SPDX-License-Identifier: Apache-2.0
// Which pairs of methods are worth running concurrently: the conflict, parallel and double-lock dependencies of DepCon+
// (definitions 7, 8 and 10) over method summaries.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/classes/class_summary.h"

namespace heddle::analysis {

struct Relation {
  std::size_t first = 0, second = 0; // indices into ClassSummary::methods, first <= second
  bool conflict = false;             // both access some location and one of them writes it
  bool parallel = false;             // no lock excludes all accesses of one from those of the other
  bool onOther =
      false; // one of them accesses another object that way, without a lock of that object
  bool doubleLock = false; // they can take two locks in opposite orders
  bool restored = false;   // an execution revealed what the summaries lack
  std::string why;         // one line: what makes the pair worth running, or why it cannot fail

  bool isPruned() const { return !(conflict && parallel) && !doubleLock && !restored; }
};

// Two writes conflict as well, unlike in definition 7: in C++ they are a data race, and later calls see the last one.
// Requires first <= second.
Relation relate(const model::ClassSummary& summary, std::size_t first, std::size_t second);

// The name in `why`: "push()" for "push(int)", the whole signature if the class has several methods of that name.
std::string methodName(const model::ClassSummary& summary, std::size_t index);

// All pairs, |M| (|M| + 1) / 2 of them, by first, then second.
std::vector<Relation> relateAll(const model::ClassSummary& summary);

} // namespace heddle::analysis
