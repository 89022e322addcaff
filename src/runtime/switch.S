# SPDX-License-Identifier: Apache-2.0
# Context switches. A suspended context is a stack pointer with the six callee-saved registers and a return
# address on top; the FS base (thread-local storage) is passed beside it.

        .text

# uint64_t heddle_rt_switch(void** save, void* stackPointer, uint64_t fsBase, uint64_t value)
# Suspends the caller into *save and resumes the given context, in which the pending call returns `value`.
        .globl  heddle_rt_switch
        .hidden heddle_rt_switch
        .type   heddle_rt_switch, @function
heddle_rt_switch:
        .cfi_startproc
        endbr64
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        movq    %rsp, (%rdi)
        movq    %rsi, %rsp
        jmp     .Lresume
        .cfi_endproc

# [[noreturn]] void heddle_rt_jump(void* stackPointer, uint64_t fsBase, uint64_t value)
# Resumes a context without keeping the present one.
        .globl  heddle_rt_jump
        .hidden heddle_rt_jump
        .type   heddle_rt_jump, @function
heddle_rt_jump:
        .cfi_startproc
        endbr64
        movq    %rdi, %rsp
        movq    %rdx, %rcx
        movq    %rsi, %rdx
.Lresume:                               # rdx = FS base, rcx = value
        cmpb    $0, heddle_rt_has_fsgsbase(%rip)
        je      .Lslow
        wrfsbase %rdx
.Lpop:
        movq    %rcx, %rax
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        ret
.Lslow:
        call    heddle_rt_set_fs_base
        jmp     .Lpop
        .cfi_endproc

# uint64_t heddle_rt_save_context(void (*body)(void* stackPointer, void* argument), void* argument)
# Calls body with a stack pointer that can be resumed: returns 0 now, and the resumer's value later.
        .globl  heddle_rt_save_context
        .hidden heddle_rt_save_context
        .type   heddle_rt_save_context, @function
heddle_rt_save_context:
        .cfi_startproc
        endbr64
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        movq    %rdi, %rax
        movq    %rsp, %rdi
        subq    $8, %rsp
        call    *%rax
        addq    $8, %rsp
        xorl    %ecx, %ecx
        jmp     .Lpop
        .cfi_endproc

# void heddle_rt_call_on_stack(void (*body)(void* argument), void* argument, void* stackTop)
# Calls body on another stack: the engine must not use up the subject's.
        .globl  heddle_rt_call_on_stack
        .hidden heddle_rt_call_on_stack
        .type   heddle_rt_call_on_stack, @function
heddle_rt_call_on_stack:
        .cfi_startproc
        endbr64
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register rbp
        movq    %rdi, %rax
        movq    %rsi, %rdi
        movq    %rdx, %rsp
        call    *%rax
        leave
        .cfi_def_cfa rsp, 8
        ret
        .cfi_endproc

# Where a fiber begins. The return address is undefined, so that unwinding an uncaught exception ends here and
# std::terminate is called with the whole stack intact.
        .globl  heddle_rt_fiber_entry
        .hidden heddle_rt_fiber_entry
        .type   heddle_rt_fiber_entry, @function
heddle_rt_fiber_entry:
        .cfi_startproc
        .cfi_undefined rip
        endbr64
        xorl    %ebp, %ebp
        call    heddle_rt_fiber_main
        ud2
        .cfi_endproc

        .bss
        .globl  heddle_rt_has_fsgsbase
        .hidden heddle_rt_has_fsgsbase
heddle_rt_has_fsgsbase:
        .byte   0
        .section .note.GNU-stack,"",@progbits
