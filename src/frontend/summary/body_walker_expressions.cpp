// SPDX-License-Identifier: Apache-2.0
#include <clang/AST/DeclCXX.h>

#include "frontend/summary/body_walker.h"
#include "frontend/summary/library_types.h"
#include "frontend/summary/retype.h"

namespace heddle::frontend {
namespace {

// Whether the variable cannot change once it is initialised, and does not point to anything that could.
bool isConstant(const clang::VarDecl& variable) {
  return variable.isConstexpr() ||
         (variable.getType().isConstQualified() && variable.getType()->isScalarType() &&
          !variable.getType()->isPointerType());
}

} // namespace

PlaceId BodyWalker::placeOf(const clang::VarDecl& variable) {
  if (variable.hasGlobalStorage() && variable.getTLSKind() == clang::VarDecl::TLS_None)
    return places_.staticVariable(variable);
  if (variable.hasGlobalStorage() || variable.isInitCapture())
    return places_.local(&variable, 0, variable.getType());
  // A variable of the function that made the lambda.
  const clang::DeclContext* owner = variable.getParentFunctionOrMethod();
  unsigned number = number_;
  while (number != 0 && analysis_.activation(number).function != owner &&
         analysis_.activation(number).parent != 0)
    number = analysis_.activation(number).parent;
  return places_.local(&variable, number, variable.getType());
}

PlaceId BodyWalker::placeOfValue(const clang::Expr& expression) {
  return places_.local(maker(expression), number_, expression.getType());
}

const Value& BodyWalker::valueOf(const clang::Expr* expression) {
  const clang::Expr* bare = expression->IgnoreParens();
  const auto known = values_.find(bare);
  if (known != values_.end())
    return known->second;
  values_[bare] = {};
  Value value = evaluate(*bare);
  return values_[bare] = std::move(value);
}

PlaceSet BodyWalker::objectsOf(const clang::Expr& base, bool isArrow) {
  const Value& value = valueOf(&base);
  if (isArrow)
    return value.to;
  if (!value.at.empty() || base.isGLValue())
    return value.at;
  const PlaceId place = placeOfValue(base);
  places_.store(place, value.to);
  return {place};
}

Value BodyWalker::evaluateReference(const clang::ValueDecl& declaration) {
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration))
    return {.at = {}, .to = {places_.function(*function)}};
  if (const auto* binding = llvm::dyn_cast<clang::BindingDecl>(&declaration)) {
    const auto* whole = llvm::cast<clang::VarDecl>(binding->getDecomposedDecl());
    const Value object = evaluateReference(*whole);
    const auto* member =
        binding->getBinding() == nullptr
            ? nullptr
            : llvm::dyn_cast<clang::MemberExpr>(binding->getBinding()->IgnoreParens());
    const auto* field =
        member == nullptr ? nullptr : llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    Value value;
    for (PlaceId place : object.at) {
      value.at.insert(field != nullptr ? places_.field(place, *field)
                                       : places_.element(place, binding->getType()));
      if (holdsReferences(whole->getType()))
        value.at.merge(places_.load(place));
    }
    return value;
  }
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration);
  if (variable == nullptr || isConstant(*variable))
    return {};
  const PlaceId place = placeOf(*variable);
  if (variable->getType()->isReferenceType())
    return {.at = places_.load(place), .to = {}};
  return {.at = {place}, .to = {}};
}

Value BodyWalker::evaluateMember(const clang::MemberExpr& expression) {
  const clang::ValueDecl& member = *expression.getMemberDecl();
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(&member);
  if (field == nullptr && !llvm::isa<clang::CXXMethodDecl>(member))
    return evaluateReference(member);
  Value value;
  const PlaceSet objects = objectsOf(*expression.getBase(), expression.isArrow());
  if (field == nullptr) {
    value.at = objects;
    return value;
  }
  for (PlaceId object : objects) {
    const PlaceId place = places_.field(object, *field);
    if (field->getType()->isReferenceType())
      value.at.merge(places_.load(place));
    else
      value.at.insert(place);
  }
  return value;
}

