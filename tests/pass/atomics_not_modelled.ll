; What the runtime cannot perform is announced and left as it is.
; RUN: %opt %s | FileCheck %s

; CHECK-LABEL: define i128 @wide(
; CHECK:         call void @heddle_rt_atomic_other(ptr {{.*}}, ptr %p)
; CHECK-NEXT:    load atomic i128, ptr %p seq_cst
; CHECK:         call void @heddle_rt_atomic_other(ptr {{.*}}, ptr %p)
; CHECK-NEXT:    store atomic i128 %v, ptr %p seq_cst
; CHECK:         call void @heddle_rt_atomic_other(ptr {{.*}}, ptr %p)
; CHECK-NEXT:    cmpxchg ptr %p, i128 %v, i128 %v seq_cst seq_cst
define i128 @wide(ptr %p, i128 %v) {
  %old = load atomic i128, ptr %p seq_cst, align 16
  store atomic i128 %v, ptr %p seq_cst, align 16
  %r = cmpxchg ptr %p, i128 %v, i128 %v seq_cst seq_cst
  ret i128 %old
}

; CHECK-LABEL: define float @arithmetic(
; CHECK:         call void @heddle_rt_atomic_other(ptr {{.*}}, ptr %p)
; CHECK-NEXT:    atomicrmw fadd ptr %p, float %v seq_cst
; CHECK:         call void @heddle_rt_atomic_other(ptr {{.*}}, ptr %q)
; CHECK-NEXT:    atomicrmw uinc_wrap ptr %q, i32 7 seq_cst
define float @arithmetic(ptr %p, ptr %q, float %v) {
  %old = atomicrmw fadd ptr %p, float %v seq_cst
  %count = atomicrmw uinc_wrap ptr %q, i32 7 seq_cst
  ret float %old
}
