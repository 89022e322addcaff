// SPDX-License-Identifier: Apache-2.0
// Shapes, of which the drawing keeps copies.
//
// A stub of Shape must have a clone that is not null.
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
    std::lock_guard<std::mutex> lock(mutex_);
    area_ += copy->area();
    shapes_.push_back(std::move(copy));
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
