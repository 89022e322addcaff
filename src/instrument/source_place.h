// SPDX-License-Identifier: Apache-2.0
// The source location of an instruction, as reports name it.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>

#include <string>

namespace heddle::instrument {

struct SourcePlace {
  std::string file;     // absolute, without `..`; empty without debug info
  std::string function; // linkage name
  unsigned line = 0;
  unsigned column = 0;
};

// The innermost location in the user's own files, for library code that was inlined there; otherwise the location in
// the library header. Line 0 (code made by the compiler) becomes the line of the function.
SourcePlace placeOf(const llvm::Instruction& instruction);

// Where the function begins.
SourcePlace placeOf(const llvm::Function& function);

std::string pathOf(const llvm::DIFile* file);

// Whether the file belongs to an installed library (mainly the C++ and C libraries): its names
// mean nothing to the user.
bool isLibraryFile(const llvm::DIFile* file);
bool isLibraryFunction(const llvm::Function& function);

// A location for code inserted before `instruction`: its own, or line 0 of the function.
llvm::DebugLoc locationFor(const llvm::Instruction& instruction);

} // namespace heddle::instrument
