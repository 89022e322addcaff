// SPDX-License-Identifier: Apache-2.0
// Permits as unique pointers to a token whose destructor returns the permit; null if none is left.
// WRONG: checks and takes in two critical sections.
#pragma once

#include <memory>
#include <mutex>

class WorkerPermits {
public:
  class Permit {
  public:
    explicit Permit(WorkerPermits& owner) : owner_(owner) {}
    Permit(const Permit&) = delete;
    Permit& operator=(const Permit&) = delete;
    ~Permit() {
      std::lock_guard lock(owner_.mutex_);
      ++owner_.left_;
    }

  private:
    WorkerPermits& owner_;
  };

  WorkerPermits() = default;
  WorkerPermits(const WorkerPermits&) = delete;
  WorkerPermits& operator=(const WorkerPermits&) = delete;

  std::unique_ptr<Permit> take() {
#ifdef WRONG
    if (left() == 0)
      return nullptr;
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    if (left_ == 0)
      return nullptr;
#endif
    --left_;
    return std::make_unique<Permit>(*this);
  }

  int left() const {
    std::lock_guard lock(mutex_);
    return left_;
  }

private:
  mutable std::mutex mutex_;
  int left_ = 1;
};
