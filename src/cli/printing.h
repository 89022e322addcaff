// SPDX-License-Identifier: Apache-2.0
// The only place that writes to stdout and stderr, apart from the progress line and help texts.
#pragma once

#include <string_view>

#include "cli/exit_code.h"
#include "cli/flags.h"
#include "model/run_result.h"
#include "report/deps_report.h"

namespace heddle::cli {

// The result on stdout, as text or JSON. Returns `code`, or Environment when stdout cannot be written.
ExitCode printResult(const model::RunResult& result, const OutputOptions& options, ExitCode code);

// The same for `heddle deps`; there is nothing to be found.
ExitCode printDependencies(const report::Dependencies& dependencies, const DepsOptions& options);

// A command that ends before it has a result: the problem on stderr, and with --format json a document
// that says the same on stdout.
ExitCode printFailure(std::string_view command,
                      const model::Diagnostic& problem,
                      const OutputOptions& options,
                      ExitCode code);

void printDiagnostic(const model::Diagnostic& diagnostic);

// As it is.
void printToStderr(std::string_view text);
bool printToStdout(std::string_view text);

} // namespace heddle::cli
