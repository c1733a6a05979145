# From the 32-bit state in which a PVH loader enters to Rust in 64-bit mode.

# Tells the loader where to enter: an ELF note named Xen of type PHYS32_ENTRY.
.section .note.pvh, "a", @note
.balign 4
.long 4
.long 8
.long 18
.asciz "Xen"
.quad start32

.section .text.boot, "ax", @progbits
.code32
.global start32
start32:
    # Map the first GiB to itself in 512 pages of 2 MiB. The tables are zero at
    # first; 0x83 is present, writable, large; 0x03 is present, writable.
    mov edi, offset directory
    mov eax, 0x83
    mov ecx, 512
.Lpage:
    mov dword ptr [edi], eax
    add eax, 0x200000
    add edi, 8
    dec ecx
    jnz .Lpage
    mov eax, offset directory + 3
    mov dword ptr [pointers], eax
    mov eax, offset pointers + 3
    mov dword ptr [map], eax
    mov eax, offset map
    mov cr3, eax

    # CR4: PAE for 64-bit pages, OSFXSR and OSXMMEXCPT for SSE.
    mov eax, cr4
    or eax, 0x620
    mov cr4, eax
    # EFER: long mode.
    mov ecx, 0xc0000080
    rdmsr
    or eax, 0x100
    wrmsr
    # CR0: no FPU emulation, monitor the coprocessor, paging on.
    mov eax, cr0
    and eax, 0xfffffffb
    or eax, 0x80000002
    mov cr0, eax

    # A far return into the 64-bit code segment.
    mov esp, offset stack_top
    lgdt [table_pointer]
    push 8
    mov eax, offset start64
    push eax
    retf

.code64
start64:
    xor eax, eax
    mov ds, eax
    mov es, eax
    mov ss, eax
    mov rsp, offset stack_top
    call enter
    ud2

.section .rodata.boot, "a", @progbits
.balign 8
table:
    .quad 0
    .quad 0x00af9a000000ffff
table_pointer:
    .word 15
    .long table

.section .bss.boot, "aw", @nobits
.balign 4096
map:
    .skip 4096
pointers:
    .skip 4096
directory:
    .skip 4096
stack:
    .skip 65536
stack_top:
