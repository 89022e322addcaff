// SPDX-License-Identifier: Apache-2.0
// Scores in order, with a comparison that the owner supplies through a virtual method of an argument.
#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

class Ranking {
public:
  virtual ~Ranking() = default;
  virtual int weight(int score) const = 0;
};

class RankedScores {
public:
  RankedScores() = default;
  RankedScores(const RankedScores&) = delete;
  RankedScores& operator=(const RankedScores&) = delete;

  void add(int score, const Ranking& ranking) {
    const int weight = ranking.weight(score); // called without the lock
    std::lock_guard lock(mutex_);
    weights_.insert(std::upper_bound(weights_.begin(), weights_.end(), weight), weight);
  }

  std::vector<int> weights() const {
    std::lock_guard lock(mutex_);
    return weights_;
  }

private:
  mutable std::mutex mutex_;
  std::vector<int> weights_;
};
