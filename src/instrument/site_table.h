// SPDX-License-Identifier: Apache-2.0
// Writes the site records of a module (runtime/abi/site.h) into the section `heddle_sites`.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>

#include <string>

#include "instrument/source_place.h"
#include "runtime/abi/site.h"

namespace heddle::instrument {

// What the pass knows about a site in addition to its source location.
struct SiteTraits {
  abi::SiteKind kind;
  std::uint64_t size = 0;
  std::string variable = {}; // NOLINT(readability-redundant-member-init): may be left out
  abi::MemoryOrder order = abi::MemoryOrder::NotAtomic;
  abi::MemoryOrder failOrder = abi::MemoryOrder::NotAtomic;
  abi::RmwOperation operation = abi::RmwOperation::Exchange;
  abi::SyncOperation syncOperation = abi::SyncOperation::Lock; // only for SyncCall
  bool isVolatile = false;
  bool isPointer = false;
};

// One per module. Records are separate private constants, so that those of unused functions disappear
// with them. Each is 40 bytes in an 8-byte aligned section, so the linker lays out the remaining ones
// as an array.
class SiteTable {
public:
  explicit SiteTable(llvm::Module& module);

  // A new record; the constant is the address that hooks receive.
  llvm::Constant* add(const SourcePlace& place, const SiteTraits& traits);
  llvm::Constant* add(const llvm::Instruction& instruction, const SiteTraits& traits) {
    return add(placeOf(instruction), traits);
  }

private:
  llvm::Constant* text(llvm::StringRef string);

  llvm::Module& module_;
  llvm::StructType* recordType_;
  llvm::StringMap<llvm::Constant*> texts_;
};

} // namespace heddle::instrument
