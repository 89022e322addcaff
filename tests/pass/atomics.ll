; Atomic operations are performed by the runtime.
; RUN: %opt %s | FileCheck %s --implicit-check-not="{{(load|store) atomic|atomicrmw|cmpxchg}}"
; RUN: %opt %s | %sites | FileCheck %s --check-prefix=SITES

; CHECK-LABEL: define i32 @load(
; CHECK:         [[BITS:%.*]] = call i64 @heddle_rt_atomic_load(ptr {{.*}}, ptr %p)
; CHECK-NEXT:    [[V:%.*]] = trunc i64 [[BITS]] to i32
; CHECK:         ret i32 [[V]]
; SITES: atomic-load acquire 4 `` in load
define i32 @load(ptr %p) {
  %v = load atomic i32, ptr %p acquire, align 4
  ret i32 %v
}

; CHECK-LABEL: define ptr @loadPointer(
; CHECK:         [[BITS:%.*]] = call i64 @heddle_rt_atomic_load(ptr {{.*}}, ptr %p)
; CHECK-NEXT:    inttoptr i64 [[BITS]] to ptr
; SITES: atomic-load relaxed 8 volatile pointer `` in loadPointer
define ptr @loadPointer(ptr %p) {
  %v = load atomic volatile ptr, ptr %p monotonic, align 8
  ret ptr %v
}

; CHECK-LABEL: define void @storeDouble(
; CHECK:         [[BITS:%.*]] = bitcast double %v to i64
; CHECK-NEXT:    call void @heddle_rt_atomic_store(ptr {{.*}}, ptr %p, i64 [[BITS]])
; SITES: atomic-store release 8 `` in storeDouble
define void @storeDouble(ptr %p, double %v) {
  store atomic double %v, ptr %p release, align 8
  ret void
}

; CHECK-LABEL: define i16 @add(
; CHECK:         [[OPERAND:%.*]] = zext i16 %v to i64
; CHECK-NEXT:    [[BITS:%.*]] = call i64 @heddle_rt_atomic_rmw(ptr {{.*}}, ptr %p, i64 [[OPERAND]])
; CHECK-NEXT:    trunc i64 [[BITS]] to i16
; SITES: atomic-rmw seq_cst add 2 `` in add
define i16 @add(ptr %p, i16 %v) {
  %old = atomicrmw add ptr %p, i16 %v seq_cst
  ret i16 %old
}

; SITES: atomic-rmw acquire exchange 4 `` in every
; SITES: atomic-rmw release sub 4 `` in every
; SITES: atomic-rmw acq_rel and 4 `` in every
; SITES: atomic-rmw relaxed nand 4 `` in every
; SITES: atomic-rmw seq_cst or 4 `` in every
; SITES: atomic-rmw seq_cst xor 4 `` in every
; SITES: atomic-rmw seq_cst max 4 `` in every
; SITES: atomic-rmw seq_cst min 4 `` in every
; SITES: atomic-rmw seq_cst umax 4 `` in every
; SITES: atomic-rmw seq_cst umin 4 `` in every
define void @every(ptr %p, i32 %v, float %f) {
  %1 = atomicrmw xchg ptr %p, float %f acquire
  %2 = atomicrmw sub ptr %p, i32 %v release
  %3 = atomicrmw and ptr %p, i32 %v acq_rel
  %4 = atomicrmw nand ptr %p, i32 %v monotonic
  %5 = atomicrmw or ptr %p, i32 %v seq_cst
  %6 = atomicrmw xor ptr %p, i32 %v seq_cst
  %7 = atomicrmw max ptr %p, i32 %v seq_cst
  %8 = atomicrmw min ptr %p, i32 %v seq_cst
  %9 = atomicrmw umax ptr %p, i32 %v seq_cst
  %10 = atomicrmw umin ptr %p, i32 %v seq_cst
  ret void
}

; CHECK-LABEL: define i1 @compareExchange(
; CHECK:         [[EXPECTED:%.*]] = zext i8 %expected to i64
; CHECK-NEXT:    [[DESIRED:%.*]] = zext i8 %desired to i64
; CHECK-NEXT:    [[BITS:%.*]] = call i64 @heddle_rt_atomic_cas(ptr {{.*}}, ptr %p, i64 [[EXPECTED]], i64 [[DESIRED]])
; CHECK-NEXT:    [[OLD:%.*]] = trunc i64 [[BITS]] to i8
; CHECK-NEXT:    [[PAIR:%.*]] = insertvalue { i8, i1 } poison, i8 [[OLD]], 0
; CHECK-NEXT:    [[DONE:%.*]] = icmp eq i64 [[BITS]], [[EXPECTED]]
; CHECK-NEXT:    [[RESULT:%.*]] = insertvalue { i8, i1 } [[PAIR]], i1 [[DONE]], 1
; CHECK-NEXT:    extractvalue { i8, i1 } [[RESULT]], 1
; SITES: atomic-cas acq_rel/relaxed 1 `` in compareExchange
define i1 @compareExchange(ptr %p, i8 %expected, i8 %desired) {
  %result = cmpxchg weak ptr %p, i8 %expected, i8 %desired acq_rel monotonic
  %done = extractvalue { i8, i1 } %result, 1
  ret i1 %done
}

; Fences between threads go, fences against signal handlers stay.
; CHECK-LABEL: define void @fences(
; CHECK:         call void @heddle_rt_fence(
; CHECK-NEXT:    fence syncscope("singlethread") seq_cst
; SITES: fence acquire 0 `` in fences
define void @fences() {
  fence acquire
  fence syncscope("singlethread") seq_cst
  ret void
}
