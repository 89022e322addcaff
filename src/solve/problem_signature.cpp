// SPDX-License-Identifier: Apache-2.0
#include "solve/problem_signature.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "support/hash.h"

namespace heddle::solve {

namespace {

// Numbers in the order of their first use.
class Renaming {
public:
  std::uint64_t operator()(std::uint32_t number) {
    return names_.try_emplace(number, names_.size()).first->second;
  }
  bool knows(std::uint32_t number) const { return names_.contains(number); }

private:
  std::unordered_map<std::uint32_t, std::uint64_t> names_;
};

class Signature {
public:
  explicit Signature(const OrderProblem& problem) : problem_(problem) {}

  std::uint64_t value() {
    hash_.add(problem_.threadCount());
    for (Thread thread = 0; thread < problem_.threadCount(); ++thread) {
      hash_.add(problem_.eventsOf(thread).size());
      for (const Event event : problem_.eventsOf(thread))
        addAccesses(event);
    }
    addSpans();
    addEdges();
    return hash_.value();
  }

private:
  void addAccesses(Event event) {
    hash_.add(problem_.accessesOf(event).size());
    for (const Access& access : problem_.accessesOf(event)) {
      if (!locations_.knows(access.location))
        hash_.add(problem_.initialValue(access.location));
      hash_.add(locations_(access.location)).add(access.reads).add(access.writes);
      hash_.add(access.reads ? access.readValue : 0).add(access.writes ? access.writtenValue : 0);
    }
  }

  // 0 for none.
  std::uint64_t positionOf(Event event) const {
    return event == kNoEvent ? 0 : problem_.positionOf(event) + 1;
  }

  void addSpans() {
    std::vector<const Span*> spans;
    for (const Span& span : problem_.spans())
      spans.push_back(&span);
    const auto key = [this](const Span* span) {
      return std::array{
          std::uint64_t{span->thread}, positionOf(span->acquired), positionOf(span->released)};
    };
    std::ranges::sort(spans, {}, key);
    hash_.add(spans.size());
    for (const Span* span : spans) {
      for (const std::uint64_t part : key(span))
        hash_.add(part);
      hash_.add(locks_(span->lock)).add(span->shared);
    }
  }

  void addEdges() {
    std::vector<std::array<std::uint32_t, 4>> edges;
    for (const Edge& edge : problem_.edges())
      edges.push_back({problem_.threadOf(edge.from),
                       problem_.positionOf(edge.from),
                       problem_.threadOf(edge.to),
                       problem_.positionOf(edge.to)});
    std::ranges::sort(edges);
    hash_.add(edges.size());
    for (const auto& edge : edges)
      for (const std::uint32_t part : edge)
        hash_.add(part);
  }

  const OrderProblem& problem_;
  Renaming locations_;
  Renaming locks_;
  Hasher hash_;
};

} // namespace

std::uint64_t signatureOf(const OrderProblem& problem) {
  return Signature(problem).value();
}

} // namespace heddle::solve
