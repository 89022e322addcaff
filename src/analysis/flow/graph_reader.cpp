// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/graph_reader.h"

#include <unordered_map>

namespace heddle::analysis::flow {
namespace {

using abi::ValueKind;

// Reads the words of a module one by one; remembers if something was out of bounds.
class WordReader {
public:
  explicit WordReader(const abi::GraphRecord& record) : record_(record) {}

  std::uint32_t next() {
    if (at_ >= record_.wordCount) {
      isMalformed_ = true;
      return 0;
    }
    return record_.words[at_++];
  }

  // The number of rows that follow; each has at least one word.
  std::uint32_t count() {
    std::uint32_t rows = next();
    if (rows > record_.wordCount - at_) {
      isMalformed_ = true;
      return 0;
    }
    return rows;
  }

  std::uint32_t below(std::uint32_t limit) {
    std::uint32_t word = next();
    if (word < limit)
      return word;
    isMalformed_ = true;
    return 0;
  }

  void reject() { isMalformed_ = true; }
  bool isMalformed() const { return isMalformed_; }

private:
  const abi::GraphRecord& record_;
  std::uint32_t at_ = 0;
  bool isMalformed_ = false;
};

// Adds one module to the program.
class ModuleReader {
public:
  using SymbolIndex = std::unordered_map<std::string, SymbolId>;

  ModuleReader(const abi::GraphRecord& record,
               unsigned number,
               Program& program,
               SymbolIndex& index)
      : record_(record), number_(number), program_(program), index_(index), words_(record) {}

  bool read() {
    if (record_.textBytes == 0 || record_.text[record_.textBytes - 1] != '\0')
      return false;
    readSymbols();
    readInitialPointers();
    for (std::uint32_t i = words_.count(); i > 0; --i)
      program_.constructors.push_back(symbol());
    for (std::uint32_t i = words_.count(); i > 0; --i)
      program_.knownOutside.push_back(symbol());
    for (std::uint32_t i = words_.count(); i > 0 && !words_.isMalformed(); --i)
      readFunction();
    return !words_.isMalformed();
  }

private:
  void readSymbols() {
    for (std::uint32_t i = words_.count(); i > 0; --i) {
      std::string name = record_.text + words_.below(record_.textBytes);
      std::uint32_t flags = words_.next();
      if ((flags & abi::kIsLocal) != 0)
        name += '#' + std::to_string(number_);
      auto [found, isNew] = index_.try_emplace(name, program_.symbols.size());
      if (isNew)
        program_.symbols.push_back({.name = name});
      Symbol& symbol = program_.symbols[found->second];
      symbol.isFunction = symbol.isFunction || (flags & abi::kIsFunction) != 0;
      symbol.isConstant = symbol.isConstant || (flags & abi::kIsConstant) != 0;
      symbol.isDefined = symbol.isDefined || (flags & abi::kIsDefined) != 0;
      symbols_.push_back(found->second);
    }
  }

  SymbolId symbol() {
    std::uint32_t number = words_.below(static_cast<std::uint32_t>(symbols_.size()));
    return symbols_.empty() ? 0 : symbols_[number];
  }

  void readInitialPointers() {
    for (std::uint32_t i = words_.count(); i > 0; --i) {
      InitialPointer pointer;
      pointer.symbol = symbol();
      pointer.offset = words_.next();
      pointer.target = symbol();
      pointer.targetOffset = words_.next();
      program_.initialPointers.push_back(pointer);
    }
  }

  void readFunction() {
    auto id = static_cast<BodyId>(program_.bodies.size());
    Body body{.symbol = symbol()};
    body.parameters.resize(words_.below(kMostParameters), kNothing);
    firstValue_ = static_cast<ValueId>(program_.values.size());
    readValues(body);
    readTransfers(program_.stores);
    readTransfers(program_.copies);
    for (std::uint32_t i = words_.count(); i > 0; --i)
      body.returns.push_back(value());
    readNodes(body, id);
    if (body.nodes.empty())
      words_.reject();
    program_.symbols[body.symbol].bodies.push_back(id);
    program_.bodies.push_back(std::move(body));
  }

  ValueId value() { return firstValue_ + words_.below(valueCount_); }

