// SPDX-License-Identifier: Apache-2.0
// The red-black tree under std::map and std::set. libstdc++ has these functions in its shared library,
// where their accesses have no hooks: a race on a map would be seen only at its edges, and a thread could
// never be switched away in the middle of a rotation. This version is compiled with the pass, linked into
// the subject, and takes precedence there.
//
// Insertion and deletion as in Cormen, Leiserson, Rivest, Stein, "Introduction to Algorithms", chapter 13,
// with null leaves, relinking nodes instead of copying values (iterators must stay valid). The layout is
// libstdc++'s: a red header node holds the root as its parent, the leftmost node as its left and the
// rightmost as its right child; the root's parent is the header; an empty tree has a null root and a header
// that is its own leftmost and rightmost node.
#include <map>

namespace {

using Node = std::_Rb_tree_node_base;

bool isRed(const Node* node) {
  return node != nullptr && node->_M_color == std::_S_red;
}

void replaceChild(Node* parent, const Node* child, Node* replacement, Node& header) {
  if (header._M_parent == child)
    header._M_parent = replacement;
  else if (parent->_M_left == child)
    parent->_M_left = replacement;
  else
    parent->_M_right = replacement;
}

//     node                    pivot
//    /    \                  /     \.
//   a     pivot      ->    node     c
//        /     \          /    \.
//       b       c        a      b
void rotateLeft(Node* node, Node& header) {
  Node* pivot = node->_M_right;
  node->_M_right = pivot->_M_left;
  if (pivot->_M_left != nullptr)
    pivot->_M_left->_M_parent = node;
  pivot->_M_parent = node->_M_parent;
  replaceChild(node->_M_parent, node, pivot, header);
  pivot->_M_left = node;
  node->_M_parent = pivot;
}

void rotateRight(Node* node, Node& header) {
  Node* pivot = node->_M_left;
  node->_M_left = pivot->_M_right;
  if (pivot->_M_right != nullptr)
    pivot->_M_right->_M_parent = node;
  pivot->_M_parent = node->_M_parent;
  replaceChild(node->_M_parent, node, pivot, header);
  pivot->_M_right = node;
  node->_M_parent = pivot;
}

void link(bool insertLeft, Node* node, Node* parent, Node& header) {
  node->_M_color = std::_S_red;
  node->_M_parent = parent;
  node->_M_left = nullptr;
  node->_M_right = nullptr;
  if (insertLeft) {
    parent->_M_left = node; // into an empty tree: the header's left, the leftmost node
    if (parent == &header) {
      header._M_parent = node;
      header._M_right = node;
    } else if (parent == header._M_left) {
      header._M_left = node;
    }
  } else {
    parent->_M_right = node;
    if (parent == header._M_right)
      header._M_right = node;
  }
}

// Takes `node` out of a tree where it has at most one child.
void bypass(Node* node, Node* child, Node& header) {
  if (child != nullptr)
    child->_M_parent = node->_M_parent;
  replaceChild(node->_M_parent, node, child, header);
  if (header._M_left == node)
    header._M_left = child == nullptr ? node->_M_parent : Node::_S_minimum(child);
  if (header._M_right == node)
    header._M_right = child == nullptr ? node->_M_parent : Node::_S_maximum(child);
}

// Puts `successor`, the smallest node of the right subtree, where `node` is. Returns the parent of the place
// that `successor` left.
Node* promote(Node* node, Node* successor, Node& header) {
  Node* left = successor;
  if (successor != node->_M_right) {
    left = successor->_M_parent;
    left->_M_left = successor->_M_right;
    if (successor->_M_right != nullptr)
      successor->_M_right->_M_parent = left;
    successor->_M_right = node->_M_right;
    node->_M_right->_M_parent = successor;
  }
  successor->_M_left = node->_M_left;
  node->_M_left->_M_parent = successor;
  successor->_M_parent = node->_M_parent;
  replaceChild(node->_M_parent, node, successor, header);
  return left;
}

// One step of repairing a tree in which the paths through the left child of `parent` have one black node too few.
// Returns whether it is repaired; otherwise the defect has moved up to `parent`.
bool mendLeft(Node* parent, Node& header) {
  Node* sibling = parent->_M_right;
  if (isRed(sibling)) {
    sibling->_M_color = std::_S_black;
    parent->_M_color = std::_S_red;
    rotateLeft(parent, header);
    sibling = parent->_M_right;
  }
  if (!isRed(sibling->_M_left) && !isRed(sibling->_M_right)) {
    sibling->_M_color = std::_S_red;
    return false;
  }
  if (!isRed(sibling->_M_right)) {
    sibling->_M_left->_M_color = std::_S_black;
    sibling->_M_color = std::_S_red;
    rotateRight(sibling, header);
    sibling = parent->_M_right;
  }
  sibling->_M_color = parent->_M_color;
  parent->_M_color = std::_S_black;
  sibling->_M_right->_M_color = std::_S_black;
  rotateLeft(parent, header);
  return true;
}

bool mendRight(Node* parent, Node& header) {
  Node* sibling = parent->_M_left;
  if (isRed(sibling)) {
    sibling->_M_color = std::_S_black;
    parent->_M_color = std::_S_red;
    rotateRight(parent, header);
    sibling = parent->_M_left;
  }
  if (!isRed(sibling->_M_left) && !isRed(sibling->_M_right)) {
    sibling->_M_color = std::_S_red;
    return false;
  }
  if (!isRed(sibling->_M_left)) {
    sibling->_M_right->_M_color = std::_S_black;
    sibling->_M_color = std::_S_red;
    rotateLeft(sibling, header);
    sibling = parent->_M_left;
  }
  sibling->_M_color = parent->_M_color;
  parent->_M_color = std::_S_black;
  sibling->_M_left->_M_color = std::_S_black;
  rotateRight(parent, header);
  return true;
}

void mend(Node* node, Node* parent, Node& header) {
  while (node != header._M_parent && !isRed(node)) {
    bool mended = node == parent->_M_left ? mendLeft(parent, header) : mendRight(parent, header);
    if (mended)
      return;
    node = parent;
    parent = node->_M_parent;
  }
  if (node != nullptr)
    node->_M_color = std::_S_black;
}

} // namespace

