// SPDX-License-Identifier: Apache-2.0
// Nodes of a tree that share ownership; each has its own lock, and a parent is locked before a child.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

class SharedNode : public std::enable_shared_from_this<SharedNode> {
public:
  SharedNode() = default;
  SharedNode(const SharedNode&) = delete;
  SharedNode& operator=(const SharedNode&) = delete;

  void addChild(int value) {
    auto child = std::make_shared<SharedNode>();
    child->value_ = value % 100;
    std::lock_guard lock(mutex_);
    children_.push_back(std::move(child));
  }

  int sum() const {
    std::lock_guard lock(mutex_);
    int total = value_;
    for (const auto& child : children_)
      total += child->sum();
    return total;
  }

  std::size_t removeChildren() {
    std::vector<std::shared_ptr<SharedNode>> removed;
    std::lock_guard lock(mutex_);
    removed.swap(children_);
    return removed.size();
  }

private:
  mutable std::mutex mutex_;
  int value_ = 0;
  std::vector<std::shared_ptr<SharedNode>> children_;
};
