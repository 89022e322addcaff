// SPDX-License-Identifier: Apache-2.0
// The links of std::list: like tree.cpp, versions with hooks of functions in libstdc++'s shared library. A list
// is a ring of nodes through a header node, which is one past the end; an empty list's header is linked to itself.
#include <list>

namespace std::__detail {

namespace {

using Node = _List_node_base;

void join(Node* first, Node* second) {
  first->_M_next = second;
  second->_M_prev = first;
}

// Closes the chain from `first` to `last` into a ring through `header`.
void closeRing(Node* header, Node* first, Node* last) {
  join(header, first);
  join(last, header);
}

} // namespace

// Inserts this node before `position`.
void _List_node_base::_M_hook(_List_node_base* const position) noexcept {
  Node* previous = position->_M_prev;
  join(this, position);
  join(previous, this);
}

// NOLINTNEXTLINE(readability-make-member-function-const): declared by libstdc++
void _List_node_base::_M_unhook() noexcept {
  join(_M_prev, _M_next);
}

// Moves the nodes from `first` up to, not including, `last` before this node.
void _List_node_base::_M_transfer(_List_node_base* const first,
                                  _List_node_base* const last) noexcept {
  if (this == last)
    return;
  Node* lastMoved = last->_M_prev;
  Node* previous = _M_prev;
  join(first->_M_prev, last);
  join(lastMoved, this);
  join(previous, first);
}

void _List_node_base::_M_reverse() noexcept {
  Node* node = this;
  do {
    Node* next = node->_M_next;
    node->_M_next = node->_M_prev;
    node->_M_prev = next;
    node = next;
  } while (node != this);
}

// Exchanges the lists of two headers.
void _List_node_base::swap(_List_node_base& a, _List_node_base& b) noexcept {
  bool aIsEmpty = a._M_next == &a;
  bool bIsEmpty = b._M_next == &b;
  Node* aFirst = a._M_next;
  Node* aLast = a._M_prev;
  if (bIsEmpty)
    join(&a, &a);
  else
    closeRing(&a, b._M_next, b._M_prev);
  if (aIsEmpty)
    join(&b, &b);
  else
    closeRing(&b, aFirst, aLast);
}

} // namespace std::__detail
