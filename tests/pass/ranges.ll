; Memory intrinsics and structs passed by value.
; RUN: %opt %s | FileCheck %s
; RUN: %opt %s | %sites | FileCheck %s --check-prefix=SITES

%struct.Big = type { [8 x i64] }
@constant = private constant [16 x i8] zeroinitializer

; CHECK-LABEL: define void @copy(
; CHECK:         call void @heddle_rt_range_read(ptr {{.*}}, ptr %from, i64 %n)
; CHECK-NEXT:    call void @heddle_rt_range_write(ptr {{.*}}, ptr %to, i64 %n)
; CHECK-NEXT:    call void @llvm.memcpy
; CHECK:         [[LENGTH:%.*]] = zext i32 %m to i64
; CHECK:         call void @heddle_rt_range_read(ptr {{.*}}, ptr %from, i64 [[LENGTH]])
; CHECK:         call void @heddle_rt_range_write(ptr {{.*}}, ptr %to, i64
; CHECK-NEXT:    call void @llvm.memmove
; SITES: range-read 0 `` in copy
; SITES: range-write 0 `` in copy
define void @copy(ptr %to, ptr %from, i64 %n, i32 %m) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
  call void @llvm.memmove.p0.p0.i32(ptr %to, ptr %from, i32 %m, i1 false)
  ret void
}

; CHECK-LABEL: define void @fill(
; CHECK-NOT:     range_read
; CHECK:         call void @heddle_rt_range_write(ptr {{.*}}, ptr %to, i64 24)
; CHECK-NEXT:    call void @llvm.memset
; SITES: range-write 24 volatile `` in fill
define void @fill(ptr %to) {
  call void @llvm.memset.p0.i64(ptr %to, i8 0, i64 24, i1 true)
  call void @llvm.memset.p0.i64(ptr %to, i8 0, i64 0, i1 false)
  ret void
}

; Only the side that others can see: not constants, not private locals.
; CHECK-LABEL: define i8 @oneSide(
; CHECK-NOT:     range_read
; CHECK:         call void @heddle_rt_range_write(ptr {{.*}}, ptr %to, i64 16)
; CHECK:         call void @heddle_rt_range_read(ptr {{.*}}, ptr %to, i64 16)
; CHECK-NOT:     range_write
; CHECK:         ret i8
define i8 @oneSide(ptr %to, i64 %i) {
  %local = alloca [16 x i8]
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %to, ptr @constant, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr %to, i64 16, i1 false)
  %p = getelementptr [16 x i8], ptr %local, i64 0, i64 %i
  %v = load i8, ptr %p
  ret i8 %v
}

; CHECK-LABEL: define void @byValue(
; CHECK:         call void @heddle_rt_range_read(ptr {{.*}}, ptr %big, i64 64)
; CHECK-NEXT:    call void @take(ptr byval(%struct.Big) %big)
; SITES: range-read 64 `` in byValue
define void @byValue(ptr %big) {
  call void @take(ptr byval(%struct.Big) %big)
  ret void
}
declare void @take(ptr byval(%struct.Big))
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
