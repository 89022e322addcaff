// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "subject_fixture.h"

namespace heddle::frontend {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(BadInput, UnknownClassSuggestsTheNearest) {
  const Header header("namespace app { class Logger { public: void log(); }; class Filter {}; }");
  EXPECT_EQ(header.refusal("Loger"), "there is no class `Loger` / did you mean `app::Logger`?");
  EXPECT_EQ(header.refusal("Zzzzzzzz"),
            "there is no class `Zzzzzzzz` / the header defines `app::Logger`, `app::Filter`");
  EXPECT_THAT(header.refusal("no; such"), StartsWith("there is no class"));
}

TEST(BadInput, AmbiguousNameListsCandidates) {
  const Header header("namespace a { class Queue {}; } namespace b { class Queue {}; }");
  EXPECT_EQ(header.refusal("Queue"), "`Queue` is ambiguous / it may be `a::Queue`, `b::Queue`");
  EXPECT_EQ(header.refusal("a::Queue"), "");
}

TEST(BadInput, TemplateNeedsArguments) {
  const Header header("namespace a { template <class T> struct Queue { struct Node {}; }; }");
  EXPECT_EQ(header.refusal("Queue"),
            "`a::Queue` is a class template / name an instantiation: --class 'a::Queue<int>'");
  EXPECT_THAT(header.refusal("Queue<Nothing>"), HasSubstr("undeclared identifier 'Nothing'"));
  EXPECT_THAT(header.refusal("Node"), HasSubstr("part of a class template"));
}

TEST(BadInput, AbstractIncompletePrivateOrNoClass) {
  const Header header("struct Shape { virtual double area() const = 0; };"
                      "class Later; enum Mode { on }; union Both { int i; };"
                      "class Outer { class Secret {}; public: void f(); };");
  EXPECT_THAT(header.refusal("Shape"), StartsWith("`Shape` is abstract: `area` is pure virtual"));
  EXPECT_THAT(header.refusal("Later"), HasSubstr("declared but not defined"));
  EXPECT_THAT(header.refusal("Mode"), StartsWith("`Mode` is an enumeration, not a class"));
  EXPECT_THAT(header.refusal("Both"), StartsWith("`Both` is a union, not a class"));
  EXPECT_THAT(header.refusal("int"), StartsWith("`int` is a type, not a class"));
  EXPECT_THAT(header.refusal("Secret"), HasSubstr("private to its class"));
}

TEST(BadInput, NobodyCanMakeOne) {
  const Header header("class Alone { Alone(); public: void f(); };"
                      "struct None { None() = delete; void f(); };");
  EXPECT_THAT(header.refusal("Alone"), StartsWith("`Alone` has no public constructor"));
  EXPECT_THAT(header.refusal("None"), StartsWith("`None` has no public constructor"));
}

TEST(BadInput, HeaderThatDoesNotCompileKeepsItsDiagnostics) {
  testing::internal::CaptureStderr();
  const Header header("class Broken { int f( };\n");
  EXPECT_EQ(header.refusal("Broken"), "does not compile");
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr("subject.hpp:1:23: error: expected parameter declarator"));
  EXPECT_THAT(said, testing::Not(HasSubstr("generated.")));
}

TEST(BadInput, MissingHeaderIsACompileError) {
  testing::internal::CaptureStderr();
  const Header header("");
  SubjectRequest request = header.request("X");
  request.header = "nowhere.hpp";
  EXPECT_TRUE(std::holds_alternative<DoesNotCompile>(readSubject(request)));
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("nowhere.hpp' file not found"));
}

} // namespace
} // namespace heddle::frontend
