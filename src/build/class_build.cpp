// SPDX-License-Identifier: Apache-2.0
#include "build/class_build.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>

#include "build/class_inputs.h"
#include "build/compile_commands.h"
#include "build/compile_flags.h"
#include "build/front_end.h"
#include "build/precompiled.h"
#include "model/diagnostics.h"
#include "report/words/message_text.h"
#include "support/check.h"
#include "support/files.h"

namespace heddle::build {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

// lld does not name everything that a method refers to: leaving it out may reveal more.
constexpr unsigned kMostLinks = 2;
constexpr std::array<std::string_view, 3> kBodyExtensions{".cpp", ".cc", ".cxx"};

void append(Words& to, const Words& from) {
  to.insert(to.end(), from.begin(), from.end());
}

class ClassBuilder {
public:
  ClassBuilder(const Toolchain& toolchain,
               const model::Program& program,
               const fs::path& out,
               const ClassProgress& progress)
      : toolchain_(toolchain), program_(program), out_(out), progress_(progress) {}

  Result<ClassBuild> read();
  Result<ClassBuild> run();

private:
  bool loadCommands();
  void chooseFlags();
  Words fromHere(Words flags) const;
  std::vector<fs::path> likelyBodies() const;
  void chooseBodies();
  void chooseInclude();
  Result<void> parse();
  Result<void> compileOrVerify();
  Result<void> compile();
  Result<void> compileAgain(const std::vector<model::Diagnostic>& before);
  Result<void> linkTheRest(const std::vector<model::Diagnostic>& before);
  fs::path absolute(const std::string& file) const {
    return (fs::path(program_.workingDirectory) / file).lexically_normal();
  }
  std::string shown(const fs::path& file) const {
    const fs::path relative = file.lexically_proximate(program_.workingDirectory);
    return relative.string().starts_with("..") ? file.string() : relative.string();
  }
  void note(std::string message) {
    result_.build.diagnostics.push_back(
        model::makeDiagnostic(model::Severity::Note, "flags", std::move(message)));
  }
  bool fail(model::Diagnostic problem) {
    result_.build.succeeded = false;
    result_.build.diagnostics.push_back(std::move(problem));
    failed_ = true;
    return false;
  }

