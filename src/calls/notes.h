// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace heddle::calls {

// Adds a text for the user: each once, and not too many.
inline void addNote(std::vector<std::string>& notes, const std::string& text) {
  constexpr std::size_t kMostNotes = 16;
  if (notes.size() < kMostNotes && std::ranges::find(notes, text) == notes.end())
    notes.push_back(text);
}

} // namespace heddle::calls
