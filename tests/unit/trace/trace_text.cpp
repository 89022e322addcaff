// SPDX-License-Identifier: Apache-2.0
#include "trace_text.h"

#include <array>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>

namespace heddle::trace {

using runtime::Event;
using runtime::EventKind;

namespace {

constexpr unsigned kSites = 256;
constexpr unsigned kSharedSites = 10; // those that words name, at the end

const abi::SiteRecord* siteOf(unsigned number) {
  static std::array<abi::SiteRecord, kSites> sites = [] {
    std::array<abi::SiteRecord, kSites> made{};
    for (abi::SiteRecord& site : made) {
      site.file = "file.cpp";
      site.function = "function";
      site.variable = "";
    }
    return made;
  }();
  return &sites.at(number);
}

const std::map<char, EventKind>& kinds() {
  static const std::map<char, EventKind> all = {
      {'R', EventKind::Load},          {'W', EventKind::Store},
      {'U', EventKind::Free},          {'r', EventKind::AtomicLoad},
      {'w', EventKind::AtomicStore},   {'u', EventKind::AtomicRmw},
      {'c', EventKind::AtomicCas},     {'(', EventKind::Lock},
      {')', EventKind::Unlock},        {'[', EventKind::LockShared},
      {']', EventKind::UnlockShared},  {'?', EventKind::TryLock},
      {'Z', EventKind::CondWait},      {'Y', EventKind::Woken},
      {'!', EventKind::WakeUp},        {'+', EventKind::ThreadCreate},
      {'-', EventKind::ThreadJoin},    {'V', EventKind::SemaphoreWait},
      {'P', EventKind::SemaphorePost}, {'B', EventKind::BarrierWait},
      {'O', EventKind::Once},          {'D', EventKind::OnceDone},
      {'{', EventKind::CallBegin},     {'}', EventKind::CallEnd},
  };
  return all;
}

class Parser {
public:
  std::vector<Event> parse(std::string_view text) {
    std::istringstream words{std::string(text)};
    for (std::string word; words >> word;)
      add(word);
    return std::move(events_);
  }

private:
  void add(const std::string& word) {
    Event event;
    event.number = events_.size();
    event.step = events_.size() + 1;
    event.thread = static_cast<runtime::ThreadId>(word.at(0) - '0');
    event.kind = kinds().at(word.at(1));
    std::string rest = word.substr(2, word.find('@') - 2);
    event.site = siteOf(word.find('@') == std::string::npos
                            ? static_cast<unsigned>(events_.size())
                            : kSites - kSharedSites + static_cast<unsigned>(word.back() - '0'));
    fill(event, rest);
    events_.push_back(event);
  }

  void fill(Event& event, const std::string& rest) {
    switch (event.kind) {
    case EventKind::ThreadCreate:
    case EventKind::ThreadJoin:
      event.value = static_cast<std::uint64_t>(rest.at(0) - '0');
      return;
    case EventKind::WakeUp:
      event.value = static_cast<std::uint64_t>(rest.at(0) - '0');
      event.address = addressOf(rest.at(1));
      return;
    case EventKind::CondWait:
      event.address = addressOf(rest.at(0));
      event.value = addressOf(rest.at(1));
      return;
    case EventKind::CallBegin:
    case EventKind::CallEnd:
      event.call = calls_[event.thread] =
          event.thread * 65536u + static_cast<unsigned>(rest.at(0) - '0');
      if (event.kind == EventKind::CallEnd)
        calls_.erase(event.thread);
      return;
    default:
      break;
    }
    event.address = addressOf(rest.back());
    event.failed = event.kind == EventKind::TryLock || event.kind == EventKind::AtomicCas;
    if (isAccess(event.kind))
      event.size = rest.size() > 1 ? static_cast<std::uint32_t>(rest.at(0) - '0') : 4;
    if (auto call = calls_.find(event.thread); call != calls_.end())
      event.call = call->second;
  }

  std::vector<Event> events_;
  std::map<runtime::ThreadId, std::uint32_t> calls_;
};

} // namespace

std::uintptr_t addressOf(char object) {
  return 0x10000 + 16 * static_cast<std::uintptr_t>(object);
}

std::vector<Event> eventsFromText(std::string_view text) {
  return Parser().parse(text);
}

ExecutionTrace traceFromText(std::string_view text) {
  ExecutionTrace trace;
  for (const Event& event : eventsFromText(text))
    trace.append(event);
  return trace;
}

} // namespace heddle::trace
