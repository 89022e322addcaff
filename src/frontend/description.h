// SPDX-License-Identifier: Apache-2.0
// What is read from the syntax tree and needed to write a harness: plain values, no clang. All types and names
// are C++ source that compiles at namespace scope after the user's header.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/classes/class_model.h"
#include "model/classes/class_summary.h"

namespace heddle::frontend {

struct ParameterDescription {
  std::string type;  // canonical: "const std::basic_string<char> &"
  std::string shown; // as declared: "const std::string &"
  std::string name;
  bool asLvalue = false; // an overload takes the same by rvalue reference
};

struct OperationDescription {
  model::OperationModel model;
  std::vector<ParameterDescription> parameters;
  std::string returned;    // type of a result that a later call may take; "" if none may
  std::string lease;       // type of a result that a later call may destroy; "" if none may
  std::string callee;      // expression over `self` (of type S) and the pack `a`
  std::string pattern;     // for emitted tests, see include/heddle/detail/thunk.hpp
  bool overloaded = false; // literals must have exactly the type of the parameter
  std::uint8_t notIn = 0;  // parts of a test (runtime/abi/calls.h) in which clients do not call it
  bool mayFail = false;    // without a reason
  std::string failure;     // class whose `isFailure` tells; "": what converts to false is a failure
  std::string
      released; // type of the result that this operation destroys; then there is no function
};

struct EnumDescription {
  std::string type;
  std::vector<std::string> enumerators;
};

// A class that occurs as a parameter or result, and how it can be built and read.
struct ValueClassDescription {
  std::string type;
  std::vector<std::vector<std::string>> constructors; // parameter types
  std::vector<std::string> fieldTypes;                // of an aggregate, those that can be listed
  std::vector<std::string> members;                   // names of its public fields
  std::vector<std::string>
      observers; // const methods without parameters or overloads, of a class without public fields
  bool isPartOfSubject = false; // declared in the class under test, such as a guard or an accessor
  bool destructorActs = false;  // see destruction.h
};

struct StubDescription {
  std::string type; // the abstract class
  std::string name; // of the stub, global
  std::string code;
};

// Constants that the class compares with, and other integers in it: sizes, initial values, template arguments.
struct Constants {
  std::vector<long long> integers;
  std::vector<long long> otherIntegers;
  std::vector<std::string> strings;
  std::vector<char> characters;
};

struct UserValues {
  std::string type;
  std::vector<std::string> sources; // classes made by HEDDLE_VALUES
};

struct SubjectDescription {
  model::ClassModel model; // its operations stay empty until the harness is written
  model::ClassSummary summary;
  std::vector<OperationDescription> operations;
  std::vector<EnumDescription> enums;
  std::vector<ValueClassDescription> classes;
  std::vector<StubDescription> stubs;
  Constants constants;
  std::vector<UserValues> userValues;
  std::vector<std::string> invariants; // classes that HEDDLE_INVARIANT generates for the subject
  std::string type;                    // the class under test
  std::vector<std::pair<std::uint16_t, std::uint16_t>>
      exclusions;                      // operations that clients do not call at the same time
  std::vector<std::string> reentering; // "size()", ...: what re-entering callables call
  bool reenteringAsks = true;          // they are const
};

// Why a class cannot be used.
struct Refusal {
  model::Message reason;
  model::Message hint;
};

} // namespace heddle::frontend
