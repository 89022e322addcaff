// SPDX-License-Identifier: Apache-2.0
// One harness process and the files it shares with us (model/harness_protocol.h).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/solver_process.h"
#include "model/harness_protocol.h"
#include "model/pattern_coverage.h"
#include "support/result.h"
#include "support/subprocess.h"

namespace heddle::campaign {

// What is the same for every process that runs one program.
struct HarnessLaunch {
  std::filesystem::path binary;
  std::vector<std::string> arguments; // of the program, without its name
  std::string workingDirectory;
  std::filesystem::path scratch; // where request, status, ... files go
};

// The command that runs a harness on a request file: standard input closed off, its own process
// group, memory layout fixed where the kernel allows it.
Command harnessCommand(const HarnessLaunch& launch, const std::string& requestPath);

// The files of one run, made and named after `name`, which is unique in the scratch directory.
struct HarnessFiles {
  model::HarnessRequest request; // with the paths filled in
  std::string requestPath;
  std::string logPath;
};
Result<HarnessFiles>
prepareFiles(const HarnessLaunch& launch, model::HarnessRequest request, const std::string& name);

class HarnessProcess {
public:
  static Result<HarnessProcess>
  start(const HarnessLaunch& launch, model::HarnessRequest request, const std::string& name);

  // Live values, also after the process has died.
  model::HarnessStatus& status() { return *status_; }
  const model::HarnessStatus& status() const { return *status_; }
  model::HarnessState state() const;
  std::string message() const;

  Process& process() { return process_; }
  const model::HarnessRequest& request() const { return files_.request; }

  // Complete records so far, in the order they were written.
  std::vector<model::FindingRecord> records() const;
  std::vector<model::CoverageRecord> coverage() const;
  // The last lines the harness itself printed; the subject's output is not in it.
  std::string log() const;

private:
  struct Unmap {
    void operator()(model::HarnessStatus* status) const;
  };
  using Mapping = std::unique_ptr<model::HarnessStatus, Unmap>;

  HarnessProcess(Process process,
                 std::optional<SolverProcess> solver,
                 Mapping status,
                 HarnessFiles files)
      : solver_(std::move(solver)), process_(std::move(process)), status_(std::move(status)),
        files_(std::move(files)) {}
  static Result<Mapping> mapStatus(const std::string& path);

  std::optional<SolverProcess> solver_; // if the request asks for one
  Process process_;
  Mapping status_;
  HarnessFiles files_;
};

} // namespace heddle::campaign
