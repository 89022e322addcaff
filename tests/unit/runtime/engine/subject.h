// SPDX-License-Identifier: Apache-2.0
// Between the subject (subject_main.cpp) and the tests, which are in the engine's library.
#pragma once

#include <cstddef>

#include "runtime/abi/calls.h"

// What only a subject has. Weak, because the library is linked before it.
extern "C" {
__attribute__((weak)) extern int subjectGlobal; // 7 at the start of an execution
__attribute__((weak)) void* subjectMalloc(std::size_t bytes);
__attribute__((weak)) void subjectFree(void* memory);
__attribute__((weak)) void* subjectRealloc(void* memory, std::size_t bytes);
__attribute__((weak)) void* subjectCalloc(std::size_t count, std::size_t bytes);
__attribute__((weak)) void subjectRunCalls(); // of its class, as the harness of a class does
}

// What the subject leaves to the tests: its main, the operations of its class and the invariant.
extern "C" {
__attribute__((visibility("default"))) void runTestBody();
__attribute__((visibility("default"))) void
runTestOperation(void** objects, const heddle::abi::Call& call, heddle::abi::CallResult& result);
__attribute__((visibility("default"))) bool testInvariantHolds();
}
