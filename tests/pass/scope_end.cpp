// The end of a local that others may know is announced.
// RUN: %clangxx -O1 -S -emit-llvm %s -o - | FileCheck %s

void keep(int* p);

// CHECK-LABEL: define {{.*}} @_Z6scopesi(
// CHECK: [[SHARED:%.*]] = alloca [3 x i32]
// CHECK: call void @_Z4keepPi(ptr {{.*}}[[SHARED]])
// CHECK: call void @heddle_rt_scope_end(ptr nonnull [[SHARED]], i64 12)
// CHECK-NEXT: call void @llvm.lifetime.end.p0(i64 12, ptr nonnull [[SHARED]])
// CHECK-NOT: heddle_rt_scope_end
// CHECK: ret i32
int scopes(int n) {
  {
    int shared[3] = {};
    keep(shared);
  }
  int unshared[3] = {n, n, n};
  return unshared[n % 3];
}
