// SPDX-License-Identifier: Apache-2.0
#include "frontend/surroundings.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <map>
#include <set>

#include "frontend/destruction.h"
#include "frontend/stub_writer.h"
#include "frontend/type_text.h"

namespace heddle::frontend {
namespace {

// As deep as the pools go (kDepth in include/heddle/detail/pool.hpp).
constexpr int kDepth = 3;
// More enumerators than this make too many recipes.
constexpr std::size_t kMostEnumerators = 16;

// Whether it is in std, or in a namespace inside std.
bool isStandard(const clang::Decl& decl) {
  for (const clang::DeclContext* scope = decl.getDeclContext(); scope != nullptr;
       scope = scope->getParent())
    if (scope->isStdNamespace())
      return true;
  return false;
}

// Arbitrary: a class with more is not a simple value.
constexpr std::size_t kMostObservers = 6;

class Explorer {
public:
  Explorer(clang::Sema& sema, const clang::CXXRecordDecl& subject)
      : sema_(sema), subject_(subject), types_(sema.getASTContext()), stubs_(sema) {}

  void visitFunction(const clang::FunctionDecl& function) {
    for (const clang::ParmVarDecl* parameter : function.parameters())
      visit(parameter->getType(), 0);
    visit(function.getReturnType(), 0);
  }

  Surroundings found;

private:
  void visit(clang::QualType type, int depth);
  void visitArguments(llvm::ArrayRef<clang::TemplateArgument> arguments, int depth);
  void visitRecord(clang::CXXRecordDecl& record, int depth);
  void addEnum(const clang::EnumDecl& enumeration);
  void addClass(clang::CXXRecordDecl& record, int depth);
  void addConstructors(const clang::CXXRecordDecl& record,
                       ValueClassDescription& description,
                       int depth);
  void addFields(const clang::CXXRecordDecl& record, ValueClassDescription& description, int depth);
  void addObservers(const clang::CXXRecordDecl& record, ValueClassDescription& description);

