// SPDX-License-Identifier: Apache-2.0
// Something that may happen once. Shape: a flag that is not atomic.
//
// Fault: two callers find the flag unset before either has set it.
// Fails: fire() | fire(): both are told that they were first. The flag is a data race as well.
#pragma once

class OneShot {
public:
  // Returns whether this call was the one.
  bool fire() {
    if (fired_)
      return false;
    fired_ = true;
    return true;
  }

  bool fired() const { return fired_; }
  void rearm() { fired_ = false; }

private:
  bool fired_ = false;
};
