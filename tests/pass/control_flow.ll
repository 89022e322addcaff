; Entry, exit, branches and indirect calls, each behind the tracing flag.
; RUN: %opt %s | FileCheck %s

; CHECK-LABEL: define i32 @choose(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %local = alloca i32
; CHECK-NEXT:    [[FLAG:%.*]] = load i8, ptr inttoptr (i64 1879048192 to ptr)
; CHECK-NEXT:    [[ON:%.*]] = icmp ne i8 [[FLAG]], 0
; CHECK-NEXT:    br i1 [[ON]], label %[[TRACE:.*]], label %[[REST:.*]], !prof [[UNLIKELY:![0-9]+]]
; CHECK:       [[TRACE]]:
; CHECK-NEXT:    call void @heddle_rt_function_entry(ptr @heddle.site{{.*}})
; CHECK-NEXT:    br label %[[REST]]
; CHECK:       [[REST]]:
; CHECK-NEXT:    call void @keep(ptr %local)
; CHECK:         [[OUTCOME:%.*]] = zext i1 %c to i8
; CHECK-NEXT:    call void @heddle_rt_branch(ptr {{.*}}, i8 zeroext [[OUTCOME]])
; CHECK:         br i1 %c, label %yes, label %no
; CHECK:       yes:
; CHECK:         call void @heddle_rt_function_exit(
; CHECK:         ret i32 1
; CHECK:       no:
; CHECK:         call void @heddle_rt_function_exit(
; CHECK:         ret i32 2
define i32 @choose(i1 %c) {
entry:
  %local = alloca i32
  call void @keep(ptr %local)
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
declare void @keep(ptr)

; A switch announces the low byte of what it switches on.
; CHECK-LABEL: define void @switches(
; CHECK:         [[OUTCOME:%.*]] = trunc i32 %v to i8
; CHECK-NEXT:    call void @heddle_rt_branch(ptr {{.*}}, i8 zeroext [[OUTCOME]])
; CHECK:         switch i32 %v
define void @switches(i32 %v) {
  switch i32 %v, label %end [ i32 1, label %end
                              i32 2, label %end ]
end:
  ret void
}

; CHECK-LABEL: define i32 @indirect(
; CHECK:         call void @heddle_rt_indirect_call(ptr {{.*}}, ptr %f)
; CHECK:         call i32 %f()
define i32 @indirect(ptr %f) {
  %v = call i32 %f()
  ret i32 %v
}

; Nothing may stand between a musttail call and its return.
; CHECK-LABEL: define i32 @tail(
; CHECK:         call void @heddle_rt_function_exit(
; CHECK:         %v = musttail call i32 @choose(i1 %c)
; CHECK-NEXT:    ret i32 %v
define i32 @tail(i1 %c) {
  %v = musttail call i32 @choose(i1 %c)
  ret i32 %v
}

; CHECK-LABEL: define void @unwinds(
; CHECK:         call void @heddle_rt_function_exit(
; CHECK:         ret void
; CHECK:         call void @heddle_rt_function_exit(
; CHECK:         resume { ptr, i32 } %e
define void @unwinds() personality ptr @__gxx_personality_v0 {
  invoke void @keep(ptr null) to label %next unwind label %pad
next:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; A branch that is no choice is not announced.
; CHECK-LABEL: define void @constantBranch(
; CHECK-NOT:     heddle_rt_branch
; CHECK:         ret void
define void @constantBranch() {
  br i1 true, label %end, label %end
end:
  ret void
}
declare i32 @__gxx_personality_v0(...)

; CHECK: [[UNLIKELY]] = !{!"branch_weights", {{.*}}i32 1, i32 1048575}