  void readValues(Body& body) {
    valueCount_ = words_.count();
    for (std::uint32_t i = 0; i < valueCount_; ++i) {
      std::uint32_t head = words_.next();
      Value value{.kind = static_cast<ValueKind>(head & 0xff),
                  .body = static_cast<BodyId>(program_.bodies.size())};
      if (value.kind > ValueKind::Result)
        words_.reject();
      for (std::uint32_t k = 0; k < head >> 8 && !words_.isMalformed(); ++k)
        value.operands.push_back(readOperand(value.kind, k));
      if (value.operands.size() < requiredOperands(value.kind))
        words_.reject();
      else if (value.kind == ValueKind::Parameter && value.operands[0] < body.parameters.size())
        body.parameters[value.operands[0]] = static_cast<ValueId>(program_.values.size());
      program_.values.push_back(std::move(value));
    }
  }

  static std::size_t requiredOperands(ValueKind kind) {
    switch (kind) {
    case ValueKind::Symbol:
    case ValueKind::Parameter:
    case ValueKind::Local:
    case ValueKind::Heap:
    case ValueKind::AnyOffset:
      return 1;
    case ValueKind::Load:
    case ValueKind::Offset:
      return 2;
    default:
      return 0;
    }
  }

  std::uint32_t readOperand(ValueKind kind, std::uint32_t position) {
    bool isValue = kind == ValueKind::Union || kind == ValueKind::AnyOffset ||
                   ((kind == ValueKind::Load || kind == ValueKind::Offset) && position == 0);
    if (isValue)
      return value();
    return kind == ValueKind::Symbol ? symbol() : words_.next();
  }

  void readTransfers(std::vector<Transfer>& transfers) {
    for (std::uint32_t i = words_.count(); i > 0; --i) {
      Transfer transfer;
      transfer.to = value();
      transfer.from = value();
      transfer.size = words_.next();
      transfers.push_back(transfer);
    }
  }

  void readNodes(Body& body, BodyId id) {
    std::uint32_t count = words_.count();
    auto first = static_cast<NodeId>(program_.nodes.size());
    for (std::uint32_t i = 0; i < count && !words_.isMalformed(); ++i) {
      std::uint32_t head = words_.next();
      Node node{.kind = static_cast<abi::NodeKind>(head & 0xff), .flags = head >> 8, .body = id};
      if (node.kind > abi::NodeKind::Unwind)
        words_.reject();
      if (std::uint32_t site = words_.below(record_.siteCount + 1); site != 0)
        node.site = record_.sites[site - 1];
      for (std::uint32_t k = words_.count(); k > 0; --k)
        node.operands.push_back(value());
      for (std::uint32_t k = words_.count(); k > 0; --k)
        node.successors.push_back(first + words_.below(count));
      if (node.operands.size() < requiredOperands(node))
        words_.reject();
      body.nodes.push_back(static_cast<NodeId>(program_.nodes.size()));
      program_.nodes.push_back(std::move(node));
    }
  }

  static std::size_t requiredOperands(const Node& node) {
    if (node.kind == abi::NodeKind::Call || isSync(node, abi::SyncOperation::CondWait))
      return 2;
    if (isSync(node, abi::SyncOperation::ThreadCreate))
      return 3;
    return node.kind == abi::NodeKind::Access || node.kind == abi::NodeKind::Sync ? 1 : 0;
  }

  static constexpr std::uint32_t kMostParameters = 1 << 16;

  const abi::GraphRecord& record_;
  unsigned number_;
  Program& program_;
  SymbolIndex& index_;
  WordReader words_;
  std::vector<SymbolId> symbols_;
  ValueId firstValue_ = 0;
  std::uint32_t valueCount_ = 0;
};

} // namespace

Program readGraphs(std::span<const abi::GraphRecord> records) {
  Program program;
  ModuleReader::SymbolIndex index;
  unsigned number = 0;
  for (const abi::GraphRecord& record : records) {
    if (record.version != abi::kAbiVersion)
      ++program.modulesSkipped;
    else if (!ModuleReader(record, number, program, index).read())
      return {.modulesSkipped = static_cast<unsigned>(records.size())};
    ++number;
  }
  return program;
}

FunctionNames readFunctionNames(std::span<const abi::GraphRecord> records) {
  FunctionNames names;
  for (const abi::GraphRecord& record : records) {
    if (record.version != abi::kAbiVersion || record.textBytes == 0)
      continue;
    WordReader words(record);
    for (std::uint32_t i = words.count(); i > 0; --i) {
      const char* name = record.text + words.below(record.textBytes);
      const std::uint32_t flags = words.next();
      if ((flags & abi::kIsFunction) == 0 || (flags & abi::kIsLocal) != 0 || words.isMalformed())
        continue;
      bool& isDefined = names[name];
      isDefined = isDefined || (flags & abi::kIsDefined) != 0;
    }
  }
  return names;
}

} // namespace heddle::analysis::flow
