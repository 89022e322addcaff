// SPDX-License-Identifier: Apache-2.0
// Ports as handles. A port is free again when its handle is destroyed or released.
#pragma once

#include <mutex>
#include <set>
#include <stdexcept>

class PortAllocator {
public:
  class Port {
  public:
    Port(Port&& other) noexcept : allocator_(other.allocator_), number_(other.number_) {
      other.allocator_ = nullptr;
    }
    Port& operator=(Port&&) = delete;
    ~Port() { release(); }
    int number() const { return number_; }
    void release() {
      if (allocator_)
        allocator_->free(number_);
      allocator_ = nullptr;
    }

  private:
    friend class PortAllocator;
    Port(PortAllocator* allocator, int number) : allocator_(allocator), number_(number) {}
    PortAllocator* allocator_;
    int number_;
  };

  PortAllocator() = default;
  PortAllocator(const PortAllocator&) = delete;
  PortAllocator& operator=(const PortAllocator&) = delete;

  Port allocate() {
    std::lock_guard lock(mutex_);
    for (int number = 1024; number < 1028; ++number)
      if (used_.insert(number).second)
        return Port(this, number);
    throw std::runtime_error("PortAllocator: no port is free");
  }

  bool isUsed(int number) const {
    std::lock_guard lock(mutex_);
    return used_.contains(number);
  }

private:
  void free(int number) {
    std::lock_guard lock(mutex_);
    used_.erase(number);
  }

  mutable std::mutex mutex_;
  std::set<int> used_;
};
