// SPDX-License-Identifier: Apache-2.0
// Caches that libstdc++ fills without synchronisation, in const functions that threads may call concurrently: every
// function of src/instrument/library_caches.def.
#include <cassert>
#include <locale>
#include <ostream>
#include <sstream>
#include <string>
#include <thread>

namespace {

void useCharacters(const std::ctype<char>& characters) {
  assert(characters.narrow('a', '?') == 'a');
  assert(characters.widen('b') == 'b');
  const std::string text = "cd";
  char to[2] = {};
  characters.narrow(text.data(), text.data() + 2, '?', to);
  assert(to[0] == 'c' && to[1] == 'd');
  characters.widen(text.data(), text.data() + 2, to);
  assert(to[0] == 'c' && to[1] == 'd');
}

} // namespace

int main() {
  // Of the standard library's own data, and on the heap.
  const std::locale own(std::locale(), new std::ctype<char>);
  const std::ostream narrow(nullptr);
  const std::wostream wide(nullptr);
  auto use = [&] {
    useCharacters(std::use_facet<std::ctype<char>>(std::locale::classic()));
    useCharacters(std::use_facet<std::ctype<char>>(own));
    assert(narrow.fill() == ' ' && wide.fill() == L' ');
  };
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
}
