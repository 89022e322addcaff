// SPDX-License-Identifier: Apache-2.0
// The header itself has an error.
#pragma once

class Counter {
public:
  void add() { value_ += undeclaredStep; }
  int value() const { return value_; }

private:
  int value_ = 0;
};
