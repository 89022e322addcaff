// SPDX-License-Identifier: Apache-2.0
#include "instrument/source_place.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Function.h>
#include <llvm/Support/Path.h>

namespace heddle::instrument {
namespace {

const llvm::DILocation* preferredLocation(const llvm::DILocation* innermost) {
  for (const llvm::DILocation* location = innermost; location != nullptr;
       location = location->getInlinedAt())
    if (!isLibraryFile(location->getFile()))
      return location;
  return innermost;
}

std::string linkageName(const llvm::DISubprogram* subprogram, const llvm::Function& fallback) {
  if (subprogram == nullptr)
    return fallback.getName().str();
  llvm::StringRef name = subprogram->getLinkageName();
  if (name.empty())
    name = subprogram->getName();
  return name.empty() ? fallback.getName().str() : name.str();
}

} // namespace

std::string pathOf(const llvm::DIFile* file) {
  if (file == nullptr)
    return {};
  llvm::SmallString<256> path(file->getFilename());
  if (!llvm::sys::path::is_absolute(path)) {
    path = file->getDirectory();
    llvm::sys::path::append(path, file->getFilename());
  }
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

bool isLibraryFile(const llvm::DIFile* file) {
  std::string path = pathOf(file);
  llvm::StringRef text(path);
  return text.starts_with("/usr/include/") || text.starts_with("/usr/lib/") ||
         text.starts_with("/usr/local/include/");
}

bool isLibraryFunction(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  return subprogram != nullptr && isLibraryFile(subprogram->getFile());
}

SourcePlace placeOf(const llvm::Instruction& instruction) {
  const llvm::DILocation* location = preferredLocation(instruction.getDebugLoc());
  if (location == nullptr)
    return placeOf(*instruction.getFunction());
  const llvm::DISubprogram* subprogram = location->getScope()->getSubprogram();
  SourcePlace place{.file = pathOf(location->getFile()),
                    .function = linkageName(subprogram, *instruction.getFunction()),
                    .line = location->getLine(),
                    .column = location->getColumn()};
  if (place.line == 0)
    place.line = subprogram->getLine();
  return place;
}

SourcePlace placeOf(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  SourcePlace place{.file = {}, .function = linkageName(subprogram, function)};
  if (subprogram != nullptr) {
    place.file = pathOf(subprogram->getFile());
    place.line = subprogram->getLine();
  }
  return place;
}

llvm::DebugLoc locationFor(const llvm::Instruction& instruction) {
  if (instruction.getDebugLoc())
    return instruction.getDebugLoc();
  if (llvm::DISubprogram* subprogram = instruction.getFunction()->getSubprogram())
    return llvm::DILocation::get(instruction.getContext(), 0, 0, subprogram);
  return {};
}

} // namespace heddle::instrument
