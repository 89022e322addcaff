// SPDX-License-Identifier: Apache-2.0
// codegen/: a finding of `heddle check` in, a stand-alone GoogleTest file out, as a person would write it. Nothing here
// reads or writes files.
#pragma once

#include <string>
#include <vector>

#include "model/classes/class_model.h"
#include "model/finding.h"
#include "model/test_source.h"
#include "model/trace.h"

namespace heddle::codegen {

// A test and what became of it in the failing execution.
struct ObservedTest {
  const model::ClassModel& subject;
  const model::Test& test;
  const model::TestSource& source;             // of `test`
  const std::vector<model::TracedCall>& calls; // those that began
};

// What the comment on top of the file says besides the failure itself.
struct TestFileNotes {
  std::string title;                    // of the finding
  std::vector<std::string> explanation; // of its results
  std::string include;                  // "\"account.hpp\"", as the compile command finds it
  std::vector<std::string> table;       // the interleaving, rendered
  std::vector<std::string>
      stacks; // reproduce: the stack that was given and the one produced, side by side
  std::string replayCommand;
  std::string compileCommand;
};

// The whole file. The notes and the seed become comments; where the wrong results are plain values,
// the test expects not to see them.
std::string
writeTest(const model::Finding& finding, const ObservedTest& observed, const TestFileNotes& notes);

// The test in a few lines for the report: construction and prefix, one line per call of a suffix with its thread and
// result, then the epilogue.
std::vector<std::string> outlineTest(const ObservedTest& observed);

// "account.withdraw(500)": the call alone, without what sets up its arguments. `lane` and `index` as in TracedCall; "" when
// the test has no such call.
std::string callText(const ObservedTest& observed, unsigned lane, unsigned index);

// "logger" for Logger, "lruCache" for LRUCache; never a keyword, nor the name of the class.
std::string objectName(const std::string& className);

// "PushWhilePop": what the test is about.
std::string testName(const ObservedTest& observed);

} // namespace heddle::codegen
