// SPDX-License-Identifier: Apache-2.0
// How types, fields and attributes are written and read. Every access is locked.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace xml {

class XStreamSettings {
public:
  XStreamSettings(const XStreamSettings&) = delete;
  XStreamSettings& operator=(const XStreamSettings&) = delete;

  // Another name of a type.
  void alias(const std::string& name, const std::string& meaning) {
    std::lock_guard lock(mutex_);
    aliases_[name] = meaning;
  }

  std::string aliasOf(const std::string& name) const {
    std::lock_guard lock(mutex_);
    auto found = aliases_.find(name);
    return found == aliases_.end() ? name : found->second;
  }

  bool removeAlias(const std::string& name) {
    std::lock_guard lock(mutex_);
    return aliases_.erase(name) > 0;
  }

  // Another name of a field.
  void aliasField(const std::string& name, const std::string& meaning) {
    std::lock_guard lock(mutex_);
    fieldAliases_[name] = meaning;
  }

  std::string fieldAliasOf(const std::string& name) const {
    std::lock_guard lock(mutex_);
    auto found = fieldAliases_.find(name);
    return found == fieldAliases_.end() ? name : found->second;
  }

  bool removeFieldAlias(const std::string& name) {
    std::lock_guard lock(mutex_);
    return fieldAliases_.erase(name) > 0;
  }

  // Another name of an attribute.
  void aliasAttribute(const std::string& name, const std::string& meaning) {
    std::lock_guard lock(mutex_);
    attributeAliases_[name] = meaning;
  }

  std::string attributeAliasOf(const std::string& name) const {
    std::lock_guard lock(mutex_);
    auto found = attributeAliases_.find(name);
    return found == attributeAliases_.end() ? name : found->second;
  }

  bool removeAttributeAlias(const std::string& name) {
    std::lock_guard lock(mutex_);
    return attributeAliases_.erase(name) > 0;
  }

  // Another name of a package.
  void aliasPackage(const std::string& name, const std::string& meaning) {
    std::lock_guard lock(mutex_);
    packageAliases_[name] = meaning;
  }

  std::string packageAliasOf(const std::string& name) const {
    std::lock_guard lock(mutex_);
    auto found = packageAliases_.find(name);
    return found == packageAliases_.end() ? name : found->second;
  }

  bool removePackageAlias(const std::string& name) {
    std::lock_guard lock(mutex_);
    return packageAliases_.erase(name) > 0;
  }

  // What is made where a type is wanted.
  void addDefaultImplementation(const std::string& name, const std::string& meaning) {
    std::lock_guard lock(mutex_);
    implementations_[name] = meaning;
  }

  std::string implementationOf(const std::string& name) const {
    std::lock_guard lock(mutex_);
    auto found = implementations_.find(name);
    return found == implementations_.end() ? name : found->second;
  }

  bool removeImplementation(const std::string& name) {
    std::lock_guard lock(mutex_);
    return implementations_.erase(name) > 0;
  }

  // Who writes a type.
  void registerConverter(const std::string& name, const std::string& meaning) {
    std::lock_guard lock(mutex_);
    converters_[name] = meaning;
  }

  std::string converterOf(const std::string& name) const {
    std::lock_guard lock(mutex_);
    auto found = converters_.find(name);
    return found == converters_.end() ? name : found->second;
  }

  bool removeConverter(const std::string& name) {
    std::lock_guard lock(mutex_);
    return converters_.erase(name) > 0;
  }

  // Fields that are not written.
  void omitField(const std::string& name) {
    std::lock_guard lock(mutex_);
    omitted_.insert(name);
  }

  bool isOmitted(const std::string& name) const {
    std::lock_guard lock(mutex_);
    return omitted_.contains(name);
  }

  bool unomitField(const std::string& name) {
    std::lock_guard lock(mutex_);
    return omitted_.erase(name) > 0;
  }

  // Types that may be read.
  void allowType(const std::string& name) {
    std::lock_guard lock(mutex_);
    allowed_.insert(name);
  }

  bool isAllowed(const std::string& name) const {
    std::lock_guard lock(mutex_);
    return allowed_.contains(name);
  }

  bool unallowType(const std::string& name) {
    std::lock_guard lock(mutex_);
    return allowed_.erase(name) > 0;
  }

  // Types that are never read.
  void denyType(const std::string& name) {
    std::lock_guard lock(mutex_);
    denied_.insert(name);
  }

  bool isDenied(const std::string& name) const {
    std::lock_guard lock(mutex_);
    return denied_.contains(name);
  }

  bool undenyType(const std::string& name) {
    std::lock_guard lock(mutex_);
    return denied_.erase(name) > 0;
  }

  // Fields that are written as attributes.
  void useAttributeFor(const std::string& name) {
    std::lock_guard lock(mutex_);
    attributes_.insert(name);
  }

  bool isAttribute(const std::string& name) const {
    std::lock_guard lock(mutex_);
    return attributes_.contains(name);
  }

  bool useElementFor(const std::string& name) {
    std::lock_guard lock(mutex_);
    return attributes_.erase(name) > 0;
  }

  // Types without references.
  void addImmutableType(const std::string& name) {
    std::lock_guard lock(mutex_);
    immutable_.insert(name);
  }

