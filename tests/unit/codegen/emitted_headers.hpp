// SPDX-License-Identifier: Apache-2.0
// Headers that make an emitted test slow to compile.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <thread>
