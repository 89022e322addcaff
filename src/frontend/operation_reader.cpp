// SPDX-License-Identifier: Apache-2.0
#include "frontend/operation_reader.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "frontend/class_relation.h"
#include "frontend/destruction.h"
#include "frontend/documented_unsafe.h"
#include "frontend/signature.h"

namespace heddle::frontend {

using model::MessageId;
namespace {

// The index of the first parameter that is an allocator, else the number of parameters. Allocators come last, with or
// without a default.
unsigned allocatorPosition(const clang::FunctionDecl& function) {
  for (unsigned i = 0; i < function.getNumParams(); ++i) {
    const clang::CXXRecordDecl* record =
        function.getParamDecl(i)->getType().getNonReferenceType()->getAsCXXRecordDecl();
    if (record != nullptr && record->getIdentifier() != nullptr &&
        record->getName().ends_with("allocator"))
      return i;
  }
  return function.getNumParams();
}

// Whether an overload for objects that are not volatile does the same; it is called instead.
bool hasPlainOverload(const clang::CXXMethodDecl& method) {
  const auto sameParameters = [&](const clang::CXXMethodDecl& other) {
    if (other.getNumParams() != method.getNumParams())
      return false;
    for (unsigned i = 0; i < method.getNumParams(); ++i)
      if (other.getParamDecl(i)->getType().getCanonicalType() !=
          method.getParamDecl(i)->getType().getCanonicalType())
        return false;
    return true;
  };
  return std::ranges::any_of(method.getParent()->methods(), [&](const clang::CXXMethodDecl* other) {
    return !other->isVolatile() && other->getDeclName() == method.getDeclName() &&
           sameParameters(*other);
  });
}

// `bool closed(std::unique_lock<std::mutex>&)`: the caller proves that it holds the lock of the object.
bool takesLockOfCaller(const clang::FunctionDecl& function) {
  static constexpr std::array<llvm::StringRef, 4> kLocks{
      "lock_guard", "unique_lock", "scoped_lock", "shared_lock"};
  return std::ranges::any_of(function.parameters(), [](const clang::ParmVarDecl* parameter) {
    const clang::CXXRecordDecl* record =
        parameter->getType().getNonReferenceType()->getAsCXXRecordDecl();
    return parameter->getType()->isLValueReferenceType() && record != nullptr &&
           record->getIdentifier() != nullptr && std::ranges::count(kLocks, record->getName()) > 0;
  });
}

class Reader {
public:
  Reader(const clang::CXXRecordDecl& record, const std::string& spelling)
      : record_(record), context_(record.getASTContext()),
        signatures_(context_,
                    {.exact = TypeText(context_).name(record),
                     .spelling = spelling,
                     .sharesWithDeleter = sharesWithDeleter(record)}),
        relation_(record) {}

  Operations run() {
    readConstructors();
    readMembers(record_);
    readFreeFunctions();
    if (!canBeMade())
      readFreeFactories();
    markOverloads();
    sortMakersFirst();
    nameBodiesOfPureMethods();
    return std::move(operations_);
  }

private:
  void add(OperationDescription operation, const clang::FunctionDecl& function) {
    operations_.list.push_back(std::move(operation));
    operations_.functions.push_back(&function);
  }
  void leaveOut(const std::string& what, const model::Message& why) {
    operations_.leftOut.push_back({.what = what, .why = why});
  }
  void leaveOut(const std::string& what, MessageId why) {
    leaveOut(what, model::Message{.id = why});
  }
  std::string shown(const clang::FunctionDecl& function) const {
    return signatures_.shown(function, function.getNumParams());
  }

  void readConstructors();
  void readConstructor(const clang::CXXConstructorDecl& constructor);
  void readMembers(const clang::CXXRecordDecl& record);
  void readMember(clang::Decl* decl, const clang::CXXRecordDecl& record);
  void readMethod(const clang::CXXMethodDecl& method);
  void readTemplate(const clang::FunctionTemplateDecl& function);
  void readFreeFunctions();
  void readFreeFunction(const clang::FunctionDecl& function);
  void readFreeTemplate(const clang::FunctionTemplateDecl& function);
  void readFreeFactories();
  bool canBeMade() const;
  bool isHidden(const clang::NamedDecl& member, const clang::CXXRecordDecl& owner);
  void leaveOutTemplate(const clang::CXXMethodDecl& method, const model::Message& why);
  model::Message reasonAgainst(const clang::CXXMethodDecl& method) const;
  void markOverloads();
  void sortMakersFirst();
  void nameBodiesOfPureMethods();

  // With `all` arguments, and with as few as the defaults allow.
  template <typename Describe>
  void addShapes(const clang::FunctionDecl& function, unsigned all, Describe describe) {
    const unsigned least = function.getMinRequiredArguments();
    if (least < all)
      add(describe(least), function);
    add(describe(all), function);
  }

