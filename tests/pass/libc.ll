; Calls of libc functions that touch memory go to the runtime's versions.
; RUN: %opt %s | FileCheck %s

; CHECK-LABEL: define i64 @length(
; CHECK:         %n = call i64 @heddle_rt_libc_strlen(ptr @heddle.site{{.*}}, ptr %s)
define i64 @length(ptr %s) {
  %n = call i64 @strlen(ptr noundef %s) #0
  ret i64 %n
}

; CHECK-LABEL: define ptr @arguments(
; CHECK:         call i32 @heddle_rt_libc_memcmp(ptr {{.*}}, ptr %a, ptr %b, i64 9)
; CHECK:         call ptr @heddle_rt_libc_memchr(ptr {{.*}}, ptr %a, i32 %c, i64 9)
define ptr @arguments(ptr %a, ptr %b, i32 %c) {
  %order = call i32 @memcmp(ptr %a, ptr %b, i64 9)
  %found = call ptr @memchr(ptr %a, i32 %c, i64 9)
  ret ptr %found
}

; An invoke becomes a call: hooks do not throw.
; CHECK-LABEL: define ptr @invoked(
; CHECK:         %copy = call ptr @heddle_rt_libc_strdup(ptr {{.*}}, ptr %s)
; CHECK-NEXT:    br label %next
define ptr @invoked(ptr %s) personality ptr @__gxx_personality_v0 {
  %copy = invoke ptr @strdup(ptr %s) to label %next unwind label %pad
next:
  ret ptr %copy
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; Another function of the same name, and one the program defines itself.
; CHECK-LABEL: define i32 @others(
; CHECK:         call i32 @strcmp(ptr %a)
; CHECK:         call ptr @strchr(ptr %a, i32 1)
define i32 @others(ptr %a) {
  %r = call i32 @strcmp(ptr %a)
  %p = call ptr @strchr(ptr %a, i32 1)
  ret i32 %r
}

define ptr @strchr(ptr %s, i32 %c) {
  ret ptr %s
}
declare i64 @strlen(ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @memchr(ptr, i32, i64)
declare ptr @strdup(ptr)
declare i32 @strcmp(ptr)
declare i32 @__gxx_personality_v0(...)

attributes #0 = { nounwind willreturn memory(read) }
