// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace heddle::report {

// Terminal colours, or none at all. Painted text takes as many columns as plain text, but more bytes:
// paint last.
class Paint {
public:
  explicit Paint(bool on) : on_(on) {}

  std::string error(std::string_view text) const { return wrap("\033[1;31m", text); }
  std::string good(std::string_view text) const { return wrap("\033[1;32m", text); }
  std::string caution(std::string_view text) const { return wrap("\033[1;33m", text); }
  std::string strong(std::string_view text) const { return wrap("\033[1m", text); }
  std::string faint(std::string_view text) const { return wrap("\033[2m", text); }
  std::string help(std::string_view text) const { return wrap("\033[1;36m", text); }

private:
  std::string wrap(std::string_view code, std::string_view text) const {
    if (!on_)
      return std::string(text);
    return std::string(code) + std::string(text) + "\033[0m";
  }

  bool on_;
};

} // namespace heddle::report
