// SPDX-License-Identifier: Apache-2.0
// Every text in corpus/ is read as the file of the same name in expected/ says. Some were printed by real programs,
// most are made by hand to be odd; the first line of each expectation says in what way.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "crash/text_lines.h"
#include "describe.h"

namespace heddle::crash {
namespace {

namespace fs = std::filesystem;

std::string readAll(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<fs::path> corpus() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(HEDDLE_CRASH_CORPUS))
    if (entry.path().extension() == ".txt")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// corpus/gdb/a.txt -> expected/gdb/a.expected
fs::path expectationOf(const fs::path& text) {
  return (fs::path(HEDDLE_CRASH_EXPECTED) / fs::relative(text, HEDDLE_CRASH_CORPUS))
      .replace_extension(".expected");
}

class Corpus : public testing::TestWithParam<fs::path> {};

TEST_P(Corpus, IsReadAsExpected) {
  const std::string got = describeText(readAll(GetParam()));
  const fs::path expectation = expectationOf(GetParam());
  const std::string expected = readAll(expectation);
  ASSERT_TRUE(expected.starts_with("# ")) << "says first what is odd about it";
  const std::string title = expected.substr(0, expected.find('\n') + 1);
  if (title + got != expected) {
    fs::create_directories(HEDDLE_CRASH_RECEIVED);
    std::ofstream(fs::path(HEDDLE_CRASH_RECEIVED) / expectation.filename()) << title << got;
  }
  EXPECT_EQ(title + got, expected) << "if this is right, copy it from " HEDDLE_CRASH_RECEIVED;
}

// What pastes go through on their way must not matter.
TEST_P(Corpus, IsReadTheSameWithCarriageReturnsColoursAndIndentation) {
  const std::string text = readAll(GetParam());
  std::string changed;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    changed += "\x1b[1;31m" + line + "\x1b[0m\r\n";
  EXPECT_EQ(describeText(changed), describeText(text));
}

TEST_P(Corpus, IsReadTheSameBehindALogPrefix) {
  const std::string text = readAll(GetParam());
  std::string changed;
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);)
    changed += "2026-11-15 17:11:" + std::to_string(10 + number++ % 50) +
               " web-1 app[4711]: " + line + "\n";
  EXPECT_EQ(describeText(changed), describeText(text));
}

TEST_P(Corpus, IsReadWithoutHarmWhenCutAnywhere) {
  const std::string text = readAll(GetParam());
  const std::size_t step = std::max<std::size_t>(1, text.size() / 50);
  for (std::size_t length = 0; length < text.size(); length += step)
    describeText(text.substr(0, length));
}

INSTANTIATE_TEST_SUITE_P(Files,
                         Corpus,
                         testing::ValuesIn(corpus()),
                         [](const testing::TestParamInfo<fs::path>& info) {
                           return info.param.stem().string();
                         });

TEST(CorpusSize, IsSixtyAtLeast) {
  EXPECT_GE(corpus().size(), 60U);
}

} // namespace
} // namespace heddle::crash
