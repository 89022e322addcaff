// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frontend/summary/place.h"

namespace heddle::frontend {

// Elements, as values of the type that an expression gives them: an iterator alone does not tell.
PlaceSet retyped(Places& places, const PlaceSet& set, clang::QualType type);

} // namespace heddle::frontend
