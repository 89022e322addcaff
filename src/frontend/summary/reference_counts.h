// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frontend/summary/place.h"

namespace heddle::frontend {

// The counts that copying or destroying an object of the type can change: of the shared pointers in it. Pointers to a
// class and to its bases may share one.
PlaceSet countsIn(clang::QualType type, Places& places);

} // namespace heddle::frontend
