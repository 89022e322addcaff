// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "crash/text_lines.h"
#include "describe.h"

namespace heddle::crash {
namespace {

const std::vector<std::string> kLines = {
    "Program received signal SIGSEGV, Segmentation fault.",
    "#0  0x000055d0 in shop::Cart::total (this=0x0) at cart.cpp:12",
    "#1  0x000055d1 in shop::Cart::pay (this=0x55) at cart.cpp:30",
    "#2  0x000055d2 in main () at main.cpp:5"};

TEST(LogPrefixes, OfManyLoggersAreTakenOff) {
  std::string plain;
  for (const auto& line : kLines)
    plain += line + "\n";
  for (const std::string_view prefix : {"Nov 15 17:11:0% web1 app[4711]: ",
                                        "2026-11-15T17:11:00.12345678%Z stderr F ",
                                        "api-1  | ",
                                        "[2026-11-15 17:11:00.00%] [worker-%] [critical] ",
                                        "E1115 17:11:00.12345% 4711 crash.cc:88] ",
                                        "<3>app[4711]: [  12.34567%] ",
                                        "17:11:0% ERROR (4711) - ",
                                        "> ",
                                        "    ",
                                        "\t"}) {
    std::string text;
    char digit = '0';
    for (const auto& line : kLines) {
      std::string start(prefix);
      for (char& c : start)
        c = c == '%' ? digit : c;
      ++digit;
      text += start + line + "\n";
    }
    EXPECT_EQ(describeText(text), describeText(plain)) << prefix;
  }
}

TEST(SplitText, KeepsIndentationAndDropsWhatIsNotText) {
  const TextLines text = splitText("  a\x1b[31mb\x1b[0m\r\n\n\x01\x02"
                                   "c\t \nd");
  EXPECT_EQ(text.lines, (std::vector<std::string>{"  ab", "", "c", "d"}));
  EXPECT_FALSE(text.cut);
}

TEST(BrokenLines, OfBacktraceSymbolsGoOnUntilTheirBracket) {
  const std::string whole = "./prog(_ZN4shop4Cart5totalEv+0x18)[0x55d67b3ee7be]\n"
                            "./prog(_ZN4shop4Cart3payEv+0x30)[0x55d67b3edf85]\n";
  std::string broken = whole;
  broken.insert(broken.find("totalEv"), "\n");
  broken.insert(broken.rfind("edf85"), "\n");
  EXPECT_EQ(describeText(broken), describeText(whole));
}

TEST(BrokenLines, OfFramesAreJoinedBetweenWords) {
  const std::string whole = "#0  0x000055d0 in shop::Cart::total (this=0x0) at cart.cpp:12\n"
                            "#1  0x000055d1 in shop::Cart::pay (this=0x55) at cart.cpp:30\n";
  for (const std::string_view before :
       {"shop::Cart::pay", "(this=0x55)", "at cart.cpp:30", "cart.cpp:30"}) {
    std::string broken = whole;
    broken.insert(broken.find(before, whole.find("#1")), "\n    ");
    EXPECT_EQ(describeText(broken), describeText(whole)) << before;
  }
}

TEST(Escapes, OfStructuredLogsAreLineBreaks) {
  std::string plain, escaped = "{\"message\": \"";
  for (const auto& line : kLines) {
    plain += line + "\n";
    escaped += line + "\\n";
  }
  EXPECT_EQ(describeText(escaped + "\"}\n"), describeText(plain));
  EXPECT_FALSE(isEscaped("printf(\"%d\\n\", 1);\nreturn;\n"));
}

} // namespace
} // namespace heddle::crash
