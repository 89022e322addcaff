; The summary graph: control flow between sites, where pointers come from, and what calls do.
; RUN: %opt %s | %graph | FileCheck %s

@shared = global ptr null
@table = constant [2 x ptr] [ptr @leaf, ptr @callee]
@mutex = global i64 0
@counter = global i64 0

; CHECK: initial @table+0 := @leaf+0
; CHECK: initial @table+8 := @callee+0

; What code without hooks refers to may be called and changed by it.
; CHECK-DAG: outside leaf
; CHECK-DAG: outside counter
; CHECK-NOT: function unknown
define void @unknown() disable_sanitizer_instrumentation {
  %p = call ptr @leaf(ptr null)
  store i32 1, ptr getelementptr (i8, ptr @counter, i64 4)
  ret void
}

; A branch lists what follows false first.
; CHECK-LABEL: function branches
; CHECK:         store @shared := heap
; CHECK:         0 entry -> 1
; CHECK:         [[BRANCH:[0-9]+]] branch line 0 -> [[NO:[0-9]+]] [[YES:[0-9]+]]
; CHECK:         [[YES]] step -> [[WRITE:[0-9]+]]
; CHECK:         [[NO]] step -> [[READ:[0-9]+]]
; CHECK:         [[WRITE]] access writes line 0 @shared -> {{[0-9]+}}
; CHECK:         [[READ]] access reads line 0 %0+8 -> {{[0-9]+}}
define void @branches(ptr %object, i1 %c) {
  %memory = call ptr @malloc(i64 16)
  br i1 %c, label %yes, label %no
yes:
  store ptr %memory, ptr @shared
  ret void
no:
  %field = getelementptr i8, ptr %object, i64 8
  %v = load i32, ptr %field
  ret void
}

; CHECK-LABEL: function values
; CHECK:         copy %0 := %1 24
; CHECK:         access reads line 0 %0+? ->
; CHECK:         access reads line 0 {%0, %1} ->
; CHECK:         access reads writes atomic line 0 @counter ->
; CHECK:         access reads line 0 *(%0)+16 ->
; CHECK:         access reads line 0 result ->
define void @values(ptr %a, ptr %b, i64 %i, i1 %c) {
  %element = getelementptr i32, ptr %a, i64 %i
  %v1 = load i32, ptr %element
  %either = select i1 %c, ptr %a, ptr %b
  %v2 = load i32, ptr %either
  %old = atomicrmw add ptr @counter, i64 1 seq_cst
  %next = load ptr, ptr %a
  %field = getelementptr i8, ptr %next, i64 16
  %v3 = load i32, ptr %field
  %given = call ptr @callee(ptr %a)
  %v4 = load i32, ptr %given
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 24, i1 false)
  ret void
}

; CHECK-LABEL: function leaf
; CHECK:         return %0
define ptr @leaf(ptr %p) {
  ret ptr %p
}
define ptr @callee(ptr %p) {
  ret ptr %p
}

; A call that may throw has a second successor: where the exception continues. The site of an indirect call is the one that its hook
; announces.
; CHECK-LABEL: function calls
; CHECK:         call throws indirect line 0 *(%0)(%0) -> [[NEXT:[0-9]+]] [[PAD:[0-9]+]]
; CHECK:         call @leaf(@shared) -> {{[0-9]+}}
; CHECK:         call throws @outside() -> {{[0-9]+}} [[UNWIND:[0-9]+]]
; CHECK:         [[UNWIND]] unwind
define void @calls(ptr %object) personality ptr @__gxx_personality_v0 {
  %function = load ptr, ptr %object
  invoke void %function(ptr %object) to label %next unwind label %pad
next:
  %p = call ptr @leaf(ptr @shared) nounwind
  call void @outside()
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; Modelled library functions: the site is stored for the runtime, and the graph says what they work on.
; CHECK-LABEL: function synchronises
; CHECK:         store %0 := thread
; CHECK:         sync throws line 0 lock @mutex ->
; CHECK:         sync throws line 0 cond-wait %1 @mutex ->
; CHECK:         sync throws line 0 unlock @mutex ->
; CHECK:         sync throws line 0 thread-create thread @leaf %1 ->
; CHECK:         sync throws line 0 thread-join *(%0) ->
; CHECK:         sync throws line 0 futex @counter ->
; CHECK-NOT:     futex
; CHECK:         call throws @syscall(
define void @synchronises(ptr %handle, ptr %condition) {
  call i32 @pthread_mutex_lock(ptr @mutex)
  call i32 @pthread_cond_wait(ptr %condition, ptr @mutex)
  call i32 @pthread_mutex_unlock(ptr @mutex)
  call i32 @pthread_create(ptr %handle, ptr null, ptr @leaf, ptr %condition)
  %thread = load i64, ptr %handle
  call i32 @pthread_join(i64 %thread, ptr null)
  call i64 (i64, ...) @syscall(i64 202, ptr @counter, i32 129, i32 1)
  call i64 (i64, ...) @syscall(i64 39)
  ret void
}

declare ptr @malloc(i64)
declare void @outside()
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i64 @syscall(i64, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @__gxx_personality_v0(...)
