// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "model/message.h"

namespace heddle::calls {

// Adds something for the user to know: each once, and not too many.
inline void addNote(std::vector<model::Message>& notes, const model::Message& note) {
  constexpr std::size_t kMostNotes = 16;
  if (notes.size() < kMostNotes && std::ranges::find(notes, note) == notes.end())
    notes.push_back(note);
}

} // namespace heddle::calls
