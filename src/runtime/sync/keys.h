// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

inline constexpr unsigned kMaxKeys = 128;

void runKeyDestructors(); // of the current thread, at its end
void resetKeys();         // before each execution: keeps only those of library constructors

} // namespace heddle::runtime
