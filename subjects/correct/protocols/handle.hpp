// SPDX-License-Identifier: Apache-2.0
// A handle: copies share the counter. The handle itself is a value that each thread copies for itself.
// WRONG: the shared counter is a plain number.
#pragma once

#include <atomic>
#include <memory>

class Handle {
public:
  Handle() : count_(std::make_shared<Count>(0)) {}
  Handle(const Handle&) = default;
  Handle& operator=(const Handle&) = default;

  int increment() const { return ++*count_; }
  int value() const { return *count_; }

private:
#ifdef WRONG
  using Count = int;
#else
  using Count = std::atomic<int>;
#endif
  std::shared_ptr<Count> count_;
};
