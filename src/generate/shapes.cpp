// SPDX-License-Identifier: Apache-2.0
#include "generate/shapes.h"

#include <algorithm>

#include "support/check.h"
#include "support/hash.h"

namespace heddle::generate {

namespace {

// All numbers here bound products of options; otherwise they are arbitrary.
constexpr std::size_t kForTriples = 7;
constexpr std::size_t kForQuadruples = 4;
constexpr std::size_t kForPeers = 12;
constexpr std::size_t kPeerCallsPerOperation = 2;
constexpr std::size_t kMostPeerCalls = 16;

using Lane = std::vector<const calls::Option*>;

class Planner {
public:
  Planner(Shape shape,
          const calls::StartState& start,
          const std::vector<std::size_t>& active,
          calls::CallCatalogue& catalogue,
          calls::Behaviour& behaviour)
      : shape_(shape), start_(start), catalogue_(catalogue), behaviour_(behaviour) {
    HEDDLE_CHECK(shape != Shape::Pair) << "pairs are not planned as a shape";
    for (std::size_t index : active) {
      HEDDLE_CHECK(index < start.options.size())
          << "option " << index << " of " << start.options.size();
      active_.push_back(&start.options[index]);
    }
  }

  std::vector<Plan> plan() {
    switch (shape_) {
    case Shape::Pair:
      break;
    case Shape::TwoObjects:
      twoObjects();
      break;
    case Shape::Client:
      client();
      break;
    case Shape::ThreeLanes:
      threeLanes();
      break;
    case Shape::ThreeAndOne:
      threeAndOne();
      break;
    case Shape::TwoAgainstOne:
      twoAgainstOne();
      break;
    case Shape::TwoAgainstTwo:
      twoAgainstTwo();
      break;
    }
    return std::move(plans_);
  }

private:
  static bool waits(const calls::Option* option) { return option->alone.waits(); }

  Lane first(std::size_t count) const {
    return {active_.begin(),
            active_.begin() + static_cast<std::ptrdiff_t>(std::min(count, active_.size()))};
  }

  // The same lanes in another order are the same test.
  void add(const std::vector<Lane>& lanes) {
    HEDDLE_CHECK(!lanes.empty() && lanes.size() <= abi::kMaxLanes)
        << "a plan with " << lanes.size() << " lanes";
    Plan plan{.prefix = start_.prefix, .suffixes = {}, .key = 0};
    std::vector<std::uint64_t> traces;
    for (const Lane& lane : lanes) {
      Hasher hasher;
      calls::Path& suffix = plan.suffixes.emplace_back();
      for (const calls::Option* option : lane) {
        suffix.push_back(option->call);
        hasher.add(option->alone.coverage);
      }
      traces.push_back(hasher.value());
    }
    std::ranges::sort(traces);
    Hasher key;
    key.add(static_cast<unsigned>(shape_)).add(serialTraces(lanes));
    for (std::uint64_t trace : traces)
      key.add(trace);
    plan.key = key.value();
    plans_.push_back(std::move(plan));
  }

  // The traces of all calls one after the other, with those that wait last. Distinguishes a queue with room for one
  // from a queue with room for two if each call alone has the same trace in both.
  std::uint64_t serialTraces(const std::vector<Lane>& lanes) {
    Hasher traces;
    calls::Path path = start_.prefix;
    std::uint64_t state = start_.state;
    for (bool waiters : {false, true})
      for (const Lane& lane : lanes)
        for (const calls::Option* option : lane) {
          if (waits(lane.front()) != waiters)
            break;
          calls::SoloCall call = behaviour_.run(path, state, option->call);
          traces.add(call.coverage).add(static_cast<unsigned>(call.outcome));
          if (!call.cameBack())
            break;
          path.push_back(option->call);
          state = call.state;
        }
    return traces.value();
  }

  void addWithPeer(const calls::Path& prefix, calls::CallId one, calls::CallId other) {
    std::uint64_t key = Hasher()
                            .add(start_.state)
                            .add(prefix.size())
                            .add(prefix.back())
                            .add(one)
                            .add(other)
                            .value();
    plans_.push_back({.prefix = prefix, .suffixes = {{one}, {other}}, .key = key});
  }

