// SPDX-License-Identifier: Apache-2.0
// An immutable map behind a shared pointer: readers copy the pointer, writers replace the map.
// WRONG: get() copies the pointer without the lock.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

class ReadMostlyConfig {
public:
  ReadMostlyConfig() : values_(std::make_shared<const Values>()) {}
  ReadMostlyConfig(const ReadMostlyConfig&) = delete;
  ReadMostlyConfig& operator=(const ReadMostlyConfig&) = delete;

  std::string get(const std::string& key) const {
    const std::shared_ptr<const Values> values = snapshot();
    const auto found = values->find(key);
    return found == values->end() ? std::string() : found->second;
  }

  void set(const std::string& key, const std::string& value) {
    std::lock_guard writing(writeMutex_);
    auto changed = std::make_shared<Values>(*snapshot());
    (*changed)[key] = value;
    std::lock_guard lock(mutex_);
    values_ = std::move(changed);
  }

private:
  using Values = std::map<std::string, std::string>;

  std::shared_ptr<const Values> snapshot() const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    return values_;
  }

  std::mutex writeMutex_; // taken before mutex_
  mutable std::mutex mutex_;
  std::shared_ptr<const Values> values_;
};
