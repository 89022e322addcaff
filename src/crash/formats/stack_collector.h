// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "model/crash_stack.h"

namespace heddle::crash {

// In one text. A runaway recursion in gdb has about 100,000 frames; more would not help.
inline constexpr std::size_t kMaxFrames = 200'000;

// Collects frames as they are read into stacks.
class StackCollector {
public:
  // The frames that follow belong to a new stack.
  void begin(model::ThreadStack stack) {
    if (!open_ || !stacks_.back().frames.empty())
      stacks_.emplace_back();
    stacks_.back() = std::move(stack);
    open_ = true;
  }
  // The frames that follow belong to a new stack, unless one was begun.
  void end() { open_ = open_ && stacks_.back().frames.empty(); }

  model::CrashFrame& add(model::CrashFrame frame) {
    if (!open_)
      begin({});
    // If there are too many, the last one is overwritten, so that callers need not check.
    if (frames_ < kMaxFrames || stacks_.back().frames.empty()) {
      stacks_.back().frames.emplace_back();
      ++frames_;
    }
    stacks_.back().frames.back() = std::move(frame);
    return stacks_.back().frames.back();
  }

  // The frame added last; nullptr when the stack has none.
  model::CrashFrame* last() {
    return open_ && !stacks_.back().frames.empty() ? &stacks_.back().frames.back() : nullptr;
  }

  // Those with frames. What is added afterwards belongs to other stacks, but counts towards the same limit.
  std::vector<model::ThreadStack> take() {
    std::erase_if(stacks_, [](const model::ThreadStack& stack) { return stack.frames.empty(); });
    open_ = false;
    return std::exchange(stacks_, {});
  }

private:
  std::vector<model::ThreadStack> stacks_;
  std::size_t frames_ = 0;
  bool open_ = false;
};

} // namespace heddle::crash
