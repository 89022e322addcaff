// A pool of open connections, as servers have them. Every method locks, so there is no data race, and
// its tests pass. It is still wrong.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

class ConnectionPool {
public:
  // Returns a connection to the pool, or adds a new one.
  void put(int connection) {
    std::lock_guard lock(mutex_);
    idle_.push_back(connection);
  }

  // An idle connection; none if all are in use.
  std::optional<int> take() {
    if (size() == 0) return std::nullopt;
    std::lock_guard lock(mutex_);
    int connection = idle_.back();
    idle_.pop_back();
    return connection;
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return idle_.size();
  }

private:
  mutable std::mutex mutex_;
  std::vector<int> idle_;
};
