// SPDX-License-Identifier: Apache-2.0
// Linked into the subject, where its libstdc++ is visible: the engine has its own C++ library, which does not know
// exceptions thrown by the subject.
#include <cstddef>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <typeinfo>

namespace {

void copyText(char* to, const char* from, std::size_t capacity) {
  std::strncpy(to, from, capacity - 1);
  to[capacity - 1] = '\0';
}

} // namespace

// Describes the exception being handled by std::terminate; false if there is none.
extern "C" __attribute__((disable_sanitizer_instrumentation)) bool
heddle_subject_current_exception(char* type, char* what, std::size_t capacity) {
  const std::type_info* info = abi::__cxa_current_exception_type();
  if (info == nullptr)
    return false;
  copyText(type, info->name(), capacity);
  what[0] = '\0';
  try {
    throw;
  } catch (const std::exception& exception) {
    copyText(what, exception.what(), capacity);
  } catch (...) {
    what[0] = '\0';
  }
  return true;
}
