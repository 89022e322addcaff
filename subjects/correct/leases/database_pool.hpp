// SPDX-License-Identifier: Apache-2.0
// Connections as shared pointers whose deleter puts them into the pool again. The state outlives the pool for as long as a
// connection is in use.
// WRONG: the deleter does not take the lock.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

class DatabasePool {
public:
  struct Connection {
    int id = 0;
    int queries = 0;
  };

  explicit DatabasePool(std::size_t most) : state_(std::make_shared<State>()) {
    state_->most = most % 4;
  }

  // Null if all connections are in use.
  std::shared_ptr<Connection> checkOut() {
    std::unique_ptr<Connection> connection;
    {
      std::lock_guard lock(state_->mutex);
      if (!state_->idle.empty()) {
        connection = std::move(state_->idle.back());
        state_->idle.pop_back();
      } else if (state_->created < state_->most) {
        connection = std::make_unique<Connection>();
        connection->id = static_cast<int>(++state_->created);
      } else {
        return nullptr;
      }
    }
    return std::shared_ptr<Connection>(connection.release(), [state = state_](Connection* used) {
#ifndef WRONG
      std::lock_guard lock(state->mutex);
#endif
      state->idle.emplace_back(used);
    });
  }

  std::size_t created() const {
    std::lock_guard lock(state_->mutex);
    return state_->created;
  }

private:
  struct State {
    std::mutex mutex;
    std::size_t most = 0;
    std::size_t created = 0;
    std::vector<std::unique_ptr<Connection>> idle;
  };
  std::shared_ptr<State> state_;
};