  const clang::CXXRecordDecl& record_;
  const clang::ASTContext& context_;
  SignatureReader signatures_;
  ClassRelation relation_;
  Operations operations_;
  std::set<const clang::Decl*> seen_;
  std::map<std::string, const clang::CXXRecordDecl*> declaredBy_; // name of a member -> its class
};

void Reader::readConstructors() {
  if (record_.isAbstract())
    return;
  for (const clang::Decl* decl : record_.decls()) {
    if (decl->getAccess() != clang::AS_public)
      continue;
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(decl)) {
      readConstructor(*constructor);
    } else if (const auto* inherited = llvm::dyn_cast<clang::ConstructorUsingShadowDecl>(decl)) {
      const auto* base = llvm::dyn_cast<clang::CXXConstructorDecl>(inherited->getTargetDecl());
      if (base != nullptr && !base->isCopyOrMoveConstructor() && !base->isDefaultConstructor())
        readConstructor(*base);
    }
  }
}

void Reader::readConstructor(const clang::CXXConstructorDecl& constructor) {
  if (constructor.isDeleted())
    return;
  if (relation_.isMovedInto(constructor))
    return constructor.isImplicit() ? void()
                                    : leaveOut(shown(constructor), MessageId::LeavesMovedFrom);
  if (constructor.isCopyConstructor() && !constructor.isUserProvided())
    return;
  const unsigned allocator = allocatorPosition(constructor);
  if (allocator < constructor.getMinRequiredArguments())
    return leaveOut(shown(constructor), MessageId::AllocatorOnly);
  addShapes(constructor, allocator, [&](unsigned count) {
    OperationDescription operation = signatures_.constructor(constructor, count);
    operation.model.name = record_.getNameAsString();
    return operation;
  });
}

// A member of a base with the name of a member of a more derived class cannot be called by that name.
bool Reader::isHidden(const clang::NamedDecl& member, const clang::CXXRecordDecl& owner) {
  const auto [place, isNew] = declaredBy_.try_emplace(member.getNameAsString(), &owner);
  return !isNew && place->second != &owner && place->second->isDerivedFrom(&owner);
}

void Reader::readMembers(const clang::CXXRecordDecl& record) {
  if (!seen_.insert(record.getCanonicalDecl()).second)
    return;
  for (clang::Decl* decl : record.decls())
    readMember(decl, record);
  for (const clang::CXXBaseSpecifier& base : record.bases())
    if (base.getAccessSpecifier() == clang::AS_public)
      if (const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl())
        if (const clang::CXXRecordDecl* definition = parent->getDefinition())
          readMembers(*definition);
}

void Reader::readMember(clang::Decl* decl, const clang::CXXRecordDecl& record) {
  if (const auto* shadow = llvm::dyn_cast<clang::UsingShadowDecl>(decl)) {
    if (decl->getAccess() != clang::AS_public || llvm::isa<clang::ConstructorUsingShadowDecl>(decl))
      return;
    clang::NamedDecl* target = shadow->getTargetDecl();
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(target)) {
      declaredBy_.try_emplace(method->getNameAsString(), &record);
      readMethod(*method);
    }
    return;
  }
  const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl);
  if (named == nullptr || decl->isImplicit())
    return;
  if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(decl))
    return;
  const bool isTemplate = llvm::isa<clang::FunctionTemplateDecl>(decl);
  if (!isTemplate && !llvm::isa<clang::CXXMethodDecl>(decl))
    return;
  const bool hidden = isHidden(*named, record);
  if (decl->getAccess() != clang::AS_public)
    return;
  if (isTemplate)
    return readTemplate(*llvm::cast<clang::FunctionTemplateDecl>(decl));
  const auto& method = *llvm::cast<clang::CXXMethodDecl>(decl);
  if (!hidden)
    return readMethod(method);
  if (!method.isVirtual() && !llvm::isa<clang::CXXConversionDecl>(method) &&
      !method.isOverloadedOperator())
    leaveOut(record.getNameAsString() + "::" + shown(method),
             {.id = MessageId::HiddenBy,
              .arguments = {declaredBy_[method.getNameAsString()]->getNameAsString()}});
}

void Reader::readTemplate(const clang::FunctionTemplateDecl& function) {
  const auto& method = *llvm::cast<clang::CXXMethodDecl>(function.getTemplatedDecl());
  const bool isOfBase = method.getParent()->getCanonicalDecl() != record_.getCanonicalDecl();
  if (method.isDeleted() || (isOfBase && llvm::isa<clang::CXXConstructorDecl>(method)))
    return;
  const model::Message reason = reasonAgainst(method);
  if (!reason.empty())
    return leaveOutTemplate(method, reason);
  const std::optional<std::vector<TemplateParameter>> parameters =
      naturalParameters(function, record_, signatures_.types());
  if (!parameters || method.isStatic() || method.isOverloadedOperator())
    return leaveOutTemplate(method, {.id = MessageId::OwnTemplate});
  add(signatures_.memberTemplate(method, *parameters), method);
}

