// SPDX-License-Identifier: Apache-2.0
#include "build/compile_commands.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <regex>

#include "build/shell_words.h"
#include "support/files.h"

namespace heddle::build {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

// Flags that are dropped together with the next word, which is their value.
constexpr std::array<std::string_view, 6> kDroppedWithValue{
    "-o", "-MF", "-MT", "-MQ", "--serialize-diagnostics", "-dumpbase"};

constexpr std::array<std::string_view, 12> kDropped{"-c",
                                                    "-S",
                                                    "-pie",
                                                    "-no-pie",
                                                    "-static-pie",
                                                    "-pg",
                                                    "-s",
                                                    "--coverage",
                                                    "-pedantic",
                                                    "-pedantic-errors",
                                                    "-pipe",
                                                    "-fwhole-program"};

// Warnings do not concern heddle, and Clang does not know all of GCC's.
constexpr std::array<std::string_view, 22> kDroppedPrefixes{"-M",
                                                            "-W",
                                                            "-g",
                                                            "-fPIC",
                                                            "-fpic",
                                                            "-fno-pic",
                                                            "-fno-PIC",
                                                            "-fno-pie",
                                                            "-fno-PIE",
                                                            "-fdiagnostics",
                                                            "-fmodules-ts",
                                                            "-fmodule-mapper",
                                                            "-fdeps-",
                                                            "-fconcepts",
                                                            "-fcoroutines",
                                                            "-fanalyzer",
                                                            "-fno-var-tracking",
                                                            "-fvar-tracking",
                                                            "-fipa-",
                                                            "-fno-ipa-",
                                                            "-fuse-linker-plugin",
                                                            "-fplugin"};

// These change how the program behaves, so a user who gave them explicitly is told.
constexpr std::array<std::string_view, 11> kDroppedAloud{"-O",
                                                         "-flto",
                                                         "-fno-lto",
                                                         "-fsanitize",
                                                         "-fno-sanitize",
                                                         "-fPIE",
                                                         "-fpie",
                                                         "-fprofile",
                                                         "-ftest-coverage",
                                                         "-fcoverage",
                                                         "-D_FORTIFY_SOURCE"};

template <std::size_t N>
bool hasPrefix(std::string_view word, const std::array<std::string_view, N>& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view prefix) {
    return word.starts_with(prefix);
  });
}

template <std::size_t N>
bool isOneOf(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool isDroppedSilently(std::string_view flag) {
  // These are not warnings: they pass words to other tools.
  if (flag.starts_with("-Wl,") || flag.starts_with("-Wp,") || flag.starts_with("-Wa,"))
    return false;
  const bool isModuleMap = flag.starts_with('@') && flag.ends_with(".modmap");
  return isModuleMap || isOneOf(flag, kDropped) || hasPrefix(flag, kDroppedPrefixes);
}

fs::path absolutePath(const fs::path& directory, const fs::path& file) {
  return (file.is_absolute() ? file : directory / file).lexically_normal();
}

Result<Words> wordsOf(const nlohmann::json& entry) {
  if (const auto it = entry.find("arguments"); it != entry.end() && it->is_array()) {
    Words words;
    for (const auto& word : *it)
      if (word.is_string())
        words.push_back(word.get<std::string>());
    return words;
  }
  if (const auto it = entry.find("command"); it != entry.end() && it->is_string())
    return splitShellWords(it->get<std::string>());
  return Error{"has neither `command` nor `arguments`"};
}

// Drops the compiler (with launchers such as ccache in front of it) and the source.
Words flagsOnly(const Words& words, const fs::path& directory, const fs::path& file) {
  Words out;
  bool inFlags = false;
  for (const std::string& word : words) {
    inFlags = inFlags || word.starts_with('-') || word.starts_with('@');
    if (!inFlags || word == "--")
      continue;
    if (!word.starts_with('-') && absolutePath(directory, word) == file)
      continue;
    out.push_back(word);
  }
  return out;
}

bool definesMain(const std::string& text) {
  static const std::regex kMain(R"((^|\n)\s*(auto|int)\s+main\s*\()");
  return std::regex_search(text, kMain);
}

// How many folders two paths share, starting from the root.
std::size_t sharedFolders(const fs::path& a, const fs::path& b) {
  const auto [end, ignored] = std::ranges::mismatch(a, b);
  return static_cast<std::size_t>(std::distance(a.begin(), end));
}

Result<CompileCommand> parseEntry(const nlohmann::json& entry, const fs::path& base) {
  if (!entry.is_object() || !entry.contains("file") || !entry["file"].is_string())
    return Error{"has no `file`"};
  CompileCommand out;
  const std::string directory = entry.value("directory", std::string("."));
  out.directory = absolutePath(base, directory);
  out.file = absolutePath(out.directory, entry["file"].get<std::string>());
  const Result<Words> words = wordsOf(entry);
  if (!words)
    return words.error();
  out.flags = usableFlags(flagsOnly(*words, out.directory, out.file));
  return out;
}

} // namespace

