// SPDX-License-Identifier: Apache-2.0
#include "frontend/summary/body_walker.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "frontend/summary/library_types.h"
#include "frontend/summary/reference_counts.h"
#include "frontend/summary/retype.h"

namespace heddle::frontend {
namespace {

clang::CFG::BuildOptions graphOptions() {
  clang::CFG::BuildOptions options;
  options.AddImplicitDtors = true;
  options.AddTemporaryDtors = true;
  options.AddInitializers = true;
  options.AddCXXDefaultInitExprInCtors = true;
  options.PruneTriviallyFalseEdges = true;
  options.setAllAlwaysAdd();
  return options;
}

void collect(const clang::Stmt* statement, std::set<const clang::Stmt*>& all) {
  if (statement == nullptr || !all.insert(statement).second)
    return;
  for (const clang::Stmt* child : statement->children())
    collect(child, all);
}

const clang::Stmt* statementOf(const clang::CFGElement& element) {
  if (const auto statement = element.getAs<clang::CFGStmt>())
    return statement->getStmt();
  return nullptr;
}

void addPostOrder(const clang::CFGBlock* block,
                  std::set<const clang::CFGBlock*>& seen,
                  std::vector<const clang::CFGBlock*>& order) {
  if (block == nullptr || !seen.insert(block).second)
    return;
  for (const clang::CFGBlock::AdjacentBlock& next : block->succs())
    addPostOrder(next.getReachableBlock(), seen, order);
  order.push_back(block);
}

// Whether the function ends there without returning to its caller.
bool isAbnormalEnd(const clang::CFGBlock& block) {
  if (block.hasNoReturnElement())
    return true;
  for (const clang::CFGElement element : llvm::reverse(block))
    if (const clang::Stmt* statement = statementOf(element))
      return llvm::isa<clang::CXXThrowExpr>(statement) ||
             (llvm::isa<clang::ExprWithCleanups>(statement) &&
              llvm::isa<clang::CXXThrowExpr>(
                  llvm::cast<clang::ExprWithCleanups>(statement)->getSubExpr()));
  return false;
}

} // namespace

const clang::Expr* maker(const clang::Expr& expression) {
  const clang::Expr* inner = &expression;
  while (true) {
    const clang::Expr* next = inner->IgnoreParens();
    if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(next))
      next = bound->getSubExpr();
    else if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(next))
      next = temporary->getSubExpr();
    else if (const auto* full = llvm::dyn_cast<clang::FullExpr>(next))
      next = full->getSubExpr();
    else if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(next);
             cast != nullptr && cast->getCastKind() != clang::CK_LValueToRValue)
      next = cast->getSubExpr();
    else if (const auto* defaulted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(next))
      next = defaulted->getExpr();
    else if (const auto* initialiser = llvm::dyn_cast<clang::CXXDefaultInitExpr>(next))
      next = initialiser->getExpr();
    if (next == inner)
      return inner;
    inner = next;
  }
}

BodyWalker::BodyWalker(Analysis& analysis, unsigned number, const Activation& activation)
    : analysis_(analysis), places_(analysis.places()), number_(number), activation_(activation),
      function_(*activation.function) {}

Effect BodyWalker::walk() {
  bindParameters();
  clang::Stmt* body = function_.getBody();
  const std::unique_ptr<clang::CFG> graph =
      clang::CFG::buildCFG(&function_, body, &analysis_.context(), graphOptions());
  if (graph == nullptr) {
    access({places_.anywhere()}, true);
    unsure(
        {.id = model::MessageId::CannotFollow, .arguments = {function_.getNameAsString() + "()"}},
        function_.getLocation());
    return std::move(effect_);
  }
  collectTryBlocks(*graph);
  walkBlocks(*graph);
  endOfFunction(*graph);
  return std::move(effect_);
}

void BodyWalker::bindParameters() {
  for (unsigned i = 0; i < function_.getNumParams() && i < activation_.arguments.size(); ++i) {
    const clang::ParmVarDecl& parameter = *function_.getParamDecl(i);
    const Value& value = activation_.arguments[i];
    const PlaceId place = places_.local(&parameter, number_, parameter.getType());
    places_.store(place,
                  parameter.getType()->isReferenceType()
                      ? retyped(places_, value.at, parameter.getType())
                      : value.to);
    // A temporary that has no place yet, bound to a reference.
    if (parameter.getType()->isReferenceType() && value.at.empty())
      places_.store(place, value.to);
  }
}

void BodyWalker::collectTryBlocks(const clang::CFG& graph) {
  for (const clang::CFGBlock* block : graph)
    if (const clang::Stmt* end = block->getTerminatorStmt())
      if (const auto* statement = llvm::dyn_cast<clang::CXXTryStmt>(end))
        collect(statement->getTryBlock(), tryBlocks_[statement].statements);
}

