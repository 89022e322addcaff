// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "model/forms/text_form.h"

namespace heddle::model {
namespace {

struct Leaf {
  std::string name;
  std::vector<int> numbers;
  bool operator==(const Leaf&) const = default;
};

struct Root {
  static constexpr int kVersion = 3;
  std::string text;
  double number = 0;
  bool flag = false;
  std::int64_t small = 0;
  std::vector<std::string> words;
  std::vector<Leaf> leaves;
  Leaf single;
  std::vector<std::vector<unsigned>> table;
  bool operator==(const Root&) const = default;
};

template <typename Form, Is<Leaf> Value>
void describe(Form& form, Value& leaf) {
  form.field("name", leaf.name);
  form.list("numbers", leaf.numbers);
}

template <typename Form, Is<Root> Value>
void describe(Form& form, Value& root) {
  form.field("text", root.text);
  form.field("mixed", root.number, root.flag, root.small);
  form.rows("word", root.words, [](auto& word) { return std::tie(word); });
  form.records("leaf", root.leaves);
  form.record("single", root.single);
  form.lists("table", root.table);
}

Root fullRoot() {
  Root root;
  root.text = "a \"quoted\" \\ line\nwith\ttabs, \x01 controls and \xc3\xa4";
  root.number = 0.1;
  root.flag = true;
  root.small = std::numeric_limits<std::int64_t>::min();
  root.words = {"", "end", "}", "{", "two words", "bare"};
  root.leaves = {{"first", {1, -2, 3}}, {"", {}}};
  root.single = {"single", {7}};
  root.table = {{}, {1, 2}, {3}};
  return root;
}

std::string errorOf(const std::string& text) {
  const auto parsed = readText<Root>(text, "root");
  return parsed ? "no error" : parsed.error().message;
}

TEST(TextForm, RoundTripIsExact) {
  const std::string text = writeText("root", fullRoot());
  const auto parsed = readText<Root>(text, "root");
  ASSERT_TRUE(parsed) << parsed.error().message << "\n" << text;
  EXPECT_EQ(*parsed, fullRoot());
  EXPECT_EQ(writeText("root", *parsed), text);
}

TEST(TextForm, FloatingPointSurvives) {
  for (const double number : {0.0, -0.0, 1e300, 5e-324, 1.0 / 3, HUGE_VAL}) {
    Root root;
    root.number = number;
    const auto parsed = readText<Root>(writeText("root", root), "root");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->number, number);
    EXPECT_EQ(std::signbit(parsed->number), std::signbit(number));
  }
}

TEST(TextForm, MissingKeysKeepTheirDefaultsAndOrderIsFree) {
  const auto parsed = readText<Root>("heddle root 3\nword b\ntext t\nword a\nend\n", "root");
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(parsed->text, "t");
  EXPECT_EQ(parsed->words, (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(parsed->number, 0);
}

TEST(TextForm, UnknownVersionIsNamed) {
  EXPECT_EQ(errorOf("heddle root 4\nend\n"),
            "line 1: version 4 of `root` is not known; this heddle reads version 3");
  EXPECT_EQ(errorOf("heddle trace 3\nend\n"), "line 1: not a file of kind `heddle root`");
  EXPECT_EQ(errorOf(""), "line 1: not a file of kind `heddle root`");
}

TEST(TextForm, ErrorsNameTheLine) {
  const std::string head = "heddle root 3\n";
  EXPECT_EQ(errorOf(head + "text a\n"), "line 2: the file is cut off: no `end`");
  EXPECT_EQ(errorOf(head + "nonsense a\nend\n"), "line 2: unknown or repeated key `nonsense`");
  EXPECT_EQ(errorOf(head + "text a\ntext b\nend\n"), "line 3: unknown or repeated key `text`");
  EXPECT_EQ(errorOf(head + "text a b\nend\n"), "line 2: too many fields for `text`");
  EXPECT_EQ(errorOf(head + "mixed 1 1\nend\n"), "line 2: too few fields for `mixed`");
  EXPECT_EQ(errorOf(head + "mixed 1 2 3\nend\n"), "line 2: malformed field `2`");
  EXPECT_EQ(errorOf(head + "mixed 1 1 99999999999999999999\nend\n"),
            "line 2: malformed field `99999999999999999999`");
  EXPECT_EQ(errorOf(head + "text \"open\nend\n"), "line 2: malformed quoted field");
  EXPECT_EQ(errorOf(head + "text \"a\\q\"\nend\n"), "line 2: malformed quoted field");
  EXPECT_EQ(errorOf(head + "}\nend\n"), "line 2: `}` without `{`");
  EXPECT_EQ(errorOf(head + "text {\n}\nend\n"), "line 2: `text` is not a record");
  EXPECT_EQ(errorOf(head + "leaf x\nend\n"), "line 2: `leaf` must be a record");
  EXPECT_EQ(errorOf(head + "leaf {\n  wrong 1\n}\nend\n"),
            "line 3: unknown or repeated key `wrong`");
  EXPECT_EQ(errorOf(head + "end\nmore\n"), "line 3: text after `end`");
}

TEST(TextForm, DeepNestingIsRefused) {
  std::string text = "heddle root 3\n";
  for (int i = 0; i < 100'000; ++i)
    text += "leaf {\n";
  EXPECT_EQ(errorOf(text), "line 17: records nest too deep");
}

TEST(TextForm, NoPrefixOfAFileAndNoFlippedByteCrashes) {
  const std::string text = writeText("root", fullRoot());
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_FALSE(readText<Root>(text.substr(0, length), "root").has_value() &&
                 length + 1 < text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char replacement : {'\0', '"', '\\', '{', '}', '\n', ' ', '9', '\xff'}) {
      std::string broken = text;
      broken[i] = replacement;
      (void)readText<Root>(broken, "root");
    }
  }
}

} // namespace
} // namespace heddle::model
