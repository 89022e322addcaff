// SPDX-License-Identifier: Apache-2.0
// Library functions are not looked into. Rules and tables stand for them (libraries/library_table.h).
#include <clang/AST/DeclTemplate.h>

#include "frontend/summary/body_walker.h"
#include "frontend/summary/libraries/library_table.h"
#include "frontend/summary/library_rules.h"
#include "frontend/summary/library_types.h"
#include "frontend/summary/reference_counts.h"
#include "frontend/summary/retype.h"

namespace heddle::frontend {
namespace {

bool isRValue(const clang::Expr& expression) {
  return expression.isXValue();
}

// And the arithmetic of iterators, in any library.
bool isComparison(const clang::FunctionDecl& function) {
  switch (function.getOverloadedOperator()) {
  case clang::OO_EqualEqual:
  case clang::OO_ExclaimEqual:
  case clang::OO_Less:
  case clang::OO_Plus:
  case clang::OO_Minus:
    return true;
  default:
    return false;
  }
}

// The classes of the user that a container or smart pointer is made of.
void addOwnRecords(clang::QualType type,
                   const Places& places,
                   std::vector<const clang::CXXRecordDecl*>& records,
                   int depth = 0) {
  const clang::CXXRecordDecl* record = recordOf(type);
  if (record == nullptr || depth > 3)
    return;
  if (!places.isOpaque(*record)) {
    if (record->hasDefinition() && std::ranges::find(records, record) == records.end())
      records.push_back(record);
    return;
  }
  const auto add = [&](const clang::TemplateArgument& argument) {
    if (argument.getKind() == clang::TemplateArgument::Type &&
        !argument.getAsType()->isPointerType())
      addOwnRecords(argument.getAsType(), places, records, depth + 1);
  };
  if (const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record))
    for (const clang::TemplateArgument& argument : instance->getTemplateArgs().asArray()) {
      add(argument);
      if (argument.getKind() == clang::TemplateArgument::Pack) // std::variant, std::tuple
        llvm::for_each(argument.pack_elements(), add);
    }
}

} // namespace

bool BodyWalker::isLibraryFunction(const clang::FunctionDecl& function) const {
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function))
    return !method->getParent()->isLambda() && places_.isOpaque(*method->getParent());
  if (function.getBuiltinID() != 0)
    return true;
  if (!isInSystemHeader(function))
    return false;
  return !isInSystemHeader(places_.subjectRecord()) ||
         outermostNamespace(function) != outermostNamespace(places_.subjectRecord());
}

PlaceSet BodyWalker::callablesIn(const Value& value) {
  PlaceSet all = value.to;
  all.merge(places_.load(value.at));
  all.insert(value.at.begin(), value.at.end());
  PlaceSet callables;
  for (PlaceId place : all) {
    const PlaceKind kind = places_[place].kind;
    if (kind == PlaceKind::Closure || kind == PlaceKind::Function || kind == PlaceKind::Code)
      callables.insert(place);
  }
  return callables;
}

// Everything that the function receives may reach the parameters of a callable.
void BodyWalker::callCallables(const Call& call) {
  Value passed;
  for (const Value& argument : call.arguments) {
    passed.at.insert(argument.to.begin(), argument.to.end());
    passed.to.insert(argument.to.begin(), argument.to.end());
    passed.to.merge(places_.load(argument.to));
  }
  PlaceSet containers = call.self;
  for (const Value& argument : call.arguments)
    containers.insert(argument.at.begin(), argument.at.end());
  for (PlaceId container : containers)
    for (clang::QualType type : partTypes(places_[container].type))
      passed.at.insert(places_.element(container, type));
  std::erase_if(passed.at, [&](PlaceId place) {
    const PlaceKind kind = places_[place].kind;
    return kind == PlaceKind::Closure || kind == PlaceKind::Function || kind == PlaceKind::Code;
  });
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const std::vector<Value> arguments(8, passed);
    const PlaceSet callables = callablesIn(call.arguments[i]);
    if (!callables.empty())
      callValue(callables, arguments, call);
    // An object of a user class with operator().
    if (i >= call.argumentExpressions.size())
      continue;
    const clang::CXXRecordDecl* record = recordOf(call.argumentExpressions[i]->getType());
    if (record == nullptr || record->isLambda() || places_.isOpaque(*record) ||
        !record->hasDefinition())
      continue;
    for (const clang::CXXMethodDecl* method : record->methods())
      if (method->getOverloadedOperator() == clang::OO_Call)
        if (const clang::FunctionDecl* definition = analysis_.definitionOf(*method))
          callDefinition(*definition, call.arguments[i].at, arguments, 0, nullptr);
  }
}