// An exception may leave a block at any point; what was locked inside has been released by then.
void BodyWalker::noteExceptionsOf(const clang::CFGElement& element) {
  for (auto& [statement, block] : tryBlocks_) {
    const clang::Stmt* inside = statementOf(element);
    if (inside == nullptr || !block.statements.contains(inside))
      continue;
    LockState state = state_;
    std::erase_if(state.held, [&, &within = block.statements](const auto& entry) {
      const clang::Stmt* origin = entry.second.origin;
      return origin == nullptr || within.contains(origin);
    });
    block.handlers.join(state);
  }
}

void BodyWalker::walkBlocks(const clang::CFG& graph) {
  constexpr int kMostSweeps = 8;
  after_.assign(graph.getNumBlockIDs(), {});
  std::vector<const clang::CFGBlock*> order;
  std::set<const clang::CFGBlock*> seen;
  addPostOrder(&graph.getEntry(), seen, order);
  std::ranges::reverse(order);
  // Handlers are not successors of what they handle.
  for (const clang::CFGBlock* block : llvm::reverse(graph))
    if (seen.insert(block).second)
      order.push_back(block);
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    bool hasChanged = false;
    for (const clang::CFGBlock* block : order) {
      state_ = stateBefore(*block);
      if (!state_.isReached)
        continue;
      for (const clang::CFGElement& element : *block) {
        noteExceptionsOf(element);
        walkElement(element);
        noteExceptionsOf(element);
      }
      if (after_[block->getBlockID()] == state_)
        continue;
      after_[block->getBlockID()] = state_;
      hasChanged = true;
    }
    if (!hasChanged)
      return;
  }
}

LockState BodyWalker::stateBefore(const clang::CFGBlock& block) {
  LockState state;
  if (const clang::Stmt* end = block.getTerminatorStmt();
      end != nullptr && llvm::isa<clang::CXXTryStmt>(end) && block.empty())
    return tryBlocks_[llvm::cast<clang::CXXTryStmt>(end)].handlers;
  if (&block == &block.getParent()->getEntry())
    state.isReached = true;
  for (const clang::CFGBlock::AdjacentBlock& before : block.preds())
    if (before.getReachableBlock() != nullptr)
      state.join(after_[before->getBlockID()]);
  return state;
}

void BodyWalker::walkElement(const clang::CFGElement& element) {
  if (!analysis_.spend())
    return;
  if (const auto statement = element.getAs<clang::CFGStmt>())
    return walkStatement(*statement->getStmt());
  if (const auto initialiser = element.getAs<clang::CFGInitializer>())
    return initialise(*initialiser->getInitializer());
  if (const auto object = element.getAs<clang::CFGAutomaticObjDtor>()) {
    const clang::VarDecl& variable = *object->getVarDecl();
    if (!variable.getType()->isReferenceType())
      destroy(placeOf(variable), variable.getType());
    return;
  }
  if (const auto temporary = element.getAs<clang::CFGTemporaryDtor>()) {
    const clang::CXXBindTemporaryExpr& expression = *temporary->getBindTemporaryExpr();
    destroy(placeOfValue(expression), expression.getType());
    return;
  }
  if (const auto member = element.getAs<clang::CFGMemberDtor>())
    for (PlaceId self : activation_.self)
      if (!places_.isLocal(self))
        destroy(places_.field(self, *member->getFieldDecl()), member->getFieldDecl()->getType());
  if (const auto base = element.getAs<clang::CFGBaseDtor>())
    for (PlaceId self : activation_.self)
      destroy(self, base->getBaseSpecifier()->getType());
}

void BodyWalker::walkStatement(const clang::Stmt& statement) {
  if (const auto* expression = llvm::dyn_cast<clang::Expr>(&statement)) {
    Value& known = values_[expression->IgnoreParens()];
    Value now = evaluate(*expression->IgnoreParens());
    now.add(known);
    values_[expression->IgnoreParens()] = std::move(now);
  } else if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(&statement)) {
    for (const clang::Decl* each : declaration->decls())
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(each))
        declare(*variable);
  } else if (const auto* end = llvm::dyn_cast<clang::ReturnStmt>(&statement)) {
    if (end->getRetValue() == nullptr)
      return;
    effect_.result.add(valueOf(end->getRetValue()));
    const auto owned = state_.guards.find(placeOfValue(*end->getRetValue()));
    if (owned == state_.guards.end())
      return;
    effect_.resultGuard = owned->second;
    state_.guards.erase(owned);
  }
}

