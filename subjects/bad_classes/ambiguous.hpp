// SPDX-License-Identifier: Apache-2.0
// Two classes of one name: which one is meant must be said.
#pragma once

namespace red {

class Lamp {
public:
  void toggle() { on_ = !on_; }
  bool on() const { return on_; }

private:
  bool on_ = false;
};

} // namespace red

namespace green {

class Lamp {
public:
  bool on() const { return true; }
};

} // namespace green
