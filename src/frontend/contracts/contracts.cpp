// SPDX-License-Identifier: Apache-2.0
#include "frontend/contracts/contracts.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/abi/calls.h"

namespace heddle::frontend {

using model::MessageId;
namespace {

bool isMethod(const OperationDescription& operation) {
  return operation.model.kind == model::OperationKind::Method ||
         operation.model.kind == model::OperationKind::StaticMethod;
}

bool isAmong(const std::vector<std::string>& names, const OperationDescription& operation) {
  return std::ranges::any_of(names, [&](const std::string& name) {
    return name == operation.model.name || name == operation.model.signature ||
           name == operation.model.then;
  });
}

bool excludesEachOther(const Contract& contract,
                       const OperationDescription& one,
                       const OperationDescription& other) {
  if (contract.kind == ContractKind::OneThread)
    return isAmong(contract.methods, one) && isAmong(contract.methods, other);
  if (contract.others.empty())
    return isAmong(contract.methods, one) && isAmong(contract.methods, other) &&
           one.model.name != other.model.name;
  return (isAmong(contract.methods, one) && isAmong(contract.others, other)) ||
         (isAmong(contract.methods, other) && isAmong(contract.others, one));
}

std::uint8_t forbiddenParts(ContractKind kind) {
  switch (kind) {
  case ContractKind::Alone:
    return abi::kInLanes;
  case ContractKind::Before:
    return abi::kInLanes | abi::kInEpilogue;
  case ContractKind::After:
    return abi::kInLanes | abi::kInPrefix;
  default:
    return 0;
  }
}

MessageId noteOf(ContractKind kind) {
  switch (kind) {
  case ContractKind::Alone:
    return MessageId::CalledAlone;
  case ContractKind::Before:
    return MessageId::CalledBefore;
  case ContractKind::After:
    return MessageId::CalledAfter;
  case ContractKind::OneThread:
    return MessageId::CalledByOneThread;
  case ContractKind::NotTogether:
    return MessageId::NotCalledTogether;
  case ContractKind::MayFail:
    return MessageId::CallMayFail;
  case ContractKind::Ignore:
    return MessageId::None; // it is among what is left out
  }
  return MessageId::None;
}

void leaveOut(const Contract& contract, Operations& operations) {
  for (std::size_t i = operations.list.size(); i-- > 0;) {
    if (!isAmong(contract.methods, operations.list[i]))
      continue;
    operations.leftOut.push_back(
        {.what = operations.list[i].model.signature, .why = contract.source});
    operations.list.erase(operations.list.begin() + static_cast<std::ptrdiff_t>(i));
    operations.functions.erase(operations.functions.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void exclude(const Contract& contract, Operations& operations) {
  const std::vector<OperationDescription>& list = operations.list;
  for (std::size_t i = 0; i < list.size(); ++i)
    for (std::size_t k = i; k < list.size(); ++k) {
      const bool meet =
          isMethod(list[i]) && isMethod(list[k]) && excludesEachOther(contract, list[i], list[k]);
      const std::pair pair{static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(k)};
      if (meet && std::ranges::find(operations.exclusions, pair) == operations.exclusions.end())
        operations.exclusions.push_back(pair);
    }
}

// The names of the methods that the class has, each once: "push, pop".
std::string namesOf(const std::vector<std::string>& wanted, const Operations& operations) {
  std::string names;
  for (const OperationDescription& operation : operations.list)
    if (isMethod(operation) && isAmong(wanted, operation) &&
        (", " + names + ", ").find(", " + operation.model.name + ", ") == std::string::npos)
      names += (names.empty() ? "" : ", ") + operation.model.name;
  return names;
}

std::optional<model::Message> apply(const Contract& contract, Operations& operations) {
  std::string names = namesOf(contract.methods, operations);
  if (!contract.others.empty()) {
    const std::string others = namesOf(contract.others, operations);
    names = names.empty() || others.empty() ? "" : names + "` and `" + others;
  }
  if (names.empty())
    return std::nullopt;
  for (OperationDescription& operation : operations.list) {
    if (!isMethod(operation) || !isAmong(contract.methods, operation))
      continue;
    operation.notIn |= forbiddenParts(contract.kind);
    if (contract.kind == ContractKind::MayFail) {
      operation.mayFail = true;
      operation.failure = contract.failure;
    }
  }
  if (contract.kind == ContractKind::OneThread || contract.kind == ContractKind::NotTogether)
    exclude(contract, operations);
  return model::wrap(noteOf(contract.kind), {names}, contract.source);
}

} // namespace

std::vector<model::Message> applyContracts(const std::vector<Contract>& contracts,
                                           Operations& operations) {
  for (const Contract& contract : contracts)
    if (contract.kind == ContractKind::Ignore)
      leaveOut(contract, operations);
  std::vector<model::Message> notes;
  for (const Contract& contract : contracts)
    if (contract.kind != ContractKind::Ignore)
      if (std::optional<model::Message> note = apply(contract, operations))
        notes.push_back(std::move(*note));
  return notes;
}

} // namespace heddle::frontend
