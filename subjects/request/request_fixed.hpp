// SPDX-License-Identifier: Apache-2.0
// A request to a web server: the fixed twin of request.hpp.
//
// attribute() and sessionId() take the lock.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "request_properties.hpp"

namespace connector {

class Session {
public:
  explicit Session(std::string id) : id_(std::move(id)) {}
  const std::string& id() const { return id_; }

private:
  std::string id_;
};

class Request : public RequestProperties {
public:
  using Texts = std::map<std::string, std::string>;

  Request() = default;
  ~Request() = default;

  // Empty: there is no such attribute.
  std::string attribute(const std::string& name) const {
    std::lock_guard lock(mutex_);
    return attributes_ == nullptr ? "" : textOf(*attributes_, name);
  }

  // Empty: there is no session.
  std::string sessionId() const {
    std::lock_guard lock(mutex_);
    return session_ == nullptr ? "" : session_->id();
  }

  // Drops everything that belongs to the request, so that the object can serve another one.
  void recycle() {
    std::lock_guard lock(mutex_);
    attributes_.reset();
    session_.reset();
    parameters_.clear();
    headers_.clear();
    cookies_.clear();
    notes_.clear();
  }

  void setAttribute(const std::string& name, std::string value) {
    std::lock_guard lock(mutex_);
    if (attributes_ == nullptr)
      attributes_ = std::make_unique<Texts>();
    (*attributes_)[name] = std::move(value);
  }

  bool removeAttribute(const std::string& name) {
    std::lock_guard lock(mutex_);
    return attributes_ != nullptr && attributes_->erase(name) > 0;
  }

  std::vector<std::string> attributeNames() const {
    std::lock_guard lock(mutex_);
    return attributes_ == nullptr ? std::vector<std::string>() : namesOf(*attributes_);
  }

  void startSession(std::string id) {
    std::lock_guard lock(mutex_);
    session_ = std::make_unique<Session>(std::move(id));
  }

  bool hasSession() const {
    std::lock_guard lock(mutex_);
    return session_ != nullptr;
  }

  void addParameter(const std::string& name, std::string value) {
    std::lock_guard lock(mutex_);
    parameters_[name] = std::move(value);
  }

  std::string parameter(const std::string& name) const {
    std::lock_guard lock(mutex_);
    return textOf(parameters_, name);
  }

  std::vector<std::string> parameterNames() const {
    std::lock_guard lock(mutex_);
    return namesOf(parameters_);
  }

  Texts parameterMap() const {
    std::lock_guard lock(mutex_);
    return parameters_;
  }

  void clearParameters() {
    std::lock_guard lock(mutex_);
    parameters_.clear();
  }

  void addHeader(const std::string& name, std::string value) {
    std::lock_guard lock(mutex_);
    headers_[name] = std::move(value);
  }

  std::string header(const std::string& name) const {
    std::lock_guard lock(mutex_);
    return textOf(headers_, name);
  }

  std::vector<std::string> headerNames() const {
    std::lock_guard lock(mutex_);
    return namesOf(headers_);
  }

  void clearHeaders() {
    std::lock_guard lock(mutex_);
    headers_.clear();
  }

  void addCookie(std::string cookie) {
    std::lock_guard lock(mutex_);
    cookies_.push_back(std::move(cookie));
  }

  std::vector<std::string> cookies() const {
    std::lock_guard lock(mutex_);
    return cookies_;
  }

  void clearCookies() {
    std::lock_guard lock(mutex_);
    cookies_.clear();
  }

  void setNote(const std::string& name, std::string value) {
    std::lock_guard lock(mutex_);
    notes_[name] = std::move(value);
  }

  std::string note(const std::string& name) const {
    std::lock_guard lock(mutex_);
    return textOf(notes_, name);
  }

  std::vector<std::string> noteNames() const {
    std::lock_guard lock(mutex_);
    return namesOf(notes_);
  }

  bool removeNote(const std::string& name) {
    std::lock_guard lock(mutex_);
    return notes_.erase(name) > 0;
  }

private:
  static std::string textOf(const Texts& texts, const std::string& name) {
    auto found = texts.find(name);
    return found == texts.end() ? "" : found->second;
  }

  static std::vector<std::string> namesOf(const Texts& texts) {
    std::vector<std::string> names;
    for (const auto& entry : texts)
      names.push_back(entry.first);
    return names;
  }

  std::unique_ptr<Texts> attributes_; // null: none
  std::unique_ptr<Session> session_;  // null: none
  Texts parameters_;
  Texts headers_;
  std::vector<std::string> cookies_;
  Texts notes_;
};

} // namespace connector
