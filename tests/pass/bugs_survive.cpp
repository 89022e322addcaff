// What the optimiser would delete together with the bug: reads whose value is not used, writes that are
// never read, memory that is only freed, accesses through null.
// RUN: %clangxx -O1 -w -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clangxx -O3 -w -S -emit-llvm %s -o - | FileCheck %s

#include <cstdlib>

struct Triple {
  long a, b, c;
};

// CHECK-LABEL: define {{.*}} @deadReads
// CHECK: call void @heddle_rt_load(ptr {{.*}}, ptr %0)
// CHECK: call void @heddle_rt_range_read(ptr {{.*}}, ptr %1, i64 24)
extern "C" void deadReads(int* p, Triple* t) {
  int unused = *p;
  Triple copy = *t;
}

// CHECK-LABEL: define {{.*}} @overflow
// CHECK: [[ARRAY:%.*]] = {{.*}}call {{.*}} @_Znam(i64 noundef 40)
// CHECK: call void @heddle_rt_store(ptr {{.*}}, ptr {{.*}}, i64 3)
// CHECK: call void @_ZdaPv(
extern "C" void overflow() {
  int* array = new int[10];
  array[10] = 3;
  delete[] array;
}

// CHECK-LABEL: define {{.*}} @doubleFree
// CHECK: call {{.*}} @malloc(
// CHECK: call void @free(
// CHECK: call void @free(
extern "C" void doubleFree() {
  void* p = std::malloc(8);
  std::free(p);
  std::free(p);
}

// CHECK-LABEL: define {{.*}} @doubleDelete
// CHECK: call {{.*}} @_Znwm(
// CHECK: call void @_ZdlPvm(
// CHECK: call void @_ZdlPvm(
extern "C" void doubleDelete() {
  int* p = new int;
  delete p;
  delete p;
}

// CHECK-LABEL: define {{.*}} @throughNull
// CHECK: call void @heddle_rt_store(ptr {{.*}}, ptr null, i64 1)
// CHECK: store i32 1, ptr null
extern "C" void throughNull() {
  int* p = nullptr;
  *p = 1;
}

// CHECK-LABEL: define {{.*}} @spin
// CHECK: call void @heddle_rt_tick(
extern "C" void spin() {
  for (int i = 0;; ++i) {
  }
}
