// SPDX-License-Identifier: Apache-2.0
// Joins the summary graphs of all modules of a program.
#pragma once

#include <span>
#include <string>
#include <unordered_map>

#include "analysis/flow/program.h"

namespace heddle::analysis::flow {

// A module whose graph has another version is left out and counted: its sites have no facts. If a graph is malformed, which is a bug
// of the pass, all are left out.
Program readGraphs(std::span<const abi::GraphRecord> records);

// The functions that the modules name, and whether one of the modules defines it.
using FunctionNames = std::unordered_map<std::string, bool>;
FunctionNames readFunctionNames(std::span<const abi::GraphRecord> records);

} // namespace heddle::analysis::flow
