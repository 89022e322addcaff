// SPDX-License-Identifier: Apache-2.0
// Result<T>: a value or an Error, with the interface of std::expected (which the toolchain's
// libstdc++ 12 has only in C++23 mode), so that it can be replaced by it one day.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace heddle {

// An operation of the system on a file that failed: "write", the file, the error number.
struct FileFailure {
  std::string action;
  std::string path;
  int code = 0;
};

struct Error {
  Error() = default;
  Error(std::string text) : message(std::move(text)) {}
  Error(std::string text, FileFailure failure)
      : message(std::move(text)), file(std::move(failure)) {}

  std::string message;
  FileFailure file; // empty for other errors
};

template <typename T>
class [[nodiscard]] Result {
public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  // NOLINTNEXTLINE(readability-identifier-naming): as in std::expected
  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }
  T& value() { return std::get<0>(state_); }
  const T& value() const { return std::get<0>(state_); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const { return std::get<1>(state_); }

private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
public:
  Result() = default;
  Result(Error error) : error_(std::move(error)), failed_(true) {}

  // NOLINTNEXTLINE(readability-identifier-naming): as in std::expected
  bool has_value() const { return !failed_; }
  explicit operator bool() const { return has_value(); }
  const Error& error() const { return error_; }

private:
  Error error_;
  bool failed_ = false;
};

} // namespace heddle
