// SPDX-License-Identifier: Apache-2.0
// Which threads are equivalent. Threads that start with the same function and the same callable run the same code, so a
// strategy that has tried one of them learns little from the others.
#pragma once

#include <cstdint>

namespace heddle::runtime {

// A hash of the code that a thread starts with: equal for equivalent threads, and the same in every process.
std::uint64_t kindOfThread(void* (*start)(void*), const void* argument);

} // namespace heddle::runtime