Value BodyWalker::evaluateCast(const clang::CastExpr& cast) {
  const Value& inner = valueOf(cast.getSubExpr());
  switch (cast.getCastKind()) {
  case clang::CK_LValueToRValue:
    read(inner.at);
    return {.at = {}, .to = places_.load(retyped(places_, inner.at, cast.getType()))};
  case clang::CK_ArrayToPointerDecay: {
    Value value;
    const clang::QualType type = cast.getType()->getPointeeType();
    for (PlaceId place : inner.at)
      value.to.insert(places_.element(place, type));
    return value;
  }
  case clang::CK_FunctionToPointerDecay:
  case clang::CK_BuiltinFnToFnPtr:
    return {.at = {}, .to = inner.to};
  case clang::CK_IntegralToPointer: {
    // It is unknown where an integer points to.
    return {.at = {}, .to = {places_.anywhere()}};
  }
  default:
    return inner;
  }
}

Value BodyWalker::evaluateUnary(const clang::UnaryOperator& expression) {
  Value inner = valueOf(expression.getSubExpr());
  switch (expression.getOpcode()) {
  case clang::UO_AddrOf: {
    Value value{.at = {}, .to = inner.at};
    value.to.insert(inner.to.begin(), inner.to.end()); // &function
    return value;
  }
  case clang::UO_Deref:
    return {.at = inner.to, .to = {}};
  case clang::UO_PreInc:
  case clang::UO_PreDec:
    read(inner.at);
    write(inner.at);
    return inner;
  case clang::UO_PostInc:
  case clang::UO_PostDec:
    read(inner.at);
    write(inner.at);
    return {.at = {}, .to = places_.load(inner.at)};
  default:
    return {.at = inner.at, .to = inner.to};
  }
}

Value BodyWalker::evaluateBinary(const clang::BinaryOperator& expression) {
  const Value left = valueOf(expression.getLHS());
  Value right = valueOf(expression.getRHS());
  if (expression.isAssignmentOp()) {
    if (expression.isCompoundAssignmentOp())
      read(left.at);
    write(left.at);
    store(left.at, right.to);
    return {.at = left.at, .to = {}};
  }
  switch (expression.getOpcode()) {
  case clang::BO_Comma:
    return right;
  case clang::BO_PtrMemD:
    return {.at = left.at, .to = right.to};
  case clang::BO_PtrMemI:
    return {.at = left.to, .to = right.to};
  case clang::BO_Add:
  case clang::BO_Sub: {
    Value value{.at = {}, .to = left.to};
    value.to.insert(right.to.begin(), right.to.end());
    return value;
  }
  default:
    return {};
  }
}

Value BodyWalker::evaluateLambda(const clang::LambdaExpr& expression) {
  auto initial = expression.capture_init_begin();
  for (const clang::LambdaCapture& capture : expression.captures()) {
    const clang::Expr* value = *initial++;
    if (value == nullptr || !capture.capturesVariable())
      continue;
    const Value& captured = valueOf(value);
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar());
    if (variable == nullptr || !variable->isInitCapture())
      continue;
    places_.store(placeOf(*variable),
                  variable->getType()->isReferenceType() ? captured.at : captured.to);
  }
  return {.at = {}, .to = {places_.closure(expression, number_)}};
}

Value BodyWalker::evaluateNew(const clang::CXXNewExpr& expression) {
  const clang::QualType type = expression.getAllocatedType();
  const clang::Expr* initial = expression.getInitializer();
  Value value;
  for (const clang::Expr* argument : expression.placement_arguments()) {
    const Value& at = valueOf(argument);
    value.to.insert(at.to.begin(), at.to.end());
  }
  write(value.to);
  const PlaceSet inside = initial == nullptr ? PlaceSet{} : valueOf(initial).to;
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || places_.isOpaque(*record)) {
    const PlaceId made = places_.heap(expression, type);
    places_.store(made, inside);
    value.to.insert(made);
    return value;
  }
  const PlaceId made = places_.object(*record, shortName(*record), true);
  for (PlaceId leaf : places_.leaves(made))
    places_.store(leaf, inside);
  value.to.insert(made);
  return value;
}

