// SPDX-License-Identifier: Apache-2.0
// A signal with connections that can be cut. A connection is a flag that the slot and the caller share.
// WRONG: emit() copies the slots without the lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

class Signal {
  using Flag = std::atomic<bool>;

public:
  class Connection {
  public:
    void disconnect() { *connected_ = false; }
    bool connected() const { return *connected_; }

  private:
    friend class Signal;
    explicit Connection(std::shared_ptr<Flag> connected) : connected_(std::move(connected)) {}
    std::shared_ptr<Flag> connected_;
  };

  Signal() = default;
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;

  Connection connect(std::function<void()> slot) {
    auto connected = std::make_shared<Flag>(true);
    std::lock_guard lock(mutex_);
    slots_.push_back({connected, std::move(slot)});
    return Connection(connected);
  }

  void disconnectAll() {
    std::vector<Slot> dropped;
    std::lock_guard lock(mutex_);
    slots_.swap(dropped);
  }

  // Returns how many slots were called.
  std::size_t emit() {
    std::vector<Slot> called;
    {
#ifndef WRONG
      std::lock_guard lock(mutex_);
#endif
      called = slots_;
    }
    std::size_t count = 0;
    for (const Slot& slot : called)
      if (*slot.connected && slot.call) {
        slot.call();
        ++count;
      }
    return count;
  }

private:
  struct Slot {
    std::shared_ptr<Flag> connected;
    std::function<void()> call;
  };

  std::mutex mutex_;
  std::vector<Slot> slots_;
};
