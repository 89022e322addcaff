// SPDX-License-Identifier: Apache-2.0
#include "instrument/instrument_pass.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Module.h>

#include "instrument/access_rewriter.h"
#include "instrument/capture_summary.h"
#include "instrument/control_flow.h"
#include "instrument/graph/graph_writer.h"
#include "instrument/hook_table.h"
#include "instrument/loop_ticks.h"
#include "instrument/prepare_pass.h"
#include "instrument/site_table.h"
#include "instrument/sync_calls.h"
#include "instrument/type_index.h"

namespace heddle::instrument {

llvm::PreservedAnalyses InstrumentPass::run(llvm::Module& module,
                                            llvm::ModuleAnalysisManager& /*analyses*/) {
  llvm::SmallVector<llvm::Function*> functions;
  for (llvm::Function& function : module)
    if (mayBeInstrumented(function))
      functions.push_back(&function);

  HookTable hooks(module);
  SiteTable sites(module);
  TypeIndex types(module);
  CaptureSummary captures(module);
  for (llvm::Function* function : functions) {
    AccessRewriter(*function, hooks, sites, types, captures).run();
    ControlFlowRewriter(*function, hooks, sites).run();
    announceSyncCalls(*function, sites);
  }
  // Last, because a loop needs a tick only if nothing in it, nor in what it calls, counts.
  LoopTicks ticks(hooks, sites);
  for (llvm::Function* function : functions)
    ticks.insert(*function);
  writeGraph(module, functions);
  return llvm::PreservedAnalyses::none();
}

} // namespace heddle::instrument
