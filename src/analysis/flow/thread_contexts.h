// SPDX-License-Identifier: Apache-2.0
// Problem: std::thread(f) and std::thread(g) create their threads in one function of the library, if f and g have the same type. By its
// node alone the creation would make one kind of threads with several instances that may run f and g, and no join would be known to
// wait for one of them.
//
// Idea: one copy of the function per call of it (the thesis gives each access a context of one call, section 4.4), and one copy of a
// start function per creation.
#pragma once

#include "analysis/flow/points_to.h"
#include "analysis/flow/program.h"

namespace heddle::analysis::flow {

// Copies functions that create threads, and those that call such functions, for each of their direct calls.
void copyCreatorsPerCall(Program& program);

// Copies start functions that several creations share. True if there were any: the points-to sets are then out of date.
bool copyStartsPerCreation(Program& program, const PointsTo& pointsTo);

} // namespace heddle::analysis::flow
