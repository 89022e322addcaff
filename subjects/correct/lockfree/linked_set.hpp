// SPDX-License-Identifier: Apache-2.0
// A sorted list with a lock in each node: a walk holds two neighbouring locks (lock coupling).
// WRONG: contains() walks without locks.
#pragma once

#include <mutex>

class LinkedSet {
public:
  LinkedSet() = default;
  LinkedSet(const LinkedSet&) = delete;
  LinkedSet& operator=(const LinkedSet&) = delete;
  ~LinkedSet() {
    for (Node* node = head_.next; node;) {
      Node* next = node->next;
      delete node;
      node = next;
    }
  }

  bool insert(int key) {
    Node* before = &head_;
    before->mutex.lock();
    Node* node = advance(before, key);
    const bool added = !node || node->key != key;
    if (added)
      before->next = new Node{key, node};
    unlock(before, node);
    return added;
  }

  bool erase(int key) {
    Node* before = &head_;
    before->mutex.lock();
    Node* node = advance(before, key);
    const bool found = node && node->key == key;
    if (found)
      before->next = node->next;
    unlock(before, node);
    if (found)
      delete node;
    return found;
  }

  bool contains(int key) {
    Node* before = &head_;
#ifdef WRONG
    for (Node* node = before->next; node; node = node->next)
      if (node->key == key)
        return true;
    return false;
#else
    before->mutex.lock();
    Node* node = advance(before, key);
    const bool found = node && node->key == key;
    unlock(before, node);
    return found;
#endif
  }

private:
  struct Node {
    int key = 0;
    Node* next = nullptr;
    std::mutex mutex{};
  };

  // Moves on until the next node has a key that is not smaller; both are locked then.
  static Node* advance(Node*& before, int key) {
    Node* node = before->next;
    if (node)
      node->mutex.lock();
    while (node && node->key < key) {
      before->mutex.unlock();
      before = node;
      node = node->next;
      if (node)
        node->mutex.lock();
    }
    return node;
  }

  static void unlock(Node* before, Node* node) {
    if (node)
      node->mutex.unlock();
    before->mutex.unlock();
  }

  Node head_;
};
