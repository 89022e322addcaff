// SPDX-License-Identifier: Apache-2.0
#include "model/test_source.h"

#include "model/forms/text_form.h"

namespace heddle::model {

template <typename Form, Is<TestSource> Value>
void describe(Form& form, Value& source) {
  form.list("prefix", source.prefix);
  form.lists("suffix", source.suffixes);
  form.list("epilogue", source.epilogue);
}

std::string toText(const TestSource& source) {
  return writeText("test-source", source);
}

Result<TestSource> testSourceFromText(std::string_view text) {
  return readText<TestSource>(text, "test-source");
}

} // namespace heddle::model
