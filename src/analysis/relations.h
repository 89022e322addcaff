// SPDX-License-Identifier: Apache-2.0
// Which pairs of methods are worth running concurrently: the conflict, parallel and double-lock dependencies of DepCon+
// (definitions 7, 8 and 10) over method summaries.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/class_summary.h"

namespace heddle::analysis {

struct Relation {
  std::size_t first = 0, second = 0; // indices into ClassSummary::methods, first <= second
  bool conflict = false;             // both touch some location and one of them writes it
  bool parallel = false; // no lock keeps all accesses of the one away from those of the other
  bool onOther =
      false; // one of them does so to an object that is not its own, without a lock of that
  bool doubleLock = false; // they can take two locks in opposite orders
  bool restored = false;   // an execution showed what the summaries lack
  std::string why;         // one line: what makes the pair worth running, or why it cannot fail

  bool isPruned() const { return !(conflict && parallel) && !doubleLock && !restored; }
};

// Two writes conflict as well, unlike in definition 7: in C++ they are a data race, and later calls see the last one.
// Requires first <= second.
Relation relate(const model::ClassSummary& summary, std::size_t first, std::size_t second);

// As `why` calls it: "push()" for "push(int)", the whole signature where the class has several of one name.
std::string methodName(const model::ClassSummary& summary, std::size_t index);

// All pairs, |M| (|M| + 1) / 2 of them, by first, then second.
std::vector<Relation> relateAll(const model::ClassSummary& summary);

} // namespace heddle::analysis
