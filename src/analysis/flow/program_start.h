// SPDX-License-Identifier: Apache-2.0
// What the main thread runs.
#pragma once

#include "analysis/flow/program.h"

namespace heddle::analysis::flow {

// Adds a body that calls, as the system does, the constructors of globals, main, and the exit handlers that any code registers.
// A program without main (the harness of a class) gets no start: its code is called from outside.
void addStart(Program& program);

} // namespace heddle::analysis::flow
