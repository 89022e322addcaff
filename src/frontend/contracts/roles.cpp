// SPDX-License-Identifier: Apache-2.0
#include "frontend/contracts/roles.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <utility>

#include "support/files.h"

namespace heddle::frontend {

using model::MessageId;
namespace {

struct Statement {
  std::string_view word;
  ContractKind kind;
  MessageId says = MessageId::ManualSays;
};
constexpr std::array kStatements{
    Statement{.word = "alone", .kind = ContractKind::Alone},
    Statement{.word = "before", .kind = ContractKind::Before},
    Statement{.word = "after", .kind = ContractKind::After},
    Statement{.word = "one-thread", .kind = ContractKind::OneThread},
    Statement{.word = "not-together", .kind = ContractKind::NotTogether},
    Statement{.word = "may-fail", .kind = ContractKind::MayFail},
    Statement{
        .word = "many-steps", .kind = ContractKind::Ignore, .says = MessageId::ManualSaysManySteps},
    Statement{.word = "ignore", .kind = ContractKind::Ignore},
};

std::vector<std::string> wordsOf(std::istringstream& line) {
  std::vector<std::string> words;
  for (std::string word; line >> word;)
    words.push_back(word);
  return words;
}

class Parser {
public:
  // Returns what is wrong with the line, "" if nothing.
  std::string read(const std::string& text) {
    std::istringstream line(text.substr(0, text.find('#')));
    std::string word;
    if (!(line >> word))
      return "";
    if (word == "class")
      return beginEntry(wordsOf(line));
    if (classes_.empty())
      return "`" + word + "` before `class`";
    if (word == "source") {
      std::getline(line >> std::ws, source_);
      return "";
    }
    const auto* statement = std::ranges::find(kStatements, word, &Statement::word);
    if (statement == kStatements.end())
      return "unknown statement `" + word + "`";
    std::vector<std::string> methods = wordsOf(line);
    std::vector<std::string> others;
    if (const auto slash = std::ranges::find(methods, "/"); slash != methods.end()) {
      others.assign(slash + 1, methods.end());
      methods.erase(slash, methods.end());
      if (statement->kind != ContractKind::NotTogether || others.empty())
        return "`/` separates two groups of `not-together`";
    }
    if (methods.empty())
      return "`" + word + "` names no method";
    if (source_.empty())
      return "`" + word + "` before `source`";
    for (const std::size_t i : classes_)
      roles_[i].contracts.push_back({.kind = statement->kind,
                                     .methods = methods,
                                     .others = others,
                                     .source = {.id = statement->says, .arguments = {source_}}});
    return "";
  }

  std::vector<Role> take() { return std::move(roles_); }

private:
  std::string beginEntry(const std::vector<std::string>& names) {
    classes_.clear();
    source_.clear();
    for (const std::string& name : names) {
      const std::size_t colon = name.find("::");
      if (colon == std::string::npos)
        return "`" + name + "` lacks its namespace";
      classes_.push_back(roles_.size());
      roles_.push_back({.library = name.substr(0, colon),
                        .className = name.substr(name.rfind(':') + 1),
                        .contracts = {}});
    }
    return names.empty() ? "`class` without a name" : "";
  }

  std::vector<Role> roles_;
  std::vector<std::size_t> classes_; // of the current entry
  std::string source_;
};

} // namespace

Result<std::vector<Role>> parseRoles(std::string_view text, const std::string& file) {
  Parser parser;
  std::istringstream lines{std::string(text)};
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (const std::string problem = parser.read(line); !problem.empty())
      return Error{std::string(file)
                       .append(":")
                       .append(std::to_string(number))
                       .append(": ")
                       .append(problem)};
  }
  return parser.take();
}

Result<std::vector<Role>> readRoles(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none))
    if (entry.path().extension() == ".roles")
      files.push_back(entry.path().string());
  std::ranges::sort(files);
  std::vector<Role> all;
  for (const std::string& file : files) {
    const Result<std::string> text = readFile(file);
    if (!text)
      return text.error();
    Result<std::vector<Role>> roles = parseRoles(*text, file);
    if (!roles)
      return roles.error();
    std::ranges::move(*roles, std::back_inserter(all));
  }
  return all;
}

std::vector<Contract> contractsOf(const std::vector<Role>& roles,
                                  const std::string& qualifiedName) {
  const std::size_t first = qualifiedName.find("::");
  std::vector<Contract> contracts;
  if (first == std::string::npos)
    return contracts;
  const std::string_view library = std::string_view(qualifiedName).substr(0, first);
  const std::string_view className =
      std::string_view(qualifiedName).substr(qualifiedName.rfind(':') + 1);
  for (const Role& role : roles)
    if (role.library == library && role.className == className)
      contracts.insert(contracts.end(), role.contracts.begin(), role.contracts.end());
  return contracts;
}

} // namespace heddle::frontend