void Reader::leaveOutTemplate(const clang::CXXMethodDecl& method, const model::Message& why) {
  using Kind = model::ClassModel::MemberKind;
  const bool isConstructor = llvm::isa<clang::CXXConstructorDecl>(method);
  operations_.leftOut.push_back(
      {.kind = isConstructor ? Kind::ConstructorTemplate : Kind::MemberTemplate,
       .what = shown(method),
       .why = why});
}

model::Message Reader::reasonAgainst(const clang::CXXMethodDecl& method) const {
  if (method.getRefQualifier() == clang::RQ_RValue)
    return {.id = MessageId::NeedsRvalue};
  if (method.isVolatile() && hasPlainOverload(method))
    return {.id = MessageId::VolatileMethod};
  const clang::OverloadedOperatorKind kind = method.getOverloadedOperator();
  if (kind == clang::OO_New || kind == clang::OO_Delete || kind == clang::OO_Array_New ||
      kind == clang::OO_Array_Delete)
    return {.id = MessageId::MemoryManagement};
  if ((method.isCopyAssignmentOperator() || method.isMoveAssignmentOperator()) &&
      !method.isUserProvided())
    return {.id = MessageId::CompilersOwn};
  if (takesLockOfCaller(method))
    return {.id = MessageId::TakesCallersLock};
  return documentedUnsafe(method);
}

void Reader::readMethod(const clang::CXXMethodDecl& method) {
  if (!seen_.insert(method.getCanonicalDecl()).second)
    return;
  for (const clang::CXXMethodDecl* overridden : method.overridden_methods())
    seen_.insert(overridden->getCanonicalDecl());
  if (method.isDeleted())
    return; // no caller could have such a value
  const model::Message reason = reasonAgainst(method);
  if (!reason.empty())
    return leaveOut(shown(method), reason);
  if (!method.isStatic())
    return addShapes(method, method.getNumParams(), [&](unsigned count) {
      return signatures_.method(method, count);
    });
  if (relation_.isReturnedBy(method))
    return addShapes(method, method.getNumParams(), [&](unsigned count) {
      return signatures_.factory(method, count);
    });
  addShapes(method, method.getNumParams(), [&](unsigned count) {
    return signatures_.staticMethod(method, count);
  });
}

void Reader::readFreeFunctions() {
  for (const clang::FriendDecl* friendship : record_.friends())
    if (const clang::NamedDecl* target = friendship->getFriendDecl())
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(target))
        readFreeFunction(*function);
  const clang::DeclContext* scope = record_.getEnclosingNamespaceContext();
  for (const clang::Decl* decl : relation_.declarationsOf(*scope)) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl))
      readFreeFunction(*function);
    else if (const auto* functions = llvm::dyn_cast<clang::FunctionTemplateDecl>(decl))
      readFreeTemplate(*functions);
  }
}

void Reader::readFreeFunction(const clang::FunctionDecl& function) {
  if (llvm::isa<clang::CXXMethodDecl>(function) || function.isDeleted() ||
      !relation_.takesTwo(function) || !seen_.insert(function.getCanonicalDecl()).second)
    return;
  const model::Message reason = documentedUnsafe(function);
  if (!reason.empty())
    return leaveOut(shown(function), reason);
  add(signatures_.freeFunction(function), function);
}

// `template <class T> bool operator==(const Queue<T>&, const Queue<T>&)`: the compiler deduces the arguments.
void Reader::readFreeTemplate(const clang::FunctionTemplateDecl& functions) {
  const clang::FunctionDecl& function = *functions.getTemplatedDecl();
  if (!relation_.takesTwoInstances(function) || !seen_.insert(functions.getCanonicalDecl()).second)
    return;
  const model::Message reason = documentedUnsafe(function);
  const std::string what = function.getNameAsString() + "(" + record_.getNameAsString() + ", " +
                           record_.getNameAsString() + ")";
  if (!reason.empty())
    return leaveOut(what, reason);
  OperationDescription operation = signatures_.freeFunction(function);
  const clang::QualType other = function.getParamDecl(1)->getType();
  operation.model.signature = what;
  operation.model.result = "";
  operation.model.unsupported = {};
  operation.parameters[0].type = (other.getNonReferenceType().isConstQualified() ? "const " : "") +
                                 signatures_.types().name(record_) + " &";
  add(std::move(operation), function);
}