  clang::Sema& sema_;
  const clang::CXXRecordDecl& subject_;
  TypeText types_;
  StubWriter stubs_;
  std::set<const clang::Decl*> seen_;
};

void Explorer::visit(clang::QualType declared, int depth) {
  const clang::QualType type = declared.getCanonicalType().getUnqualifiedType();
  if (type->isDependentType() || type->isUndeducedType() || depth > kDepth)
    return;
  if (!type->getPointeeType().isNull())
    return visit(type->getPointeeType(), depth);
  if (const clang::ArrayType* array = type->getAsArrayTypeUnsafe())
    return visit(array->getElementType(), depth);
  if (const auto* function = type->getAs<clang::FunctionProtoType>()) {
    for (clang::QualType parameter : function->param_types())
      visit(parameter, depth);
    return visit(function->getReturnType(), depth);
  }
  if (inaccessiblePart(type) != nullptr)
    return;
  if (const auto* enumeration = type->getAs<clang::EnumType>())
    return addEnum(*enumeration->getDecl());
  if (clang::CXXRecordDecl* record = type->getAsCXXRecordDecl())
    visitRecord(*record, depth);
}

void Explorer::visitArguments(llvm::ArrayRef<clang::TemplateArgument> arguments, int depth) {
  for (const clang::TemplateArgument& argument : arguments) {
    if (argument.getKind() == clang::TemplateArgument::Type)
      visit(argument.getAsType(), depth);
    else if (argument.getKind() == clang::TemplateArgument::Pack)
      visitArguments(argument.getPackAsArray(), depth);
  }
}

void Explorer::visitRecord(clang::CXXRecordDecl& record, int depth) {
  if (!seen_.insert(record.getCanonicalDecl()).second)
    return;
  if (const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record))
    visitArguments(instance->getTemplateArgs().asArray(), depth);
  if (isStandard(record) || record.isUnion() ||
      record.getCanonicalDecl() == subject_.getCanonicalDecl())
    return;
  const clang::QualType type = sema_.getASTContext().getTypeDeclType(&record);
  if (!sema_.isCompleteType(record.getLocation(), type))
    return;
  clang::CXXRecordDecl& definition = *record.getDefinition();
  sema_.ForceDeclarationOfImplicitMembers(&definition);
  if (!definition.isAbstract())
    return addClass(definition, depth);
  if (subject_.isDerivedFrom(&definition))
    return;
  stubs_.write(definition, found.stubs);
}

void Explorer::addEnum(const clang::EnumDecl& enumeration) {
  if (!seen_.insert(enumeration.getCanonicalDecl()).second)
    return;
  EnumDescription description{
      .type = types_.exact(sema_.getASTContext().getTypeDeclType(&enumeration)), .enumerators = {}};
  for (const clang::EnumConstantDecl* enumerator : enumeration.enumerators())
    if (description.enumerators.size() < kMostEnumerators)
      description.enumerators.push_back(enumerator->getNameAsString());
  if (!description.enumerators.empty() && !isStandard(enumeration))
    found.enums.push_back(std::move(description));
}

void Explorer::addClass(clang::CXXRecordDecl& record, int depth) {
  ValueClassDescription description;
  description.type = types_.name(record);
  addConstructors(record, description, depth);
  addFields(record, description, depth);
  if (description.members.empty())
    addObservers(record, description);
  const auto* parent = llvm::dyn_cast<clang::CXXRecordDecl>(record.getDeclContext());
  description.isPartOfSubject =
      parent != nullptr &&
      (parent->getCanonicalDecl() == subject_.getCanonicalDecl() || subject_.isDerivedFrom(parent));
  description.destructorActs = destructorActs(sema_.getASTContext().getTypeDeclType(&record));
  found.classes.push_back(std::move(description));
}

void Explorer::addConstructors(const clang::CXXRecordDecl& record,
                               ValueClassDescription& description,
                               int depth) {
  for (const clang::CXXConstructorDecl* constructor : record.ctors()) {
    if (constructor->getAccess() != clang::AS_public || constructor->isDeleted() ||
        constructor->isCopyOrMoveConstructor() || constructor->isVariadic())
      continue;
    std::vector<std::string> parameters;
    bool usable = true;
    for (unsigned i = 0; i < constructor->getMinRequiredArguments(); ++i) {
      const clang::QualType type = constructor->getParamDecl(i)->getType();
      usable = usable && inaccessiblePart(type) == nullptr;
      parameters.push_back(types_.exact(type));
      visit(type, depth + 1);
    }
    if (usable)
      description.constructors.push_back(std::move(parameters));
  }
}

void Explorer::addFields(const clang::CXXRecordDecl& record,
                         ValueClassDescription& description,
                         int depth) {
  bool listed = record.isAggregate() && record.getNumBases() == 0;
  for (const clang::FieldDecl* field : record.fields()) {
    const bool usable = field->getAccess() == clang::AS_public && !field->isBitField() &&
                        field->getIdentifier() != nullptr && !field->getType()->isReferenceType() &&
                        !field->getType()->isArrayType() &&
                        inaccessiblePart(field->getType()) == nullptr;
    listed = listed && usable;
    if (listed)
      description.fieldTypes.push_back(types_.exact(field->getType().getUnqualifiedType()));
    if (usable)
      description.members.push_back(field->getNameAsString());
    if (usable)
      visit(field->getType(), depth + 1);
  }
}

void Explorer::addObservers(const clang::CXXRecordDecl& record,
                            ValueClassDescription& description) {
  std::map<std::string, unsigned> overloads;
  for (const clang::CXXMethodDecl* method : record.methods())
    ++overloads[method->getNameAsString()];
  for (const clang::CXXMethodDecl* method : record.methods())
    if (method->getAccess() == clang::AS_public && method->isConst() && !method->isStatic() &&
        method->getNumParams() == 0 && method->getIdentifier() != nullptr &&
        method->getRefQualifier() == clang::RQ_None && !method->isDeleted() &&
        !method->getTrailingRequiresClause() && overloads[method->getNameAsString()] == 1 &&
        !method->getReturnType()->isVoidType() && description.observers.size() < kMostObservers)
      description.observers.push_back(method->getNameAsString());
}

} // namespace

Surroundings readSurroundings(clang::Sema& sema,
                              const clang::CXXRecordDecl& subject,
                              const std::vector<const clang::FunctionDecl*>& functions) {
  Explorer explorer(sema, subject);
  for (const clang::FunctionDecl* function : functions)
    if (function != nullptr)
      explorer.visitFunction(*function);
  return std::move(explorer.found);
}

} // namespace heddle::frontend
