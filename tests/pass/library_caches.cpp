// Functions that fill a cache of the standard library get no hooks, and are not inlined where they would get some.
// RUN: %clangxx -O1 -S -emit-llvm %s -o - | FileCheck %s --implicit-check-not="call void @heddle_rt_{{load|store}}"

#include <locale>

// CHECK-LABEL: define {{.*}}@_Z3useRKSt5ctypeIcE(
// CHECK: ret i8
char use(const std::ctype<char>& characters) {
  return characters.narrow('a', '?');
}
