// SPDX-License-Identifier: Apache-2.0
// Summaries of classes that are given as text, as short texts.
#pragma once

#include <string>

#include "model/classes/class_summary.h"
#include "subject_fixture.h"

namespace heddle::frontend {

class Summaries {
public:
  // `text` follows the usual headers of the standard library. The class is `S` unless `className` says otherwise.
  explicit Summaries(const std::string& text, const std::string& className = "S");
  Summaries(const std::string& text, const std::string& className, const std::string& headers);

  // Space-separated names, in order.
  std::string reads(const std::string& method) const;
  std::string writes(const std::string& method) const;
  std::string locks(const std::string& method) const;  // "mutex_ other_(shared)"
  std::string nested(const std::string& method) const; // "mutex_>other.mutex_"
  std::string unsure(const std::string& method) const;
  const model::MethodSummary& method(const std::string& name) const;
  const model::ClassSummary& summary() const { return summary_; }

private:
  model::ClassSummary summary_;
};

} // namespace heddle::frontend
