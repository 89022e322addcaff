// SPDX-License-Identifier: Apache-2.0
// Operations of a class that cannot be linked, because something that they use is declared but not defined.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/classes/class_model.h"

namespace heddle::build {

struct UnlinkedOperation {
  std::size_t operation = 0; // index into ClassModel::operations
  std::string symbol;        // what is not defined
};

// From what lld said about a class harness. None if an undefined symbol cannot be put down to an operation, or if nothing would
// be left to test.
std::vector<UnlinkedOperation> unlinkedOperations(const std::string& linkerOutput,
                                                  const model::ClassModel& subject);

} // namespace heddle::build
