// SPDX-License-Identifier: Apache-2.0
// Walks the control flow graph of one function: which memory it accesses, and which locks are held at each point. Locks
// follow all paths (a lock counts as held only if it is held on all of them); pointers are tracked regardless of order.
// One class in seven files: statements, expressions, calls, callables, library functions by rule, locks, guards.
#pragma once

#include <clang/AST/ExprCXX.h>
#include <clang/Analysis/CFG.h>

#include <optional>
#include <unordered_map>

#include "frontend/summary/analysis.h"
#include "frontend/summary/lock_calls.h"
#include "model/message.h"

namespace heddle::frontend {

class BodyWalker {
public:
  BodyWalker(Analysis& analysis, unsigned number, const Activation& activation);

  Effect walk();

private:
  // ---- body_walker.cpp: statements
  void bindParameters();
  void walkBlocks(const clang::CFG& graph);
  LockState stateBefore(const clang::CFGBlock& block);
  void collectTryBlocks(const clang::CFG& graph);
  void noteExceptionsOf(const clang::CFGElement& element);
  void walkElement(const clang::CFGElement& element);
  void walkStatement(const clang::Stmt& statement);
  void declare(const clang::VarDecl& variable);
  void initialise(const clang::CXXCtorInitializer& initialiser);
  void destroy(PlaceId place, clang::QualType type);
  void endOfFunction(const clang::CFG& graph);
  void access(const PlaceSet& places, bool isWrite);
  void read(const PlaceSet& places) { access(places, false); }
  void write(const PlaceSet& places) { access(places, true); }
  void accessOther(PlaceId object, const PlaceSet& leaves, bool isWrite);
  void store(const PlaceSet& places, const PlaceSet& targets);

  // ---- body_walker_expressions.cpp
  const Value& valueOf(const clang::Expr* expression);
  Value evaluate(const clang::Expr& expression);
  Value evaluateCast(const clang::CastExpr& cast);
  Value evaluateUnary(const clang::UnaryOperator& expression);
  Value evaluateBinary(const clang::BinaryOperator& expression);
  Value evaluateReference(const clang::ValueDecl& declaration);
  Value evaluateMember(const clang::MemberExpr& expression);
  Value evaluateLambda(const clang::LambdaExpr& expression);
  Value evaluateNew(const clang::CXXNewExpr& expression);
  Value evaluateDelete(const clang::CXXDeleteExpr& expression);
  Value evaluateAtomic(const clang::AtomicExpr& expression);
  Value evaluateOthers(const clang::Expr& expression);
  PlaceId placeOf(const clang::VarDecl& variable);
  PlaceId placeOfValue(const clang::Expr& expression); // of a temporary object
  // The object of a member access or call.
  PlaceSet objectsOf(const clang::Expr& base, bool isArrow);

  // ---- body_walker_calls.cpp
  struct Call {
    const clang::FunctionDecl* function = nullptr;
    const clang::Expr* expression = nullptr;
    PlaceSet self;
    std::vector<Value> arguments;
    std::vector<const clang::Expr*> argumentExpressions;
    bool isVirtual = false;
  };
  Value evaluateCall(const clang::CallExpr& expression);
  Value evaluateConstruct(const clang::CXXConstructExpr& expression);
  Value dispatch(const Call& call);
  Value callUser(const Call& call);
  Value callDefaulted(const Call& call);
  Value callInvisible(const Call& call);
  Value callDefinition(const clang::FunctionDecl& definition,
                       const PlaceSet& self,
                       const std::vector<Value>& arguments,
                       unsigned parent,
                       const clang::Expr* result);
  void callMember(const clang::CXXRecordDecl& record, llvm::StringRef name, PlaceId self);
  void callUnknownCode(const std::string& label, clang::SourceLocation place, bool reenters);
  void passToUnknown(const std::vector<Value>& arguments, const Call& call);
  void apply(const Effect& effect);
  std::vector<const clang::CXXMethodDecl*> targetsOf(const Call& call, bool& isUnknown);
  // `why` gets the place as its last argument.
  void unsure(model::Message why, clang::SourceLocation place);

  // ---- body_walker_callables.cpp
  Value callValue(const PlaceSet& targets, const std::vector<Value>& arguments, const Call& call);
  Value callClosure(PlaceId closure, const std::vector<Value>& arguments);
  void bindReceiver(Call& call);

  // ---- body_walker_library.cpp
  bool isLibraryFunction(const clang::FunctionDecl& function) const;
  Value callLibrary(const Call& call);
  Value resultOfLibrary(const Call& call);
  std::optional<Value> callWellKnown(const Call& call);
  void touchArguments(const Call& call);
  void touchReceiver(const Call& call);
  void touchCounts(const Call& call);
  PlaceSet viewed(const PlaceSet& places);
  void callCallables(const Call& call);
  void callElementMembers(const Call& call);
  void constructElement(const clang::CXXRecordDecl& record, const Call& call);
  PlaceSet callablesIn(const Value& value);

  // ---- body_walker_locks.cpp
  std::optional<Value> callLock(const Call& call);
  std::optional<Value> callMutex(const Call& call);
  std::optional<Value> callCondition(const Call& call);
  std::optional<Value> callLockFunction(const Call& call);
  void acquire(const PlaceSet& candidates, const clang::Stmt* origin, bool isShared, bool isTry);
  struct Lockable {
    PlaceSet places;
    bool isShared = false;
  };
  void acquireTogether(const std::vector<Lockable>& candidates, const clang::Stmt* origin);
  void hold(const PlaceSet& locks, const clang::Stmt* origin, bool isShared, bool isSure);
  void release(const PlaceSet& candidates);
  void releaseOne(PlaceId lock);
  PlaceSet lockPlaces(const PlaceSet& candidates);
  LockUses earlyHeld(std::size_t scope) const;
  LockUses heldOver(PlaceId object) const;
  void waitForOthers(const LockUse& inner);
  void followAttributes(const Call& call);

  // ---- body_walker_guards.cpp
  Value constructGuard(const clang::CXXConstructExpr& expression);
  std::optional<Value> callGuard(const Call& call);
  void lockObject(const PlaceSet& candidates, const clang::Stmt* origin, bool isShared, bool isTry);
  void unlockObject(const PlaceSet& candidates, bool isShared);
  PlaceSet callOnOwnTypes(const PlaceSet& candidates, LockCall call);
  void
  followOwnLock(const clang::CXXMethodDecl& method, const PlaceSet& self, const Effect& effect);
  void releaseGuard(PlaceId guard);
  OwnedLocks ownedBy(PlaceId guard);

  Analysis& analysis_;
  Places& places_;
  unsigned number_;
  const Activation& activation_;
  const clang::FunctionDecl& function_;
  Effect effect_;
  LockState state_;
  std::unordered_map<const clang::Expr*, Value> values_;
  std::vector<LockState> after_; // by block
  struct TryBlock {
    std::set<const clang::Stmt*> statements;
    LockState handlers; // where its handlers start
  };
  std::map<const clang::CXXTryStmt*, TryBlock> tryBlocks_;
};

// "hook_()", for a call through something that is not a function.
std::string nameOfCallee(const clang::Expr& callee);
// The expression that creates the value: without casts, parentheses and marks of temporaries.
const clang::Expr* maker(const clang::Expr& expression);

} // namespace heddle::frontend
