// A conditional load stays conditional at every level: it would be a race that the program does not have.
// RUN: %clangxx -O1 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clangxx -O3 -S -emit-llvm %s -o - | FileCheck %s

int shared;

// CHECK-LABEL: define {{.*}} @conditional
// CHECK: br i1 {{.*}}label %[[LOAD:[0-9]+]]
// CHECK: call void @heddle_rt_load(ptr {{.*}}, ptr {{.*}}@shared)
// CHECK-NEXT: load i32, ptr @shared
// CHECK-NOT: select
// CHECK: ret i32
extern "C" int conditional(bool c) {
  return c ? shared : 0;
}
