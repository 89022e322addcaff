// SPDX-License-Identifier: Apache-2.0
// Shapes, of which the drawing keeps copies.
//
// Fault: add() computes the new area under one lock and writes it under another one.
// Fails: add() | add(): the area of one shape is lost.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace paint {

class Shape {
public:
  virtual ~Shape() = default;
  virtual std::unique_ptr<Shape> clone() const = 0;
  virtual int area() const = 0;
};

class Drawing {
public:
  void add(const Shape& shape) {
    std::unique_ptr<Shape> copy = shape.clone();
    const int whole = area() + copy->area();
    std::lock_guard<std::mutex> lock(mutex_); // BUG
    shapes_.push_back(std::move(copy));
    area_ = whole;
  }

  int area() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return area_;
  }

private:
  mutable std::mutex mutex_;
  int area_ = 0;
  std::vector<std::unique_ptr<Shape>> shapes_;
};

} // namespace paint
