// SPDX-License-Identifier: Apache-2.0
// A hook that runs once, whichever thread triggers it first.
// WRONG: tests and sets in two steps.
#pragma once

#include <atomic>
#include <functional>
#include <utility>

class HookOnce {
public:
  explicit HookOnce(std::function<void()> hook) : hook_(std::move(hook)) {}
  HookOnce(const HookOnce&) = delete;
  HookOnce& operator=(const HookOnce&) = delete;

  bool trigger() {
#ifdef WRONG
    if (triggered_.load())
      return false;
    triggered_.store(true);
#else
    if (triggered_.exchange(true))
      return false;
#endif
    if (hook_)
      hook_();
    return true;
  }

  bool triggered() const { return triggered_.load(); }

private:
  std::atomic<bool> triggered_{false};
  const std::function<void()> hook_;
};
