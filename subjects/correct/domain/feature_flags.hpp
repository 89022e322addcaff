// SPDX-License-Identifier: Apache-2.0
// Flags with overrides per user; pimpl.
// WRONG: isOn() looks at the overrides without the lock.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>

class FeatureFlags {
public:
  FeatureFlags() : impl_(std::make_unique<Impl>()) {}
  FeatureFlags(const FeatureFlags&) = delete;
  FeatureFlags& operator=(const FeatureFlags&) = delete;

  void set(const std::string& flag, bool on) {
    std::unique_lock lock(impl_->mutex);
    impl_->flags[flag] = on;
  }

  void allow(const std::string& flag, int user) {
    std::unique_lock lock(impl_->mutex);
    impl_->allowed[flag].insert(user);
  }

  bool isOn(const std::string& flag, int user) const {
#ifndef WRONG
    std::shared_lock lock(impl_->mutex);
#endif
    if (const auto found = impl_->allowed.find(flag);
        found != impl_->allowed.end() && found->second.contains(user))
      return true;
    const auto found = impl_->flags.find(flag);
    return found != impl_->flags.end() && found->second;
  }

private:
  struct Impl {
    std::shared_mutex mutex;
    std::map<std::string, bool> flags;
    std::map<std::string, std::set<int>> allowed;
  };
  const std::unique_ptr<Impl> impl_;
};
