// SPDX-License-Identifier: Apache-2.0
// Shapes are cloned into the drawing, so that callers keep their own. Copies are made with the virtual clone().
// WRONG: add() does not take the lock.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

class Shape {
public:
  virtual ~Shape() = default;
  // A copy of this shape; never null.
  virtual std::unique_ptr<Shape> clone() const = 0;
  virtual int area() const = 0;
};

class VisitorTree {
public:
  VisitorTree() = default;
  VisitorTree(const VisitorTree&) = delete;
  VisitorTree& operator=(const VisitorTree&) = delete;

  void add(const Shape& shape) {
    std::unique_ptr<Shape> copy = shape.clone();
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    shapes_.push_back(std::move(copy));
  }

  long area() const {
    std::lock_guard lock(mutex_);
    long total = 0;
    for (const auto& shape : shapes_)
      total += shape->area();
    return total;
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return shapes_.size();
  }

private:
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Shape>> shapes_;
};
