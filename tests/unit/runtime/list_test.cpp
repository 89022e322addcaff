// SPDX-License-Identifier: Apache-2.0
// The list links that heddle puts into subjects, against vectors.
#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <random>
#include <vector>

namespace {

std::vector<int> forward(const std::list<int>& list) {
  return {list.begin(), list.end()};
}

std::vector<int> backward(const std::list<int>& list) {
  return {list.rbegin(), list.rend()};
}

void expectEqual(const std::list<int>& list, std::vector<int> expected) {
  EXPECT_EQ(forward(list), expected);
  std::reverse(expected.begin(), expected.end());
  EXPECT_EQ(backward(list), expected);
}

TEST(SubjectList, InsertsAndErasesAnywhere) {
  std::mt19937 random(7);
  std::list<int> list;
  std::vector<int> expected;
  for (int i = 0; i < 2000; ++i) {
    bool insert = expected.empty() || random() % 3 != 0;
    auto at = static_cast<std::ptrdiff_t>(random() % (expected.size() + (insert ? 1 : 0)));
    if (insert) {
      list.insert(std::next(list.begin(), at), i);
      expected.insert(expected.begin() + at, i);
    } else {
      list.erase(std::next(list.begin(), at));
      expected.erase(expected.begin() + at);
    }
  }
  expectEqual(list, expected);
}

TEST(SubjectList, SplicesEveryRangeToEveryPlace) {
  for (int from = 0; from <= 4; ++from)
    for (int to = from; to <= 4; ++to)
      for (int place = 0; place <= 2; ++place) {
        std::list<int> source{1, 2, 3, 4};
        std::list<int> target{8, 9};
        target.splice(std::next(target.begin(), place),
                      source,
                      std::next(source.begin(), from),
                      std::next(source.begin(), to));
        std::vector<int> sourceLeft{1, 2, 3, 4};
        std::vector<int> targetNow{8, 9};
        targetNow.insert(
            targetNow.begin() + place, sourceLeft.begin() + from, sourceLeft.begin() + to);
        sourceLeft.erase(sourceLeft.begin() + from, sourceLeft.begin() + to);
        expectEqual(source, sourceLeft);
        expectEqual(target, targetNow);
      }
}

TEST(SubjectList, SplicesWithinOneList) {
  std::list<int> list{1, 2, 3, 4};
  list.splice(list.begin(), list, std::prev(list.end()));
  expectEqual(list, {4, 1, 2, 3});
  list.splice(list.end(), list, list.begin(), std::next(list.begin(), 2));
  expectEqual(list, {2, 3, 4, 1});
  list.splice(list.begin(), list, list.begin());
  expectEqual(list, {2, 3, 4, 1});
}

TEST(SubjectList, ReversesAnyLength) {
  for (int length = 0; length < 5; ++length) {
    std::list<int> list;
    std::vector<int> expected;
    for (int i = 0; i < length; ++i) {
      list.push_back(i);
      expected.insert(expected.begin(), i);
    }
    list.reverse();
    expectEqual(list, expected);
  }
}

TEST(SubjectList, SwapsEmptyAndFilledLists) {
  for (const auto& a : {std::vector<int>{}, std::vector<int>{1}, std::vector<int>{1, 2, 3}})
    for (const auto& b : {std::vector<int>{}, std::vector<int>{7}, std::vector<int>{8, 9}}) {
      std::list<int> first(a.begin(), a.end());
      std::list<int> second(b.begin(), b.end());
      first.swap(second);
      expectEqual(first, b);
      expectEqual(second, a);
      first.push_back(5);
      second.push_front(6);
      EXPECT_EQ(first.size(), b.size() + 1);
      EXPECT_EQ(second.front(), 6);
    }
}

TEST(SubjectList, SortsAndMerges) {
  std::mt19937 random(3);
  std::list<int> a;
  std::list<int> b;
  std::vector<int> expected;
  for (int i = 0; i < 1000; ++i) {
    int value = static_cast<int>(random() % 10000);
    (i % 2 == 0 ? a : b).push_back(value);
    expected.push_back(value);
  }
  a.sort();
  b.sort();
  a.merge(b);
  std::sort(expected.begin(), expected.end());
  expectEqual(a, expected);
  EXPECT_TRUE(b.empty());
}

} // namespace
