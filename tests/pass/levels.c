// C, at every optimisation level.
// RUN: %clang -O0 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang -O1 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang -O2 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang -Os -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang -O1 -S -emit-llvm %s -o - | %sites | FileCheck %s --check-prefix=SITES

#include <stdatomic.h>
#include <string.h>

_Atomic int atomicCount;
int plainCount;
char text[16];

// CHECK-LABEL: define {{.*}} @work(
// CHECK: call i64 @heddle_rt_atomic_rmw(
// CHECK: call void @heddle_rt_load(
// CHECK: call void @heddle_rt_store(
// CHECK: call i64 @heddle_rt_libc_strlen(
// SITES: levels.c:[[@LINE+2]]:{{[0-9]+}} atomic-rmw seq_cst add 4 `atomicCount` in work
unsigned long work(void) {
  atomicCount++;
  // SITES: levels.c:[[@LINE+1]]:{{[0-9]+}} load 4 `plainCount` in work
  plainCount++;
  // SITES: levels.c:[[@LINE+1]]:{{[0-9]+}} libc 0 `text` in work
  return strlen(text);
}
