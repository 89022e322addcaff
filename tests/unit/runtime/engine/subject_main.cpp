// SPDX-License-Identifier: Apache-2.0
// The subject of the tests of the engine. It runs what the test wants to be run (execution.h), and has what only a
// subject can have: data that is restored, allocations in the arena, and a class whose calls the interpreter runs.
#include <cstdlib>

#include "subject.h"

namespace {

using heddle::abi::Call;
using heddle::abi::CallResult;
using heddle::abi::OperationKind;

void runOperation(void** objects, unsigned /*lane*/, const Call& call, CallResult& result) {
  runTestOperation(objects, call, result);
}

constexpr heddle::abi::Operation operation(const char* name, OperationKind kind) {
  return {.name = name,
          .signature = name,
          .kind = kind,
          .isConst = false,
          .isPair = false,
          .notIn = 0,
          .parameterCount = 0,
          .choiceCounts = nullptr,
          .wideChoiceCounts = nullptr,
          .unsupported = nullptr,
          .run = runOperation,
          .write = nullptr,
          .traitOf = nullptr};
}

constexpr heddle::abi::Operation kOperations[] = {operation("Object", OperationKind::Constructor),
                                                  operation("first", OperationKind::Method),
                                                  operation("second", OperationKind::Method),
                                                  operation("third", OperationKind::Method)};

const heddle::abi::Invariant kInvariants[] = {
    {.text = "true", .holds = [](const void*) { return testInvariantHolds(); }}};

} // namespace

const heddle::abi::ClassTable heddle_class_table = {.version = heddle::abi::ClassTable::kVersion,
                                                    .objectSize = 88,
                                                    .className = "Object",
                                                    .operations = kOperations,
                                                    .operationCount = 4,
                                                    .invariantCount = 1,
                                                    .invariants = kInvariants,
                                                    .exclusions = nullptr,
                                                    .exclusionCount = 0,
                                                    .destroy = [](void*) {}};

extern "C" {
int subjectGlobal = 7; // NOLINT: data of the subject
void* subjectMalloc(std::size_t bytes) {
  return std::malloc(bytes); // NOLINT: what a subject does
}
void subjectFree(void* memory) {
  std::free(memory); // NOLINT: what a subject does
}
void* subjectRealloc(void* memory, std::size_t bytes) {
  return std::realloc(memory, bytes); // NOLINT: what a subject does
}
void* subjectCalloc(std::size_t count, std::size_t bytes) {
  return std::calloc(count, bytes); // NOLINT: what a subject does
}
void subjectRunCalls() {
  heddle_interpret_calls(heddle_class_table);
}
}

int main() {
  runTestBody();
}
