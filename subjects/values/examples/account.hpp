// SPDX-License-Identifier: Apache-2.0
// The two accounts that most examples of the thesis share.
#pragma once

#include <mutex>

struct Account {
  std::mutex mutex;
  int value = 0;
};

inline Account x;
inline Account y;
inline constexpr int kAmount = 10;
