// SPDX-License-Identifier: Apache-2.0
// The constructor never succeeds.
#pragma once

#include <stdexcept>

class Licence {
public:
  explicit Licence(int key) : key_(key) { throw std::runtime_error("Licence: expired"); }
  bool valid() const { return key_ != 0; }
  void revoke() { key_ = 0; }

private:
  int key_;
};