Value BodyWalker::evaluateDelete(const clang::CXXDeleteExpr& expression) {
  const PlaceSet dead = valueOf(expression.getArgument()).to;
  for (PlaceId place : dead)
    if (!expression.getDestroyedType().isNull())
      destroy(place, expression.getDestroyedType());
  write(dead);
  return {};
}

Value BodyWalker::evaluateAtomic(const clang::AtomicExpr& expression) {
  const PlaceSet target = valueOf(expression.getPtr()).to;
  read(target);
  write(target);
  Value value{.at = {}, .to = places_.load(target)};
  for (unsigned i = 1; i < expression.getNumSubExprs(); ++i)
    store(target, valueOf(expression.getSubExprs()[i]).to);
  return value;
}

Value BodyWalker::evaluate(const clang::Expr& expression) {
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(&expression))
    return evaluateReference(*reference->getDecl());
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(&expression))
    return evaluateMember(*member);
  if (llvm::isa<clang::CXXThisExpr>(expression))
    return {.at = {}, .to = activation_.self};
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(&expression))
    return evaluateCast(*cast);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&expression))
    return evaluateUnary(*unary);
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&expression))
    return evaluateBinary(*binary);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&expression))
    return evaluateCall(*call);
  if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(&expression))
    return evaluateConstruct(*construct);
  if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(&expression))
    return evaluateLambda(*lambda);
  if (const auto* made = llvm::dyn_cast<clang::CXXNewExpr>(&expression))
    return evaluateNew(*made);
  if (const auto* dead = llvm::dyn_cast<clang::CXXDeleteExpr>(&expression))
    return evaluateDelete(*dead);
  if (const auto* atomic = llvm::dyn_cast<clang::AtomicExpr>(&expression))
    return evaluateAtomic(*atomic);
  return evaluateOthers(expression);
}

Value BodyWalker::evaluateOthers(const clang::Expr& expression) {
  if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(&expression)) {
    const Value& inner = valueOf(temporary->getSubExpr());
    const PlaceId place = placeOfValue(*temporary->getSubExpr());
    places_.store(place, inner.to);
    return {.at = {place}, .to = {}};
  }
  if (const auto* full = llvm::dyn_cast<clang::FullExpr>(&expression))
    return valueOf(full->getSubExpr());
  if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(&expression))
    return valueOf(bound->getSubExpr());
  if (const auto* defaulted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&expression))
    return valueOf(defaulted->getExpr());
  if (const auto* initial = llvm::dyn_cast<clang::CXXDefaultInitExpr>(&expression))
    return initial->getExpr() == nullptr ? Value{} : valueOf(initial->getExpr());
  if (const auto* rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(&expression))
    return valueOf(rewritten->getSemanticForm());
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(&expression)) {
    valueOf(subscript->getIdx());
    const Value& base = valueOf(subscript->getBase());
    return {.at = base.to, .to = {}};
  }
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(&expression)) {
    Value value = valueOf(choice->getTrueExpr());
    value.add(valueOf(choice->getFalseExpr()));
    return value;
  }
  if (const auto* opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(&expression))
    return opaque->getSourceExpr() == nullptr ? Value{} : valueOf(opaque->getSourceExpr());
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr,
                clang::CXXTypeidExpr,
                clang::CXXNoexceptExpr,
                clang::RequiresExpr>(expression))
    return {};
  // Aggregates and all other expressions: they contain what their parts contain.
  Value value;
  for (const clang::Stmt* child : expression.children())
    if (const auto* part = llvm::dyn_cast_or_null<clang::Expr>(child)) {
      const Value& inner = valueOf(part);
      value.to.insert(inner.to.begin(), inner.to.end());
    }
  return value;
}

} // namespace heddle::frontend
