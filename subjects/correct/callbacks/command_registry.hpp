// SPDX-License-Identifier: Apache-2.0
// Commands by name. run() copies the command under the lock and calls it without.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>

class CommandRegistry {
public:
  using Command = std::function<int(int)>;

  CommandRegistry() = default;
  CommandRegistry(const CommandRegistry&) = delete;
  CommandRegistry& operator=(const CommandRegistry&) = delete;

  bool define(const std::string& name, Command command) {
    std::lock_guard lock(mutex_);
    return commands_.emplace(name, std::move(command)).second;
  }

  // 0 if the command is unknown.
  int run(const std::string& name, int argument) const {
    Command command;
    {
      std::lock_guard lock(mutex_);
      const auto found = commands_.find(name);
      if (found == commands_.end() || !found->second)
        return 0;
      command = found->second;
    }
    return command(argument);
  }

private:
  mutable std::mutex mutex_;
  std::map<std::string, Command> commands_;
};