void BodyWalker::touchArguments(const Call& call) {
  const clang::FunctionDecl& function = *call.function;
  const clang::FunctionTemplateDecl* primary = function.getPrimaryTemplate();
  const clang::FunctionDecl* pattern = primary == nullptr ? nullptr : primary->getTemplatedDecl();
  const Does does = whatDoes(function);
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  const bool isObject = method != nullptr && isFunctionObject(*method);
  const bool isMethod = method != nullptr && !isObject;
  const std::size_t firstOutput = isObject ? 1 : 2; // after a range, or two iterators
  const bool isTemplate = pattern != nullptr;       // insert(first, last): iterators that are read
  const auto isOutput = [&](std::size_t i) {
    return has(does, Does::CopiesArguments)
               ? i >= firstOutput
               : !has(does, Does::ReadsArguments | Does::MovesIterator) && !isComparison(function);
  };
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Value& argument = call.arguments[i];
    const auto position = static_cast<unsigned>(i);
    const bool isDeclared = position < function.getNumParams();
    const clang::QualType type = isDeclared ? function.getParamDecl(position)->getType()
                                            : call.argumentExpressions[i]->getType();
    if (isLockType(type))
      continue;
    // Iterators and views by value: the function accesses what they point to.
    const bool isIterator = !type->isReferenceType() && libraryTypeOf(type) == LibraryType::Pointer;
    if (type->isPointerType() || type->isArrayType() || isIterator) {
      read(argument.to);
      const bool isConst = !isIterator && (type->getPointeeType().isConstQualified() ||
                                           type->isFunctionPointerType());
      const bool isWritten = isMethod ? type->isPointerType() && !isTemplate : isOutput(i);
      if (!isConst && isWritten && !has(does, Does::KeepsArguments))
        write(argument.to);
      continue;
    }
    if (!type->isReferenceType())
      continue;
    read(argument.at);
    if (type.getNonReferenceType().isConstQualified() || has(does, Does::ReadsArguments))
      continue;
    // A forwarding reference is read, unless the caller has moved the value.
    const bool isForwarding =
        pattern != nullptr &&
        (position >= pattern->getNumParams() ||
         pattern->getParamDecl(position)->getType()->isRValueReferenceType() ||
         pattern->getParamDecl(position)->isParameterPack());
    // std::ranges::sort and kin take the whole container so.
    const bool isChangedRange = isObject && isOutput(i);
    if (!isForwarding || isChangedRange || isRValue(*call.argumentExpressions[i]))
      write(argument.at);
  }
}

// What a view of these places points to: the places themselves, or the elements of a container.
PlaceSet BodyWalker::viewed(const PlaceSet& places) {
  PlaceSet targets;
  for (PlaceId place : places) {
    const clang::QualType element = elementType(places_[place].type);
    targets.insert(element.isNull() ? place : places_.element(place, element));
  }
  return targets;
}

// Copying a shared pointer changes its count, and so does destroying the copy; lock() and use_count() read it.
void BodyWalker::touchCounts(const Call& call) {
  const auto& method = *llvm::cast<clang::CXXMethodDecl>(call.function);
  const Does does = whatDoes(method);
  const PlaceSet counts =
      countsIn(analysis_.context().getTypeDeclType(method.getParent()), places_);
  access(counts, has(does, Does::ChangesOwners));
}

void BodyWalker::touchReceiver(const Call& call) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(call.function);
  if (method == nullptr || method->isStatic() || isFunctionObject(*method) ||
      llvm::isa<clang::CXXConstructorDecl>(method))
    return;
  const Does does = whatDoes(*method);
  if (!has(does, Does::Overwrites))
    read(call.self);
  if (!onlyReads(*method))
    write(call.self);
  // std::tie(a, b) = ...
  for (PlaceId self : call.self)
    if (method->getOverloadedOperator() == clang::OO_Equal && holdsReferences(places_[self].type))
      write(places_.load(self));
  if (has(does, Does::LooksAtOwners | Does::ChangesOwners))
    touchCounts(call);
  if (has(does, Does::ReadsTarget))
    read(places_.load(call.self));
  if (has(does, Does::FreesTarget))
    write(places_.load(call.self));
}

// Constructors of the user's class that a library function may call with these arguments, or with all but the first: a
// position or a key may stand there.
void BodyWalker::constructElement(const clang::CXXRecordDecl& record, const Call& call) {
  if (!record.hasDefinition())
    return;
  const PlaceId made = places_.local(call.expression, number_, {});
  for (const clang::CXXConstructorDecl* constructor : record.getDefinition()->ctors()) {
    const std::size_t skipped = constructor->getNumParams() < call.arguments.size() ? 1 : 0;
    if (constructor->isCopyOrMoveConstructor() || constructor->isDeleted() ||
        constructor->getMinRequiredArguments() > call.arguments.size() ||
        constructor->getNumParams() + skipped < call.arguments.size())
      continue;
    if (const clang::FunctionDecl* definition = analysis_.definitionOf(*constructor)) {
      const std::vector<Value> arguments(
          call.arguments.begin() + static_cast<std::ptrdiff_t>(skipped), call.arguments.end());
      callDefinition(*definition, {made}, arguments, 0, nullptr);
    }
  }
}