void BodyWalker::declare(const clang::VarDecl& variable) {
  const clang::Expr* initial = variable.getInit();
  if (initial == nullptr)
    return;
  const Value value = valueOf(initial);
  const PlaceId place = placeOf(variable);
  // The first thread that gets there initialises it.
  if (variable.isStaticLocal() && variable.getTLSKind() == clang::VarDecl::TLS_None &&
      !variable.hasConstantInitialization())
    write({place});
  if (variable.getType()->isReferenceType()) {
    places_.store(place, value.at.empty() ? value.to : value.at);
    return;
  }
  places_.store(place, value.to);
  const auto owned = state_.guards.find(placeOfValue(*initial));
  if (owned == state_.guards.end())
    return;
  OwnedLocks locks = std::move(owned->second);
  state_.guards.erase(owned);
  state_.guards[place] = std::move(locks);
}

// Memory of an object under construction is not shared yet; only what its pointers point to matters.
void BodyWalker::initialise(const clang::CXXCtorInitializer& initialiser) {
  const clang::Expr* expression = initialiser.getInit();
  if (expression == nullptr)
    return;
  const Value value = valueOf(expression);
  const clang::FieldDecl* field = initialiser.getAnyMember();
  for (PlaceId self : activation_.self) {
    const PlaceId target = field == nullptr ? self : places_.field(self, *field);
    const bool isReference = field != nullptr && field->getType()->isReferenceType();
    places_.store(target, isReference && !value.at.empty() ? value.at : value.to);
    const auto owned = state_.guards.find(placeOfValue(*expression));
    if (owned == state_.guards.end())
      continue;
    OwnedLocks locks = std::move(owned->second);
    state_.guards.erase(owned);
    state_.guards[target] = std::move(locks);
  }
}

void BodyWalker::destroy(PlaceId place, clang::QualType type) {
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition())
    return;
  record = record->getDefinition();
  write(countsIn(type, places_));
  const clang::CXXDestructorDecl* destructor = record->getDestructor();
  if (!places_.isOpaque(*record) && destructor != nullptr && destructor->isUserProvided())
    if (const clang::FunctionDecl* definition = analysis_.definitionOf(*destructor))
      callDefinition(*definition, {place}, {}, 0, nullptr);
  if (state_.guards.contains(place) || libraryTypeOf(*record) == LibraryType::Guard)
    releaseGuard(place);
}

void BodyWalker::endOfFunction(const clang::CFG& graph) {
  LockState end;
  for (const clang::CFGBlock::AdjacentBlock& before : graph.getExit().preds())
    if (const clang::CFGBlock* block = before.getReachableBlock();
        block != nullptr && !isAbnormalEnd(*block))
      end.join(after_[block->getBlockID()]);
  for (const auto& [guard, owned] : end.guards)
    if (!places_.isLocal(guard) || places_[guard].activation != number_)
      effect_.guards[guard] = owned;
  effect_.kept = end.held;
  effect_.maybeKept = end.maybeHeld;
}

void BodyWalker::access(const PlaceSet& places, bool isWrite) {
  std::array<bool, kScopes> isAny{};
  for (PlaceId place : places) {
    PlaceSet changing;
    for (PlaceId leaf : places_.leaves(place)) {
      const PlaceKind kind = places_[leaf].kind;
      if (kind == PlaceKind::Local || kind == PlaceKind::Outside || kind == PlaceKind::Code ||
          kind == PlaceKind::Function || kind == PlaceKind::Closure)
        continue;
      (isWrite ? effect_.writes : effect_.reads).insert(leaf);
      isAny[kAll] = true;
      const bool isChanging = isWrite || analysis_.isChanging(leaf);
      isAny[kChanging] = isAny[kChanging] || isChanging;
      if (isChanging)
        changing.insert(leaf);
      if (isChanging && places_.isStatic(place))
        effect_.touchesStatic = true;
    }
    if (const PlaceId whole = places_.wholeOf(place);
        !changing.empty() && places_.isOtherSubject(whole))
      accessOther(whole, changing, isWrite);
  }
  for (std::size_t scope = 0; scope < kScopes; ++scope)
    if (isAny[scope]) {
      effect_.covers[scope].add(earlyHeld(scope));
      state_.hasAccessed[scope] = true;
    }
}

void BodyWalker::accessOther(PlaceId object, const PlaceSet& leaves, bool isWrite) {
  OtherObject& other = effect_.others[object];
  (isWrite ? other.writes : other.reads).insert(leaves.begin(), leaves.end());
  other.cover.add(heldOver(object));
  // If there are many, each one is a different object.
  if (!places_[object].isMany)
    state_.touched.insert(object);
}

void BodyWalker::store(const PlaceSet& places, const PlaceSet& targets) {
  if (targets.empty())
    return;
  for (PlaceId place : places)
    places_.store(place, targets);
}

} // namespace heddle::frontend
