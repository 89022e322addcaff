// SPDX-License-Identifier: Apache-2.0
// Nobody outside can make an object of this class, and nothing hands one out.
#pragma once

class Secret {
public:
  int value() const { return value_; }
  void change() { ++value_; }

private:
  Secret() = default;
  int value_ = 0;
};
