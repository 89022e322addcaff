// SPDX-License-Identifier: Apache-2.0
// Takes from an inbox, transforms, and puts into an outbox; both have their own lock, and no call holds both.
#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <optional>

class PipelineStage {
public:
  PipelineStage() = default;
  PipelineStage(const PipelineStage&) = delete;
  PipelineStage& operator=(const PipelineStage&) = delete;

  void submit(int item) {
    std::lock_guard lock(inMutex_);
    in_.push_back(item);
  }

  // Processes one item; a stage runs one item at a time, so that the order is kept.
  bool step() {
    std::lock_guard running(runMutex_);
    std::optional<int> item;
    {
      std::lock_guard lock(inMutex_);
      if (in_.empty())
        return false;
      item = in_.front();
      in_.pop_front();
    }
    const unsigned result = static_cast<unsigned>(*item) * 2U;
    std::lock_guard lock(outMutex_);
    out_.push_back(static_cast<int>(result));
    return true;
  }

  std::optional<int> collect() {
    std::lock_guard lock(outMutex_);
    if (out_.empty())
      return std::nullopt;
    const int item = out_.front();
    out_.pop_front();
    return item;
  }

private:
  std::mutex runMutex_;
  std::mutex inMutex_;
  std::deque<int> in_;
  std::mutex outMutex_;
  std::deque<int> out_;
};
