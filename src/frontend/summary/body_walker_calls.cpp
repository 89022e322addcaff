// SPDX-License-Identifier: Apache-2.0
#include <clang/AST/DeclTemplate.h>

#include "frontend/summary/body_walker.h"
#include "frontend/summary/library_types.h"
#include "frontend/summary/reference_counts.h"
#include "frontend/summary/summariser.h"

namespace heddle::frontend {
namespace {

bool isAbstract(const clang::CXXRecordDecl* record) {
  return record != nullptr && record->hasDefinition() && record->getDefinition()->isAbstract();
}

} // namespace

void BodyWalker::unsure(model::Message why, clang::SourceLocation place) {
  why.arguments.push_back(analysis_.where(place));
  effect_.unsure.insert(model::toText(why));
}

Value BodyWalker::evaluateCall(const clang::CallExpr& expression) {
  Call call;
  call.expression = &expression;
  call.function = expression.getDirectCallee();
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.function);
  unsigned first = 0;
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(&expression)) {
    if (const clang::Expr* object = member->getImplicitObjectArgument())
      call.self = objectsOf(*object, object->getType()->isPointerType());
    if (const auto* callee = llvm::dyn_cast<clang::MemberExpr>(member->getCallee()->IgnoreParens()))
      call.isVirtual = method != nullptr && method->isVirtual() && !callee->hasQualifier();
  } else if (llvm::isa<clang::CXXOperatorCallExpr>(expression) && method != nullptr &&
             !method->isStatic()) {
    call.self = objectsOf(*expression.getArg(0), false);
    call.isVirtual = method->isVirtual();
    first = 1;
  }
  for (unsigned i = first; i < expression.getNumArgs(); ++i) {
    call.arguments.push_back(valueOf(expression.getArg(i)));
    call.argumentExpressions.push_back(expression.getArg(i));
  }
  if (call.function != nullptr)
    return dispatch(call);
  const Value callee = valueOf(expression.getCallee());
  PlaceSet targets = callee.to;
  if (const auto* pointer =
          llvm::dyn_cast<clang::BinaryOperator>(expression.getCallee()->IgnoreParenImpCasts()))
    call.self = pointer->getOpcode() == clang::BO_PtrMemI ? valueOf(pointer->getLHS()).to
                                                          : valueOf(pointer->getLHS()).at;
  else
    targets.merge(places_.load(callee.at));
  return callValue(targets, call.arguments, call);
}

Value BodyWalker::evaluateConstruct(const clang::CXXConstructExpr& expression) {
  const clang::CXXConstructorDecl& constructor = *expression.getConstructor();
  const clang::CXXRecordDecl& record = *constructor.getParent();
  if (libraryTypeOf(record) == LibraryType::Guard)
    return constructGuard(expression);
  if (record.isLambda() && expression.getNumArgs() == 1) { // a copy, which calls the same
    const Value& original = valueOf(expression.getArg(0));
    Value copy{.at = {}, .to = original.to};
    copy.to.merge(places_.load(original.at));
    return copy;
  }
  Call call;
  call.expression = &expression;
  call.function = &constructor;
  const PlaceId made = places_.local(&expression, number_, expression.getType());
  call.self = {made};
  // A base of the object that is being made.
  if (expression.getConstructionKind() != clang::CXXConstructionKind::Complete)
    call.self = activation_.self;
  for (const clang::Expr* argument : expression.arguments()) {
    call.arguments.push_back(valueOf(argument));
    call.argumentExpressions.push_back(argument);
    // A copy has its share in what it points to.
    if (argument->isLValue() && (constructor.isCopyConstructor() ||
                                 libraryTypeOf(argument->getType()) == LibraryType::Pointer))
      write(countsIn(expression.getType(), places_));
  }
  dispatch(call);
  return {.at = {}, .to = places_.load(made)};
}

