// SPDX-License-Identifier: Apache-2.0
// Entry point of libheddle_pass.so: clang++-19 -fpass-plugin=libheddle_pass.so, or
// opt-19 -load-pass-plugin=libheddle_pass.so -passes=heddle.
//
// Everything runs before the optimiser, which would delete bugs that should be found (a dead read through a
// dangling pointer, an overflow of an array that is never read). Afterwards it may optimise
// around the hooks.
#include <llvm/Config/llvm-config.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include "instrument/instrument_pass.h"
#include "instrument/library_inliner.h"
#include "instrument/prepare_pass.h"

static_assert(LLVM_VERSION_MAJOR == 19, "the pass is written against LLVM 19");

namespace heddle::instrument {
namespace {

void addPasses(llvm::ModulePassManager& passes) {
  passes.addPass(PreparePass());
  passes.addPass(LibraryInlinerPass());
  passes.addPass(llvm::GlobalDCEPass()); // library functions that were inlined everywhere
  passes.addPass(InstrumentPass());
}

void registerCallbacks(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { addPasses(passes); });
  builder.registerPipelineParsingCallback([](llvm::StringRef name,
                                             llvm::ModulePassManager& passes,
                                             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
    if (name != "heddle")
      return false;
    addPasses(passes);
    return true;
  });
}

} // namespace
} // namespace heddle::instrument

extern "C" llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {.APIVersion = LLVM_PLUGIN_API_VERSION,
          .PluginName = "heddle",
          .PluginVersion = LLVM_VERSION_STRING,
          .RegisterPassBuilderCallbacks = heddle::instrument::registerCallbacks};
}
