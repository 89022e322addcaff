; Promises that hooks break are withdrawn; hooked functions are protected from invented loads.
; RUN: %opt %s | FileCheck %s

; CHECK: define i32 @pure(ptr %p) [[HOOKED:#[0-9]+]]
define i32 @pure(ptr %p) memory(read) nosync nofree willreturn norecurse speculatable {
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK: define void @caller(ptr %p) [[HOOKED]]
; CHECK:   call i32 @pure(ptr %p) [[CALL:#[0-9]+]]
; CHECK:   call i32 @elsewhere(ptr %p) [[CALL]]
; CHECK:   call i32 @llvm.smax.i32(i32 1, i32 %v){{$}}
define void @caller(ptr %p) {
  %u = call i32 @pure(ptr %p) nounwind memory(read)
  %v = call i32 @elsewhere(ptr %p) nounwind willreturn memory(none)
  %w = call i32 @llvm.smax.i32(i32 1, i32 %v)
  ret void
}

; CHECK: declare i32 @elsewhere(ptr) [[DECLARED:#[0-9]+]]
declare i32 @elsewhere(ptr) memory(argmem: read)
; CHECK: declare i32 @llvm.smax.i32(i32, i32) [[INTRINSIC:#[0-9]+]]
declare i32 @llvm.smax.i32(i32, i32)

; CHECK-DAG: attributes [[HOOKED]] = { null_pointer_is_valid sanitize_thread "no-builtins" }
; CHECK-DAG: attributes [[CALL]] = { nounwind }
; CHECK-DAG: attributes [[DECLARED]] = { "no-builtins" }
; CHECK-DAG: attributes [[INTRINSIC]] = { {{.*}}memory(none) }
