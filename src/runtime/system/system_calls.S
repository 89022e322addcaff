# SPDX-License-Identifier: Apache-2.0
# Every system call of the engine is made here. The filter (system_call_filter.cpp) lets calls from between the two
# labels through and treats all others as the subject's. The alignment keeps the labels in one 4 GB window, which the
# filter relies on because it compares 32 bits at a time.

        .text
        .balign 256
        .globl  heddle_rt_gate_begin
        .hidden heddle_rt_gate_begin
heddle_rt_gate_begin:

# long heddle_rt_system_call(long number, long a, long b, long c, long d, long e, long f)
        .globl  heddle_rt_system_call
        .hidden heddle_rt_system_call
        .type   heddle_rt_system_call, @function
heddle_rt_system_call:
        .cfi_startproc
        endbr64
        movq    %rdi, %rax
        movq    %rsi, %rdi
        movq    %rdx, %rsi
        movq    %rcx, %rdx
        movq    %r8, %r10
        movq    %r9, %r8
        movq    8(%rsp), %r9
        syscall
        ret
        .cfi_endproc

# [[noreturn]] void heddle_rt_park(int* done)
# Sets *done and sleeps for ever, without touching the stack, which belongs to a fiber from then on.
        .globl  heddle_rt_park
        .hidden heddle_rt_park
        .type   heddle_rt_park, @function
heddle_rt_park:
        .cfi_startproc
        endbr64
        movl    $1, (%rdi)
1:      movl    $34, %eax               # pause
        syscall
        jmp     1b
        .cfi_endproc

# Sets the FS base to rdx. Keeps rcx, clobbers rax, rsi, rdi, r8, r11. For processors without wrfsbase (switch.S).
        .globl  heddle_rt_set_fs_base
        .hidden heddle_rt_set_fs_base
        .type   heddle_rt_set_fs_base, @function
heddle_rt_set_fs_base:
        .cfi_startproc
        movq    %rcx, %r8
        movq    %rdx, %rsi
        movl    $0x1002, %edi           # ARCH_SET_FS
        movl    $158, %eax              # arch_prctl
        syscall
        movq    %r8, %rcx
        ret
        .cfi_endproc

        .globl  heddle_rt_gate_end
        .hidden heddle_rt_gate_end
heddle_rt_gate_end:
        .section .note.GNU-stack,"",@progbits
