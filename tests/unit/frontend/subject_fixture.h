// SPDX-License-Identifier: Apache-2.0
// Headers as texts, read by the front end in a directory of their own.
#pragma once

#include <string>
#include <vector>

#include "frontend/subject_reader.h"
#include "support/temporary_directory.h"

namespace heddle::frontend {

class Header {
public:
  explicit Header(const std::string& text, std::vector<std::string> flags = {});

  SubjectReading read(const std::string& className) const;
  // Fails the test when the class cannot be used.
  SubjectDescription subject(const std::string& className) const;
  // "reason / hint"; "" when the class can be used.
  std::string refusal(const std::string& className) const;

  SubjectRequest request(const std::string& className) const;
  const std::string& directory() const { return directory_.path(); }

private:
  TemporaryDirectory directory_;
  std::vector<std::string> flags_; // of the compiler
};

// "Queue(int)", "push(int) const", ... in order.
std::vector<std::string> signatures(const SubjectDescription& subject);
// "what: why".
std::vector<std::string> leftOut(const SubjectDescription& subject);
const OperationDescription& operation(const SubjectDescription& subject,
                                      const std::string& signature);

} // namespace heddle::frontend
