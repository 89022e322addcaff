// SPDX-License-Identifier: Apache-2.0
// The best score of each player, and the order of the players.
// WRONG: submit() compares in one critical section and stores in another.
#pragma once

#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

class Leaderboard {
public:
  Leaderboard() = default;
  Leaderboard(const Leaderboard&) = delete;
  Leaderboard& operator=(const Leaderboard&) = delete;

  // Returns whether it is a new personal best.
  bool submit(const std::string& player, unsigned score) {
#ifdef WRONG
    if (score <= best(player))
      return false;
    std::unique_lock lock(mutex_);
#else
    std::unique_lock lock(mutex_);
    if (const auto found = scores_.find(player);
        score <= (found == scores_.end() ? 0 : found->second))
      return false;
#endif
    scores_[player] = score;
    return true;
  }

  unsigned best(const std::string& player) const {
    std::shared_lock lock(mutex_);
    const auto found = scores_.find(player);
    return found == scores_.end() ? 0 : found->second;
  }

  std::string leader() const {
    std::shared_lock lock(mutex_);
    std::string name;
    unsigned most = 0;
    for (const auto& [player, score] : scores_)
      if (score > most) {
        most = score;
        name = player;
      }
    return name;
  }

private:
  mutable std::shared_mutex mutex_;
  std::map<std::string, unsigned> scores_;
};
