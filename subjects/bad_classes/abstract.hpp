// SPDX-License-Identifier: Apache-2.0
// No object of this class can be made.
#pragma once

class Shape {
public:
  virtual ~Shape() = default;
  virtual double area() const = 0;
  bool empty() const { return area() == 0; }
};