Value BodyWalker::dispatch(const Call& call) {
  if (std::optional<Value> value = callLock(call))
    return *std::move(value);
  if (isLibraryFunction(*call.function))
    return callLibrary(call);
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(call.function);
  if (method == nullptr || !method->getParent()->isLambda())
    return callUser(call);
  PlaceSet closures = call.self;
  closures.merge(places_.load(call.self));
  Value value;
  for (PlaceId closure : closures)
    if (places_[closure].kind == PlaceKind::Closure)
      value.add(callClosure(closure, call.arguments));
  return value;
}

std::vector<const clang::CXXMethodDecl*> BodyWalker::targetsOf(const Call& call, bool& isUnknown) {
  const auto* method = llvm::cast<clang::CXXMethodDecl>(call.function);
  std::vector<const clang::CXXMethodDecl*> targets;
  const auto add = [&](const clang::CXXMethodDecl* target) {
    if (target != nullptr && std::ranges::find(targets, target) == targets.end())
      targets.push_back(target);
  };
  for (PlaceId self : call.self) {
    const Place& place = places_[self];
    const clang::CXXRecordDecl* record =
        place.type.isNull() ? nullptr : place.type->getAsCXXRecordDecl();
    const bool isExact = place.kind == PlaceKind::Subject || place.kind == PlaceKind::Field ||
                         place.kind == PlaceKind::Local || place.kind == PlaceKind::Static;
    if (isExact && record != nullptr && record->hasDefinition() &&
        (record == method->getParent() || record->isDerivedFrom(method->getParent()))) {
      add(method->getCorrespondingMethodInClass(record->getDefinition(), true));
      continue;
    }
    for (const clang::CXXMethodDecl* target : analysis_.overriders(*method))
      add(target);
    isUnknown = isUnknown || isAbstract(method->getParent());
  }
  std::erase_if(targets, [](const clang::CXXMethodDecl* each) { return each->isPureVirtual(); });
  return targets;
}

Value BodyWalker::callUser(const Call& call) {
  std::vector<const clang::FunctionDecl*> targets{call.function};
  bool isUnknown = false;
  if (call.isVirtual) {
    const std::vector<const clang::CXXMethodDecl*> methods = targetsOf(call, isUnknown);
    targets.assign(methods.begin(), methods.end());
    isUnknown = isUnknown || targets.empty();
  }
  Value value;
  LockState after;
  const LockState before = state_;
  const auto meet = [&] {
    after.join(state_);
    state_ = before;
  };
  for (const clang::FunctionDecl* target : targets) {
    Call each = call;
    each.function = target;
    const clang::FunctionDecl* definition = analysis_.definitionOf(*target);
    if (target->isDefaulted() && (definition == nullptr || !target->isUserProvided()))
      value.add(callDefaulted(each));
    else if (definition == nullptr || analysis_.isSpent())
      value.add(callInvisible(each));
    else
      value.add(callDefinition(*definition, call.self, call.arguments, 0, call.expression));
    meet();
  }
  if (isUnknown) {
    const std::string name =
        nameOfCallee(*llvm::cast<clang::CallExpr>(call.expression)->getCallee());
    callUnknownCode(name, call.expression->getExprLoc(), true);
    passToUnknown(call.arguments, call);
    value.to.merge(places_.defaultTargets(call.function->getReturnType(), name, 0));
    meet();
  }
  state_ = after;
  return value;
}

