// SPDX-License-Identifier: Apache-2.0
#include "cli/printing.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "report/report.h"

namespace heddle::cli {

namespace {

report::TextOptions terminalOptions() {
  report::TextOptions options;
  const char* noColour = std::getenv("NO_COLOR"); // NOLINT(concurrency-mt-unsafe): no threads here
  const bool terminal = ::isatty(STDOUT_FILENO) == 1;
  options.colour = terminal && (noColour == nullptr || *noColour == '\0');
  winsize size{};
  if (terminal && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 60)
    options.width = std::min<unsigned>(size.ws_col, options.width);
  return options;
}

} // namespace

void printToStderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

bool printToStdout(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  return std::fflush(stdout) == 0 && written;
}

namespace {

report::Format formatOf(const OutputOptions& options) {
  return options.json() ? report::Format::Json : report::Format::Text;
}

ExitCode printDocument(const std::string& text, ExitCode code) {
  if (printToStdout(text))
    return code;
  printToStderr("heddle: error: cannot write the result to standard output\n");
  return ExitCode::Environment;
}

} // namespace

void printDiagnostic(const model::Diagnostic& diagnostic) {
  std::string text = "heddle: ";
  if (!diagnostic.place.file.empty())
    text += fmt::format("{}:{}: ", diagnostic.place.file, diagnostic.place.line);
  text += fmt::format("{}: {}\n", toText(diagnostic.severity), diagnostic.message);
  if (!diagnostic.hint.empty())
    text += fmt::format("  help: {}\n", diagnostic.hint);
  printToStderr(text);
}

ExitCode printResult(const model::RunResult& result, const OutputOptions& options, ExitCode code) {
  report::TextOptions text = terminalOptions();
  text.all = options.all;
  return printDocument(report::render(formatOf(options), result, text), code);
}

ExitCode printDependencies(const report::Dependencies& dependencies, const DepsOptions& options) {
  return printDocument(
      report::render(formatOf(options.output), dependencies, terminalOptions(), options.all),
      ExitCode::NothingFound);
}

ExitCode printFailure(std::string_view command,
                      const model::Diagnostic& problem,
                      const OutputOptions& options,
                      ExitCode code) {
  printDiagnostic(problem);
  if (!options.json())
    return code;
  model::RunResult result;
  result.command = command;
  result.completeness.gaveUp = true;
  result.verdict = verdictOf(result.completeness, false);
  result.diagnostics.push_back(problem);
  return printResult(result, options, code);
}

} // namespace heddle::cli
