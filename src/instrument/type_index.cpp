// SPDX-License-Identifier: Apache-2.0
#include "instrument/type_index.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>

#include <string>

namespace heddle::instrument {
namespace {

std::string qualifiedName(const llvm::DICompositeType* type) {
  std::string name = type->getName().split('<').first.str();
  for (const llvm::DIScope* scope = type->getScope(); scope != nullptr; scope = scope->getScope()) {
    if (!llvm::isa<llvm::DINamespace, llvm::DICompositeType>(scope))
      break;
    if (!scope->getName().empty())
      name.insert(0, (scope->getName().split('<').first + "::").str());
  }
  return name;
}

bool isClass(const llvm::DIType* type) {
  return type->getTag() == llvm::dwarf::DW_TAG_structure_type ||
         type->getTag() == llvm::dwarf::DW_TAG_class_type ||
         type->getTag() == llvm::dwarf::DW_TAG_union_type;
}

} // namespace

TypeIndex::TypeIndex(const llvm::Module& module) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types()) {
    const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (composite == nullptr || !isClass(composite) || composite->isForwardDecl())
      continue;
    if (!composite->getIdentifier().empty())
      byIdentifier_[composite->getIdentifier()] = composite;
    auto [entry, isNew] = byQualifiedName_.try_emplace(qualifiedName(composite), composite);
    if (!isNew)
      entry->second = nullptr;
  }
  for (const llvm::DISubprogram* function : finder.subprograms())
    if (!function->getLinkageName().empty())
      functions_.try_emplace(function->getLinkageName(), function);
}

const llvm::DICompositeType* TypeIndex::find(const llvm::StructType* type) const {
  if (!type->hasName())
    return nullptr;
  llvm::StringRef name = type->getName();
  if (!name.consume_front("struct.") && !name.consume_front("class.") &&
      !name.consume_front("union."))
    return nullptr;
  name.consume_back(".base"); // a base class without its tail padding
  return byQualifiedName_.lookup(name);
}

const llvm::DICompositeType* TypeIndex::complete(const llvm::DICompositeType* type) const {
  if (!type->isForwardDecl() || type->getIdentifier().empty())
    return type;
  const llvm::DICompositeType* definition = byIdentifier_.lookup(type->getIdentifier());
  return definition == nullptr ? type : definition;
}

const llvm::DISubprogram* TypeIndex::describe(const llvm::Function& function) const {
  if (const llvm::DISubprogram* own = function.getSubprogram())
    return own;
  return functions_.lookup(function.getName());
}

} // namespace heddle::instrument
