// SPDX-License-Identifier: Apache-2.0
#include "library_examples.h"

#include <algorithm>
#include <cctype>

namespace heddle::frontend {
namespace {

using What = LibraryRow::What;

// What examples are made of, whatever the library.
constexpr char kUsual[] = R"(
struct Item {
  Item(int value = 0) : value_(value) { ++made; }
  bool operator<(const Item& other) const { ++compared; return value_ < other.value_; }
  bool operator==(const Item& other) const { ++compared; return value_ == other.value_; }
  void set(int value) { value_ = value; }
  inline static int made = 0, compared = 0;
  int value_;
};
)";

constexpr char kStandard[] = R"(
#include <algorithm>
#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <experimental/memory>
#include <forward_list>
#include <functional>
#include <future>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <pthread.h>
#include <queue>
#include <ranges>
#include <set>
#include <shared_mutex>
#include <span>
#include <stack>
#include <string>
#include <thread>
#include <threads.h>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>
)";

constexpr char kBoost[] = R"(
#include <boost/atomic.hpp>
#include <boost/bind/bind.hpp>
#include <boost/chrono.hpp>
#include <boost/function.hpp>
#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/stack.hpp>
#include <boost/optional.hpp>
#include <boost/ref.hpp>
#include <boost/smart_ptr.hpp>
#include <boost/smart_ptr/detail/spinlock.hpp>
#include <boost/thread.hpp>
#include <boost/utility/string_view.hpp>
)";

constexpr char kTbb[] = R"(
#include <oneapi/tbb/mutex.h>
#include <oneapi/tbb/rw_mutex.h>
#include <tbb/null_mutex.h>
#include <tbb/null_rw_mutex.h>
#include <tbb/queuing_mutex.h>
#include <tbb/spin_mutex.h>
#include <tbb/spin_rw_mutex.h>
)";

// Of the next standard, and of the last.
constexpr char kNext[] = R"(
# 1 "/usr/include/next" 1 3
namespace std {
template <class T> T&& move(T&);
template <class> class move_only_function;
template <class R, class... A> class move_only_function<R(A...)> { public: R operator()(A...); void swap(move_only_function&); };
template <class> class function_ref;
template <class R, class... A> class function_ref<R(A...)> { public: R operator()(A...) const; void swap(function_ref&); };
template <class T> class auto_ptr { public: T& operator*() const; void reset(T* = nullptr); };
template <class T> class optional {
public:
  template <class F> void and_then(F&&); template <class F> void transform(F&&); template <class F> void or_else(F&&);
};
template <class... T> class variant { public: template <class F> void visit(F&&); };
}
# 1 "subject.hpp" 2
)";

// What examples use of the standard library.
constexpr char kHelpers[] = R"(
template <> struct std::hash<Item> { std::size_t operator()(const Item&) const; };
inline constexpr auto isOdd = [](int each) { return each % 2 != 0; };
inline void* start(void* counter) { ++*static_cast<int*>(counter); return nullptr; }
inline int startC(void* counter) { ++*static_cast<int*>(counter); return 0; }
template <class View> int readAll(View&& view) {
  if constexpr (requires { view.begin(); }) {
    int sum = 0;
    for (auto&& each : view)
      sum += each;
    return sum;
  } else {
    return view.get()[0];
  }
}
extern std::vector<int> v;
extern std::string s;
)";
constexpr char kStandardLocks[] = R"(
using Shared = std::shared_timed_mutex;
using OnceFlag = std::once_flag;
inline constexpr std::defer_lock_t defer;
inline constexpr std::chrono::milliseconds soon(1);
inline const auto now = std::chrono::steady_clock::now();
)";
constexpr char kBoostLocks[] = R"(
struct Counted { int owners; };
void intrusive_ptr_add_ref(Counted*);
void intrusive_ptr_release(Counted*);
using Shared = boost::shared_mutex;
using OnceFlag = boost::once_flag;
inline constexpr boost::defer_lock_t defer;
inline const boost::chrono::milliseconds soon(1);
inline const auto now = boost::chrono::steady_clock::now();
)";

