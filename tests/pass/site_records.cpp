// Records are 40 bytes each, with nothing between them, in object files and after linking.
// RUN: %clangxx -O1 -c %s -o %t.o
// RUN: %clangxx -O1 -c %s -DSECOND -o %t2.o
// RUN: %clangxx -fuse-ld=lld -no-pie -nostartfiles -Wl,--unresolved-symbols=ignore-all %t.o %t2.o -o %t
// RUN: %llvm/llvm-readelf -S -s %t | FileCheck %s
// RUN: %clangxx -O1 -S -emit-llvm %s -o - | %sites | FileCheck %s --check-prefix=SITES

// Three functions of five records each (entry, branch, two stores, exit): 15 * 40 = 0x258 bytes.
// CHECK: heddle_sites PROGBITS {{[0-9a-f]+}} {{[0-9a-f]+}} 000258 00 {{ *}}A {{.*}} 8{{$}}

#include <cstdint>

#ifdef SECOND
std::int8_t second;
// SITES-NOT: second
extern "C" void writeSecond(bool c) {
  if (c)
    second = 1;
  second = 2;
}
#else
volatile int first;
extern "C" void writeFirst(bool c) {
  // SITES: site_records.cpp:[[@LINE+2]]:{{[0-9]+}} store 4 volatile `first` in writeFirst
  if (c)
    first = 1;
  first = 2;
}
namespace space {
// SITES: store 8 pointer `third` in _ZN5space10writeThirdEb
void* third;
void writeThird(bool c) {
  if (c)
    third = nullptr;
  third = &third;
}
} // namespace space
#endif
