// SPDX-License-Identifier: Apache-2.0
// What the manuals of libraries say about who may call what: the files of share/roles, see share/roles/README.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/contracts/contract.h"
#include "support/result.h"

namespace heddle::frontend {

// The contracts of one class. It is named by its outermost namespace and its own name.
struct Role {
  std::string library;
  std::string className;
  std::vector<Contract> contracts;
};

// `file` is named in errors.
Result<std::vector<Role>> parseRoles(std::string_view text, const std::string& file);

// Of all files of the folder, in the order of their names; none if there is no such folder.
Result<std::vector<Role>> readRoles(const std::string& folder);

// Those of the class with this qualified name.
std::vector<Contract> contractsOf(const std::vector<Role>& roles, const std::string& qualifiedName);

} // namespace heddle::frontend
