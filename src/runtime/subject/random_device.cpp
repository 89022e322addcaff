// SPDX-License-Identifier: Apache-2.0
// std::random_device asks the processor; here it must return the same numbers in every execution.
#include <random>

extern "C" unsigned heddle_rt_random();

__attribute__((disable_sanitizer_instrumentation)) std::random_device::result_type
std::random_device::_M_getval() {
  return heddle_rt_random();
}
