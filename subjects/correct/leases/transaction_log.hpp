// SPDX-License-Identifier: Apache-2.0
// A log of transactions. Entries of a transaction become visible together when it commits, and never if it is dropped.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

class TransactionLog {
public:
  class Transaction {
  public:
    void write(std::string entry) { entries_.push_back(std::move(entry)); }
    std::size_t commit() { return log_->append(std::exchange(entries_, {})); }

  private:
    friend class TransactionLog;
    explicit Transaction(TransactionLog* log) : log_(log) {}
    TransactionLog* log_;
    std::vector<std::string> entries_;
  };

  TransactionLog() = default;
  TransactionLog(const TransactionLog&) = delete;
  TransactionLog& operator=(const TransactionLog&) = delete;

  Transaction begin() { return Transaction(this); }

  std::size_t append(std::vector<std::string> entries) {
    std::lock_guard lock(mutex_);
    for (std::string& entry : entries)
      entries_.push_back(std::move(entry));
    return entries_.size();
  }

  std::vector<std::string> entries() const {
    std::lock_guard lock(mutex_);
    return entries_;
  }

private:
  mutable std::mutex mutex_;
  std::vector<std::string> entries_;
};
