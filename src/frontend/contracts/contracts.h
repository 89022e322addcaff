// SPDX-License-Identifier: Apache-2.0
// Applies contracts (contract.h) to the operations of a class.
#pragma once

#include <vector>

#include "frontend/contracts/contract.h"
#include "frontend/operation_reader.h"

namespace heddle::frontend {

// Leaves operations out, says where in a test the others may be, and which never run at the same time. Returns what to tell the
// user.
std::vector<model::Message> applyContracts(const std::vector<Contract>& contracts,
                                           Operations& operations);

} // namespace heddle::frontend
