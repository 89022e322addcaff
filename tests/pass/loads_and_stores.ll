; Plain accesses get a hook in front and stay. Values travel as 64 bits.
; RUN: %opt %s | FileCheck %s

; CHECK-LABEL: define i32 @read(
; CHECK:         call void @heddle_rt_load(ptr @heddle.site{{.*}}, ptr %p)
; CHECK-NEXT:    load i32, ptr %p
define i32 @read(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: define void @write(
; CHECK:         [[BITS:%.*]] = zext i8 %v to i64
; CHECK-NEXT:    call void @heddle_rt_store(ptr @heddle.site{{.*}}, ptr %p, i64 [[BITS]])
; CHECK-NEXT:    store i8 %v, ptr %p
define void @write(ptr %p, i8 %v) {
  store i8 %v, ptr %p
  ret void
}

; CHECK-LABEL: define void @writePointer(
; CHECK:         [[BITS:%.*]] = ptrtoint ptr %v to i64
; CHECK-NEXT:    call void @heddle_rt_store(ptr {{.*}}, ptr %p, i64 [[BITS]])
define void @writePointer(ptr %p, ptr %v) {
  store ptr %v, ptr %p
  ret void
}

; CHECK-LABEL: define void @writeFloat(
; CHECK:         [[INT:%.*]] = bitcast float %v to i32
; CHECK-NEXT:    [[BITS:%.*]] = zext i32 [[INT]] to i64
; CHECK-NEXT:    call void @heddle_rt_store(ptr {{.*}}, ptr %p, i64 [[BITS]])
define void @writeFloat(ptr %p, float %v) {
  store float %v, ptr %p
  ret void
}

; CHECK-LABEL: define void @writeVector(
; CHECK:         [[BITS:%.*]] = bitcast <2 x float> %v to i64
; CHECK-NEXT:    call void @heddle_rt_store(ptr {{.*}}, ptr %p, i64 [[BITS]])
define void @writeVector(ptr %p, <2 x float> %v) {
  store <2 x float> %v, ptr %p
  ret void
}

; What does not fit 64 bits is announced as 0.
; CHECK-LABEL: define void @writeWide(
; CHECK:         call void @heddle_rt_store(ptr {{.*}}, ptr %p, i64 0)
; CHECK-NEXT:    store i128
; CHECK:         call void @heddle_rt_store(ptr {{.*}}, ptr %p, i64 0)
; CHECK-NEXT:    store { i32, ptr }
; CHECK:         call void @heddle_rt_store(ptr {{.*}}, ptr %p, i64 0)
; CHECK-NEXT:    store <2 x ptr>
define void @writeWide(ptr %p, i128 %v, { i32, ptr } %a, <2 x ptr> %w) {
  store i128 %v, ptr %p
  store { i32, ptr } %a, ptr %p
  store <2 x ptr> %w, ptr %p
  ret void
}

; CHECK: declare void @heddle_rt_load(ptr, ptr) [[NOUNWIND:#[0-9]+]]
; CHECK: attributes [[NOUNWIND]] = { nounwind }