bool Reader::canBeMade() const {
  return std::ranges::any_of(operations_.list, [](const OperationDescription& operation) {
    return operation.model.unsupported.empty() &&
           (operation.model.kind == model::OperationKind::Constructor ||
            operation.model.kind == model::OperationKind::Factory);
  });
}

void Reader::readFreeFactories() {
  for (const clang::Decl* decl :
       relation_.declarationsOf(*record_.getEnclosingNamespaceContext())) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    if (function != nullptr && !llvm::isa<clang::CXXMethodDecl>(function) &&
        relation_.isReturnedBy(*function) && seen_.insert(function->getCanonicalDecl()).second)
      addShapes(*function, function->getNumParams(), [&](unsigned count) {
        return signatures_.factory(*function, count);
      });
  }
}

// Whether a literal of another such type would be accepted: a number, a string, a null pointer, a lambda.
bool takesLiterals(std::string type) {
  constexpr std::array<std::string_view, 6> kClasses{"std::basic_string",
                                                     "std::function",
                                                     "std::shared_ptr",
                                                     "std::unique_ptr",
                                                     "std::optional",
                                                     "::heddle"};
  while (type.ends_with("&") || type.ends_with(" "))
    type.pop_back();
  if (type.starts_with("const "))
    type.erase(0, 6);
  const bool isBuiltIn =
      type.find("::") == std::string::npos && type.find('<') == std::string::npos;
  return isBuiltIn || type.ends_with("*") || type.ends_with(")") ||
         std::ranges::any_of(kClasses,
                             [&](std::string_view name) { return type.starts_with(name); });
}

// `const T &` next to `T &&`: only a variable selects the first.
void markOverload(OperationDescription& operation, const OperationDescription& other) {
  for (std::size_t i = 0; i < operation.parameters.size(); ++i) {
    const std::string& type = operation.parameters[i].type;
    const std::string& otherType = other.parameters[i].type;
    if (type != otherType && takesLiterals(type) && takesLiterals(otherType))
      operation.overloaded = true;
    if (type.starts_with("const ") && type.ends_with(" &") &&
        otherType == type.substr(6, type.size() - 8) + " &&")
      operation.parameters[i].asLvalue = true;
  }
}

void Reader::markOverloads() {
  for (OperationDescription& operation : operations_.list)
    for (const OperationDescription& other : operations_.list) {
      if (&other == &operation || other.model.name != operation.model.name)
        continue;
      const bool sameTypes = std::ranges::equal(other.parameters,
                                                operation.parameters,
                                                {},
                                                &ParameterDescription::type,
                                                &ParameterDescription::type);
      if (!sameTypes && other.parameters.size() == operation.parameters.size())
        markOverload(operation, other);
      if (sameTypes && operation.model.isConst && !other.model.isConst &&
          operation.pattern.starts_with("%s"))
        operation.pattern.replace(0, 2, "std::as_const(%s)");
    }
}

// The body of a pure virtual method is that of a class which the factory knows: it is compiled where the factory is.
void Reader::nameBodiesOfPureMethods() {
  const auto factory =
      std::ranges::find_if(operations_.list, [](const OperationDescription& operation) {
        return operation.model.kind == model::OperationKind::Factory &&
               !operation.model.symbol.empty();
      });
  if (factory == operations_.list.end())
    return;
  for (std::size_t i = 0; i < operations_.list.size(); ++i)
    if (operations_.functions[i] != nullptr && operations_.functions[i]->isPureVirtual()) {
      operations_.list[i].model.symbol = factory->model.symbol;
      operations_.list[i].model.hasBody = factory->model.hasBody;
    }
}

// Constructors first, simplest first, so that small numbers mean simple tests.
void Reader::sortMakersFirst() {
  std::vector<std::size_t> order(operations_.list.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  const auto rank = [&](std::size_t index) {
    const OperationDescription& operation = operations_.list[index];
    const bool makes = operation.model.kind == model::OperationKind::Constructor ||
                       operation.model.kind == model::OperationKind::Factory;
    return std::tuple(makes ? static_cast<int>(operation.model.kind) : 9,
                      makes ? operation.parameters.size() : 0,
                      index);
  };
  std::ranges::sort(order, {}, rank);
  Operations sorted;
  sorted.leftOut = std::move(operations_.leftOut);
  for (std::size_t index : order) {
    sorted.list.push_back(std::move(operations_.list[index]));
    sorted.functions.push_back(operations_.functions[index]);
  }
  operations_ = std::move(sorted);
}

} // namespace

Operations readOperations(const clang::CXXRecordDecl& record, const std::string& spelling) {
  return Reader(record, spelling).run();
}

} // namespace heddle::frontend
