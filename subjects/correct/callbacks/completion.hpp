// SPDX-License-Identifier: Apache-2.0
// A result with continuations: each is called once, by finish() or immediately if the result is there.
// WRONG: then() looks for the result before it takes the lock to add the continuation.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

class Completion {
public:
  Completion() = default;
  Completion(const Completion&) = delete;
  Completion& operator=(const Completion&) = delete;

  void then(std::function<void(int)> continuation) {
    std::unique_lock lock(mutex_);
#ifdef WRONG
    const bool finished = result_.has_value();
    lock.unlock();
    lock.lock();
    if (!finished) {
#else
    if (!result_) {
#endif
      continuations_.push_back(std::move(continuation));
      return;
    }
    const int result = *result_;
    lock.unlock();
    if (continuation)
      continuation(result);
  }

  bool finish(int result) {
    std::vector<std::function<void(int)>> called;
    {
      std::lock_guard lock(mutex_);
      if (result_)
        return false;
      result_ = result;
      called.swap(continuations_);
    }
    for (const auto& continuation : called)
      if (continuation)
        continuation(result);
    return true;
  }

  int waiting() const {
    std::lock_guard lock(mutex_);
    return static_cast<int>(continuations_.size());
  }

private:
  mutable std::mutex mutex_;
  std::optional<int> result_;
  std::vector<std::function<void(int)>> continuations_;
};