  // The peer goes through the same calls. Then: a call that takes the other object, from both sides (two locks taken
  // in opposite orders), and against calls on that other object; and, with the objects put into each other,
  // every call from both sides.
  void twoObjects() {
    std::vector<calls::CallId> withPeer = catalogue_.callsWithPeer(kPeerCallsPerOperation);
    withPeer.resize(std::min(withPeer.size(), kMostPeerCalls));
    calls::Path prefix = start_.prefix;
    for (calls::CallId call : start_.prefix)
      prefix.push_back(catalogue_.mirrored(call));
    for (calls::CallId call : withPeer)
      addWithPeer(prefix, call, catalogue_.mirrored(call));
    for (std::size_t i = 0; i < withPeer.size(); ++i)
      for (std::size_t k = i + 1; k < withPeer.size(); ++k)
        addWithPeer(prefix, withPeer[i], catalogue_.mirrored(withPeer[k]));
    for (calls::CallId call : withPeer)
      for (const calls::Option* option : first(kForPeers)) {
        addWithPeer(prefix, call, catalogue_.mirrored(option->call));
        addWithPeer(prefix, call, option->call);
      }
    for (calls::CallId link : withPeer) {
      calls::Path linked = prefix;
      linked.push_back(link);
      linked.push_back(catalogue_.mirrored(link));
      for (const calls::Option& option : start_.options)
        addWithPeer(linked, option.call, catalogue_.mirrored(option.call));
    }
  }

  void client() {
    for (const calls::Option& option : start_.options)
      add({{&option}});
    Lane calls = first(kForTriples);
    for (const calls::Option* a : calls)
      for (const calls::Option* b : calls)
        add({{a, b}});
    calls = first(kForQuadruples);
    for (const calls::Option* a : calls)
      for (const calls::Option* b : calls)
        for (const calls::Option* c : calls)
          add({{a, b, c}});
  }

  // Most waiters first, but one call should be able to run; calls that all wait can only release each other.
  void threeLanes() {
    Lane calls = first(kForTriples);
    for (int waiters : {2, 1, 0, 3})
      for (std::size_t i = 0; i < calls.size(); ++i)
        for (std::size_t k = i; k < calls.size(); ++k)
          for (std::size_t l = k; l < calls.size(); ++l)
            if (waits(calls[i]) + waits(calls[k]) + waits(calls[l]) == waiters)
              add({{calls[i]}, {calls[k]}, {calls[l]}});
  }

  void threeAndOne() {
    Lane calls = first(kForTriples);
    for (std::size_t i = 0; i < calls.size(); ++i)
      for (std::size_t k = i; k < calls.size(); ++k)
        for (const calls::Option* third : calls)
          for (const calls::Option* fourth : calls)
            if (waits(calls[i]) && waits(calls[k]) && !waits(third))
              add({{calls[i]}, {calls[k]}, {third, fourth}});
  }

  void twoAgainstOne() {
    Lane calls = first(kForTriples);
    for (const calls::Option* a : calls)
      for (const calls::Option* b : calls)
        for (const calls::Option* c : calls)
          if (!waits(a) && !(waits(b) && waits(c)))
            add({{a, b}, {c}});
  }

  void twoAgainstTwo() {
    Lane calls = first(kForQuadruples);
    for (bool bothWait : {false, true})
      for (const calls::Option* a : calls)
        for (const calls::Option* b : calls)
          for (const calls::Option* c : calls)
            for (const calls::Option* d : calls)
              if ((waits(a) && waits(c)) == bothWait)
                add({{a, b}, {c, d}});
  }

  Shape shape_;
  const calls::StartState& start_;
  calls::CallCatalogue& catalogue_;
  calls::Behaviour& behaviour_;
  Lane active_;
  std::vector<Plan> plans_;
};

} // namespace

std::vector<Plan> plansFor(Shape shape,
                           const calls::StartState& start,
                           const std::vector<std::size_t>& active,
                           calls::CallCatalogue& catalogue,
                           calls::Behaviour& behaviour) {
  return Planner(shape, start, active, catalogue, behaviour).plan();
}

} // namespace heddle::generate
