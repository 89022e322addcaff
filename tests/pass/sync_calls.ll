; The site of a call of a modelled library function is stored where the runtime takes it, directly before the call.
; RUN: %opt %s | FileCheck %s
; RUN: %opt %s | %sites | FileCheck %s --check-prefix=SITES

; CHECK-LABEL: define void @locks(
; CHECK:         store volatile ptr @heddle.site{{.*}}, ptr inttoptr (i64 1879048200 to ptr)
; CHECK-NEXT:    call i32 @pthread_mutex_lock(ptr %m)
; SITES: sync 0 `` in locks
define void @locks(ptr %m) {
  call i32 @pthread_mutex_lock(ptr %m)
  ret void
}
declare i32 @pthread_mutex_lock(ptr)

; A function of the program that happens to have the name is an ordinary function.
; CHECK-LABEL: define void @own(
; CHECK-NOT:     store volatile
; CHECK:         call i32 @sem_post(
define void @own(ptr %s) {
  call i32 @sem_post(ptr %s)
  ret void
}
define i32 @sem_post(ptr %s) {
  ret i32 0
}
