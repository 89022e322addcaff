// SPDX-License-Identifier: Apache-2.0
#include "build/build_driver.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <thread>
#include <unistd.h>

#include "build/build_inputs.h"
#include "build/compile_commands.h"
#include "build/compile_flags.h"
#include "build/early_code.h"
#include "build/shell_words.h"
#include "model/diagnostics.h"
#include "support/check.h"
#include "support/files.h"
#include "support/interrupt.h"
#include "support/subprocess.h"

namespace heddle::build {

namespace fs = std::filesystem;

namespace {

// The temporary name of a file before it is complete: two runs may build the same file at the same time.
std::string freshName(const fs::path& file) {
  return fmt::format("{}.{}.new", file.string(), getpid());
}

using Words = std::vector<std::string>;

// One source and the way it is compiled.
struct Unit {
  fs::path source;
  fs::path directory;
  Words command;           // without output flags
  fs::path object;         // named after the hash of the command
  std::string contentHash; // of all inputs; "" when the object must be compiled
};

void append(Words& to, const Words& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// The content hash if the cached object still corresponds to its inputs, else "".
std::string freshContentHash(const Unit& unit) {
  const Result<BuildInputs> inputs = readInputs(unit.object);
  if (!inputs || !fs::exists(unit.object))
    return "";
  return hashOfFiles(inputs->files) == inputs->key ? inputs->key : "";
}

fs::path objectOf(const fs::path& directory,
                  const std::string& stem,
                  const Unit& unit,
                  const std::string& fingerprint) {
  const std::string key =
      hexHash(joinShellWords(unit.command) + unit.directory.string() + fingerprint);
  return directory / fmt::format("{}-{}.o", stem, key);
}

Unit planGenerated(const Toolchain& toolchain,
                   const fs::path& directory,
                   const std::string& fingerprint,
                   const GeneratedUnit& generated) {
  Unit unit;
  unit.source = generated.source;
  unit.directory = generated.directory;
  unit.command = {toolchain.cxx, pluginFlag(toolchain)};
  append(unit.command, generated.flags);
  append(unit.command, {"-c", unit.source.string()});
  unit.object = objectOf(directory, generated.name, unit, fingerprint);
  // They are not part of the name: the object is the same with or without them.
  unit.command.insert(
      unit.command.end() - 2, generated.compilerFlags.begin(), generated.compilerFlags.end());
  return unit;
}

class Builder {
public:
  Builder(const Toolchain& toolchain,
          const model::Program& program,
          const fs::path& out,
          const BuildProgress& progress,
          const GeneratedUnit* generated)
      : toolchain_(toolchain), program_(program), directory_(fs::absolute(out) / "build"),
        progress_(progress), generated_(generated), fingerprint_(toolchainFingerprint(toolchain)) {}

  Result<BuildOutcome> run();

private:
  Result<void> planUnits();
  Unit planUnit(const std::string& source, const CompileCommand* command, const Words& extra);
  Result<void> compileStale();
  Result<void> finishUnit(Unit& unit, Process& compiler);
  Result<Process> startCompiler(const Unit& unit);
  Command linkCommand(const Words& tail, const std::string& target) const;
  Result<void> link();
  Result<void> keepInputs(const std::string& flagsText);
  void explainLinkFailure();
  bool mayBeRun();
  bool isDiskFull() const;

  const Toolchain& toolchain_;
  const model::Program& program_;
  fs::path directory_;
  const BuildProgress& progress_;
  const GeneratedUnit* generated_; // null: a program
  std::string fingerprint_;
  std::vector<Unit> units_;
  BuildOutcome outcome_;
  bool failed_ = false;
};

Result<BuildOutcome> Builder::run() {
  if (Result<void> made = makeDirectories(directory_.string()); !made)
    return made.error();
  if (Result<void> planned = planUnits(); !planned)
    return planned.error();
  if (failed_)
    return std::move(outcome_);
  if (Result<void> compiled = compileStale(); !compiled)
    return compiled.error();
  if (failed_)
    return std::move(outcome_);
  if (Result<void> linked = link(); !linked)
    return linked.error();
  return std::move(outcome_);
}

Unit Builder::planUnit(const std::string& source,
                       const CompileCommand* command,
                       const Words& extra) {
  Unit unit;
  const fs::path absolute = (fs::path(program_.workingDirectory) / source).lexically_normal();
  unit.source = command != nullptr ? absolute : fs::path(source);
  unit.directory = command != nullptr ? command->directory : fs::path(program_.workingDirectory);
  unit.command = {isCSource(source) ? toolchain_.cc : toolchain_.cxx, pluginFlag(toolchain_)};
  append(unit.command, baseFlags(isCSource(source)));
  if (command != nullptr)
    append(unit.command, command->flags);
  append(unit.command, extra);
  append(unit.command, lastFlags());
  append(unit.command, {"-c", unit.source.string()});
  unit.object = objectOf(directory_, absolute.stem().string(), unit, fingerprint_);
  return unit;
}

Result<void> Builder::planUnits() {
  std::vector<CompileCommand> commands;
  if (!program_.buildDirectory.empty()) {
    auto loaded =
        loadCompileCommands(fs::path(program_.workingDirectory) / program_.buildDirectory);
    if (!loaded) {
      failed_ = true;
      outcome_.diagnostics.push_back(
          model::makeDiagnostic(model::Severity::Error, "usage", loaded.error().message, ""));
      return {};
    }
    commands = std::move(*loaded);
  }
  Words dropped;
  const Words extra = usableFlags(program_.cxxflags, &dropped);
  for (const std::string& flag : dropped)
    outcome_.diagnostics.push_back(
        model::makeDiagnostic(model::Severity::Note,
                              "flags",
                              fmt::format("`{}` is ignored: heddle sets it itself", flag),
                              ""));
  if (generated_ != nullptr)
    units_.push_back(planGenerated(toolchain_, directory_, fingerprint_, *generated_));
  for (const std::string& source : program_.sources) {
    const fs::path absolute = fs::path(program_.workingDirectory) / source;
    const CompileCommand* command = findCommand(commands, absolute);
    if (command == nullptr && !program_.buildDirectory.empty())
      outcome_.diagnostics.push_back(
          model::makeDiagnostic(model::Severity::Warning,
                                "flags",
                                fmt::format("{} is not in compile_commands.json", source),
                                "it is compiled with --cxxflags alone"));
    units_.push_back(planUnit(source, command, extra));
  }
  return {};
}

Result<Process> Builder::startCompiler(const Unit& unit) {
  forgetInputs(unit.object);
  Command command;
  command.arguments = unit.command;
  append(command.arguments,
         {"-o", freshName(unit.object), "-MD", "-MF", freshName(unit.object) + ".d"});
  if (::isatty(STDERR_FILENO) == 1)
    command.arguments.emplace_back("-fcolor-diagnostics");
  command.workingDirectory = unit.directory.string();
  command.output = command.error = Stream::capture();
  return Process::start(command);
}

Result<void> Builder::finishUnit(Unit& unit, Process& compiler) {
  const ExitStatus status = compiler.wait();
  const std::string said = compiler.output() + compiler.error();
  outcome_.compilerOutput += said;
  if (!status.succeeded()) {
    std::error_code ignored; // the file may not exist
    fs::remove(freshName(unit.object) + ".d", ignored);
    if (interrupted())
      return Error{"interrupted"};
    if (isDiskFull())
      return Error{fmt::format("no space left on the device of {}", directory_.string())};
    failed_ = true;
    const std::string source = unit.source.string();
    outcome_.diagnostics.push_back(model::makeDiagnostic(
        model::Severity::Error,
        "compile",
        status.signal == 0 ? fmt::format("{} does not compile", source)
                           : fmt::format("the compiler {} at {}", describe(status), source),
        "flags such as -std=c++17 or -Iinclude go into --cxxflags, or use -p BUILD_DIR"));
    return {};
  }
  std::error_code error;
  fs::rename(freshName(unit.object), unit.object, error);
  const Result<std::string> dependencies = readFile(freshName(unit.object) + ".d");
  if (error || !dependencies)
    return Error{fmt::format("cannot store {}", unit.object.string())};
  fs::remove(freshName(unit.object) + ".d", error);
  std::vector<std::string> files = parseDependencies(*dependencies);
  for (std::string& file : files)
    file = (unit.directory / file).lexically_normal().string();
  unit.contentHash = hashOfFiles(files);
  return writeInputs(unit.object, {.key = unit.contentHash, .files = std::move(files)});
}

Result<void> Builder::compileStale() {
  struct Running {
    Unit* unit;
    Process process;
  };
  const std::size_t window = std::max(1U, std::thread::hardware_concurrency());
  std::vector<Running> running;
  std::size_t next = 0;
  std::size_t done = 0;
  while (done < units_.size()) {
    while (next < units_.size() && running.size() < window) {
      Unit& unit = units_[next++];
      unit.contentHash = freshContentHash(unit);
      if (!unit.contentHash.empty()) {
        ++done;
        continue;
      }
      Result<Process> process = startCompiler(unit);
      if (!process)
        return process.error();
      running.push_back({&unit, std::move(*process)});
    }
    progress_(done, units_.size());
    for (std::size_t i = 0; i < running.size();) {
      if (!running[i].process.poll()) {
        ++i;
        continue;
      }
      if (Result<void> finished = finishUnit(*running[i].unit, running[i].process); !finished)
        return finished;
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
      ++done;
    }
    if (done < units_.size())
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  HEDDLE_CHECK(running.empty() && next == units_.size())
      << running.size() << " compilers still run after the last source";
  progress_(done, units_.size());
  return {};
}

// Stores the union of all inputs next to the harness, flags first, for currentFingerprint.
Result<void> Builder::keepInputs(const std::string& flagsText) {
  BuildInputs all{.key = hexHash(flagsText), .files = {}};
  for (const Unit& unit : units_) {
    const Result<BuildInputs> own = readInputs(unit.object);
    if (!own)
      return own.error();
    all.files.insert(all.files.end(), own->files.begin(), own->files.end());
  }
  std::ranges::sort(all.files);
  all.files.erase(std::ranges::unique(all.files).begin(), all.files.end());
  return writeInputs(outcome_.harness, all);
}

// Called only after a failure. Tools report a full disk in many ways, lld by dying of SIGBUS. If there is less space
// than any object or program needs (arbitrary: 1 MB), that is taken as the reason.
bool Builder::isDiskFull() const {
  std::error_code error;
  const fs::space_info space = fs::space(directory_, error);
  return !error && space.available < (1U << 20);
}

void Builder::explainLinkFailure() {
  failed_ = true;
  if (generated_ != nullptr) {
    outcome_.diagnostics.push_back(model::makeDiagnostic(
        model::Severity::Error,
        "link",
        "the class does not link",
        "name the sources that define what is missing after the header; libraries such as -lz go "
        "into --ldflags"));
    return;
  }
  const bool noMain = outcome_.compilerOutput.find("undefined symbol: main\n") != std::string::npos;
  outcome_.diagnostics.push_back(model::makeDiagnostic(
      model::Severity::Error,
      "link",
      noMain ? "the program has no `main`" : "the program does not link",
      noMain ? "heddle explores whole programs: name the source that defines main"
             : "name every source of the program; libraries such as -lz go into --ldflags"));
}

bool Builder::mayBeRun() {
  const std::string early = findEarlyCode(outcome_.harness, toolchain_.engine);
  if (early.empty())
    return true;
  outcome_.unsupported = true;
  outcome_.diagnostics.push_back(model::makeDiagnostic(
      model::Severity::Error,
      "unsupported",
      fmt::format(
          "the program has {}, whose code runs before heddle can keep it from changing files",
          early),
      "build it without; docs/limits.md has the details"));
  return false;
}

// The engine comes before libstdc++ and libc: its definitions of pthread_*, malloc, ... must take precedence.
Command Builder::linkCommand(const Words& tail, const std::string& target) const {
  Command command;
  Words& words = command.arguments;
  words = {toolchain_.cxx,
           "-no-pie",
           "-fuse-ld=lld",
           "-Wl,--error-limit=0",
           "-Wl,-z,now",
           "-rdynamic",
           "-pthread"};
  append(words,
         {toolchain_.engine.string(),
          "-Wl,-rpath," + toolchain_.engine.parent_path().string(),
          "-Wl,--whole-archive",
          toolchain_.subject.string(),
          "-Wl,--no-whole-archive"});
  for (const Unit& unit : units_)
    words.push_back(unit.object.string());
  append(words, tail);
  append(words, {"-o", target});
  command.workingDirectory = program_.workingDirectory;
  command.output = command.error = Stream::capture();
  return command;
}

Result<void> Builder::link() {
  Words tail{"-Wl,--as-needed", "-latomic", "-Wl,--no-as-needed"};
  append(tail, program_.ldflags);
  std::string flagsText = joinShellWords(tail);
  std::string key = flagsText + fingerprint_;
  for (const Unit& unit : units_) {
    key += unit.object.string() + unit.contentHash;
    flagsText += joinShellWords({unit.command.begin() + 1, unit.command.end()});
  }
  const std::string stem =
      generated_ != nullptr ? generated_->name : fs::path(program_.sources.front()).stem().string();
  outcome_.harness = directory_ / fmt::format("{}-{}", stem, hexHash(key));
  const std::string fresh = freshName(outcome_.harness);
  if (!fs::exists(outcome_.harness)) {
    const Result<Completed> linker = runCommand(linkCommand(tail, fresh));
    if (!linker)
      return linker.error();
    outcome_.compilerOutput += linker->output + linker->error;
    if (interrupted())
      return Error{"interrupted"};
    if (!linker->status.succeeded() && isDiskFull())
      return Error{fmt::format("no space left on the device of {}", directory_.string())};
    if (!linker->status.succeeded()) {
      explainLinkFailure();
      return {};
    }
    std::error_code error;
    fs::rename(fresh, outcome_.harness, error);
    if (error)
      return Error{fmt::format("cannot store {}", outcome_.harness.string())};
    if (Result<void> written = keepInputs(flagsText); !written)
      return written;
  }
  Result<std::string> fingerprint = currentFingerprint(outcome_.harness);
  if (!fingerprint)
    return fingerprint.error();
  outcome_.fingerprint = *fingerprint;
  outcome_.succeeded = mayBeRun();
  return {};
}

} // namespace

Result<BuildOutcome> buildProgram(const Toolchain& toolchain,
                                  const model::Program& program,
                                  const fs::path& out,
                                  const BuildProgress& progress,
                                  const GeneratedUnit* generated) {
  HEDDLE_CHECK(generated != nullptr || !program.sources.empty()) << "a program without sources";
  HEDDLE_CHECK(generated == nullptr || !generated->name.empty()) << "a harness without a name";
  return Builder(toolchain, program, out, progress, generated).run();
}

Result<std::vector<std::string>>
inputsOfGenerated(const Toolchain& toolchain, const fs::path& out, const GeneratedUnit& unit) {
  const Unit planned =
      planGenerated(toolchain, fs::absolute(out) / "build", toolchainFingerprint(toolchain), unit);
  Result<BuildInputs> inputs = readInputs(planned.object);
  if (!inputs)
    return inputs.error();
  return std::move(inputs->files);
}

Result<std::string> currentFingerprint(const fs::path& harness) {
  const Result<BuildInputs> inputs = readInputs(harness);
  if (!inputs)
    return inputs.error();
  return hexHash(inputs->key + hashOfFiles(inputs->files));
}

} // namespace heddle::build
