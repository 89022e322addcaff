// SPDX-License-Identifier: Apache-2.0
// A cell whose readers announce what they read, so that a writer frees an old value only when no reader uses it.
// WRONG: the reader does not look again after it has announced the pointer.
#pragma once

#include <array>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

class HazardCell {
public:
  HazardCell() : value_(new int(0)) {}
  HazardCell(const HazardCell&) = delete;
  HazardCell& operator=(const HazardCell&) = delete;
  ~HazardCell() {
    delete value_.load();
    for (const int* old : retired_)
      delete old;
  }

  int read() {
    std::atomic<const int*>& hazard = acquireSlot();
    const int* seen = value_.load();
#ifdef WRONG
    hazard.store(seen);
#else
    for (;;) {
      hazard.store(seen);
      const int* again = value_.load();
      if (again == seen)
        break;
      seen = again;
    }
#endif
    const int result = *seen;
    hazard.store(nullptr);
    return result;
  }

  void write(int value) {
    const int* old = value_.exchange(new int(value));
    std::lock_guard lock(mutex_);
    retired_.push_back(old);
    std::erase_if(retired_, [this](const int* each) {
      for (const auto& hazard : hazards_)
        if (hazard.load() == each)
          return false;
      delete each;
      return true;
    });
  }

private:
  // A slot holds the address of `kReserved` between its acquisition and the first announcement.
  std::atomic<const int*>& acquireSlot() {
    for (;;) {
      for (auto& hazard : hazards_) {
        const int* expected = nullptr;
        if (hazard.compare_exchange_strong(expected, &kReserved))
          return hazard;
      }
      std::this_thread::yield();
    }
  }

  static constexpr int kReserved = 0;
  std::atomic<const int*> value_;
  std::array<std::atomic<const int*>, 4> hazards_{};
  std::mutex mutex_;
  std::vector<const int*> retired_;
};
