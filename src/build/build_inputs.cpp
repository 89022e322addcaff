// SPDX-License-Identifier: Apache-2.0
#include "build/build_inputs.h"

#include <fmt/core.h>
#include <sstream>
#include <utility>

#include "support/files.h"
#include "support/hash.h"

namespace heddle::build {

namespace fs = std::filesystem;

namespace {

std::string listOf(const fs::path& product) {
  return product.string() + ".inputs";
}

} // namespace

Result<BuildInputs> readInputs(const fs::path& product) {
  const Result<std::string> text = readFile(listOf(product));
  if (!text)
    return text.error();
  BuildInputs inputs;
  std::istringstream lines(*text);
  std::getline(lines, inputs.key);
  for (std::string line; std::getline(lines, line);)
    inputs.files.push_back(line);
  if (inputs.key.empty())
    return Error{fmt::format("{} is empty", listOf(product))};
  return inputs;
}

Result<void> writeInputs(const fs::path& product, const BuildInputs& inputs) {
  std::string text = inputs.key + "\n";
  for (const std::string& file : inputs.files)
    text += file + "\n";
  return writeFileAtomically(listOf(product), text);
}

void forgetInputs(const fs::path& product) {
  std::error_code ignored; // it may not exist
  fs::remove(listOf(product), ignored);
}

std::vector<std::string> parseDependencies(std::string_view text) {
  std::vector<std::string> out;
  const auto colon = text.find(": ");
  if (colon == std::string_view::npos)
    return out;
  std::string word;
  for (std::size_t i = colon + 2; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '\n';
    const bool escape = c == '\\' && i + 1 < text.size();
    if (escape && (text[i + 1] == ' ' || text[i + 1] == '#')) {
      word += text[++i];
    } else if (c == ' ' || c == '\n' || (escape && text[i + 1] == '\n')) {
      if (!word.empty())
        out.push_back(std::exchange(word, {}));
    } else {
      word += c;
    }
  }
  return out;
}

std::string hashOfFiles(const std::vector<std::string>& files) {
  Hasher hasher;
  for (const std::string& file : files) {
    const Result<std::string> content = readFile(file);
    if (!content)
      return "";
    hasher.add(file).add(*content);
  }
  return fmt::format("{:016x}", hasher.value());
}

std::string hexHash(std::string_view text) {
  return fmt::format("{:016x}", hashText(text));
}

} // namespace heddle::build
