// SPDX-License-Identifier: Apache-2.0
// The classes and functions of a module's debug info, by name.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

namespace heddle::instrument {

// One per module, read-only after construction.
class TypeIndex {
public:
  explicit TypeIndex(const llvm::Module& module);

  // The class for an LLVM struct type such as %"class.ns::Queue"; null if several classes
  // share the name, such as the instances of a template.
  const llvm::DICompositeType* find(const llvm::StructType* type) const;

  // The definition of a class that is only declared where a variable of it is; `type` itself if
  // there is none.
  const llvm::DICompositeType* complete(const llvm::DICompositeType* type) const;

  // What is known about a function, even if it is only declared here (for example, in its class); may be null.
  const llvm::DISubprogram* describe(const llvm::Function& function) const;

private:
  llvm::StringMap<const llvm::DICompositeType*> byQualifiedName_; // null: ambiguous
  llvm::StringMap<const llvm::DICompositeType*> byIdentifier_;
  llvm::StringMap<const llvm::DISubprogram*> functions_; // by linkage name
};

} // namespace heddle::instrument
