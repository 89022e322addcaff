// SPDX-License-Identifier: Apache-2.0
// Three independent faults: reserve() checks and acts under two locks, renames() takes none, and credit() and debit() take
// two locks in opposite orders. Each shows in several pairs of methods.
#pragma once

#include <mutex>
#include <string>

class Store {
public:
  bool reserve() {
    {
      std::lock_guard lock(mutex_);
      if (free_ == 0)
        return false;
    }
    std::lock_guard lock(mutex_); // BUG
    --free_;
    return true;
  }
  void release() {
    std::lock_guard lock(mutex_);
    ++free_;
  }
  int available() const {
    std::lock_guard lock(mutex_);
    return free_;
  }

  void rename(const std::string& name) {
    std::lock_guard lock(mutex_);
    name_ = name;
    ++renames_;
  }
  std::string name() const {
    std::lock_guard lock(mutex_);
    return name_;
  }
  int renames() const { return renames_; } // BUG

  void credit(int amount) {
    std::lock_guard first(incoming_);
    std::lock_guard second(outgoing_);
    balance_ += amount;
  }
  void debit(int amount) {
    std::lock_guard first(outgoing_);
    std::lock_guard second(incoming_); // BUG
    balance_ -= amount;
  }

private:
  mutable std::mutex mutex_, incoming_, outgoing_;
  int free_ = 1;
  int renames_ = 0;
  int balance_ = 0;
  std::string name_;
};
