// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

inline constexpr unsigned kMaxKeys = 128;

void runKeyDestructors(); // of current, at its end
void resetKeys();         // before each execution: only those of library constructors are left

} // namespace heddle::runtime
