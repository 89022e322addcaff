// SPDX-License-Identifier: Apache-2.0
// Creates its parser with a factory that it is given, at the first use. A factory never returns null.
// WRONG: parse() tests the pointer without the lock.
#pragma once

#include <memory>
#include <mutex>
#include <string>

class Parser {
public:
  virtual ~Parser() = default;
  virtual int parse(const std::string& text) = 0;
};

class ParserFactory {
public:
  virtual ~ParserFactory() = default;
  virtual std::shared_ptr<Parser> create() = 0;
};

class PluginHost {
public:
  explicit PluginHost(std::shared_ptr<ParserFactory> factory) : factory_(std::move(factory)) {}
  PluginHost(const PluginHost&) = delete;
  PluginHost& operator=(const PluginHost&) = delete;

  int parse(const std::string& text) {
    if (!factory_)
      return -1;
#ifdef WRONG
    if (!parser_) {
      std::lock_guard lock(mutex_);
      parser_ = factory_->create();
    }
    return parser_->parse(text);
#else
    std::lock_guard lock(mutex_);
    if (!parser_)
      parser_ = factory_->create();
    return parser_->parse(text);
#endif
  }

  void reset() {
    std::lock_guard lock(mutex_);
    parser_.reset();
  }

private:
  const std::shared_ptr<ParserFactory> factory_;
  std::mutex mutex_;
  std::shared_ptr<Parser> parser_;
};
