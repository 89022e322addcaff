// SPDX-License-Identifier: Apache-2.0
// Writes values as XML and reads them again, after XStream 1.4.1 (XSTR-681).
//
// Fault: the factory of writers is created when it is first needed, and its only writer is reused, both
// without a lock.
// Fails: toXML(text) | toXML(text), with a null dereference (the writer is in use) or a use after free (the factory was made
// twice).
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "xstream_settings.hpp"

namespace xml {

class XmlWriter {
public:
  void startNode(const std::string& name) { text_ += "<" + name + ">"; }
  void setValue(const std::string& value) { text_ += value; }
  void endNode(const std::string& name) { text_ += "</" + name + ">"; }
  std::string finish() { return std::exchange(text_, std::string()); }

private:
  std::string text_;
};

// Lends its writer, so that not each call has to make one.
class WriterFactory {
public:
  std::unique_ptr<XmlWriter> createWriter() { return std::move(writer_); }
  void giveBack(std::unique_ptr<XmlWriter> writer) { writer_ = std::move(writer); }

private:
  std::unique_ptr<XmlWriter> writer_ = std::make_unique<XmlWriter>();
};

class XStream : public XStreamSettings {
public:
  XStream() = default;

  std::string toXML(const std::string& text) { return write("string", text); }
  std::string toXML(int number) { return write("int", std::to_string(number)); }

  // The text between the first tag and the next.
  static std::string fromXML(const std::string& xml) {
    const std::size_t begin = xml.find('>');
    const std::size_t end = xml.find('<', begin == std::string::npos ? 0 : begin);
    if (begin == std::string::npos || end == std::string::npos)
      throw std::invalid_argument("XStream: this is not XML");
    return xml.substr(begin + 1, end - begin - 1);
  }

private:
  std::string write(const std::string& type, const std::string& value) {
    const std::string name = aliasOf(type);
    if (factory_ == nullptr)
      factory_ = std::make_unique<WriterFactory>();
    std::unique_ptr<XmlWriter> writer = factory_->createWriter();
    writer->startNode(name);
    writer->setValue(value);
    writer->endNode(name);
    std::string text = writer->finish();
    factory_->giveBack(std::move(writer));
    return text;
  }

  std::unique_ptr<WriterFactory> factory_;
};

} // namespace xml
