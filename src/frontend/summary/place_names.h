// SPDX-License-Identifier: Apache-2.0
// Places as the summaries name them.
#pragma once

#include <optional>

#include "frontend/summary/effect.h"
#include "model/classes/class_summary.h"

namespace heddle::frontend {

class PlaceNames {
public:
  explicit PlaceNames(Places& places) : places_(places) {}

  // The name of a canonical leaf.
  model::Location location(PlaceId place);
  // None for a mutex that no other call can see.
  std::optional<model::Lock> lock(const LockUse& use);
  // Fields through which a lock is reached. They must not change, or the lock is not always the same one.
  static bool isBehindPointer(const Place& place) { return place.kind == PlaceKind::Pointee; }

private:
  struct Bytes {
    std::uint32_t offset = 0, size = 0;
  };
  // The bytes of the place in the subject; none if the place is not inside it.
  std::optional<Bytes> bytesOf(PlaceId place);
  std::string nameOf(PlaceId place);
  std::string pathOf(PlaceId place);
  std::string kindOf(PlaceId place);
  bool isOwn(PlaceId place);

  Places& places_;
};

} // namespace heddle::frontend
