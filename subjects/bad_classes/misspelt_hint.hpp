// SPDX-License-Identifier: Apache-2.0
// A contract of a method that does not exist.
#pragma once

#include <heddle/heddle.hpp>
#include <mutex>

class Tray {
public:
  void stack(int height) {
    std::lock_guard lock(mutex_);
    height_ += height;
  }

private:
  std::mutex mutex_;
  int height_ = 0;
};

using Plate = Tray;

HEDDLE_ONE_THREAD(Plate::stakc);
