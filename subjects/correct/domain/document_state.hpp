// SPDX-License-Identifier: Apache-2.0
// A document under review: a state, an author and a version, changed under one lock.
#pragma once

#include <mutex>
#include <string>
#include <tuple>

class DocumentState {
public:
  DocumentState() = default;
  DocumentState(const DocumentState&) = delete;
  DocumentState& operator=(const DocumentState&) = delete;

  bool submit(const std::string& author) {
    std::lock_guard lock(mutex_);
    if (state_ != State::Draft || author.empty())
      return false;
    state_ = State::Review;
    author_ = author;
    ++version_;
    return true;
  }

  bool approve(const std::string& reviewer) {
    std::lock_guard lock(mutex_);
    if (state_ != State::Review || reviewer == author_)
      return false;
    state_ = State::Published;
    return true;
  }

  bool reject() {
    std::lock_guard lock(mutex_);
    if (state_ != State::Review)
      return false;
    state_ = State::Draft;
    return true;
  }

  std::pair<std::string, int> author() const {
    std::lock_guard lock(mutex_);
    return {author_, version_};
  }

private:
  enum class State { Draft, Review, Published };
  mutable std::mutex mutex_;
  State state_ = State::Draft;
  std::string author_;
  int version_ = 0;
};