namespace std {

void _Rb_tree_insert_and_rebalance(const bool insertLeft,
                                   _Rb_tree_node_base* node,
                                   _Rb_tree_node_base* parent,
                                   _Rb_tree_node_base& header) noexcept {
  link(insertLeft, node, parent, header);
  // Invariant: only `node` and its parent may both be red.
  while (node != header._M_parent && node->_M_parent->_M_color == _S_red) {
    parent = node->_M_parent;
    Node* grandparent = parent->_M_parent;
    bool parentIsLeft = parent == grandparent->_M_left;
    Node* uncle = parentIsLeft ? grandparent->_M_right : grandparent->_M_left;
    if (isRed(uncle)) {
      parent->_M_color = _S_black;
      uncle->_M_color = _S_black;
      grandparent->_M_color = _S_red;
      node = grandparent;
      continue;
    }
    if (parentIsLeft && node == parent->_M_right) {
      rotateLeft(parent, header);
      parent = node;
    } else if (!parentIsLeft && node == parent->_M_left) {
      rotateRight(parent, header);
      parent = node;
    }
    parent->_M_color = _S_black;
    grandparent->_M_color = _S_red;
    if (parentIsLeft)
      rotateRight(grandparent, header);
    else
      rotateLeft(grandparent, header);
    break;
  }
  header._M_parent->_M_color = _S_black;
}

// Returns the node to be freed, which is always the requested one.
_Rb_tree_node_base* _Rb_tree_rebalance_for_erase(_Rb_tree_node_base* const node,
                                                 _Rb_tree_node_base& header) noexcept {
  Node* mover = nullptr;
  Node* moverParent = nullptr;
  bool lostBlack = false;
  if (node->_M_left != nullptr && node->_M_right != nullptr) {
    Node* successor = Node::_S_minimum(node->_M_right);
    mover = successor->_M_right;
    lostBlack = successor->_M_color == _S_black;
    moverParent = promote(node, successor, header);
    successor->_M_color = node->_M_color;
  } else {
    mover = node->_M_left != nullptr ? node->_M_left : node->_M_right;
    moverParent = node->_M_parent;
    lostBlack = node->_M_color == _S_black;
    bypass(node, mover, header);
  }
  if (lostBlack)
    mend(mover, moverParent, header);
  return node;
}

_Rb_tree_node_base* _Rb_tree_increment(_Rb_tree_node_base* node) noexcept {
  if (node->_M_right != nullptr)
    return Node::_S_minimum(node->_M_right);
  Node* parent = node->_M_parent;
  while (node == parent->_M_right) {
    node = parent;
    parent = node->_M_parent;
  }
  // If the root is the rightmost node, the climb goes one step too far, through the header back to the root.
  return node->_M_right == parent ? node : parent;
}

const _Rb_tree_node_base* _Rb_tree_increment(const _Rb_tree_node_base* node) noexcept {
  return _Rb_tree_increment(const_cast<Node*>(node));
}

_Rb_tree_node_base* _Rb_tree_decrement(_Rb_tree_node_base* node) noexcept {
  // The header, which is one past the end, is the only red node that is its own grandparent.
  if (node->_M_color == _S_red && node->_M_parent->_M_parent == node)
    return node->_M_right;
  if (node->_M_left != nullptr)
    return Node::_S_maximum(node->_M_left);
  Node* parent = node->_M_parent;
  while (node == parent->_M_left) {
    node = parent;
    parent = node->_M_parent;
  }
  return parent;
}

const _Rb_tree_node_base* _Rb_tree_decrement(const _Rb_tree_node_base* node) noexcept {
  return _Rb_tree_decrement(const_cast<Node*>(node));
}

} // namespace std
