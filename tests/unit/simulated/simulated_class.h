// SPDX-License-Identifier: Apache-2.0
// A class for tests, on the simulated runtime: runtime/calls.h without a subject, so that guides, assembler, examiner
// and a whole check run on a class whose states and orders can be counted by hand.
#pragma once

#include <string>
#include <vector>

#include "simulated_runtime.h"

namespace heddle::explore::inline simulation {

// Variables, mutexes and conditions 0 to 7 of its steps are those of the object that it is called on.
struct Method {
  std::string name;
  std::vector<Step> steps;
  bool returns = false; // the register at its end; otherwise nothing
};

// It has a constructor without parameters, operation 0, that sets all variables to 0; method i is operation i + 1.
struct Class {
  std::vector<Method> methods;
};

// The class of the executions that follow.
void load(const Class& description);

} // namespace heddle::explore::inline simulation
