// SPDX-License-Identifier: Apache-2.0
// Calls of something other than a named function: lambdas, function pointers, the contents of std::function and
// std::bind.
#include <clang/AST/DeclTemplate.h>

#include "frontend/summary/body_walker.h"

namespace heddle::frontend {

std::string nameOfCallee(const clang::Expr& callee) {
  const clang::Expr* bare = callee.IgnoreParenImpCasts();
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(bare))
    return member->getMemberDecl()->getNameAsString() + "()";
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(bare))
    return reference->getDecl()->getNameAsString() + "()";
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(bare))
    return nameOfCallee(*call->getArg(0));
  for (const clang::Stmt* child : bare->children())
    if (const auto* inner = llvm::dyn_cast_or_null<clang::Expr>(child)) {
      const std::string name = nameOfCallee(*inner);
      if (name != "a callable")
        return name;
    }
  return "a callable";
}

Value BodyWalker::callClosure(PlaceId closure, const std::vector<Value>& arguments) {
  const Place place = places_[closure];
  const auto& lambda = *static_cast<const clang::LambdaExpr*>(place.node);
  const PlaceSet self = analysis_.activation(place.activation).self;
  const clang::CXXMethodDecl* method = lambda.getCallOperator();
  if (method == nullptr)
    return {};
  std::vector<const clang::FunctionDecl*> bodies;
  if (const clang::FunctionTemplateDecl* generic = method->getDescribedFunctionTemplate()) {
    for (const clang::FunctionDecl* each : generic->specializations())
      if (const clang::FunctionDecl* definition = analysis_.definitionOf(*each))
        bodies.push_back(definition);
    if (bodies.empty()) {
      if (const clang::FunctionDecl* guess = analysis_.instantiateFor(*generic, arguments))
        bodies.push_back(guess);
    }
  } else if (const clang::FunctionDecl* definition = analysis_.definitionOf(*method)) {
    bodies.push_back(definition);
  }
  if (bodies.empty()) {
    write({places_.anywhere()});
    unsure({.id = model::MessageId::CannotFollowLambda}, lambda.getBeginLoc());
  }
  Value value;
  for (const clang::FunctionDecl* body : bodies)
    value.add(callDefinition(*body, self, arguments, place.activation, nullptr));
  return value;
}

// std::bind(&C::f, this), std::invoke(&C::f, object): the object is one of the bound or passed arguments.
void BodyWalker::bindReceiver(Call& call) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(call.function);
  if (method == nullptr || method->isStatic())
    return;
  PlaceSet candidates = call.self;
  candidates.merge(places_.load(call.self));
  for (const Value& argument : call.arguments) {
    candidates.insert(argument.at.begin(), argument.at.end());
    candidates.insert(argument.to.begin(), argument.to.end());
    candidates.merge(places_.load(argument.at));
  }
  const auto isOther = [&](PlaceId candidate) {
    const clang::CXXRecordDecl* record =
        places_[candidate].type.isNull() ? nullptr : places_[candidate].type->getAsCXXRecordDecl();
    return record == nullptr || !record->hasDefinition() ||
           (record->getCanonicalDecl() != method->getParent()->getCanonicalDecl() &&
            !record->isDerivedFrom(method->getParent()));
  };
  // (object.*f)() names it.
  std::erase_if(call.self, isOther);
  if (!call.self.empty())
    return;
  std::erase_if(candidates, isOther);
  call.self = std::move(candidates);
  if (call.self.empty())
    call.self = places_.isSubjectPart(*method->getParent())
                    ? PlaceSet{places_.subject()}
                    : PlaceSet{places_.object(*method->getParent(), "an object", true)};
}

Value BodyWalker::callValue(const PlaceSet& targets,
                            const std::vector<Value>& arguments,
                            const Call& call) {
  Value value;
  bool isKnown = false;
  for (PlaceId target : targets) {
    const Place place = places_[target];
    if (place.kind == PlaceKind::Function) {
      Call direct = call;
      direct.function = static_cast<const clang::FunctionDecl*>(place.node);
      direct.arguments = arguments;
      bindReceiver(direct);
      value.add(dispatch(direct));
      isKnown = true;
    } else if (place.kind == PlaceKind::Closure) {
      value.add(callClosure(target, arguments));
      isKnown = true;
    } else if (place.kind == PlaceKind::Code) {
      callUnknownCode(place.label + "()", call.expression->getExprLoc(), true);
      passToUnknown(arguments, call);
      isKnown = true;
    }
  }
  if (!isKnown) {
    const auto* expression = llvm::dyn_cast<clang::CallExpr>(call.expression);
    callUnknownCode(expression == nullptr ? "a callable" : nameOfCallee(*expression->getCallee()),
                    call.expression->getExprLoc(),
                    true);
    passToUnknown(arguments, call);
  }
  const clang::QualType type = call.expression->getType();
  if (!type->isVoidType())
    value.to.merge(places_.defaultTargets(type, "a result", 0));
  return value;
}

} // namespace heddle::frontend
