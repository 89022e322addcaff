// SPDX-License-Identifier: Apache-2.0
// Messages by urgency; those of the same urgency in order of arrival.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <queue>
#include <string>
#include <vector>

class PriorityMailbox {
public:
  PriorityMailbox() = default;
  PriorityMailbox(const PriorityMailbox&) = delete;
  PriorityMailbox& operator=(const PriorityMailbox&) = delete;

  void post(int urgency, std::string text) {
    std::lock_guard lock(mutex_);
    letters_.push(Letter{urgency, nextNumber_++, std::move(text)});
  }

  std::optional<std::string> fetch() {
    std::lock_guard lock(mutex_);
    if (letters_.empty())
      return std::nullopt;
    std::string text = letters_.top().text;
    letters_.pop();
    return text;
  }

  bool empty() const {
    std::lock_guard lock(mutex_);
    return letters_.empty();
  }

private:
  struct Letter {
    int urgency;
    std::uint64_t number;
    std::string text;
    bool operator<(const Letter& other) const {
      return urgency != other.urgency ? urgency < other.urgency : number > other.number;
    }
  };

  mutable std::mutex mutex_;
  std::priority_queue<Letter> letters_;
  std::uint64_t nextNumber_ = 0;
};