// A container of the user's objects copies, compares and destroys them.
void BodyWalker::callElementMembers(const Call& call) {
  const auto* owner = llvm::dyn_cast<clang::CXXMethodDecl>(call.function);
  if (owner == nullptr || owner->isStatic())
    return;
  std::vector<const clang::CXXRecordDecl*> records;
  addOwnRecords(analysis_.context().getTypeDeclType(owner->getParent()), places_, records);
  const bool isChange = !onlyReads(*owner);
  const bool isLookup =
      kindOf(*owner->getParent()) == ClassKind::Associative && !call.arguments.empty();
  for (const clang::CXXRecordDecl* record : records) {
    const PlaceId each = places_.object(*record, "an element", true);
    const Value other{.at = {each}, .to = {each}};
    if (has(whatDoes(*owner), Does::ConstructsElement))
      constructElement(*record, call);
    for (const clang::CXXMethodDecl* method : record->methods()) {
      const bool isSpecial =
          isChange && method->isUserProvided() &&
          (llvm::isa<clang::CXXDestructorDecl>(method) || method->isCopyAssignmentOperator() ||
           method->isMoveAssignmentOperator() ||
           (llvm::isa<clang::CXXConstructorDecl>(method) &&
            llvm::cast<clang::CXXConstructorDecl>(method)->isCopyOrMoveConstructor()));
      const bool isComparison =
          isLookup && (method->getOverloadedOperator() == clang::OO_EqualEqual ||
                       method->getOverloadedOperator() == clang::OO_Less);
      if (!isSpecial && !isComparison)
        continue;
      if (const clang::FunctionDecl* definition = analysis_.definitionOf(*method))
        callDefinition(*definition, {each}, {other}, 0, nullptr);
    }
  }
}

Value BodyWalker::callLibrary(const Call& call) {
  if (std::optional<Value> value = callWellKnown(call))
    return *std::move(value);
  const clang::FunctionDecl& function = *call.function;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  const Does does = whatDoes(function);
  touchArguments(call);
  touchReceiver(call);
  const bool isObject = method != nullptr && isFunctionObject(*method);
  const bool isMethod = method != nullptr && !method->isStatic() && !isObject;
  if (method != nullptr && method->getOverloadedOperator() == clang::OO_Call) {
    const PlaceSet targets = callablesIn({.at = call.self, .to = {}});
    if (!isObject || !targets.empty())
      return callValue(targets, call.arguments, call);
  }
  // What is put into the object stays there.
  PlaceSet kept;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Value& argument = call.arguments[i];
    kept.insert(argument.to.begin(), argument.to.end());
    kept.merge(places_.load(argument.at));
    if (isMethod && call.argumentExpressions[i]->isLValue() && !onlyReads(*method))
      write(countsIn(call.argumentExpressions[i]->getType(), places_)); // push_back(pointer)
    if (isMethod && isView(*method->getParent()) &&
        libraryTypeOf(call.argumentExpressions[i]->getType()) != LibraryType::Pointer)
      kept.merge(viewed(argument.at));
  }
  if (isMethod && (llvm::isa<clang::CXXConstructorDecl>(method) || !onlyReads(*method)))
    store(call.self, kept);
  if (has(does, Does::Exchanges)) {
    PlaceSet all = places_.load(call.self);
    all.insert(kept.begin(), kept.end());
    store(call.self, all);
    for (const Value& argument : call.arguments)
      store(argument.at, all);
  }
  if (startsThread(function)) {
    effect_.startsThreads = true;
    const LockState before = state_;
    state_.held.clear(); // the thread holds none of them
    state_.maybeHeld.clear();
    callCallables(call);
    const auto hasAccessed = state_.hasAccessed;
    state_ = before;
    state_.hasAccessed = hasAccessed;
  } else if (isMethod ? has(does, Does::CallsArguments) : !has(does, Does::KeepsArguments)) {
    callCallables(call);
  }
  callElementMembers(call);
  return resultOfLibrary(call);
}

