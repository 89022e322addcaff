// SPDX-License-Identifier: Apache-2.0
#include "subject_fixture.h"

#include <gtest/gtest.h>

#include "report/claim_text.h"
#include "report/words/message_text.h"
#include "support/files.h"

namespace heddle::frontend {

Header::Header(const std::string& text, std::vector<std::string> flags)
    : directory_(std::move(TemporaryDirectory::create("heddle-frontend-test").value())),
      flags_(std::move(flags)) {
  flags_.insert(flags_.end(), {"-isystem", HEDDLE_INCLUDE});
  EXPECT_TRUE(writeFileAtomically(joinPath(directory(), "subject.hpp"), text));
}

SubjectRequest Header::request(const std::string& className) const {
  return {.header = "subject.hpp",
          .values = "",
          .className = className,
          .sources = {},
          .bodies = {},
          .flags = flags_,
          .directory = directory()};
}

SubjectReading Header::read(const std::string& className) const {
  return readSubject(request(className));
}

SubjectDescription Header::subject(const std::string& className) const {
  SubjectReading reading = read(className);
  if (auto* subject = std::get_if<SubjectDescription>(&reading))
    return std::move(*subject);
  const auto* refusal = std::get_if<Refusal>(&reading);
  ADD_FAILURE() << (refusal != nullptr ? report::messageText(refusal->reason) : "does not compile");
  return {};
}

std::string Header::refusal(const std::string& className) const {
  const SubjectReading reading = read(className);
  if (const auto* refusal = std::get_if<Refusal>(&reading))
    return report::messageText(refusal->reason) + " / " + report::messageText(refusal->hint);
  return std::holds_alternative<DoesNotCompile>(reading) ? "does not compile" : "";
}

std::vector<std::string> signatures(const SubjectDescription& subject) {
  std::vector<std::string> all;
  for (const OperationDescription& operation : subject.operations)
    all.push_back(operation.model.signature + (operation.model.isConst ? " const" : ""));
  return all;
}

std::vector<std::string> leftOut(const SubjectDescription& subject) {
  std::vector<std::string> all;
  for (const model::ClassModel::LeftOut& each : subject.model.leftOut) {
    model::MethodUse use;
    use.signature = each.what;
    use.kind = each.kind;
    all.push_back(report::methodText(use) + ": " + report::messageText(each.why));
  }
  return all;
}

const OperationDescription& operation(const SubjectDescription& subject,
                                      const std::string& signature) {
  static const OperationDescription kNone;
  for (const OperationDescription& each : subject.operations)
    if (each.model.signature == signature)
      return each;
  ADD_FAILURE() << "no operation " << signature;
  return kNone;
}

} // namespace heddle::frontend
