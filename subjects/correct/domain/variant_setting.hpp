// SPDX-License-Identifier: Apache-2.0
// A setting that is a number or a text.
// WRONG: asNumber() asks for the type and reads it in two critical sections.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

class VariantSetting {
public:
  VariantSetting() = default;
  VariantSetting(const VariantSetting&) = delete;
  VariantSetting& operator=(const VariantSetting&) = delete;

  void set(int number) {
    std::lock_guard lock(mutex_);
    value_ = number;
  }
  void set(std::string_view text) {
    std::lock_guard lock(mutex_);
    value_ = std::string(text);
  }

  bool isNumber() const {
    std::lock_guard lock(mutex_);
    return std::holds_alternative<int>(value_);
  }

  int asNumber() const {
#ifdef WRONG
    if (!isNumber())
      return 0;
    std::lock_guard lock(mutex_);
    return std::get<int>(value_);
#else
    std::lock_guard lock(mutex_);
    const int* number = std::get_if<int>(&value_);
    return number ? *number : 0;
#endif
  }

private:
  mutable std::mutex mutex_;
  std::variant<int, std::string> value_;
};