  bool isImmutable(const std::string& name) const {
    std::lock_guard lock(mutex_);
    return immutable_.contains(name);
  }

  bool removeImmutableType(const std::string& name) {
    std::lock_guard lock(mutex_);
    return immutable_.erase(name) > 0;
  }

  // Types whose annotations were read.
  void processAnnotations(const std::string& name) {
    std::lock_guard lock(mutex_);
    processed_.insert(name);
  }

  bool isProcessed(const std::string& name) const {
    std::lock_guard lock(mutex_);
    return processed_.contains(name);
  }

  bool forgetAnnotations(const std::string& name) {
    std::lock_guard lock(mutex_);
    return processed_.erase(name) > 0;
  }

  std::string mode() const {
    std::lock_guard lock(mutex_);
    return mode_;
  }

  void setMode(std::string mode) {
    std::lock_guard lock(mutex_);
    mode_ = std::move(mode);
  }

  std::string classLoader() const {
    std::lock_guard lock(mutex_);
    return classLoader_;
  }

  void setClassLoader(std::string classLoader) {
    std::lock_guard lock(mutex_);
    classLoader_ = std::move(classLoader);
  }

  std::string marshallingStrategy() const {
    std::lock_guard lock(mutex_);
    return marshallingStrategy_;
  }

  void setMarshallingStrategy(std::string marshallingStrategy) {
    std::lock_guard lock(mutex_);
    marshallingStrategy_ = std::move(marshallingStrategy);
  }

  std::string encoding() const {
    std::lock_guard lock(mutex_);
    return encoding_;
  }

  void setEncoding(std::string encoding) {
    std::lock_guard lock(mutex_);
    encoding_ = std::move(encoding);
  }

  std::string rootName() const {
    std::lock_guard lock(mutex_);
    return rootName_;
  }

  void setRootName(std::string rootName) {
    std::lock_guard lock(mutex_);
    rootName_ = std::move(rootName);
  }

  std::string indent() const {
    std::lock_guard lock(mutex_);
    return indent_;
  }

  void setIndent(std::string indent) {
    std::lock_guard lock(mutex_);
    indent_ = std::move(indent);
  }

  std::string newLine() const {
    std::lock_guard lock(mutex_);
    return newLine_;
  }

  void setNewLine(std::string newLine) {
    std::lock_guard lock(mutex_);
    newLine_ = std::move(newLine);
  }

  bool isAnnotationsDetected() const {
    std::lock_guard lock(mutex_);
    return annotationsDetected_;
  }

  void setAnnotationsDetected(bool annotationsDetected) {
    std::lock_guard lock(mutex_);
    annotationsDetected_ = annotationsDetected;
  }

  bool isNullsWritten() const {
    std::lock_guard lock(mutex_);
    return nullsWritten_;
  }

  void setNullsWritten(bool nullsWritten) {
    std::lock_guard lock(mutex_);
    nullsWritten_ = nullsWritten;
  }

  bool isHeaderWritten() const {
    std::lock_guard lock(mutex_);
    return headerWritten_;
  }

  void setHeaderWritten(bool headerWritten) {
    std::lock_guard lock(mutex_);
    headerWritten_ = headerWritten;
  }

  bool isUnknownElementsIgnored() const {
    std::lock_guard lock(mutex_);
    return unknownElementsIgnored_;
  }

  void setUnknownElementsIgnored(bool unknownElementsIgnored) {
    std::lock_guard lock(mutex_);
    unknownElementsIgnored_ = unknownElementsIgnored;
  }

  int maxDepth() const {
    std::lock_guard lock(mutex_);
    return maxDepth_;
  }

  void setMaxDepth(int maxDepth) {
    std::lock_guard lock(mutex_);
    maxDepth_ = maxDepth;
  }

  int priorityVeryHigh() const {
    std::lock_guard lock(mutex_);
    return priorityVeryHigh_;
  }

  void setPriorityVeryHigh(int priorityVeryHigh) {
    std::lock_guard lock(mutex_);
    priorityVeryHigh_ = priorityVeryHigh;
  }

protected:
  XStreamSettings() = default;
  ~XStreamSettings() = default;

private:
  mutable std::mutex mutex_;
  std::map<std::string, std::string> aliases_;
  std::map<std::string, std::string> fieldAliases_;
  std::map<std::string, std::string> attributeAliases_;
  std::map<std::string, std::string> packageAliases_;
  std::map<std::string, std::string> implementations_;
  std::map<std::string, std::string> converters_;
  std::set<std::string> omitted_;
  std::set<std::string> allowed_;
  std::set<std::string> denied_;
  std::set<std::string> attributes_;
  std::set<std::string> immutable_;
  std::set<std::string> processed_;
  std::string mode_ = "relative references";
  std::string classLoader_ = "default";
  std::string marshallingStrategy_ = "tree";
  std::string encoding_ = "UTF-8";
  std::string rootName_ = "object";
  std::string indent_ = "  ";
  std::string newLine_ = "n";
  bool annotationsDetected_ = false;
  bool nullsWritten_ = true;
  bool headerWritten_ = false;
  bool unknownElementsIgnored_ = false;
  int maxDepth_ = 64;
  int priorityVeryHigh_ = 10000;
};

} // namespace xml