// Copying, moving and comparing by the compiler: all fields, by the rules of their types.
Value BodyWalker::callDefaulted(const Call& call) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(call.function);
  const bool isConstructor = llvm::isa<clang::CXXConstructorDecl>(call.function);
  if (const clang::FunctionDecl* definition = analysis_.definitionOf(*call.function);
      definition != nullptr && isConstructor &&
      !llvm::cast<clang::CXXConstructorDecl>(call.function)->isCopyOrMoveConstructor())
    return callDefinition(*definition, call.self, call.arguments, 0, call.expression);
  PlaceSet sources;
  for (const Value& argument : call.arguments)
    sources.insert(argument.at.begin(), argument.at.end());
  read(sources);
  PlaceSet inside;
  for (PlaceId source : sources)
    for (PlaceId leaf : places_.leaves(source))
      inside.merge(places_.load(leaf));
  for (const Value& argument : call.arguments)
    inside.insert(argument.to.begin(), argument.to.end());
  if (call.function->getNumParams() > 0 &&
      call.function->getParamDecl(0)->getType()->isRValueReferenceType())
    write(sources);
  const bool isAssignment = method != nullptr && method->getOverloadedOperator() == clang::OO_Equal;
  if (isAssignment) {
    write(call.self);
    write(countsIn(analysis_.context().getTypeDeclType(method->getParent()), places_));
  }
  if (!isAssignment && !isConstructor)
    read(call.self);
  if (isAssignment || isConstructor)
    for (PlaceId self : call.self)
      for (PlaceId leaf : places_.isLocal(self) ? PlaceSet{self} : places_.leaves(self))
        places_.store(leaf, inside);
  return {.at = isAssignment ? call.self : PlaceSet{}, .to = {}};
}

Value BodyWalker::callDefinition(const clang::FunctionDecl& definition,
                                 const PlaceSet& self,
                                 const std::vector<Value>& arguments,
                                 unsigned parent,
                                 const clang::Expr* result) {
  const Effect& effect = analysis_.call(definition, self, arguments, parent);
  apply(effect);
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&definition))
    followOwnLock(*method, self, effect);
  if (result != nullptr && !effect.resultGuard.empty())
    state_.guards[placeOfValue(*result)] = effect.resultGuard;
  return effect.result;
}

void BodyWalker::apply(const Effect& effect) {
  analysis_.spend((effect.reads.size() + effect.writes.size() + effect.doubleLocks.size() +
                   effect.unsure.size()) /
                  4);
  effect_.reads.insert(effect.reads.begin(), effect.reads.end());
  effect_.writes.insert(effect.writes.begin(), effect.writes.end());
  effect_.unsure.insert(effect.unsure.begin(), effect.unsure.end());
  effect_.startsThreads = effect_.startsThreads || effect.startsThreads;
  effect_.touchesStatic = effect_.touchesStatic || effect.touchesStatic;
  effect_.doubleLocks.insert(effect.doubleLocks.begin(), effect.doubleLocks.end());
  for (const LockUse& inner : effect.taken)
    waitForOthers(inner);
  for (const auto& [lock, isShared] : effect.released)
    releaseOne(lock);
  if (effect.releasesUnknown) {
    state_.held.clear();
    effect_.releasesUnknown = true;
  }
  const std::array<bool, kScopes> hadAccessed = state_.hasAccessed;
  for (std::size_t scope = 0; scope < kScopes; ++scope) {
    const Cover& cover = effect.covers[scope];
    if (!cover.isAny)
      continue;
    LockUses held = earlyHeld(scope);
    if (!hadAccessed[scope])
      held.insert(cover.locks.begin(), cover.locks.end());
    effect_.covers[scope].add(held);
    state_.hasAccessed[scope] = true;
  }
  const PlaceSet hadTouched = state_.touched;
  for (const auto& [object, accesses] : effect.others) {
    OtherObject& other = effect_.others[object];
    other.reads.insert(accesses.reads.begin(), accesses.reads.end());
    other.writes.insert(accesses.writes.begin(), accesses.writes.end());
    LockUses held = heldOver(object);
    if (!hadTouched.contains(object))
      held.insert(accesses.cover.locks.begin(), accesses.cover.locks.end());
    other.cover.add(held);
    if (!places_[object].isMany)
      state_.touched.insert(object);
  }
  for (const auto& [lock, held] : effect.kept) {
    const auto [place, isNew] = state_.held.try_emplace(lock, held);
    if (!isNew) {
      place->second.depth += held.depth;
      continue;
    }
    place->second.origin = nullptr;
    place->second.isFirst = held.isFirst && !hadTouched.contains(places_.wholeOf(lock));
    for (std::size_t scope = 0; scope < kScopes; ++scope)
      place->second.isEarly[scope] = held.isEarly[scope] && !hadAccessed[scope];
  }
  state_.maybeHeld.insert(effect.maybeKept.begin(), effect.maybeKept.end());
  for (const auto& [guard, owned] : effect.guards)
    state_.guards[guard] = owned;
}