std::optional<Value> BodyWalker::callWellKnown(const Call& call) {
  const clang::FunctionDecl& function = *call.function;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  const Does does = whatDoes(function);
  const bool handsOn =
      has(does, Does::PassesOn | Does::TakesAddress | Does::GetsPart) && call.arguments.size() == 1;
  if (method == nullptr && handsOn) {
    const Value& argument = call.arguments.front();
    if (has(does, Does::TakesAddress))
      return Value{.at = {}, .to = argument.at};
    Value value = argument;
    if (has(does, Does::GetsPart)) {
      value.at.clear();
      for (PlaceId place : argument.at) {
        value.at.insert(places_.element(place, function.getReturnType()));
        if (holdsReferences(places_[place].type))
          value.at.merge(places_.load(place));
      }
    }
    return value;
  }
  if (method == nullptr && has(does, Does::MakesObject) && !call.expression->getType().isNull()) {
    const auto* made = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
        recordOf(call.expression->getType()));
    if (made == nullptr || libraryTypeOf(*made) != LibraryType::Pointer)
      return std::nullopt;
    touchArguments(call);
    clang::QualType type = made->getTemplateArgs()[0].getAsType();
    if (type->isArrayType())
      type = clang::QualType(type->getBaseElementTypeUnsafe(), 0);
    PlaceSet inside;
    for (const Value& argument : call.arguments) {
      inside.insert(argument.to.begin(), argument.to.end());
      inside.merge(places_.load(argument.at));
    }
    const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (record == nullptr || places_.isOpaque(*record)) {
      const PlaceId block = places_.heap(*call.expression, type);
      places_.store(block, inside);
      return Value{.at = {}, .to = {block}};
    }
    constructElement(*record, call);
    const PlaceId object = places_.object(*record, shortName(*record), true);
    for (PlaceId leaf : places_.leaves(object))
      places_.store(leaf, inside);
    return Value{.at = {}, .to = {object}};
  }
  return std::nullopt;
}

namespace {

// Whether what the method returns leads to an element of the object: a pointer, a view, a pair with an iterator.
bool pointsIntoItsContainer(clang::QualType type, const clang::CXXMethodDecl& method) {
  if (type->isPointerType())
    return libraryTypeOf(*method.getParent()) != LibraryType::Atomic;
  if (recordOf(type) != nullptr && isView(*recordOf(type)))
    return true;
  return type->isRecordType() && libraryTypeOf(type) == LibraryType::Other;
}

} // namespace

Value BodyWalker::resultOfLibrary(const Call& call) {
  const clang::FunctionDecl& function = *call.function;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  const clang::QualType type = function.getReturnType();
  Value value;
  if (type->isVoidType() || type->isArithmeticType())
    return value;
  if (method != nullptr && !method->isStatic() && !isFunctionObject(*method) &&
      !llvm::isa<clang::CXXConstructorDecl>(method)) {
    const bool returnsItself =
        type->isReferenceType() && type.getNonReferenceType()->getAsCXXRecordDecl() != nullptr &&
        type.getNonReferenceType()->getAsCXXRecordDecl()->getCanonicalDecl() ==
            method->getParent()->getCanonicalDecl();
    if (returnsItself)
      return {.at = call.self, .to = {}};
    if (libraryTypeOf(*method->getParent()) == LibraryType::Pointer) {
      const PlaceSet targets = places_.load(call.self);
      if (type->isReferenceType())
        value.at = retyped(places_, targets, type);
      else
        value.to =
            type->isPointerType() ? retyped(places_, targets, type->getPointeeType()) : targets;
      return value;
    }
    const PlaceSet inside = places_.load(call.self);
    for (PlaceId self : call.self) {
      const clang::QualType pointee =
          type->isPointerType() || type->isReferenceType() ? type->getPointeeType() : type;
      const PlaceId element = places_.element(self, pointee);
      if (type->isReferenceType())
        value.at.insert(element);
      else if (pointsIntoItsContainer(type, *method))
        value.to.insert(element);
    }
    const bool isCopy = !type->isReferenceType() && !(value.to.size() == call.self.size() &&
                                                      libraryTypeOf(type) == LibraryType::Pointer);
    if (isCopy) {
      value.to.insert(inside.begin(), inside.end());
      // If the types of the elements are known: what a copy of an element points to.
      if (libraryTypeOf(type) != LibraryType::Other)
        for (PlaceId self : call.self)
          value.to.merge(places_.load(places_.element(self, type)));
    }
    return value;
  }
  // Algorithms return iterators into, or references to, their arguments.
  for (const Value& argument : call.arguments) {
    if (type->isReferenceType())
      value.at.insert(argument.at.begin(), argument.at.end());
    value.to.insert(argument.to.begin(), argument.to.end());
    if (!type->isReferenceType())
      for (PlaceId place : argument.at) {
        value.to.insert(places_.element(place, {}));
        value.to.merge(places_.load(place));
      }
  }
  return value;
}

} // namespace heddle::frontend
