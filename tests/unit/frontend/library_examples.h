// SPDX-License-Identifier: Apache-2.0
// The examples of the tables about libraries, as methods of a class that can be summarised.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "frontend/summary/libraries/library_table.h"
#include "summary_fixture.h"

namespace heddle::frontend {

// One method of the subject.
struct Example {
  const LibraryRow* row;
  Does does;
  ClassKind kind = ClassKind::None; // of a class that is looked at for itself
  std::string type;                 // of x, y and T
  std::string code;
  bool isOptional = false; // the class need not have the member
};

// The examples of all rows; an interface row has one for each class.
std::vector<Example> examplesOf(const Library& library);
std::span<const LibraryRow> interfaces();
// Summarises a class with a method `row0`, `row1`, ... for each example.
Summaries summariesOf(const Library& library, const std::vector<Example>& examples);

} // namespace heddle::frontend
