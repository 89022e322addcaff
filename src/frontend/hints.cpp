// SPDX-License-Identifier: Apache-2.0
#include "frontend/hints.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>

#include "frontend/type_text.h"

namespace heddle::frontend {
namespace {

void collect(const clang::DeclContext& scope, std::vector<const clang::CXXRecordDecl*>& found) {
  for (const clang::Decl* decl : scope.decls()) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(decl))
      collect(*llvm::cast<clang::DeclContext>(decl), found);
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(decl);
    if (record != nullptr && record->getIdentifier() != nullptr &&
        record->getName().starts_with("heddle_") && record->isThisDeclarationADefinition())
      found.push_back(record);
  }
}

clang::QualType memberType(const clang::CXXRecordDecl& record, llvm::StringRef name) {
  for (const clang::Decl* decl : record.decls())
    if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(decl))
      if (alias->getName() == name)
        return alias->getUnderlyingType();
  return {};
}

std::string memberText(const clang::CXXRecordDecl& record) {
  for (const clang::Decl* decl : record.decls())
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl))
      if (const clang::Expr* value = variable->getInit())
        if (const auto* text = llvm::dyn_cast<clang::StringLiteral>(value->IgnoreParenImpCasts()))
          return text->getString().str();
  return "";
}

void addValues(std::vector<UserValues>& all, const std::string& type, const std::string& source) {
  const auto place = std::ranges::find(all, type, &UserValues::type);
  if (place != all.end())
    place->sources.push_back(source);
  else
    all.push_back({.type = type, .sources = {source}});
}

bool isOrDerivesFrom(const clang::CXXRecordDecl& subject, clang::QualType type) {
  const clang::CXXRecordDecl* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  return record != nullptr && (record->getCanonicalDecl() == subject.getCanonicalDecl() ||
                               subject.isDerivedFrom(record));
}

} // namespace

Hints readHints(const clang::ASTContext& context, const clang::CXXRecordDecl& subject) {
  std::vector<const clang::CXXRecordDecl*> records;
  collect(*context.getTranslationUnitDecl(), records);
  const TypeText types(context);
  Hints hints;
  for (const clang::CXXRecordDecl* record : records) {
    const std::string name = "::" + record->getQualifiedNameAsString();
    if (record->getName().starts_with("heddle_values_"))
      addValues(hints.values, types.exact(memberType(*record, "Type")), name);
    else if (record->getName().starts_with("heddle_ignore_"))
      hints.ignored.push_back(memberText(*record));
    else if (record->getName().starts_with("heddle_invariant_") &&
             isOrDerivesFrom(subject, memberType(*record, "Class")))
      hints.invariants.push_back(name);
  }
  return hints;
}

bool isIgnored(const std::string& ignored,
               const clang::CXXRecordDecl& subject,
               const std::string& name) {
  const std::size_t colon = ignored.rfind("::");
  if (colon == std::string::npos || ignored.substr(colon + 2) != name)
    return false;
  const std::string className = ignored.substr(0, std::min(colon, ignored.find('<')));
  const std::string qualified = subject.getQualifiedNameAsString();
  return qualified == className || qualified.ends_with("::" + className);
}

} // namespace heddle::frontend
