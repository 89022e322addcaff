// SPDX-License-Identifier: Apache-2.0
// Template method: the public method takes the lock and calls a virtual step that needs it.
// WRONG: total() reads without the lock.
#pragma once

#include <mutex>
#include <string>
#include <vector>

class TrailBase {
public:
  virtual ~TrailBase() = default;

  void record(const std::string& entry) {
    std::lock_guard lock(mutex_);
    if (accepts(entry)) {
      entries_.push_back(entry);
      written(entry);
    }
  }

  std::vector<std::string> entries() const {
    std::lock_guard lock(mutex_);
    return entries_;
  }

protected:
  virtual bool accepts(const std::string& entry) const = 0; // under the lock
  virtual void written(const std::string& entry) = 0;       // under the lock
  mutable std::mutex mutex_;

private:
  std::vector<std::string> entries_;
};

class AuditTrail : public TrailBase {
public:
  std::size_t bytes() const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    return bytes_;
  }

protected:
  bool accepts(const std::string& entry) const override { return !entry.empty(); }
  void written(const std::string& entry) override { bytes_ += entry.size(); }

private:
  std::size_t bytes_ = 0;
};