// Names in examples that are fields of the subject: each row has its own.
struct Name {
  std::string_view name, type;
};
constexpr Name kNames[] = {{"v", "std::vector<int>"},
                           {"w", "std::vector<int>"},
                           {"s", "std::string"},
                           {"t", "std::pair<int, int>"},
                           {"m", "Shared"},
                           {"o", "Shared"},
                           {"once", "OnceFlag"},
                           {"n", "int"},
                           {"p", "int*"},
                           {"q", "int*"},
                           {"r", "char*"},
                           {"called", "int"},
                           {"a", "pthread_mutex_t"},
                           {"b", "pthread_rwlock_t"},
                           {"c", "pthread_spinlock_t"},
                           {"d", "pthread_cond_t"},
                           {"e", "mtx_t"},
                           {"f", "cnd_t"},
                           {"spin", "tbb::spin_mutex"},
                           {"queuing", "tbb::queuing_mutex"}};

std::string preludeOf(std::string_view library) {
  if (library == "libstdcxx_next")
    return std::string(kNext) + kUsual;
  const std::string standard = std::string(kStandard) + kUsual + kHelpers;
  if (library == "boost")
    return kBoost + standard + kBoostLocks;
  return (library == "tbb" ? kTbb : "") + standard + kStandardLocks;
}

bool mentions(const std::string& code, std::string_view name) {
  const auto isLetter = [&](std::size_t i) {
    return i < code.size() && (std::isalnum(static_cast<unsigned char>(code[i])) || code[i] == '_');
  };
  for (std::size_t at = code.find(name); at != std::string::npos; at = code.find(name, at + 1))
    if (!isLetter(at - 1) && !isLetter(at + name.size()) && (at == 0 || code[at - 1] != '.'))
      return true;
  return false;
}

// The example between what makes its effect visible.
std::string bodyOf(const Example& example, const std::string& number) {
  const std::string inner = "std::lock_guard<std::mutex> inner(self.inner" + number + "_); ";
  const std::string access = "++self.seen" + number + "_; ";
  if (has(example.does, Does::TriesToLock | Does::TriesToLockShared | Does::TriesToLockAll))
    return example.code + "; " + inner + access;
  if (has(example.does, Does::StartsThread))
    return inner + example.code + "; ";
  if (has(example.does, Does::LetsGo))
    return "{ " + example.code + "; } " + access;
  const bool isLock =
      has(example.does,
          Does::Locks | Does::LocksShared | Does::LocksAll | Does::Unlocks | Does::UnlocksShared |
              Does::NamesLock | Does::TakesOver | Does::WaitsWithLock) ||
      example.kind == ClassKind::Guard || example.kind == ClassKind::SharedGuard ||
      example.kind == ClassKind::DeferLock || example.kind == ClassKind::AdoptLock ||
      example.kind == ClassKind::TryToLock;
  return example.code + "; " + (isLock ? access : "");
}

std::string subjectOf(const std::vector<Example>& examples) {
  std::string fields, declarations, definitions;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const Example& example = examples[i];
    const std::string number = std::to_string(i);
    const std::string body = bodyOf(example, number);
    std::string names;
    const auto add = [&](std::string_view type, std::string_view name) {
      fields += "  " + std::string(type) + " " + std::string(name) + number + "_;\n";
      names += "  auto& " + std::string(name) + " = self." + std::string(name) + number + "_;\n";
    };
    fields += "  int seen" + number + "_;\n";
    for (const Name& name : kNames)
      if (mentions(body, name.name) || (name.name == "called" && mentions(body, "call")))
        add(name.type, name.name);
    if (mentions(body, "inner"))
      fields += "  std::mutex inner" + number + "_;\n";
    if (mentions(body, "call"))
      names += "  auto call = [&](...) { ++called; return false; };\n";
    if (mentions(body, "g")) {
      fields += "  std::mutex guarded" + number + "_;\n";
      names += "  std::unique_lock<std::mutex> g(self.guarded" + number + "_);\n";
    }
    declarations += "  void row" + number + "();\n";
    const std::string& text = body;
    if (example.type.empty()) {
      definitions += "inline void S::row" + number + "() {\n  S& self = *this;\n" + names + "  " +
                     text + "\n}\n";
      continue;
    }
    fields += "  using T" + number + " = " + example.type + ";\n";
    if (mentions(body, "x") || mentions(body, "y"))
      fields += "  T" + number + " x" + number + "_, y" + number + "_;\n";
    else
      fields += "  int x" + number + "_, y" + number + "_;\n";
    definitions +=
        "template <class T, class X> void with" + number + "(S& self, X& x, X& y) {\n" + names;
    if (example.isOptional)
      definitions += "  if constexpr (requires { " + example.code + "; }) {\n  " + text +
                     "\n  } else {\n    ++S::absent;\n  }\n}\n";
    else
      definitions += "  " + text + "\n}\n";
    definitions += "inline void S::row" + number + "() { with" + number + "<T" + number +
                   ">(*this, x" + number + "_, y" + number + "_); }\n";
  }
  return "struct S {\n  S();\n" + declarations + fields + "  inline static int absent = 0;\n};\n" +
         definitions;
}

