// SPDX-License-Identifier: Apache-2.0
// What the class of the subject (subject_main.cpp) leaves to the tests (calls_test.cpp).
#pragma once

#include "runtime/abi/calls.h"

extern "C" {
__attribute__((visibility("default"))) void
runTestOperation(void** objects, const heddle::abi::Call& call, heddle::abi::CallResult& result);
__attribute__((visibility("default"))) bool testInvariantHolds();
}
