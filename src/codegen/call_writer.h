// SPDX-License-Identifier: Apache-2.0
// The calls of a test with everything that is known about each.
#pragma once

#include <string>
#include <vector>

#include "codegen/codegen.h"

namespace heddle::codegen {

struct WrittenCall {
  const model::OperationModel* operation = nullptr; // null: the model does not know it
  const model::TracedCall* traced = nullptr;        // null: it never began
  std::vector<std::string> before; // declarations of what must outlive the threads, without `;`
  std::vector<std::string> setUp;  // statements, without `;`
  std::string expression;          // or declaration, of a constructor
  std::string variable;            // keeps what it returns for a later call; "" when none takes it
  bool isOptional = false; // `variable` is a std::optional: it outlives the thread, or is emptied

  bool isConstruction() const;
  bool threw() const { return traced != nullptr && traced->threw; }
  bool returnsValue() const; // true when in doubt
  // "auto returned = pool.acquire()", "kept.emplace(pool.acquire())", or the expression alone.
  std::string statement() const;
};

using WrittenSequence = std::vector<WrittenCall>;

struct WrittenTest {
  std::string object; // name of the object under test
  WrittenSequence prefix;
  std::vector<WrittenSequence> suffixes;
  std::vector<unsigned> threads; // parallel: the number that the report gives to the thread of each
  WrittenSequence epilogue;
};

WrittenTest writeCalls(const ObservedTest& observed);

} // namespace heddle::codegen
