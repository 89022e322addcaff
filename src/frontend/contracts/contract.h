// SPDX-License-Identifier: Apache-2.0
// What the clients of a class promise: who calls which methods, and when. Stated with a macro of heddle.hpp, in a comment, or
// in the manual of a library (share/roles).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/message.h"

namespace heddle::frontend {

enum class ContractKind : std::uint8_t {
  Ignore,      // never called
  Alone,       // called only before and after the concurrent part
  Before,      // called only before it
  After,       // called only after it
  OneThread,   // one thread at a time calls methods of the group
  NotTogether, // no two different ones run at the same time
  MayFail,     // may fail without a reason
};

struct Contract {
  ContractKind kind = ContractKind::Ignore;
  std::vector<std::string> methods; // names
  std::vector<std::string> others =
      {}; // NotTogether: never at the same time as one of `methods`; none: each other
  model::Message source; // who says so
  std::string failure =
      {}; // MayFail: a class with `isFailure`; "": what converts to false is a failure
};

} // namespace heddle::frontend
