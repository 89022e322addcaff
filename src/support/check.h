// SPDX-License-Identifier: Apache-2.0
// HEDDLE_CHECK(cond) << why; states a condition that only a bug in heddle can violate. It stays enabled in
// release builds: a wrong verdict is worse than no verdict. A failed check prints the version and
// what to report, and ends the process with status 70.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

namespace heddle {

inline constexpr int kOwnBugExitStatus = 70;

// Collects the explanation of a failed check; its destructor ends the process.
class CheckFailure {
public:
  CheckFailure(const char* file, int line, const char* condition)
      : file_(file), line_(line), condition_(condition) {}
  CheckFailure(const CheckFailure&) = delete;
  CheckFailure& operator=(const CheckFailure&) = delete;
  ~CheckFailure();

  template <typename T>
  CheckFailure& operator<<(const T& part) {
    if constexpr (std::is_arithmetic_v<T>) {
      why_ += std::to_string(part);
    } else {
      why_ += std::string_view(part);
    }
    return *this;
  }

private:
  const char* file_;
  int line_;
  const char* condition_;
  std::string why_;
};

// Binds weaker than << and stronger than ?:, so that the macro is one expression of type void.
struct CheckVoid {
  void operator&(const CheckFailure&) const {}
};

} // namespace heddle

// Not in parentheses as a whole: `<< why` must bind to the failure.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define HEDDLE_CHECK(condition)                                                                    \
  (condition) ? static_cast<void>(0)                                                               \
              : ::heddle::CheckVoid() & ::heddle::CheckFailure(__FILE__, __LINE__, #condition)
// NOLINTEND(bugprone-macro-parentheses)
