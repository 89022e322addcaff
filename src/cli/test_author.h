// SPDX-License-Identifier: Apache-2.0
// Turns the numbers of a finding's test into C++: names for the report, and the file <out>/<id>_test.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "build/class_build.h"
#include "cli/search.h"
#include "model/test_source.h"

namespace heddle::cli {

// What a replay in Describe mode says about a test.
Result<model::TestSource> describeTest(const campaign::HarnessLaunch& launch,
                                       const model::Test& test);

class TestAuthor final : public FindingAuthor {
public:
  // Both outlive the author. `out` is as the user gave it.
  TestAuthor(const build::ClassBuild& built,
             std::string out,
             std::vector<model::Diagnostic>& diagnostics)
      : built_(built), out_(std::move(out)), diagnostics_(diagnostics) {}

  std::vector<explain::CallName> nameCalls(const campaign::HarnessLaunch& launch,
                                           const model::FindingRecord& record) override;
  void complete(model::Finding& finding, const model::Trace& trace) override;
  // For the comment of the next test.
  void setRemarks(std::vector<std::string> remarks) { remarks_ = std::move(remarks); }

private:
  std::string compileCommand(const model::Finding& finding) const;

  const build::ClassBuild& built_;
  std::string out_;
  std::vector<model::Diagnostic>& diagnostics_;
  std::map<std::uint64_t, model::TestSource> sources_; // by signature of the finding
  std::vector<std::string> remarks_;
};

} // namespace heddle::cli
