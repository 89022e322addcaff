// SPDX-License-Identifier: Apache-2.0
#include "instrument/site_table.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace heddle::instrument {
namespace {

template <typename Field>
Field saturate(std::uint64_t value) {
  return static_cast<Field>(std::min<std::uint64_t>(value, std::numeric_limits<Field>::max()));
}

} // namespace

SiteTable::SiteTable(llvm::Module& module) : module_(module) {
  llvm::LLVMContext& context = module.getContext();
  auto* pointer = llvm::PointerType::getUnqual(context);
  auto* byte = llvm::Type::getInt8Ty(context);
  auto* half = llvm::Type::getInt16Ty(context);
  auto* word = llvm::Type::getInt32Ty(context);
  recordType_ = llvm::StructType::get(context,
                                      {pointer, // file
                                       pointer, // function
                                       pointer, // variable
                                       word,    // line
                                       half,    // column
                                       byte,    // kind
                                       byte,    // order
                                       word,    // size
                                       byte,    // operation
                                       byte,    // failOrder
                                       byte,    // isVolatile
                                       byte});  // isPointer
  [[maybe_unused]] const llvm::StructLayout* layout =
      module.getDataLayout().getStructLayout(recordType_);
  assert(layout->getSizeInBytes() == sizeof(abi::SiteRecord));
  assert(layout->getElementOffset(7) == offsetof(abi::SiteRecord, size));
}

llvm::Constant* SiteTable::text(llvm::StringRef string) {
  llvm::Constant*& known = texts_[string];
  if (known != nullptr)
    return known;
  llvm::Constant* bytes = llvm::ConstantDataArray::getString(module_.getContext(), string);
  auto* global = new llvm::GlobalVariable(module_,
                                          bytes->getType(),
                                          /*isConstant=*/true,
                                          llvm::GlobalValue::PrivateLinkage,
                                          bytes,
                                          "heddle.text");
  global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  global->setAlignment(llvm::Align(1));
  known = global;
  return known;
}

llvm::Constant* SiteTable::add(const SourcePlace& place, const SiteTraits& traits) {
  auto integer = [&](unsigned field, std::uint64_t value) {
    return llvm::ConstantInt::get(recordType_->getElementType(field), value);
  };
  auto byte = [&](unsigned field, auto value) {
    return integer(field, static_cast<std::uint8_t>(value));
  };
  std::array<llvm::Constant*, 12> fields = {text(place.file),
                                            text(place.function),
                                            text(traits.variable),
                                            integer(3, saturate<std::uint32_t>(place.line)),
                                            integer(4, saturate<std::uint16_t>(place.column)),
                                            byte(5, traits.kind),
                                            byte(6, traits.order),
                                            integer(7, saturate<std::uint32_t>(traits.size)),
                                            traits.kind == abi::SiteKind::SyncCall
                                                ? byte(8, traits.syncOperation)
                                                : byte(8, traits.operation),
                                            byte(9, traits.failOrder),
                                            byte(10, traits.isVolatile),
                                            byte(11, traits.isPointer)};
  auto* record = new llvm::GlobalVariable(module_,
                                          recordType_,
                                          /*isConstant=*/true,
                                          llvm::GlobalValue::PrivateLinkage,
                                          llvm::ConstantStruct::get(recordType_, fields),
                                          "heddle.site");
  record->setSection(abi::kSiteSection);
  record->setAlignment(llvm::Align(alignof(abi::SiteRecord)));
  return record;
}

} // namespace heddle::instrument
