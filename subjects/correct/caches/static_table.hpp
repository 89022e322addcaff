// SPDX-License-Identifier: Apache-2.0
// A table that is built at the first use of a static local variable.
#pragma once

#include <array>
#include <cstddef>

class StaticTable {
public:
  static unsigned crc(unsigned char byte) { return table()[byte % 16]; }

  unsigned add(unsigned char byte) const {
    return crc(byte) ^ crc(static_cast<unsigned char>(byte + 1));
  }

private:
  static const std::array<unsigned, 16>& table() {
    static const std::array<unsigned, 16> values = [] {
      std::array<unsigned, 16> built{};
      for (unsigned at = 0; at < built.size(); ++at)
        built[at] = at * 0x1db7U;
      return built;
    }();
    return values;
  }
};
