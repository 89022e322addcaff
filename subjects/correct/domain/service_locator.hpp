// SPDX-License-Identifier: Apache-2.0
// A singleton with static methods.
// WRONG: find() does not take the lock.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace app {

class ServiceLocator {
public:
  static ServiceLocator& instance() {
    static ServiceLocator locator;
    return locator;
  }

  bool provide(const std::string& name, int port) {
    std::lock_guard lock(mutex_);
    return ports_.emplace(name, port).second;
  }

  std::optional<int> find(const std::string& name) const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    const auto found = ports_.find(name);
    return found == ports_.end() ? std::nullopt : std::optional(found->second);
  }

  bool withdraw(const std::string& name) {
    std::lock_guard lock(mutex_);
    return ports_.erase(name) == 1;
  }

private:
  ServiceLocator() = default;
  mutable std::mutex mutex_;
  std::map<std::string, int> ports_;
};

} // namespace app
