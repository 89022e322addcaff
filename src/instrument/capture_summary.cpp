// SPDX-License-Identifier: Apache-2.0
// A local that is passed by reference does not escape if the callee only reads it. LLVM infers the
// same as the attribute `nocapture`, but only after hooks are inserted. Hooks take every address as an
// argument, so with hooks in place it could not infer it any more.
#include "instrument/capture_summary.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/CaptureTracking.h>

#include "instrument/prepare_pass.h"

namespace heddle::instrument {
namespace {

class EscapeTracker final : public llvm::CaptureTracker {
public:
  explicit EscapeTracker(const CaptureSummary& summary) : summary_(summary) {}

  void tooManyUses() override { escapes_ = true; }

  bool captured(const llvm::Use* use) override {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use->getUser());
    if (call != nullptr && call->isArgOperand(use) &&
        !summary_.keeps(*call, call->getArgOperandNo(use)))
      return false;
    escapes_ = true;
    return true;
  }

  bool escapes() const { return escapes_; }

private:
  const CaptureSummary& summary_;
  bool escapes_ = false;
};

// Library functions without a body here that often receive addresses of locals.
bool isKnownToForget(llvm::StringRef symbol) {
  return llvm::StringSwitch<bool>(symbol)
      .Case("_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", true)
      .Cases("memcmp", "bcmp", "strlen", "strnlen", "strcmp", "strncmp", true)
      .Cases("printf", "snprintf", "clock_gettime", "nanosleep", true)
      .Default(false);
}

} // namespace

llvm::SmallVector<llvm::Function*> calleesFirst(llvm::Module& module) {
  llvm::CallGraph graph(module);
  llvm::SmallVector<llvm::Function*> order;
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component)
    for (llvm::CallGraphNode* node : *component)
      if (node->getFunction() != nullptr && mayBeInstrumented(*node->getFunction()))
        order.push_back(node->getFunction());
  return order;
}

CaptureSummary::CaptureSummary(llvm::Module& module) {
  for (llvm::Function* function : calleesFirst(module)) {
    if (function->isInterposable() || function->isVarArg())
      continue;
    for (const llvm::Argument& argument : function->args())
      if (argument.getType()->isPointerTy() && !escapes(&argument))
        harmless_.insert(&argument);
  }
}

bool CaptureSummary::escapes(const llvm::Value* pointer) const {
  EscapeTracker tracker(*this);
  llvm::PointerMayBeCaptured(pointer, &tracker);
  return tracker.escapes();
}

bool CaptureSummary::keeps(const llvm::CallBase& call, unsigned index) const {
  if (call.isByValArgument(index))
    return false;
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || index >= callee->arg_size())
    return true;
  if (callee->isDeclaration())
    return !isKnownToForget(callee->getName());
  return !harmless_.contains(callee->getArg(index));
}

} // namespace heddle::instrument
