// SPDX-License-Identifier: Apache-2.0
// What the front end found out about the class under test: written by the front-end process next to the
// generated harness, read by the CLI. Versioned text form (text_form.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/forms/enum_names.h"
#include "model/message.h"
#include "support/result.h"

namespace heddle::model {

enum class OperationKind : std::uint8_t { Constructor, Factory, Method, StaticMethod };

struct OperationModel {
  OperationKind kind = OperationKind::Method;
  std::string name;      // "push", "operator=="
  std::string signature; // "push(const std::string &)"
  std::string then;      // "unlock": what it calls at its end, if it is two calls in one
  std::string result;    // type returned, "void"; "" for constructors and where unknown
  std::string file;      // where it is declared
  std::uint32_t line = 0;
  bool isConst = false;
  bool nodiscard = false; // a compiler complains when its result is not used
  bool hasBody = true;    // visible in the header; otherwise a source file must be linked
  std::string symbol;     // its linkage name; "" if it has none, as a template
  Message unsupported;    // why it cannot be driven, as far as the front end can tell
};

struct ClassModel {
  static constexpr int kVersion = 3;

  std::string name;      // fully qualified with template arguments: "app::Queue<int>"
  std::string shortName; // "Queue"
  std::string header;    // as it is to be included: "\"logger.hpp\"" or "<vector>"
  std::string file;      // where the class is defined
  std::uint32_t line = 0;
  std::vector<OperationModel> operations; // same order as the harness's table
  enum class MemberKind : std::uint8_t { Function, MemberTemplate, ConstructorTemplate };
  struct LeftOut {
    MemberKind kind = MemberKind::Function;
    std::string what; // its signature
    Message why;
  };
  std::vector<LeftOut>
      leftOut; // never in the table: private helpers are not listed, public members are
  std::vector<std::string> includes; // what an emitted test needs besides the header: "<string>"
  std::string
      supportCode; // definitions (stubs of abstract classes) an emitted test needs, "" when none
  std::vector<Message> notes; // for the user
};

template <>
struct EnumNames<ClassModel::MemberKind> {
  static constexpr std::array<std::string_view, 3> kNames = {
      "function", "member-template", "constructor-template"};
};

std::string toText(const ClassModel& model);
Result<ClassModel> classModelFromText(std::string_view text);

} // namespace heddle::model