// What shows the kind of a class, as far as its members do not.
std::string codeFor(const LibraryRow& row) {
  switch (row.kind) {
  case ClassKind::Guard:
  case ClassKind::SharedGuard:
  case ClassKind::DeferLock:
  case ClassKind::AdoptLock:
  case ClassKind::TryToLock:
    return std::string(row.example);
  case ClassKind::Associative:
    return "x.insert(1)";
  case ClassKind::Pointer:
  case ClassKind::UniquePointer:
  case ClassKind::SharedPointer:
    return "*x = 1";
  case ClassKind::View:
    return "readAll(" + std::string(row.example) + ")";
  case ClassKind::Callable:
    return "x()";
  case ClassKind::OnceFlag:
    return "call_once(x, call)";
  case ClassKind::Thread:
    return "x = T(call)";
  default:
    return "";
  }
}

// The type of a class row's example, which may be a statement or an expression.
std::string typeOf(const LibraryRow& row) {
  const std::string example(row.example);
  if (row.kind == ClassKind::View)
    return "decltype(" + example + ")";
  return example.substr(0, example.find(" z("));
}

const LibraryRow* classOf(const Library& library, std::string_view name) {
  for (const LibraryRow& row : library.rows)
    if (row.what == What::Class && row.name == name)
      return &row;
  return nullptr;
}

} // namespace

std::span<const LibraryRow> interfaces() {
  return std::ranges::find(libraries(), "interfaces", &Library::name)->rows;
}

std::vector<Example> examplesOf(const Library& library) {
  std::vector<Example> examples;
  for (const LibraryRow& row : library.rows) {
    if (row.example.empty())
      continue; // seen through another class
    Example example{.row = &row, .does = row.does, .type = "", .code = std::string(row.example)};
    if (row.what == What::Member)
      if (const LibraryRow* owner = classOf(library, row.owner))
        example.type = typeOf(*owner);
    if (row.what != What::Class) {
      examples.push_back(example);
      continue;
    }
    example.type = typeOf(row);
    example.isOptional = true;
    for (const LibraryRow& member : interfaces())
      if (member.kind == row.kind) {
        example.does = member.does;
        example.code = member.example;
        examples.push_back(example);
        examples.back().row = &member;
      }
    example.does = Does::Nothing;
    example.kind = row.kind;
    example.code = codeFor(row);
    example.isOptional = row.kind != ClassKind::Callable; // which can call everything
    if (row.kind == ClassKind::Guard || row.kind == ClassKind::SharedGuard ||
        row.kind == ClassKind::DeferLock || row.kind == ClassKind::AdoptLock ||
        row.kind == ClassKind::TryToLock)
      example.type = "", example.isOptional = false; // a statement
    if (!example.code.empty())
      examples.push_back(example);
  }
  return examples;
}

Summaries summariesOf(const Library& library, const std::vector<Example>& examples) {
  return {preludeOf(library.name) + subjectOf(examples), "S", ""};
}

} // namespace heddle::frontend
