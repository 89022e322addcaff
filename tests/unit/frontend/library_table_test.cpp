// SPDX-License-Identifier: Apache-2.0
// Every row of the tables about libraries: its example is analysed, and the summary must say what the row says.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "library_examples.h"

namespace heddle::frontend {
namespace {

using What = LibraryRow::What;

std::set<std::string> namesIn(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

// What an example did, without the numbers.
struct Seen {
  std::set<std::string> reads, writes, locks, nested;
  std::string unsure;
  bool isAbsent = false;
};

Seen seenIn(const Summaries& summaries, const Example& example, std::size_t i) {
  const std::string row = "row" + std::to_string(i), number = std::to_string(i) + "_";
  const auto plain = [&](std::string text) {
    for (std::size_t at = text.find(number); at != std::string::npos; at = text.find(number))
      text.erase(at, number.size());
    return namesIn(text);
  };
  Seen seen{.reads = plain(summaries.reads(row)),
            .writes = plain(summaries.writes(row)),
            .locks = plain(summaries.locks(row)),
            .nested = plain(summaries.nested(row)),
            .unsure = summaries.unsure(row)};
  seen.isAbsent = example.isOptional && seen.writes.contains("S::absent");
  return seen;
}

bool isSharedOnly(const std::set<std::string>& locks) {
  return std::ranges::all_of(
      locks, [](const std::string& lock) { return lock.find("(shared)") != std::string::npos; });
}

// What the summary lacks, or has too much.
std::string complaint(const Seen& seen, const Example& example) {
  const auto& [reads, writes, locks, nested, unsure, isAbsent] = seen;
  const auto wants = [&](bool holds, const char* what) {
    return holds ? "" : std::string(what) + "; ";
  };
  const Does does = example.does;
  std::string all;
  if (has(does, Does::Reads))
    all += wants(reads.contains("x") && !writes.contains("x"), "x is only read");
  if (has(does, Does::Overwrites))
    all += wants(!reads.contains("x") && writes.contains("x"), "x is only written");
  if (has(does, Does::LooksAtOwners))
    all += wants(reads.contains("owners") && !writes.contains("owners"), "the count is read");
  if (has(does, Does::ChangesOwners))
    all += wants(writes.contains("owners"), "the count is changed");
  if (has(does, Does::FreesTarget))
    all += wants(writes.contains("x[]"), "the target is written");
  if (has(does, Does::ReadsTarget))
    all += wants(reads.contains("x[]"), "the target is read");
  if (has(does, Does::CallsArguments | Does::StartsThread | Does::CallsOnce))
    all += wants(writes.contains("called"), "the callable is called");
  if (has(does, Does::ConstructsElement | Does::MakesObject) &&
      (example.type + example.code).find("Item") != std::string::npos)
    all += wants(writes.contains("Item::made"), "an element is made");
  if (has(does, Does::PassesOn | Does::TakesAddress))
    all += wants(writes.contains("n"), "n is written");
  if (has(does, Does::GetsPart))
    all += wants(writes.contains("t"), "t is written");
  if (has(does, Does::KeepsArguments))
    all +=
        wants(!writes.contains("called") && !writes.contains("v"), "nothing is called or written");
  if (has(does, Does::ReadsArguments | Does::CopiesArguments))
    all += wants(!writes.contains("v"), "v is not written");
  if (has(does, Does::CopiesArguments))
    all += wants(writes.contains("w"), "w is written");
  if (has(does, Does::Exchanges))
    all += wants((writes.contains("x") && writes.contains("y")) || writes.contains("q[]"),
                 "both are changed");
  if (has(does, Does::Locks | Does::LetsGo | Does::NamesLock | Does::TakesOver | Does::CallsOnce))
    all += wants(locks.size() == 1, "a lock is held");
  if (has(does, Does::LocksShared))
    all += wants(locks.size() == 1 && isSharedOnly(locks), "a lock is held shared");
  if (has(does, Does::LocksAll))
    all += wants(locks.size() == 2 && nested.empty(), "two locks are held");
  if (has(does, Does::TriesToLock | Does::TriesToLockShared | Does::TriesToLockAll))
    all += wants(locks.contains("inner") && locks.size() == 1 && !nested.empty(),
                 "a lock may be held");
  if (has(does, Does::TriesToLockShared))
    all += wants(nested.contains("x(shared)>inner") || nested.contains("b(shared)>inner"),
                 "it may be held shared");
  if (has(does, Does::Unlocks | Does::UnlocksShared | Does::WaitsWithLock | Does::StartsThread))
    all += wants(locks.empty(), "no lock is held");
  switch (example.kind) {
  case ClassKind::Guard:
  case ClassKind::SharedGuard:
    all +=
        wants(locks.size() == 1 && isSharedOnly(locks) == (example.kind == ClassKind::SharedGuard),
              "a lock is held");
    break;
  case ClassKind::DeferLock:
  case ClassKind::TryToLock:
    all += wants(locks.empty(), "no lock is held for sure");
    break;
  case ClassKind::AdoptLock:
  case ClassKind::OnceFlag:
    all += wants(locks.size() == 1, "a lock is held");
    break;
  case ClassKind::Associative:
    all += wants(writes.contains("Item::compared"), "keys are compared");
    break;
  case ClassKind::Pointer:
  case ClassKind::UniquePointer:
  case ClassKind::SharedPointer:
    all += wants(writes.contains("x[]") && !writes.contains("x"), "only the target is written");
    break;
  case ClassKind::View:
    all += wants(reads.contains("v") || reads.contains("s"), "what is viewed is read");
    break;
  case ClassKind::Callable:
    all += wants(!unsure.empty(), "unknown code is called");
    break;
  case ClassKind::Thread:
    all += wants(writes.contains("called"), "the callable is called");
    break;
  default:
    break;
  }
  return all;
}

class LibraryTable : public testing::TestWithParam<Library> {};

TEST_P(LibraryTable, SaysWhatItsExamplesShow) {
  const std::vector<Example> examples = examplesOf(GetParam());
  const Summaries summaries = summariesOf(GetParam(), examples);
  std::map<std::string, bool> isShown;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const Example& example = examples[i];
    const Seen seen = seenIn(summaries, example, i);
    isShown[example.type] |= !seen.isAbsent;
    if (!seen.isAbsent)
      EXPECT_EQ(complaint(seen, example), "")
          << example.row->owner << " " << example.row->name << ", " << example.type << ": "
          << example.code << "\n reads " << testing::PrintToString(seen.reads) << " writes "
          << testing::PrintToString(seen.writes) << " locks " << testing::PrintToString(seen.locks)
          << " nested " << testing::PrintToString(seen.nested) << " unsure " << seen.unsure;
  }
  for (const auto& [type, isIt] : isShown)
    EXPECT_TRUE(isIt) << "nothing shows what " << type << " is";
}

INSTANTIATE_TEST_SUITE_P(Each,
                         LibraryTable,
                         testing::ValuesIn(libraries().begin() + 1, libraries().end()),
                         [](const auto& info) { return std::string(info.param.name); });

// Names that are accessors elsewhere.
TEST(LibraryRules, AMemberWithoutARowChangesItsObject) {
  const Summaries s(
      "#include <future>\n#include <sstream>\n"
      "struct S { int get() { return future_.get(); } void join() { thread_.join(); }"
      "  int read() { return stream_.get(); } bool ready() { return future_.valid(); }"
      "  std::future<int> future_; std::thread thread_; std::istringstream stream_; };");
  EXPECT_EQ(s.writes("get"), "future_");
  EXPECT_EQ(s.writes("join"), "thread_");
  EXPECT_EQ(s.writes("read"), "stream_");
  EXPECT_EQ(s.writes("ready"), "");
}

TEST(LibraryRules, ClassesOfUnknownLibrariesAreKnownByWhatTheStandardAsks) {
  const Summaries s(
      "# 1 \"/usr/include/other.h\" 1 3\n"
      "namespace other {\n"
      "struct Cursor { using iterator_category = std::forward_iterator_tag; int& operator*() "
      "const; Cursor& operator++(); };\n"
      "struct List { using value_type = int; using iterator = Cursor; iterator begin(); int& "
      "front(); void push(int); };\n"
      "struct Latch { Latch(); Latch(const Latch&) = delete; void lock(); void unlock(); };\n"
      "struct Sink { int& front(); void lock(); };\n"
      "}\n"
      "# 1 \"subject.hpp\" 2\n"
      "struct S { int first() { return list_.front(); } void set() { *list_.begin() = 1; }"
      "  void push() { list_.push(1); } int other() { return sink_.front(); }"
      "  void locked() { latch_.lock(); ++n_; latch_.unlock(); }"
      "  other::List list_; other::Latch latch_; other::Sink sink_; int n_ = 0; };");
  EXPECT_EQ(s.writes("first"), "");
  EXPECT_EQ(s.writes("set"), "list_");
  EXPECT_EQ(s.writes("push"), "list_");
  EXPECT_EQ(s.writes("other"), "sink_");
  EXPECT_EQ(s.writes("locked"), "n_");
  EXPECT_EQ(s.locks("locked"), "latch_");
}

TEST(LibraryInterfaces, EachMemberIsThatOfSomeClass) {
  std::set<const LibraryRow*> missing;
  for (const LibraryRow& member : interfaces())
    missing.insert(&member);
  for (const Library& library : libraries()) {
    if (!library.name.starts_with("libstdcxx") || library.name == "libstdcxx_next")
      continue;
    std::vector<Example> examples = examplesOf(library);
    std::erase_if(examples, [](const Example& each) { return each.row->what != What::Interface; });
    if (examples.empty())
      continue;
    const Summaries summaries = summariesOf(library, examples);
    for (std::size_t i = 0; i < examples.size(); ++i)
      if (!seenIn(summaries, examples[i], i).isAbsent)
        missing.erase(examples[i].row);
  }
  for (const LibraryRow* member : missing)
    ADD_FAILURE() << "no class of the standard library has " << member->name << ", called as "
                  << member->example;
}

} // namespace
} // namespace heddle::frontend