Value BodyWalker::callInvisible(const Call& call) {
  const clang::FunctionDecl& function = *call.function;
  std::string name = function.getNameAsString() + "()";
  followAttributes(call);
  // Stands for the callable of a member template.
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
      method != nullptr && method->getOverloadedOperator() == clang::OO_Call &&
      method->getParent()->getName() == llvm::StringRef(kAnyCallable)) {
    callUnknownCode(nameOfCallee(*call.expression), call.expression->getExprLoc(), true);
    passToUnknown(call.arguments, call);
    return {};
  }
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function)) {
    read(call.self);
    if (!method->isConst() && !method->isStatic()) {
      write(call.self);
      for (PlaceId self : call.self)
        places_.escape(self);
    }
  }
  // A method of the class itself may do everything that the class can.
  const bool isOwn = call.self.contains(places_.subject());
  if (isOwn)
    write({places_.anywhere()});
  callUnknownCode(name, call.expression->getExprLoc(), isOwn);
  passToUnknown(call.arguments, call);
  Value value;
  const clang::QualType type = function.getReturnType();
  PlaceSet targets = places_.defaultTargets(type, name, 0);
  (type->isReferenceType() ? value.at : value.to) = std::move(targets);
  return value;
}

void BodyWalker::callUnknownCode(const std::string& label,
                                 clang::SourceLocation place,
                                 bool reenters) {
  unsure({.id = model::MessageId::CodeNotVisible, .arguments = {label}}, place);
  waitForOthers({.lock = places_.code(label), .isShared = false});
  if (reenters)
    apply(analysis_.reentry());
}

// What is passed to code that is not seen counts as written, unless it is const (DepCon+, section 5.2).
void BodyWalker::passToUnknown(const std::vector<Value>& arguments, const Call& call) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    clang::QualType type;
    if (call.function != nullptr && i < call.function->getNumParams())
      type = call.function->getParamDecl(static_cast<unsigned>(i))->getType();
    else if (i < call.argumentExpressions.size())
      type = call.argumentExpressions[i]->getType();
    if (type.isNull())
      continue;
    const bool isReference = type->isReferenceType() || call.function == nullptr;
    const bool isConst = type.getNonReferenceType().isConstQualified();
    const PlaceSet& places = isReference ? arguments[i].at : arguments[i].to;
    const clang::QualType pointee = type->isPointerType() ? type->getPointeeType() : type;
    read(places);
    if (!(isReference ? isConst : pointee.isConstQualified()))
      write(places);
    for (PlaceId each : places)
      places_.escape(each);
  }
}

void BodyWalker::callMember(const clang::CXXRecordDecl& record,
                            llvm::StringRef name,
                            PlaceId self) {
  for (const clang::CXXMethodDecl* method : record.methods())
    if (method->getIdentifier() != nullptr && method->getName() == name &&
        method->getMinRequiredArguments() == 0) {
      if (const clang::FunctionDecl* definition = analysis_.definitionOf(*method)) {
        callDefinition(*definition, {self}, {}, 0, nullptr);
      } else {
        write({self});
        unsure({.id = model::MessageId::CodeNotVisible, .arguments = {name.str() + "()"}},
               method->getLocation());
        followOwnLock(*method, {self}, {});
      }
      return;
    }
  for (const clang::CXXBaseSpecifier& base : record.bases())
    if (const clang::CXXRecordDecl* parent = recordOf(base.getType());
        parent != nullptr && parent->hasDefinition())
      callMember(*parent, name, self);
}

} // namespace heddle::frontend
