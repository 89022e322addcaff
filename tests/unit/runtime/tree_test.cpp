// SPDX-License-Identifier: Apache-2.0
// The red-black tree that heddle links into subjects, against the definition of red-black trees and
// against sorted vectors.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <dlfcn.h>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace {

using Node = std::_Rb_tree_node_base;

// A tree of integers on the bare functions, so that its header can be inspected.
class Tree {
public:
  struct Item : Node {
    int key;
  };

  Tree() {
    header_._M_color = std::_S_red;
    header_._M_parent = nullptr;
    header_._M_left = header_._M_right = &header_;
  }

  void insert(Item& item) {
    Node* parent = &header_;
    bool left = true;
    for (Node* node = header_._M_parent; node != nullptr;) {
      parent = node;
      left = item.key < static_cast<Item*>(node)->key;
      node = left ? node->_M_left : node->_M_right;
    }
    std::_Rb_tree_insert_and_rebalance(left, &item, parent, header_);
  }

  Node* erase(Item& item) { return std::_Rb_tree_rebalance_for_erase(&item, header_); }

  std::vector<int> keysForward() {
    std::vector<int> keys;
    for (Node* node = header_._M_left; node != &header_; node = std::_Rb_tree_increment(node))
      keys.push_back(static_cast<Item*>(node)->key);
    return keys;
  }

  std::vector<int> keysBackward() {
    std::vector<int> keys;
    if (header_._M_parent == nullptr)
      return keys;
    for (const Node* node = &header_; node != header_._M_left;) {
      node = std::_Rb_tree_decrement(node);
      keys.push_back(static_cast<const Item*>(node)->key);
    }
    return keys;
  }

  // Every rule that a red-black tree in libstdc++'s layout keeps.
  void expectValid() {
    if (header_._M_parent == nullptr) {
      EXPECT_EQ(header_._M_left, &header_);
      EXPECT_EQ(header_._M_right, &header_);
      return;
    }
    EXPECT_EQ(header_._M_color, std::_S_red);
    EXPECT_EQ(header_._M_parent->_M_parent, &header_);
    EXPECT_EQ(header_._M_parent->_M_color, std::_S_black);
    EXPECT_EQ(header_._M_left, Node::_S_minimum(header_._M_parent));
    EXPECT_EQ(header_._M_right, Node::_S_maximum(header_._M_parent));
    blackHeight(header_._M_parent);
  }

private:
  int blackHeight(const Node* node) {
    if (node == nullptr)
      return 1;
    for (const Node* child : {node->_M_left, node->_M_right}) {
      if (child == nullptr)
        continue;
      EXPECT_EQ(child->_M_parent, node);
      EXPECT_FALSE(node->_M_color == std::_S_red && child->_M_color == std::_S_red);
    }
    int left = blackHeight(node->_M_left);
    int right = blackHeight(node->_M_right);
    EXPECT_EQ(left, right);
    return left + (node->_M_color == std::_S_black ? 1 : 0);
  }

  Node header_;
};

std::vector<Tree::Item> items(int count) {
  std::vector<Tree::Item> all(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i)
    all[static_cast<std::size_t>(i)].key = i;
  return all;
}

std::vector<int> sortedKeys(const std::vector<Tree::Item*>& members) {
  std::vector<int> keys;
  for (const Tree::Item* item : members)
    keys.push_back(item->key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

TEST(SubjectTree, IsTheOneThatContainersUse) {
  Dl_info tree{};
  Dl_info program{};
  auto* function = static_cast<Node* (*)(Node*)>(&std::_Rb_tree_increment);
  ASSERT_NE(dladdr(reinterpret_cast<void*>(function), &tree), 0);
  ASSERT_NE(dladdr(reinterpret_cast<void*>(&sortedKeys), &program), 0);
  EXPECT_EQ(tree.dli_fbase, program.dli_fbase);
}

// All insertion orders of up to 7 keys, each followed by all single erasures: 5,913 trees.
TEST(SubjectTree, KeepsItsRulesForEveryInsertionOrderAndErasure) {
  for (int count = 0; count <= 7; ++count) {
    std::vector<int> order;
    for (int i = 0; i < count; ++i)
      order.push_back(i);
    do {
      for (int victim = 0; victim < std::max(count, 1); ++victim) {
        auto all = items(count);
        Tree tree;
        for (int key : order)
          tree.insert(all[static_cast<std::size_t>(key)]);
        tree.expectValid();
        if (count == 0)
          continue;
        Tree::Item& item = all[static_cast<std::size_t>(victim)];
        ASSERT_EQ(tree.erase(item), &item);
        tree.expectValid();
        std::vector<int> expected = order;
        std::sort(expected.begin(), expected.end());
        expected.erase(expected.begin() + victim);
        ASSERT_EQ(tree.keysForward(), expected);
      }
    } while (std::next_permutation(order.begin(), order.end()) && !HasFailure());
  }
}

TEST(SubjectTree, KeepsItsRulesUnderRandomInsertionAndErasure) {
  for (unsigned seed = 0; seed < 20 && !HasFailure(); ++seed) {
    std::mt19937 random(seed);
    auto all = items(300);
    Tree tree;
    std::vector<Tree::Item*> inside;
    std::vector<Tree::Item*> outside;
    for (Tree::Item& item : all)
      outside.push_back(&item);
    for (int step = 0; step < 2000 && !HasFailure(); ++step) {
      // Grow for a while, then shrink, so that the tree is also emptied.
      bool grow = (step / 500) % 2 == 0 ? random() % 4 != 0 : random() % 4 == 0;
      auto& from = (grow && !outside.empty()) || inside.empty() ? outside : inside;
      auto& to = &from == &outside ? inside : outside;
      std::swap(from[random() % from.size()], from.back());
      Tree::Item* item = from.back();
      from.pop_back();
      to.push_back(item);
      if (&to == &inside)
        tree.insert(*item);
      else
        ASSERT_EQ(tree.erase(*item), item);
      tree.expectValid();
    }
    std::vector<int> expected = sortedKeys(inside);
    EXPECT_EQ(tree.keysForward(), expected);
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(tree.keysBackward(), expected);
  }
}

TEST(SubjectTree, CarriesMapsAndSets) {
  std::map<std::string, int> map;
  std::multiset<int> multiset;
  std::mt19937 random(1);
  for (int i = 0; i < 5000; ++i) {
    int value = static_cast<int>(random() % 500);
    ++map[std::to_string(value)];
    multiset.insert(value);
    if (i % 3 == 0) {
      int victim = static_cast<int>(random() % 500);
      map.erase(std::to_string(victim));
      multiset.erase(victim);
    }
  }
  EXPECT_TRUE(std::is_sorted(map.begin(), map.end()));
  EXPECT_TRUE(std::is_sorted(multiset.begin(), multiset.end()));
  std::size_t counted = 0;
  for (const auto& [key, count] : map) {
    EXPECT_EQ(multiset.count(std::stoi(key)), static_cast<std::size_t>(count));
    counted += static_cast<std::size_t>(count);
  }
  EXPECT_EQ(multiset.size(), counted);
  EXPECT_TRUE(std::equal(map.rbegin(), map.rend(), std::map(map).rbegin()));
}

} // namespace
