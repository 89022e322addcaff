// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "explain/explain.h"

namespace heddle::campaign {

// Asks llvm-symbolizer, one process per batch, and remembers the answers.
class LlvmSymbolizer final : public explain::Symbolizer {
public:
  // `program` is the path of llvm-symbolizer ("" when there is none: every frame is unknown),
  // `binary` the harness that frames without a module belong to.
  LlvmSymbolizer(std::string program, std::string binary)
      : program_(std::move(program)), binary_(std::move(binary)) {}

  std::vector<std::vector<model::SourcePlace>>
  symbolize(const std::vector<model::Frame>& frames) override;
  std::vector<std::string> nameGlobals(const std::vector<std::uint64_t>& addresses) override;

private:
  using Key = std::pair<std::string, std::uint64_t>; // file, address in it
  Key keyOf(const model::Frame& frame) const;
  // One line of JSON per key, "" when there is none; `query` is CODE or DATA. Nothing at all when
  // llvm-symbolizer cannot be run.
  std::vector<std::string> ask(std::string_view query, const std::vector<Key>& keys) const;

  std::string program_;
  std::string binary_;
  std::map<Key, std::vector<model::SourcePlace>> known_;
};

// The places in one line of llvm-symbolizer's JSON output; empty when it knows nothing.
std::vector<model::SourcePlace> placesFromJson(std::string_view line);

// `account` or, for a part of it, `account+8`; "" when it knows nothing.
std::string globalFromJson(std::string_view line, std::uint64_t address);

} // namespace heddle::campaign
