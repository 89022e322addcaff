// SPDX-License-Identifier: Apache-2.0
// Only the class itself can construct an object, and no function returns one.
#pragma once

class Secret {
public:
  int value() const { return value_; }
  void change() { ++value_; }

private:
  Secret() = default;
  int value_ = 0;
};
