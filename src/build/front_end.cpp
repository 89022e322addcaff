// SPDX-License-Identifier: Apache-2.0
#include "build/front_end.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/core.h>
#include <sstream>

#include "build/build_inputs.h"
#include "build/class_inputs.h"
#include "build/shell_words.h"
#include "model/diagnostics.h"
#include "report/words/message_text.h"
#include "support/check.h"
#include "support/files.h"
#include "support/interrupt.h"
#include "support/subprocess.h"

namespace heddle::build {

namespace fs = std::filesystem;

namespace {

constexpr const char* kHarness = "harness.cpp";
constexpr const char* kModel = "class.heddle";
constexpr const char* kSummaries = "summaries.heddle";

// Exit statuses of the front end.
constexpr int kDoesNotCompile = 1;
constexpr int kCannotBeUsed = 2;

std::string plainName(const std::string& className) {
  std::string name;
  for (const char c : className)
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name.substr(0, 40);
}

Command frontEndCommand(const Toolchain& toolchain,
                        const FrontEndRequest& request,
                        const fs::path& folder,
                        bool summaries) {
  Command command;
  command.arguments = {toolchain.frontEnd.string(),
                       "--header",
                       request.header,
                       "--class",
                       request.className,
                       "--out",
                       folder.string()};
  for (const std::string& source : request.sources)
    command.arguments.insert(command.arguments.end(), {"--source", source});
  for (const std::string& body : request.bodies)
    command.arguments.insert(command.arguments.end(), {"--body", body});
  if (!request.values.empty())
    command.arguments.insert(command.arguments.end(), {"--values", request.values});
  if (request.verify)
    command.arguments.emplace_back("--verify");
  for (const UnlinkedOperation& each : request.unlinked)
    command.arguments.insert(command.arguments.end(),
                             {"--unlinked", fmt::format("{}={}", each.operation, each.symbol)});
  if (!summaries)
    command.arguments.emplace_back("--no-summaries");
  command.arguments.emplace_back("--");
  for (const std::vector<std::string>* flags : {&request.flags, &request.parserFlags})
    command.arguments.insert(command.arguments.end(), flags->begin(), flags->end());
  command.workingDirectory = request.directory.string();
  command.output = command.error = Stream::capture();
  return command;
}

// What manuals say about classes is read at run time.
std::string stampOfRoles(const Toolchain& toolchain) {
  std::vector<std::string> stamps;
  std::error_code none;
  for (const fs::directory_entry& file : fs::directory_iterator(toolchain.share / "roles", none))
    stamps.push_back(file.path().filename().string() + " " + stampOf(file.path()));
  std::ranges::sort(stamps);
  std::string all;
  for (const std::string& stamp : stamps)
    all += "\n" + stamp;
  return all;
}

Result<FrontEndOutcome> loadGenerated(const fs::path& folder) {
  const Result<std::string> text = readFile((folder / kModel).string());
  if (!text)
    return text.error();
  Result<model::ClassModel> subject = model::classModelFromText(*text);
  if (!subject)
    return Error{fmt::format("{}: {}", (folder / kModel).string(), subject.error().message)};
  FrontEndOutcome out;
  out.succeeded = true;
  out.subject = std::move(*subject);
  out.harness = folder / kHarness;
  if (fileExists((folder / kSummaries).string()))
    out.summaries = folder / kSummaries;
  return out;
}

// The message of the front end about a class: the reason, then what to do.
model::Diagnostic explain(const std::string& said) {
  std::istringstream lines(said);
  std::array<std::string, 2> texts;
  for (std::string& text : texts) {
    std::string line;
    std::getline(lines, line);
    model::Message message;
    if (model::messageFromText(line, message))
      text = report::messageText(message);
  }
  return model::makeError(
      "class", texts[0].empty() ? "the class cannot be checked" : texts[0], texts[1]);
}

} // namespace

fs::path
generatedFolder(const Toolchain& toolchain, const FrontEndRequest& request, const fs::path& out) {
  HEDDLE_CHECK(!request.className.empty()) << "the front end reads a class without a name";
  HEDDLE_CHECK(isSystemHeader(request.header) || fs::path(request.header).is_absolute())
      << "the header " << request.header << " is relative";
  HEDDLE_CHECK(request.directory.is_absolute())
      << "the flags hold in the relative folder " << request.directory.string();
  for (const std::vector<std::string>* files : {&request.sources, &request.bodies})
    for (const std::string& file : *files)
      HEDDLE_CHECK(fs::path(file).is_absolute()) << "the source " << file << " is relative";
  const std::string key = joinShellWords(request.flags) + "\n" + request.header + "\n" +
                          request.className + "\n" + request.values + "\n" +
                          joinShellWords(request.sources) + "\n" + joinShellWords(request.bodies) +
                          "\n" + request.directory.string() + "\n" + stampOf(toolchain.frontEnd) +
                          stampOfRoles(toolchain);
  return fs::absolute(out) / "build" /
         fmt::format("{}-{}.class", plainName(request.className), hexHash(key));
}

bool isGenerated(const fs::path& folder) {
  const Result<BuildInputs> inputs = readInputs(folder / kHarness);
  return inputs && fileExists((folder / kModel).string()) &&
         hashOfFiles(inputs->files) == inputs->key;
}

Result<FrontEndOutcome>
runFrontEnd(const Toolchain& toolchain, const FrontEndRequest& request, const fs::path& folder) {
  HEDDLE_CHECK(folder.is_absolute()) << "results of the front end go to " << folder.string();
  if (!request.verify && request.unlinked.empty() && isGenerated(folder))
    return loadGenerated(folder);
  forgetInputs(folder / kHarness);
  if (Result<void> made = makeDirectories(folder.string()); !made)
    return made.error();
  Result<Completed> done = runCommand(frontEndCommand(toolchain, request, folder, true));
  // Code that is too odd to be summarised can still be checked, but not with the summaries of an earlier version. Those
  // stay until then, because another heddle may be reading them.
  if (done && done->status.signal != 0 && !interrupted()) {
    std::error_code ignored;
    fs::remove(folder / kSummaries, ignored);
    done = runCommand(frontEndCommand(toolchain, request, folder, false));
  }
  if (!done)
    return done.error();
  if (interrupted())
    return Error{"interrupted"};
  if (done->status.succeeded())
    return loadGenerated(folder);
  FrontEndOutcome out;
  const std::string said = done->output + done->error;
  if (done->status.signal == 0 && done->status.code == kDoesNotCompile) {
    out.compilerOutput = said;
    out.problem = model::makeError(
        "compile",
        fmt::format("{} does not compile", request.header),
        "flags such as -std=c++17 or -Iinclude go into --cxxflags, or use -p BUILD_DIR");
    return out;
  }
  if (done->status.signal == 0 && done->status.code == kCannotBeUsed) {
    out.problem = explain(said);
    return out;
  }
  return Error{fmt::format("the front end {}; it said: {}", describe(done->status), said)};
}

Result<void> rememberInputs(const fs::path& folder, const std::vector<std::string>& files) {
  return writeInputs(folder / kHarness, {.key = hashOfFiles(files), .files = files});
}

} // namespace heddle::build
