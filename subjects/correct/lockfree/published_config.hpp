// SPDX-License-Identifier: Apache-2.0
// Versions of a configuration that are kept until the end, so readers need no lock.
// WRONG: publishes before the fields are set.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

class PublishedConfig {
public:
  PublishedConfig() { publish("default", 1); }
  PublishedConfig(const PublishedConfig&) = delete;
  PublishedConfig& operator=(const PublishedConfig&) = delete;

  void publish(std::string name, int limit) {
    auto version = std::make_unique<Version>();
    std::lock_guard lock(mutex_);
#ifdef WRONG
    current_.store(version.get(), std::memory_order_release);
    version->name = std::move(name);
    version->limit = limit;
#else
    version->name = std::move(name);
    version->limit = limit;
    current_.store(version.get(), std::memory_order_release);
#endif
    versions_.push_back(std::move(version));
  }

  std::string name() const { return current_.load(std::memory_order_acquire)->name; }
  int limit() const { return current_.load(std::memory_order_acquire)->limit; }

private:
  struct Version {
    std::string name;
    int limit = 0;
  };
  std::atomic<const Version*> current_{nullptr};
  std::mutex mutex_;
  std::vector<std::unique_ptr<Version>> versions_;
};
