; Every cycle of control flow contains an event.
; RUN: %opt %s | FileCheck %s

@g = global i32 0

; CHECK-LABEL: define void @empty(
; CHECK:       loop:
; CHECK-NEXT:    call void @heddle_rt_tick(ptr @heddle.site{{.*}})
; CHECK-NEXT:    br label %loop
define void @empty() {
  br label %loop
loop:
  br label %loop
}

; The access counts.
; CHECK-LABEL: define void @busy(
; CHECK-NOT:     heddle_rt_tick
; CHECK:         ret void
define void @busy() {
  br label %loop
loop:
  %v = load i32, ptr @g
  %again = icmp eq i32 %v, 0
  br i1 %again, label %loop, label %end
end:
  ret void
}

; One way around meets the access, the other does not.
; CHECK-LABEL: define void @sometimes(
; CHECK:       next:
; CHECK-NEXT:    call void @heddle_rt_tick(
define void @sometimes(i1 %c) {
  br label %loop
loop:
  br i1 %c, label %access, label %next
access:
  store i32 1, ptr @g
  br label %next
next:
  br label %loop
}

; CHECK-LABEL: define void @callsQuiet(
; CHECK:         call void @heddle_rt_tick(
define void @callsQuiet() {
  br label %loop
loop:
  call void @quiet()
  br label %loop
}
define void @quiet() {
  ret void
}

; CHECK-LABEL: define void @callsEventful(
; CHECK-NOT:     heddle_rt_tick
; CHECK:         br label %loop
; CHECK:       }
define void @callsEventful() {
  br label %loop
loop:
  call void @eventful()
  br label %loop
}
define void @eventful() {
  store i32 2, ptr @g
  ret void
}

; Nothing is known about what is defined elsewhere.
; CHECK-LABEL: define void @callsElsewhere(
; CHECK:         call void @heddle_rt_tick(
define void @callsElsewhere() {
  br label %loop
loop:
  call void @elsewhere()
  br label %loop
}
declare void @elsewhere()

; A cycle with two entries is no loop to LLVM, but a cycle.
; CHECK-LABEL: define void @irreducible(
; CHECK:         call void @heddle_rt_tick(
; CHECK:       }
define void @irreducible(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  br label %a
}
