// SPDX-License-Identifier: Apache-2.0
// Every kind of report against its baseline in expected/. After a change that is meant, look at the
// differences and take them over with tools/approve.py.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "cases.h"
#include "model/finding.h"
#include "report/report.h"
#include "support/files.h"

namespace heddle::golden {
namespace {

std::vector<Case> allCases() {
  std::vector<Case> all;
  for (const auto& group : {orderCases(), memoryCases(), waitCases(), quietCases(), checkCases()})
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

std::size_t columns(const std::string& line) {
  std::size_t count = 0;
  for (const char c : line)
    count += (static_cast<unsigned char>(c) & 0xc0) != 0x80 ? 1 : 0;
  return count;
}

void compare(const std::string& name, const std::string& received) {
  const std::string folder = std::string(name.ends_with(".json") ? "json" : "text") +
                             (name.starts_with("check-") ? "/check" : "");
  const auto expected = readFile(joinPath(HEDDLE_GOLDEN_EXPECTED, joinPath(folder, name)));
  ASSERT_TRUE(makeDirectories(HEDDLE_GOLDEN_RECEIVED));
  ASSERT_TRUE(writeFileAtomically(joinPath(HEDDLE_GOLDEN_RECEIVED, name), received));
  EXPECT_EQ(expected ? *expected : "(no baseline)", received)
      << "if this is meant: tools/approve.py " << HEDDLE_GOLDEN_RECEIVED;
}

std::string jsonOf(const Case& golden) {
  return report::render(report::Format::Json, golden.make(), {});
}

std::string jsonOf(const DepsCase& golden) {
  return report::render(report::Format::Json, golden.make(), {}, false);
}

class Golden : public testing::TestWithParam<Case> {};

TEST_P(Golden, Text) {
  const std::string text = report::render(report::Format::Text, GetParam().make(), {});
  compare(GetParam().name + ".txt", text);
}

TEST_P(Golden, Json) {
  compare(GetParam().name + ".json", jsonOf(GetParam()));
}

void expectScreens(const std::string& page, unsigned width, std::size_t screens = 1) {
  std::istringstream text(page);
  std::string line;
  unsigned lines = 0;
  while (std::getline(text, line)) {
    ++lines;
    EXPECT_LE(columns(line), width) << line;
  }
  EXPECT_LE(lines, 45 * screens) << "at width " << width;
}

// What is about other findings may need a second one.
TEST_P(Golden, FitsOnOneScreen) {
  const model::RunResult result = GetParam().make();
  for (const unsigned width : {60u, 80u, 100u})
    expectScreens(report::render(report::Format::Text, result, {false, width}),
                  width,
                  std::max<std::size_t>(1, result.findings.size()));
}

TEST_P(Golden, AllShowsEveryFinding) {
  const model::RunResult result = GetParam().make();
  const std::string page = report::render(report::Format::Text, result, {.all = true});
  constexpr std::string_view kInFull = "fails in 5 of 5 replays";
  std::size_t shown = 0;
  for (std::size_t at = page.find(kInFull); at != std::string::npos;
       at = page.find(kInFull, at + 1))
    ++shown;
  EXPECT_EQ(shown, result.findings.size());
}

TEST_P(Golden, ColourChangesNothingButColour) {
  const std::string coloured = report::render(report::Format::Text, GetParam().make(), {true, 100});
  std::string plain;
  for (std::size_t i = 0; i < coloured.size(); ++i) {
    if (coloured[i] != '\033')
      plain += coloured[i];
    else
      i = coloured.find('m', i);
  }
  EXPECT_NE(coloured, plain);
  std::istringstream got(plain);
  std::istringstream want(report::render(report::Format::Text, GetParam().make(), {}));
  std::string gotLine;
  std::string wantLine;
  while (std::getline(want, wantLine)) {
    ASSERT_TRUE(std::getline(got, gotLine));
    gotLine.erase(gotLine.find_last_not_of(' ') + 1);
    EXPECT_EQ(gotLine, wantLine);
  }
}

TEST_P(Golden, FindingsSurviveTheirFile) {
  model::RunResult result = GetParam().make();
  const std::string before = report::render(report::Format::Text, result, {});
  for (auto& finding : result.findings) {
    const auto again = model::findingFromText(toText(finding));
    ASSERT_TRUE(again) << again.error().message;
    const bool known = finding.known; // of the command, not of the file
    finding = *again;
    finding.known = known;
  }
  EXPECT_EQ(report::render(report::Format::Text, result, {}), before);
}

class GoldenDeps : public testing::TestWithParam<DepsCase> {};

TEST_P(GoldenDeps, Text) {
  compare(GetParam().name + ".txt",
          report::render(report::Format::Text, GetParam().make(), {}, false));
}

TEST_P(GoldenDeps, All) {
  if (!GetParam().isLarge)
    compare(GetParam().name + "-all.txt",
            report::render(report::Format::Text, GetParam().make(), {}, true));
}

TEST_P(GoldenDeps, Json) {
  if (!GetParam().isLarge)
    compare(GetParam().name + ".json", jsonOf(GetParam()));
}

TEST_P(GoldenDeps, FitsOnOneScreen) {
  for (const unsigned width : {60u, 80u, 100u})
    expectScreens(report::render(report::Format::Text, GetParam().make(), {false, width}, false),
                  width);
}

INSTANTIATE_TEST_SUITE_P(Pages, GoldenDeps, testing::ValuesIn(depsCases()), [](const auto& info) {
  std::string name = info.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
});

INSTANTIATE_TEST_SUITE_P(Reports, Golden, testing::ValuesIn(allCases()), [](const auto& info) {
  std::string name = info.param.name;
  for (char& c : name)
    c = c == '-' ? '_' : c;
  return name;
});

} // namespace
} // namespace heddle::golden
