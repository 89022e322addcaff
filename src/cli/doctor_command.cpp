// SPDX-License-Identifier: Apache-2.0
// heddle doctor: is this machine fit? One line per check, with the remedy where it is not.
#include "cli/doctor_command.h"

#include <chrono>
#include <filesystem>
#include <fmt/core.h>
#include <linux/seccomp.h>
#include <nlohmann/json.hpp>
#include <sys/auxv.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

#include "build/toolchain.h"
#include "cli/printing.h"
#include "report/json_parts.h"
#include "support/files.h"
#include "support/subprocess.h"
#include "support/version.h"

namespace heddle::cli {

namespace fs = std::filesystem;

namespace {

enum class Health : std::uint8_t { Ok, Warn, Fail };

struct Check {
  std::string name;
  Health health = Health::Ok;
  std::string found;  // what is there
  std::string remedy; // when not ok
};

std::string_view nameOf(Health health) {
  switch (health) {
  case Health::Ok:
    return "ok";
  case Health::Warn:
    return "warn";
  case Health::Fail:
    return "fail";
  }
  return "fail";
}

std::string firstLineOf(const std::vector<std::string>& arguments) {
  Command command;
  command.arguments = arguments;
  command.output = Stream::capture();
  command.error = Stream::discard();
  const Result<Completed> done = runCommand(command, std::chrono::seconds(20));
  if (!done || !done->status.succeeded())
    return "";
  return done->output.substr(0, done->output.find('\n'));
}

Check checkCompiler(const build::Toolchain& toolchain) {
  const std::string remedy = "install the package clang-19, or set HEDDLE_CLANG to a Clang 19";
  if (toolchain.cxx.empty())
    return {.name = "compiler",
            .health = Health::Fail,
            .found = "clang++-19 not found",
            .remedy = remedy};
  const std::string version = firstLineOf({toolchain.cxx, "--version"});
  const bool is19 = version.find("version 19.") != std::string::npos;
  return {.name = "compiler",
          .health = is19 ? Health::Ok : Health::Fail,
          .found =
              fmt::format("{} ({})", toolchain.cxx, version.empty() ? "does not run" : version),
          .remedy = remedy};
}

Check checkStandardLibrary(const build::Toolchain& toolchain) {
  Command command;
  command.arguments = {toolchain.cxx, "-std=c++20", "-fsyntax-only", "-x", "c++", "-"};
  command.input = "#include <thread>\n#include <semaphore>\n#include <stop_token>\n";
  command.output = command.error = Stream::capture();
  const Result<Completed> done = runCommand(command, std::chrono::seconds(60));
  const bool good = done && done->status.succeeded();
  return {.name = "C++ headers",
          .health = good ? Health::Ok : Health::Fail,
          .found = good ? "C++20 with threads" : "the standard library's headers do not compile",
          .remedy = "install the package g++ (heddle uses its libstdc++)"};
}

Check checkLinker(const build::Toolchain& toolchain) {
  const std::string lld = firstLineOf({toolchain.cxx, "-print-prog-name=ld.lld"});
  const bool there = !build::findInPath(lld.empty() ? "ld.lld" : lld).empty();
  return {.name = "linker",
          .health = there ? Health::Ok : Health::Fail,
          .found = there ? lld : "ld.lld not found",
          .remedy = "install the package lld-19"};
}

Check checkPart(const std::string& name, const fs::path& path) {
  return {.name = name,
          .health = path.empty() ? Health::Fail : Health::Ok,
          .found = path.empty() ? "missing" : path.string(),
          .remedy = "build or install heddle again: its parts are expected next to the program, in "
                    "../lib/heddle "
                    "and ../share/heddle"};
}

Check checkOptional(const std::string& name,
                    const std::string& path,
                    const std::string& loss,
                    const std::string& package) {
  return {.name = name,
          .health = path.empty() ? Health::Warn : Health::Ok,
          .found = path.empty() ? "not found: " + loss : path,
          .remedy = "install the package " + package};
}

Check checkProcessor() {
#if defined(__x86_64__)
  constexpr unsigned long kFsGsBase = 2; // HWCAP2_FSGSBASE: user code may set the thread pointer
  const bool fast = (::getauxval(AT_HWCAP2) & kFsGsBase) != 0;
  return {
      .name = "processor",
      .health = fast ? Health::Ok : Health::Warn,
      .found = fast ? "x86-64 with fsgsbase"
                    : "x86-64 without fsgsbase: switching threads takes a system call",
      .remedy =
          "heddle works but is about three times slower; a kernel of 5.9 or later allows fsgsbase"};
#else
  return {"processor", Health::Fail, "not x86-64", "heddle runs on x86-64 Linux only"};
#endif
}

Check checkOvercommit() {
  const Result<std::string> mode = readFile("/proc/sys/vm/overcommit_memory");
  const bool strict = mode && mode->starts_with("2");
  return {.name = "memory",
          .health = strict ? Health::Warn : Health::Ok,
          .found = strict ? "vm.overcommit_memory is 2: reserving the arena may be refused"
                          : "address space can be reserved",
          .remedy = "sysctl vm.overcommit_memory=0, or a smaller --arena"};
}

Check checkAddressSpace() {
  rlimit limit{};
  ::getrlimit(RLIMIT_AS, &limit);
  // Arena, its tables, checkpoints and the stacks of all threads, with room to spare.
  constexpr rlim_t kNeeded = rlim_t{8} << 30;
  const bool enough = limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= kNeeded;
  return {.name = "address space",
          .health = enough ? Health::Ok : Health::Fail,
          .found = enough ? "not limited" : fmt::format("limited to {} MB", limit.rlim_cur >> 20),
          .remedy = "ulimit -v unlimited"};
}

Check checkPersonality() {
  const int current = ::personality(0xffffffff);
  const bool allowed =
      current >= 0 && ::personality(static_cast<unsigned long>(current) | ADDR_NO_RANDOMIZE) >= 0;
  if (allowed)
    ::personality(static_cast<unsigned long>(current));
  return {.name = "memory layout",
          .health = allowed ? Health::Ok : Health::Warn,
          .found =
              allowed ? "can be fixed" : "personality(2) is not permitted: library addresses vary",
          .remedy = "findings still replay; in a container, allow the personality system call"};
}

// Asks whether a filter may raise a signal, without installing one.
Check checkFilter() {
  std::uint32_t action = SECCOMP_RET_TRAP;
  const bool allowed = ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
  return {.name = "seccomp",
          .health = allowed ? Health::Ok : Health::Fail,
          .found = allowed ? "system calls can be filtered: programs under test cannot change files"
                           : "the kernel does not filter system calls",
          .remedy = "a kernel of 4.14 or later with CONFIG_SECCOMP_FILTER; in a container, allow "
                    "the seccomp system call"};
}

Check checkOutput(const OutputOptions& options) {
  const std::string probe = joinPath(options.out, ".doctor");
  Result<void> good = makeDirectories(options.out);
  if (good)
    good = writeFileAtomically(probe, "heddle\n");
  std::error_code ignored;
  fs::remove(probe, ignored);
  fs::remove(options.out, ignored); // only when it is empty
  return {.name = "output",
          .health = good ? Health::Ok : Health::Fail,
          .found = good ? options.out + " can be written" : good.error().message,
          .remedy = "choose another directory with --out"};
}

std::vector<Check> allChecks(const OutputOptions& options) {
  const build::Toolchain toolchain = build::locateToolchain();
  std::vector<Check> checks{checkCompiler(toolchain)};
  if (!toolchain.cxx.empty()) {
    checks.push_back(checkStandardLibrary(toolchain));
    checks.push_back(checkLinker(toolchain));
  }
  checks.push_back(checkPart("engine", toolchain.engine));
  checks.push_back(checkPart("plugin", toolchain.plugin));
  checks.push_back(checkPart("subject part", toolchain.subject));
  checks.push_back(checkPart("front end", toolchain.frontEnd));
  checks.push_back(checkPart("headers", toolchain.include));
  checks.push_back(checkPart("examples", toolchain.share));
  checks.push_back(
      checkOptional("symbolizer", toolchain.symbolizer, "reports lack call stacks", "llvm-19"));
  checks.push_back(
      checkOptional("debugger", toolchain.gdb, "`heddle replay --gdb` does not work", "gdb"));
  checks.push_back(checkProcessor());
  checks.push_back(checkOvercommit());
  checks.push_back(checkAddressSpace());
  checks.push_back(checkPersonality());
  checks.push_back(checkFilter());
  checks.push_back(checkOutput(options));
  return checks;
}

std::string asJson(const std::vector<Check>& checks, bool fit) {
  nlohmann::ordered_json document;
  document["heddle"] = report::kJsonVersion;
  document["command"] = "doctor";
  document["version"] = version();
  document["fit"] = fit;
  document["checks"] = nlohmann::ordered_json::array();
  for (const Check& check : checks) {
    nlohmann::ordered_json entry;
    entry["name"] = check.name;
    entry["health"] = nameOf(check.health);
    entry["found"] = check.found;
    entry["remedy"] = check.health == Health::Ok ? "" : check.remedy;
    document["checks"].push_back(std::move(entry));
  }
  return document.dump(2) + "\n";
}

std::string asText(const std::vector<Check>& checks, bool fit) {
  std::string text;
  for (const Check& check : checks) {
    text += fmt::format("{:<5} {:<14} {}\n", nameOf(check.health), check.name, check.found);
    if (check.health != Health::Ok)
      text += fmt::format("{:<21}help: {}\n", "", check.remedy);
  }
  text += fit ? "\nThis machine is fit: try `heddle demo`.\n"
              : "\nThis machine is not fit yet: see the lines that say fail.\n";
  return text;
}

} // namespace

ExitCode doctorCommand(const OutputOptions& options) {
  const std::vector<Check> checks = allChecks(options);
  bool fit = true;
  for (const Check& check : checks)
    fit &= check.health != Health::Fail;
  const bool printed = printToStdout(options.json() ? asJson(checks, fit) : asText(checks, fit));
  return fit && printed ? ExitCode::NothingFound : ExitCode::Environment;
}

} // namespace heddle::cli
