// SPDX-License-Identifier: Apache-2.0
// Shares equal fonts. The factory keeps them all; the addresses are stable.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

class Flyweight {
public:
  struct Font {
    std::string family;
    int size;
  };

  Flyweight() = default;
  Flyweight(const Flyweight&) = delete;
  Flyweight& operator=(const Flyweight&) = delete;

  const Font* font(const std::string& family, int size) {
    std::lock_guard lock(mutex_);
    auto& font = fonts_[{family, size}];
    if (!font)
      font = std::make_unique<Font>(Font{family, size});
    return font.get();
  }

  std::size_t count() const {
    std::lock_guard lock(mutex_);
    return fonts_.size();
  }

private:
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, int>, std::unique_ptr<Font>> fonts_;
};
