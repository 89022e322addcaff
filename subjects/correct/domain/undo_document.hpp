// SPDX-License-Identifier: Apache-2.0
// A text with undo and redo.
#pragma once

#include <mutex>
#include <string>
#include <vector>

class UndoDocument {
public:
  UndoDocument() = default;
  UndoDocument(const UndoDocument&) = delete;
  UndoDocument& operator=(const UndoDocument&) = delete;

  void type(const std::string& more) {
    std::lock_guard lock(mutex_);
    past_.push_back(text_);
    future_.clear();
    text_ += more;
  }

  bool undo() {
    std::lock_guard lock(mutex_);
    if (past_.empty())
      return false;
    future_.push_back(std::move(text_));
    text_ = std::move(past_.back());
    past_.pop_back();
    return true;
  }

  bool redo() {
    std::lock_guard lock(mutex_);
    if (future_.empty())
      return false;
    past_.push_back(std::move(text_));
    text_ = std::move(future_.back());
    future_.pop_back();
    return true;
  }

  std::string text() const {
    std::lock_guard lock(mutex_);
    return text_;
  }

private:
  mutable std::mutex mutex_;
  std::string text_;
  std::vector<std::string> past_;
  std::vector<std::string> future_;
};
