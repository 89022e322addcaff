; What nobody else can see, or nobody can change, carries no hook.
; RUN: %opt %s | FileCheck %s --implicit-check-not="call void @heddle_rt_{{load|store}}"

@constant = private constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@__llvm_profile_counter = global i64 0

; CHECK-LABEL: define i32 @constants(
define i32 @constants(i64 %i) {
  %p = getelementptr [4 x i32], ptr @constant, i64 0, i64 %i
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: define ptr @invariant(
define ptr @invariant(ptr %p) {
  %v = load ptr, ptr %p, !invariant.load !0
  ret ptr %v
}

; Slots of a virtual table; the pointer to it is the object's and is hooked.
; CHECK-LABEL: define ptr @virtualTable(
; CHECK:         call void @heddle_rt_load(ptr {{.*}}, ptr %object)
define ptr @virtualTable(ptr %object) {
  %table = load ptr, ptr %object, !tbaa !1
  %slot = getelementptr inbounds ptr, ptr %table, i64 2
  %function = load ptr, ptr %slot
  ret ptr %function
}

; CHECK-LABEL: define i32 @otherAddressSpace(
define i32 @otherAddressSpace(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %p
  ret i32 %v
}

; CHECK-LABEL: define void @counter(
define void @counter() {
  store i64 1, ptr @__llvm_profile_counter
  ret void
}

; An array that stays in memory because of the index, and two locals of which one is chosen.
; CHECK-LABEL: define i32 @locals(
define i32 @locals(i64 %i, i1 %c) {
  %array = alloca [8 x i32]
  %other = alloca [8 x i32]
  %chosen = select i1 %c, ptr %array, ptr %other
  %p = getelementptr [8 x i32], ptr %chosen, i64 0, i64 %i
  store i32 1, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}

; The pattern that -ftrivial-auto-var-init writes.
; CHECK-LABEL: define void @patterns(
define void @patterns() {
  %local = alloca i64
  store i64 -6148914691236517206, ptr %local, !annotation !4
  call void @keep(ptr %local)
  ret void
}
declare void @keep(ptr)

; CHECK-LABEL: define i32 @heddle_rt_something(
; CHECK-NEXT:    load
define i32 @heddle_rt_something(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: define i32 @excluded(
; CHECK-NEXT:    load
define i32 @excluded(ptr %p) disable_sanitizer_instrumentation {
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: define ptr @resolver(
; CHECK-NEXT:    load
define ptr @resolver() {
  %v = load ptr, ptr @choice
  ret ptr %v
}
@choice = external global ptr
@indirect = ifunc void (), ptr @resolver

; CHECK-LABEL: define void @bare(
; CHECK-NEXT:    call void asm
define void @bare() naked {
  call void asm sideeffect "ret", ""()
  unreachable
}

!0 = !{}
!1 = !{!2, !2, i64 0}
!2 = !{!"vtable pointer", !3}
!3 = !{!"Simple C++ TBAA"}
!4 = !{!"auto-init"}
