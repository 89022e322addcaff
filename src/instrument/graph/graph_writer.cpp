// SPDX-License-Identifier: Apache-2.0
#include "instrument/graph/graph_writer.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <array>

#include "instrument/graph/function_graph.h"

namespace heddle::instrument {
namespace {

llvm::Constant* addConstant(llvm::Module& module, llvm::Constant* value, llvm::StringRef name) {
  return new llvm::GlobalVariable(module,
                                  value->getType(),
                                  /*isConstant=*/true,
                                  llvm::GlobalValue::PrivateLinkage,
                                  value,
                                  name);
}

llvm::GlobalVariable* addRecord(llvm::Module& module,
                                llvm::ArrayRef<std::uint32_t> words,
                                llvm::ArrayRef<const llvm::Constant*> sites,
                                llvm::StringRef text) {
  llvm::LLVMContext& context = module.getContext();
  auto* pointer = llvm::PointerType::getUnqual(context);
  auto* word = llvm::Type::getInt32Ty(context);
  auto* siteArray = llvm::ArrayType::get(pointer, sites.size());
  // Constants have no other use than to be referred to; LLVM takes them without const.
  llvm::SmallVector<llvm::Constant*> siteAddresses;
  for (const llvm::Constant* site : sites)
    siteAddresses.push_back(const_cast<llvm::Constant*>(site));
  auto number = [&](std::uint64_t value) { return llvm::ConstantInt::get(word, value); };
  const std::array<llvm::Constant*, 7> fields = {
      addConstant(module, llvm::ConstantDataArray::get(context, words), "heddle.graph.words"),
      addConstant(module, llvm::ConstantArray::get(siteArray, siteAddresses), "heddle.graph.sites"),
      addConstant(module,
                  llvm::ConstantDataArray::getString(context, text, /*AddNull=*/false),
                  "heddle.graph.text"),
      number(words.size()),
      number(sites.size()),
      number(text.size()),
      number(abi::kAbiVersion)};
  llvm::Constant* record = llvm::ConstantStruct::getAnon(context, fields);
  assert(module.getDataLayout().getTypeAllocSize(record->getType()) == sizeof(abi::GraphRecord));
  return llvm::cast<llvm::GlobalVariable>(addConstant(module, record, "heddle.graph"));
}

} // namespace

void writeGraph(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions) {
  GraphSymbols symbols;
  GraphSites sites;
  symbols.addInitialValues(module);
  symbols.addConstructors(module);
  const llvm::SmallPtrSet<const llvm::Function*, 32> described(functions.begin(), functions.end());
  for (const llvm::Function& function : module)
    if (!function.isDeclaration() && !described.contains(&function))
      symbols.addUnknownCode(function);
  llvm::SmallVector<std::uint32_t> bodies;
  for (const llvm::Function* function : functions)
    FunctionGraph(*function, symbols, sites).write(bodies);

  llvm::SmallVector<std::uint32_t> words;
  std::string text;
  symbols.write(words, text);
  words.push_back(functions.size());
  words.append(bodies);

  llvm::GlobalVariable* record = addRecord(module, words, sites.all(), text);
  record->setSection(abi::kGraphSection);
  record->setAlignment(llvm::Align(alignof(abi::GraphRecord)));
  llvm::appendToCompilerUsed(module, {record});
}

} // namespace heddle::instrument