std::vector<std::string> usableFlags(const std::vector<std::string>& flags,
                                     std::vector<std::string>* dropped) {
  Words out;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    if (isOneOf(flag, kDroppedWithValue)) {
      ++i;
    } else if (hasPrefix(flag, kDroppedAloud)) {
      if (dropped != nullptr)
        dropped->push_back(flag);
    } else if (!isDroppedSilently(flag)) {
      out.push_back(flag);
    }
  }
  return out;
}

Result<std::vector<CompileCommand>> parseCompileCommands(std::string_view text,
                                                         const fs::path& path) {
  const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
  if (document.is_discarded() || !document.is_array())
    return Error{fmt::format("{} is not a JSON array of compile commands", path.string())};
  std::vector<CompileCommand> out;
  for (std::size_t i = 0; i < document.size(); ++i) {
    Result<CompileCommand> command = parseEntry(document[i], fs::absolute(path).parent_path());
    if (!command)
      return Error{fmt::format("{}: entry {} {}", path.string(), i + 1, command.error().message)};
    out.push_back(std::move(*command));
  }
  return out;
}

Result<std::vector<CompileCommand>> loadCompileCommands(const fs::path& place) {
  const fs::path path = fs::is_directory(place) ? place / "compile_commands.json" : place;
  const Result<std::string> text = readFile(path.string());
  if (!text) {
    return Error{
        text.error().message +
        " (CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, other builds with `bear`)"};
  }
  return parseCompileCommands(*text, path);
}

const CompileCommand* findCommand(const std::vector<CompileCommand>& commands,
                                  const fs::path& file) {
  std::error_code ignored;
  const fs::path wanted = fs::absolute(file, ignored).lexically_normal();
  for (const CompileCommand& command : commands)
    if (command.file == wanted || fs::equivalent(command.file, wanted, ignored))
      return &command;
  return nullptr;
}

const CompileCommand* nearestCommand(const std::vector<CompileCommand>& commands,
                                     const fs::path& header) {
  const CompileCommand* best = nullptr;
  std::pair<bool, std::size_t> bestRank;
  for (const CompileCommand& command : commands) {
    if (command.file.extension() == ".c")
      continue;
    const std::pair rank(command.file.stem() == header.stem(), sharedFolders(command.file, header));
    if (best == nullptr || rank > bestRank || (rank == bestRank && command.file < best->file)) {
      best = &command;
      bestRank = rank;
    }
  }
  return best;
}

std::vector<fs::path> implementationsOf(const std::vector<CompileCommand>& commands,
                                        const fs::path& header,
                                        const std::string& className) {
  // More than this many (arbitrary) do not implement a single class.
  constexpr std::size_t kFew = 8;
  std::vector<fs::path> sameName;
  std::vector<fs::path> others;
  for (const CompileCommand& command : commands) {
    const Result<std::string> text = readFile(command.file.string());
    if (!text || definesMain(*text) || command.file.extension() == ".c")
      continue;
    if (command.file.stem() == header.stem())
      sameName.push_back(command.file);
    else if (text->find(header.filename().string()) != std::string::npos &&
             text->find(className + "::") != std::string::npos)
      others.push_back(command.file);
  }
  std::vector<fs::path>& found = sameName.empty() ? others : sameName;
  if (found.size() > kFew)
    return {};
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

std::vector<std::string> sourcesWithMain(const std::vector<CompileCommand>& commands) {
  std::vector<std::string> out;
  for (const CompileCommand& command : commands) {
    const Result<std::string> text = readFile(command.file.string());
    if (text && definesMain(*text))
      out.push_back(command.file.string());
  }
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

} // namespace heddle::build
