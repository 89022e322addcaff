// SPDX-License-Identifier: Apache-2.0
#include "build/class_inputs.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/core.h>
#include <string_view>
#include <utility>

#include "build/compile_flags.h"
#include "model/diagnostics.h"
#include "support/files.h"

namespace heddle::build {

namespace fs = std::filesystem;

namespace {

std::optional<model::Diagnostic> checkFile(const std::string& file) {
  if (!fileExists(file)) {
    const bool bare = file.find('/') == std::string::npos && file.find('.') == std::string::npos;
    return model::makeError("usage",
                            fmt::format("no such file: {}", file),
                            bare ? fmt::format("a system header is written '<{}>'", file) : "");
  }
  if (fs::is_directory(file))
    return model::makeError(
        "usage", fmt::format("{} is a directory", file), "name the header that defines the class");
  return std::nullopt;
}

} // namespace

bool isSystemHeader(const std::string& file) {
  return file.size() > 2 && file.starts_with('<') && file.ends_with('>');
}

std::optional<model::Diagnostic> checkClassInputs(const model::Program& program,
                                                  const std::string& command) {
  if (program.sources.empty())
    return model::makeError(
        "usage",
        "no header given",
        fmt::format("heddle {0} FILE --class NAME; heddle {0} --help", command));
  if (!isSystemHeader(program.sources.front()))
    if (auto problem = checkFile(program.sources.front()))
      return problem;
  for (std::size_t i = 1; i < program.sources.size(); ++i) {
    if (auto problem = checkFile(program.sources[i]))
      return problem;
    if (!isSource(program.sources[i]))
      return model::makeError(
          "usage",
          fmt::format("{} is not a C or C++ source", program.sources[i]),
          "the header comes first, then the sources that hold the bodies of its functions");
  }
  if (!program.valuesFile.empty())
    if (auto problem = checkFile(program.valuesFile))
      return problem;
  if (program.className.empty())
    return model::makeError("usage",
                            "which class?",
                            "--class NAME, with its namespace and template arguments: --class "
                            "'app::Queue<int>'");
  return std::nullopt;
}

void addKnownLibrary(model::Program& program) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kLibraries{
      {{"<tbb/", "-ltbb"}, {"<oneapi/tbb", "-ltbb"}}};
  for (const auto& [header, flag] : kLibraries)
    if (!program.sources.empty() && program.sources.front().starts_with(header) &&
        std::ranges::find(program.ldflags, flag) == program.ldflags.end())
      program.ldflags.emplace_back(flag);
}

} // namespace heddle::build
