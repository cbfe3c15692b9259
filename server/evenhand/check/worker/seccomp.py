"""Restricts this process to the system calls that computing needs (Linux's seccomp).

No sockets, no processes, no signals to others, no changes to files. The filter is a program for
the kernel's packet filter; see seccomp(2).
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
from functools import cache
from typing import NamedTuple

from .c_library import c_library

PR_SET_SECCOMP, MODE_FILTER = 22, 2
LOAD, AND, EQUAL, AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
"""Instructions of the filter."""
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
"""What the filter returns; an error number is added to `REFUSE`."""
NUMBER, MACHINE, ARGUMENTS = 0, 4, 16
"""Their offsets in `struct seccomp_data`."""
X32 = 0x40000000
"""The bit in the number of a call that uses the x32 interface."""
ANY_PROCESS = 0x7EADBEE7
"""In place of the process that a filter will be for; larger than the id of any."""
SINCE_2019 = 424
"""The first of the calls that have one number on all machines; C libraries can do without them."""

X86_64 = """
    read 0 write 1 open 2 close 3 stat 4 fstat 5 lstat 6 poll 7 lseek 8 mmap 9 mprotect 10 munmap 11
    brk 12 rt_sigaction 13 rt_sigprocmask 14 rt_sigreturn 15 pread64 17 pwrite64 18 readv 19
    writev 20 access 21 pipe 22 select 23 sched_yield 24 mremap 25 msync 26 mincore 27 madvise 28
    dup 32 dup2 33 pause 34 nanosleep 35 getitimer 36 alarm 37 setitimer 38 getpid 39 sendto 44
    recvfrom 45 sendmsg 46 recvmsg 47 shutdown 48 getsockname 51 getpeername 52 setsockopt 54
    getsockopt 55 exit 60 wait4 61 uname 63 getdents 78 getcwd 79 chdir 80 fchdir 81 readlink 89
    umask 95 gettimeofday 96 getrlimit 97 getrusage 98 sysinfo 99 times 100 getuid 102 getgid 104
    geteuid 107 getegid 108 getppid 110 getpgrp 111 getgroups 115 getresuid 118 getresgid 120
    getpgid 121 getsid 124 rt_sigpending 127 rt_sigtimedwait 128 rt_sigsuspend 130 sigaltstack 131
    statfs 137 fstatfs 138 getpriority 140 sched_getparam 143 sched_getscheduler 145
    sched_get_priority_max 146 sched_get_priority_min 147 arch_prctl 158 gettid 186 time 201
    futex 202 sched_getaffinity 204 epoll_create 213 getdents64 217 set_tid_address 218
    restart_syscall 219 fadvise64 221 timer_create 222 timer_settime 223 timer_delete 226
    clock_gettime 228 clock_getres 229 clock_nanosleep 230 exit_group 231 epoll_wait 232
    epoll_ctl 233 waitid 247 openat 257 newfstatat 262 readlinkat 267 faccessat 269 pselect6 270
    ppoll 271 set_robust_list 273 get_robust_list 274 epoll_pwait 281 eventfd2 290 epoll_create1 291
    dup3 292 pipe2 293 preadv 295 getcpu 309 getrandom 318 membarrier 324 statx 332 rseq 334
    ioctl 16 socketpair 53 clone 56 kill 62 fcntl 72 prctl 157 tgkill 234 prlimit64 302
"""
AARCH64 = """
    getcwd 17 eventfd2 19 epoll_create1 20 epoll_ctl 21 epoll_pwait 22 dup 23 dup3 24 statfs 43
    fstatfs 44 faccessat 48 chdir 49 fchdir 50 openat 56 close 57 pipe2 59 getdents64 61 lseek 62
    read 63 write 64 readv 65 writev 66 pread64 67 pwrite64 68 preadv 69 pselect6 72 ppoll 73
    readlinkat 78 newfstatat 79 fstat 80 exit 93 exit_group 94 waitid 95 set_tid_address 96 futex 98
    set_robust_list 99 get_robust_list 100 nanosleep 101 getitimer 102 setitimer 103
    timer_create 107 timer_settime 110 timer_delete 111 clock_gettime 113 clock_getres 114
    clock_nanosleep 115 sched_getscheduler 120 sched_getparam 121 sched_getaffinity 123
    sched_yield 124 sched_get_priority_max 125 sched_get_priority_min 126 restart_syscall 128
    sigaltstack 132 rt_sigsuspend 133 rt_sigaction 134 rt_sigprocmask 135 rt_sigpending 136
    rt_sigtimedwait 137 rt_sigreturn 139 getpriority 141 getresuid 148 getresgid 150 times 153
    getpgid 155 getsid 156 getgroups 158 uname 160 getrlimit 163 getrusage 165 umask 166 getcpu 168
    gettimeofday 169 getpid 172 getppid 173 getuid 174 geteuid 175 getgid 176 getegid 177 gettid 178
    sysinfo 179 getsockname 204 getpeername 205 sendto 206 recvfrom 207 setsockopt 208
    getsockopt 209 shutdown 210 sendmsg 211 recvmsg 212 brk 214 munmap 215 mremap 216 mmap 222
    fadvise64 223 mprotect 226 msync 227 mincore 232 madvise 233 wait4 260 getrandom 278
    membarrier 283 statx 291 rseq 293
    fcntl 25 ioctl 29 kill 129 tgkill 131 prctl 167 socketpair 199 clone 220 prlimit64 261
