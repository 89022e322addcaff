// SPDX-License-Identifier: Apache-2.0
#include "frontend/stub_writer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>

#include "frontend/class_relation.h"

namespace heddle::frontend {

namespace {

// The object that a method returns a pointer to, and whether the caller owns it.
struct Pointed {
  clang::QualType type;
  bool isOwned = false;
};

std::optional<Pointed> pointedBy(clang::QualType result) {
  const clang::QualType type = result.getCanonicalType();
  if (type->isPointerType())
    return Pointed{.type = type->getPointeeType()};
  const auto* owner =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (owner == nullptr || !owner->isInStdNamespace() ||
      (owner->getName() != "unique_ptr" && owner->getName() != "shared_ptr"))
    return std::nullopt;
  return Pointed{.type = owner->getTemplateArgs()[0].getAsType(), .isOwned = true};
}

// By its name: a caller that follows pointers from node to node would never end.
bool makesObject(const clang::CXXMethodDecl& method, bool isOwned) {
  constexpr std::array<llvm::StringRef, 9> kMakers{
      "clone", "copy", "create", "make", "new", "build", "duplicate", "produce", "spawn"};
  constexpr std::array<llvm::StringRef, 6> kLinks{
      "next", "prev", "parent", "child", "sibling", "find"};
  const std::string name = llvm::StringRef(method.getNameAsString()).lower();
  const auto isIn = [&](llvm::StringRef word) { return llvm::StringRef(name).contains(word); };
  return isOwned ? std::ranges::none_of(kLinks, isIn) : std::ranges::any_of(kMakers, isIn);
}

} // namespace

StubWriter::StubWriter(clang::Sema& sema) : sema_(sema), types_(sema.getASTContext()) {}

std::string StubWriter::freshName(const clang::CXXRecordDecl& abstract) {
  clang::ASTContext& context = sema_.getASTContext();
  std::string name = abstract.getNameAsString() + "Stub";
  while (!context.getTranslationUnitDecl()->lookup(&context.Idents.get(name)).empty() ||
         !names_.insert(name).second)
    name += "_";
  return name;
}

bool StubWriter::isDefaultConstructible(clang::QualType type) const {
  if (!type->isRecordType())
    return true;
  clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!sema_.isCompleteType(record->getLocation(), type.getCanonicalType()))
    return false;
  record = record->getDefinition();
  if (record->isAbstract())
    return false;
  const clang::CXXConstructorDecl* constructor = sema_.LookupDefaultConstructor(record);
  return constructor != nullptr && !constructor->isDeleted() &&
         constructor->getAccess() == clang::AS_public;
}

std::optional<std::string> StubWriter::newObject(const clang::CXXMethodDecl& method,
                                                 std::vector<StubDescription>& stubs) {
  const std::optional<Pointed> pointed = pointedBy(method.getReturnType());
  if (!pointed || !makesObject(method, pointed->isOwned))
    return std::nullopt;
  const clang::CXXRecordDecl* record = pointed->type->getAsCXXRecordDecl();
  if (record == nullptr || !sema_.isCompleteType(record->getLocation(), pointed->type))
    return std::nullopt;
  record = record->getDefinition();
  std::string made;
  if (record->isAbstract()) {
    const clang::Decl* const writing = current_;
    write(*record, stubs);
    current_ = writing;
    const bool isWritten = record->getCanonicalDecl() == writing ||
                           std::ranges::any_of(stubs, [&](const StubDescription& stub) {
                             return stub.type == types_.name(*record);
                           });
    made = isWritten ? known_[record->getCanonicalDecl()] : "";
  } else if (isDefaultConstructible(pointed->type)) {
    made = types_.qualified(pointed->type.getUnqualifiedType());
  }
  if (made.empty())
    return std::nullopt;
  return "{ return " +
         (pointed->isOwned ? types_.qualified(method.getReturnType()) + "(new " + made + "())"
                           : "new " + made + "()") +
         "; }";
}

std::optional<std::string> StubWriter::body(const clang::CXXMethodDecl& method,
                                            std::vector<StubDescription>& stubs) {
  const clang::QualType result = method.getReturnType();
  const clang::QualType type = result.getCanonicalType();
  if (type->isVoidType())
    return "{}";
  if (type->isBooleanType())
    return "{ return true; }";
  if (type->isArithmeticType() && !type->isEnumeralType())
    return "{ return 1; }";
  if (std::optional<std::string> made = newObject(method, stubs))
    return made;
  if (!type->isReferenceType())
    return isDefaultConstructible(type) ? std::optional("{ return {}; }") : std::nullopt;
  // A new one for each call: a static would be shared by threads, and the race would be the stub's.
  const clang::QualType target = result->getPointeeType().getUnqualifiedType();
  if (!isDefaultConstructible(target) || type->isRValueReferenceType())
    return std::nullopt;
  return "{ return *new " + types_.qualified(target) + "{}; }";
}

std::optional<std::string> StubWriter::overriding(const clang::CXXMethodDecl& method,
                                                  std::vector<StubDescription>& stubs) {
  const std::optional<std::string> definition = body(method, stubs);
  if (!definition)
    return std::nullopt;
  const std::string result = types_.qualified(method.getReturnType());
  const bool isFunction = method.getReturnType()->isFunctionPointerType(); // needs a trailing type
  std::string text = "  " + (isFunction ? "auto" : result) + " " + method.getNameAsString() + "(";
  for (unsigned i = 0; i < method.getNumParams(); ++i)
    text += (i > 0 ? ", " : "") + types_.qualified(method.getParamDecl(i)->getType());
  text += ")";
  text += method.isConst() ? " const" : "";
  text += method.getRefQualifier() == clang::RQ_LValue ? " &" : "";
  text += method.getRefQualifier() == clang::RQ_RValue ? " &&" : "";
  const auto* type = method.getType()->getAs<clang::FunctionProtoType>();
  text += type != nullptr && type->isNothrow() ? " noexcept" : "";
  return text + (isFunction ? " -> " + result : "") + " override " + *definition + "\n";
}

void StubWriter::write(const clang::CXXRecordDecl& abstract, std::vector<StubDescription>& stubs) {
  const clang::Decl* const key = abstract.getCanonicalDecl();
  if (known_.contains(key))
    return;
  auto* record = const_cast<clang::CXXRecordDecl*>(&abstract);
  const clang::CXXConstructorDecl* constructor = sema_.LookupDefaultConstructor(record);
  known_[key] = "";
  if (constructor == nullptr || constructor->isDeleted() ||
      constructor->getAccess() == clang::AS_private || abstract.isEffectivelyFinal())
    return;
  StubDescription stub;
  stub.type = types_.name(abstract);
  stub.name = known_[key] = freshName(abstract);
  std::string methods;
  for (const clang::CXXMethodDecl* method : pureMethods(abstract)) {
    current_ = key;
    const std::optional<std::string> text = overriding(*method, stubs);
    if (!text) {
      known_[key] = "";
      return;
    }
    methods += *text;
  }
  stub.code = "struct " + stub.name + " : " + stub.type + " {\n" + methods + "};\n";
  stubs.push_back(std::move(stub));
}

} // namespace heddle::frontend
