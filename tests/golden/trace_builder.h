// SPDX-License-Identifier: Apache-2.0
// Hand-written traces, as short as the stories they tell.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "explain/explain.h"
#include "model/harness_protocol.h"
#include "model/trace.h"
#include "report/report.h"

namespace heddle::golden {

// The folder with the sources the traces talk about.
std::string sourceDirectory();

// Answers from a table. Looks up exactly the addresses it is asked for.
class TableSymbolizer final : public explain::Symbolizer {
public:
  std::vector<std::vector<model::SourcePlace>>
  symbolize(const std::vector<model::Frame>& frames) override;
  std::vector<std::string> nameGlobals(const std::vector<std::uint64_t>& addresses) override;

  std::map<std::uint64_t, std::vector<model::SourcePlace>> places; // inlined first
  std::map<std::uint64_t, std::string> globals;
};

class TraceBuilder {
public:
  TraceBuilder(model::FindingKind kind, std::uint16_t thread, model::Message message);

  // Later sites and calls are in this file of the source folder, or at an absolute path.
  TraceBuilder& in(const std::string& file);

  // A program counter in a call at that place: what a return address is one past of.
  std::uint64_t call(std::uint32_t line, std::uint32_t column, const std::string& function);
  // A library function inlined or called at `caller`.
  std::uint64_t libraryCall(const std::string& function, std::uint64_t caller);
  std::vector<model::Frame> stack(const std::vector<std::uint64_t>& calls) const;

  std::int64_t site(std::uint32_t line,
                    std::uint32_t column,
                    const std::string& function,
                    const std::string& variable);
  std::uint32_t location(const std::string& text);
  std::uint32_t global(const std::string& name);

  // An access at a site.
  TraceBuilder& access(std::uint16_t thread,
                       model::EventKind kind,
                       std::int64_t site,
                       std::uint32_t location,
                       std::int64_t value);
  // A modelled call made at `call`.
  TraceBuilder& operation(std::uint16_t thread,
                          model::EventKind kind,
                          std::uint64_t call,
                          std::uint32_t location = 0);
  TraceBuilder& other(std::uint16_t thread, model::EventKind kind, std::uint64_t value);

  model::Finding build(unsigned preemptions = 1);

  // A call of a generated test: CallBegin and CallEnd around what follows until the next one.
  TraceBuilder& beginCall(std::uint16_t thread, unsigned lane, const std::string& text);
  TraceBuilder& endCall(std::uint16_t thread, const std::string& result);

  model::Trace trace;
  TableSymbolizer symbolizer;
  std::vector<explain::CallName> callNames;

private:
  std::string path_;
  std::uint64_t nextPc_ = 0x401000;
};

// A result of `heddle explore` with these findings, numbered.
model::RunResult explored(std::vector<model::Finding> findings);

// Adds MAP coverage that was measured on this many executions.
void addPatterns(model::RunResult& result, std::uint64_t observedExecutions);

} // namespace heddle::golden