"""
EVERYWHERE = "close_range 436 faccessat2 439 epoll_pwait2 441 futex_waitv 449"
MACHINES = {"x86_64": (0xC000003E, X86_64), "aarch64": (0xC00000B7, AARCH64)}
"""The kernel's number for a kind of processor, and its system calls."""


class Check(NamedTuple):
    """Passes if a 32-bit word of a call's arguments, under `mask`, is one of `values`."""

    word: int
    mask: int
    values: tuple[int, ...]


WHOLE = 0xFFFFFFFF
THREAD, NAMESPACES = 0x00010000, 0x7E020080
"""Flags of clone(2)."""


def restrict() -> None:
    """Refuse everything that computing does not need; raises OSError if the kernel cannot."""
    itself = struct.pack("=I", os.getpid())
    _install(itself.join(filter_parts(os.uname().machine)))


@cache
def filter_parts(machine: str) -> tuple[bytes, ...]:
    """The filter, divided where the id of the process belongs; raises OSError.

    `machine` is the kind of processor, as `os.uname` names it.
    """
    if machine not in MACHINES or sys.maxsize < 2**32:
        raise OSError(errno.ENOSYS, f"no list of system calls for {machine}")

    audit, names_and_numbers = MACHINES[machine]
    words = f"{names_and_numbers} {EVERYWHERE}".split()
    calls = dict(zip(words[::2], map(int, words[1::2])))
    program = b"".join(_program(audit, calls, _conditions(ANY_PROCESS)))
    return tuple(program.split(struct.pack("=I", ANY_PROCESS)))


def _conditions(pid: int) -> dict[str, tuple[Check, ...]]:
    """Calls that are allowed with some arguments only; each check has to pass."""
    itself = (Check(0, WHOLE, (pid,)),)
    return {
        "kill": itself,
        "tgkill": itself,
        "clone": (Check(0, THREAD | NAMESPACES, (THREAD,)),),
        # a local stream, whose other end is here
        "socketpair": (Check(0, WHOLE, (1,)), Check(2, 0xF, (1,))),
        # a thread's name
        "prctl": (Check(0, WHOLE, (15, 16)),),
        # copies and flags of descriptors; no owner that is sent signals, and no locks
        "fcntl": (Check(2, WHOLE, (0, 1, 2, 3, 4, 1030, 1032)),),
        # questions about terminals, the amount to read, blocking, and closing at an exec
        "ioctl": (Check(2, WHOLE, (0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),),
        # asking for limits; setting them takes an address, of which these are the halves
        "prlimit64": (Check(4, WHOLE, (0,)), Check(5, WHOLE, (0,))),
    }


def _program(
    audit: int, calls: dict[str, int], conditions: dict[str, tuple[Check, ...]]
) -> list[bytes]:
    """The filter's instructions: first the machine, then each call."""
    steps = [
        _step(LOAD, MACHINE),
        _step(EQUAL, audit, 1, 0),
        _step(RETURN, KILL),
        _step(LOAD, NUMBER),
        _step(AT_LEAST, X32, 0, 1),
        _step(RETURN, KILL),
    ]

    for name, checks in conditions.items():
        decision = [step for check in checks for step in _check_steps(check)]
        decision.append(_step(RETURN, ALLOW))
        steps += [_step(EQUAL, calls[name], 0, len(decision)), *decision]

    # Each plain call jumps over those that are left and the first three of the last instructions.
    plain = [number for name, number in calls.items() if name not in conditions]
    for left, number in zip(range(len(plain), 0, -1), plain):
        steps.append(_step(EQUAL, number, left + 2, 0))

    return [
        *steps,
        _step(AT_LEAST, SINCE_2019, 0, 1),
        _step(RETURN, REFUSE | errno.ENOSYS),
        _step(RETURN, REFUSE | errno.EPERM),
        _step(RETURN, ALLOW),
    ]


def _check_steps(check: Check) -> list[bytes]:
    """Refuse the call, or continue with the instruction behind these."""
    count = len(check.values)
    return [
        _step(LOAD, ARGUMENTS + 4 * check.word),
        _step(AND, check.mask),
        *(_step(EQUAL, value, count - i, 0) for i, value in enumerate(check.values)),
        _step(RETURN, REFUSE | errno.EPERM),
    ]


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def _install(steps: bytes) -> None:
    program = _Program(len(steps) // 8, steps)
    libc = c_library()
    mode, nothing = ctypes.c_ulong(MODE_FILTER), ctypes.c_ulong(0)
    if libc.prctl(PR_SET_SECCOMP, mode, ctypes.byref(program), nothing, nothing) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