  const Toolchain& toolchain_;
  const model::Program& program_;
  const fs::path& out_;
  const ClassProgress& progress_;
  std::vector<CompileCommand> commands_;
  fs::path header_; // absolute; "" for a system header
  FrontEndRequest request_;
  fs::path folder_;
  fs::path harness_;
  ClassBuild result_;
  bool failed_ = false;
};

bool ClassBuilder::loadCommands() {
  if (program_.buildDirectory.empty())
    return true;
  auto loaded = loadCompileCommands(absolute(program_.buildDirectory));
  if (!loaded)
    return fail(model::makeError("usage", loaded.error().message));
  commands_ = std::move(*loaded);
  return true;
}

// Takes the flags of exactly this file, or else those of the most similar source.
void ClassBuilder::chooseFlags() {
  HEDDLE_CHECK(!program_.sources.empty()) << "a class without a header";
  const std::string& file = program_.sources.front();
  request_.directory = program_.workingDirectory;
  request_.header = file;
  if (!isSystemHeader(file)) {
    header_ = absolute(file);
    request_.header = header_.string();
  }
  const CompileCommand* command = nullptr;
  if (!commands_.empty() && !header_.empty())
    command = findCommand(commands_, header_);
  if (command == nullptr && !commands_.empty()) {
    command = nearestCommand(commands_, header_);
    if (command != nullptr)
      note(fmt::format("flags inferred from {}", shown(command->file)));
  }
  Words own;
  if (command != nullptr) {
    request_.directory = command->directory;
    append(own, command->flags);
  }
  append(own, usableFlags(program_.cxxflags));
  result_.testFlags = fromHere(own);
  append(own, atLeastCxx20(own));
  own.push_back("-I" + toolchain_.include.string());
  request_.flags = harnessFlags(own);
  request_.className = program_.className;
  if (!program_.valuesFile.empty())
    request_.values = absolute(program_.valuesFile).string();
  for (std::size_t i = 1; i < program_.sources.size(); ++i)
    request_.sources.push_back(absolute(program_.sources[i]).string());
  for (const fs::path& body : likelyBodies())
    request_.bodies.push_back(body.string());
  folder_ = generatedFolder(toolchain_, request_, out_);
}

Result<void> ClassBuilder::parse() {
  progress_(ClassStep::Parse);
  if (!isGenerated(folder_)) {
    const fs::path prelude =
        precompiledPrelude(toolchain_, request_.flags, request_.directory, folder_.parent_path());
    if (!prelude.empty())
      request_.parserFlags = {"-include-pch", prelude.string()};
  }
  Result<FrontEndOutcome> parsed = runFrontEnd(toolchain_, request_, folder_);
  if (!parsed)
    return parsed.error();
  if (!parsed->succeeded) {
    result_.badClass = parsed->compilerOutput.empty();
    result_.build.compilerOutput = std::move(parsed->compilerOutput);
    fail(std::move(parsed->problem));
    return {};
  }
  result_.subject = std::move(parsed->subject);
  result_.summaries = std::move(parsed->summaries);
  harness_ = std::move(parsed->harness);
  for (const model::Message& message : result_.subject.notes)
    note(report::messageText(message));
  return {};
}

// "app::Queue<int>" -> "Queue"
std::string shortName(const std::string& className) {
  const std::string plain = className.substr(0, className.find('<'));
  const std::size_t colon = plain.rfind(':');
  return colon == std::string::npos ? plain : plain.substr(colon + 1);
}

// Files that probably contain the bodies of methods that the header only declares, if the user does not name them.
std::vector<fs::path> ClassBuilder::likelyBodies() const {
  if (program_.sources.size() > 1 || header_.empty())
    return {};
  std::vector<fs::path> found =
      implementationsOf(commands_, header_, shortName(program_.className));
  for (const std::string_view extension : kBodyExtensions) {
    fs::path beside = header_;
    beside.replace_extension(extension);
    if (found.empty() && beside != header_ && fileExists(beside.string()))
      found.push_back(std::move(beside));
  }
  return found;
}

// The sources to link: those given, else the likely ones if a body is missing.
void ClassBuilder::chooseBodies() {
  result_.sources.assign(program_.sources.begin() + 1, program_.sources.end());
  if (std::ranges::all_of(result_.subject.operations, &model::OperationModel::hasBody))
    return;
  std::string list;
  for (const std::string& file : request_.bodies) {
    result_.sources.push_back(shown(file));
    list += (list.empty() ? "" : ", ") + shown(file);
  }
  if (!list.empty())
    note(fmt::format("bodies of methods from {}", list));
}

// The flags are relative to the directory of the compile command, which need not be the user's.
Words ClassBuilder::fromHere(Words flags) const {
  static constexpr std::array<std::string_view, 4> kFolders{
      "-isystem", "-iquote", "-include", "-I"};
  const auto moved = [&](const std::string& path) {
    return path.empty() ? path : shown((request_.directory / path).lexically_normal());
  };
  for (std::size_t i = 0; i < flags.size(); ++i) {
    for (const std::string_view name : kFolders) {
      if (!flags[i].starts_with(name))
        continue;
      if (flags[i].size() > name.size())
        flags[i] = std::string(name) + moved(flags[i].substr(name.size()));
      else if (i + 1 < flags.size())
        flags[i + 1] = moved(flags[i + 1]);
      break;
    }
  }
  return flags;
}

// Includes it by the shortest path below a folder of the flags, else by its name, with its own folder added.
void ClassBuilder::chooseInclude() {
  if (header_.empty()) {
    result_.include = program_.sources.front();
    return;
  }
  std::string best;
  for (std::size_t i = 0; i < result_.testFlags.size(); ++i) {
    const std::string& flag = result_.testFlags[i];
    if (!flag.starts_with("-I"))
      continue;
    const bool apart = flag.size() == 2 && i + 1 < result_.testFlags.size();
    const std::string folder = apart ? result_.testFlags[i + 1] : flag.substr(2);
    const fs::path relative = header_.lexically_relative(absolute(folder));
    const std::string text = relative.string();
    if (!text.empty() && !text.starts_with("..") && (best.empty() || text.size() < best.size()))
      best = text;
  }
  if (best.empty()) {
    best = header_.filename().string();
    result_.testFlags.push_back("-I" + shown(header_.parent_path()));
  }
  result_.include = "\"" + best + "\"";
}

// The front end checks what it can, but templates whose bodies are broken only fail when the harness is compiled. Such
// methods are then left out.
Result<void> ClassBuilder::compileOrVerify() {
  const std::vector<model::Diagnostic> before = result_.build.diagnostics;
  if (Result<void> compiled = compile(); !compiled)
    return compiled.error();
  const bool harnessFailed =
      !result_.build.succeeded &&
      std::ranges::any_of(result_.build.diagnostics, [&](const model::Diagnostic& diagnostic) {
        return diagnostic.code == "compile" && diagnostic.message.starts_with(harness_.string());
      });
  if (harnessFailed) {
    request_.verify = true;
    if (Result<void> again = compileAgain(before); !again || failed_)
      return again;
  }
  return result_.build.succeeded ? Result<void>{} : linkTheRest(before);
}

Result<void> ClassBuilder::compileAgain(const std::vector<model::Diagnostic>& before) {
  result_.build = {};
  if (Result<void> parsed = parse(); !parsed || failed_)
    return parsed;
  result_.build.diagnostics = before;
  return compile();
}

// Methods that are declared, but defined nowhere, are left out.
Result<void> ClassBuilder::linkTheRest(const std::vector<model::Diagnostic>& before) {
  for (unsigned round = 0; round < kMostLinks; ++round) {
    const std::vector<UnlinkedOperation> more =
        unlinkedOperations(result_.build.compilerOutput, result_.subject);
    if (more.empty())
      return {};
    request_.unlinked.insert(request_.unlinked.end(), more.begin(), more.end());
    if (Result<void> again = compileAgain(before); !again || failed_ || result_.build.succeeded)
      return again;
  }
  return {};
}

Result<void> ClassBuilder::compile() {
  HEDDLE_CHECK(!harness_.empty()) << "a class is compiled before the front end has read it";
  progress_(ClassStep::Compile);
  GeneratedUnit unit{.source = harness_,
                     .directory = request_.directory,
                     .flags = request_.flags,
                     .compilerFlags = request_.parserFlags,
                     .name = folder_.stem().string()};
  model::Program program = program_;
  program.sources = result_.sources;
  program.cxxflags.push_back("-I" + toolchain_.include.string()); // a header may use HEDDLE_VALUES
  Result<BuildOutcome> built =
      buildProgram(toolchain_, program, out_, [](std::size_t, std::size_t) {}, &unit);
  if (!built)
    return built.error();
  built->diagnostics.insert(built->diagnostics.begin(),
                            result_.build.diagnostics.begin(),
                            result_.build.diagnostics.end());
  result_.build = std::move(*built);
  if (!result_.build.succeeded)
    return {};
  Result<std::vector<std::string>> inputs = inputsOfGenerated(toolchain_, out_, unit);
  if (!inputs)
    return inputs.error();
  append(*inputs, request_.sources);
  append(*inputs, request_.bodies);
  return rememberInputs(folder_, *inputs);
}

Result<ClassBuild> ClassBuilder::read() {
  if (!loadCommands())
    return std::move(result_);
  chooseFlags();
  if (Result<void> parsed = parse(); !parsed)
    return parsed.error();
  if (!failed_)
    chooseBodies();
  result_.build.succeeded = !failed_;
  return std::move(result_);
}

Result<ClassBuild> ClassBuilder::run() {
  Result<ClassBuild> parsed = read();
  if (!parsed || failed_)
    return parsed;
  result_ = std::move(*parsed);
  chooseInclude();
  if (Result<void> compiled = compileOrVerify(); !compiled)
    return compiled.error();
  return std::move(result_);
}

} // namespace

Words atLeastCxx20(const Words& flags) {
  static constexpr std::array<std::string_view, 8> kOlder{
      "98", "03", "11", "0x", "14", "1y", "17", "1z"};
  std::string last = "c++20";
  for (const std::string& flag : flags)
    for (const std::string_view name : {"-std=", "--std="})
      if (flag.starts_with(name))
        last = flag.substr(name.size());
  const std::size_t plus = last.find("++");
  if (plus == std::string::npos)
    return {"-std=c++20"}; // C, or an invalid value that the compiler will report
  const bool older = std::ranges::find(kOlder, last.substr(plus + 2)) != kOlder.end();
  return older ? Words{"-std=" + last.substr(0, plus) + "++20"} : Words{};
}

Result<ClassBuild>
readClass(const Toolchain& toolchain, const model::Program& program, const fs::path& out) {
  return ClassBuilder(toolchain, program, out, [](ClassStep) {}).read();
}

Result<ClassBuild> buildClass(const Toolchain& toolchain,
                              const model::Program& program,
                              const fs::path& out,
                              const ClassProgress& progress) {
  return ClassBuilder(toolchain, program, out, progress).run();
}

} // namespace heddle::build
