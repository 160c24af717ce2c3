/* The second wall. See wall.h.
 *
 * On Linux a seccomp filter lists the system calls that are allowed; every other fails with EPERM. No call in the list
 * takes a path. Calls that would make memory executable fail, and calls of another architecture end the process. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "wall.h"

#include "sanitized.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

/* ---- descriptors and limits -------------------------------------------------------------------------------------- */

/* Puts a freshly opened file in place of a standard stream; false where it cannot be opened, as without /dev. */
static bool put_in_place(int stream, const char *path, int flags) {
    const int fd = open(path, flags | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) return false;
    dup2(fd, stream);
    if (fd != stream) close(fd);
    return true;
}

/* A terminal is open for reading on all three streams: on these two it is to be written to only. */
static void write_only(int stream) {
    char path[32];
    if (!isatty(stream)) return;
    snprintf(path, sizeof path, "/dev/fd/%d", stream);
    put_in_place(stream, path, O_WRONLY);
}

/* Closes the descriptors from one to another; false where the system cannot do that at once. */
static bool close_between(int from, unsigned to) {
#ifdef SYS_close_range
    return (unsigned)from > to || syscall(SYS_close_range, (unsigned)from, to, 0) == 0;
#else
    (void)from;
    (void)to;
    return false;
#endif
}

static void close_others(int one, int other) {
    const int low = other >= 0 && other < one ? other : one, high = other > one ? other : one;
    struct rlimit files;
    int most = 65536;
    if (close_between(3, (unsigned)low - 1) && close_between(low + 1, (unsigned)high - 1) &&
        close_between(high + 1, ~0U)) {
        return;
    }
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < 65536) most = (int)files.rlim_cur;
    for (int fd = 3; fd < most; fd++) {
        if (fd != one && fd != other) close(fd);
    }
}

#ifdef __GLIBC__
typedef __rlimit_resource_t resource;
#else
typedef int resource;
#endif

static rlim_t lower(rlim_t now, rlim_t most) { return now == RLIM_INFINITY || now > most ? most : now; }

static void limit(resource what, rlim_t most) {
    struct rlimit now;
    if (getrlimit(what, &now) != 0) return;
    now.rlim_cur = lower(now.rlim_cur, most);
    now.rlim_max = lower(now.rlim_max, most);
    setrlimit(what, &now);
}

/* ---- the filter -------------------------------------------------------------------------------------------------- */

#if defined(__linux__) && !defined(SANITIZED)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

#if defined(__x86_64__) && !defined(__ILP32__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#define OTHER_ABI 0x40000000U /* set in the numbers of x32 */
#elif defined(__aarch64__) && defined(__AARCH64EL__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define OTHER_ABI 0x80000000U
#endif
#endif

#ifdef ARCHITECTURE

enum { ROOM = 160 };

typedef struct program {
    struct sock_filter code[ROOM];
    unsigned short length;
} program;

#define FIELD(name) ((uint32_t)offsetof(struct seccomp_data, name))
/* The lower half of an argument: what is compared here fits into it on a little-endian machine. */
#define ARGUMENT(n) ((uint32_t)(offsetof(struct seccomp_data, args) + (n) * sizeof(uint64_t)))
#define REFUSED (SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA))

static void add(program *p, unsigned short code, uint32_t operand, unsigned char yes, unsigned char no) {
    if (p->length < ROOM) p->code[p->length++] = (struct sock_filter){code, yes, no, operand};
}

static void load(program *p, uint32_t offset) { add(p, BPF_LD | BPF_W | BPF_ABS, offset, 0, 0); }

static void give(program *p, uint32_t verdict) { add(p, BPF_RET | BPF_K, verdict, 0, 0); }

/* The number of the call is in the accumulator, before and after. */
static void allow(program *p, long number) {
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 1);
    give(p, SECCOMP_RET_ALLOW);
}

/* Allowed while an argument is one value. */
static void allow_equal(program *p, long number, unsigned argument, uint32_t value) {
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 4);
    load(p, ARGUMENT(argument));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    give(p, SECCOMP_RET_ALLOW);
    load(p, FIELD(nr));
}

/* Allowed while no bit of a mask is set in an argument. */
static void allow_without(program *p, long number, unsigned argument, uint32_t mask) {
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 4);
    load(p, ARGUMENT(argument));
    add(p, BPF_JMP | BPF_JSET | BPF_K, mask, 1, 0);
    give(p, SECCOMP_RET_ALLOW);
    load(p, FIELD(nr));
}

/* Calls that are allowed as they are. None takes a path, makes a descriptor or reaches another process. */
static const long allowed[] = {
    SYS_read,
    SYS_readv,
    SYS_write,
    SYS_writev,
    SYS_close,
    SYS_lseek,
    SYS_fsync,
    SYS_ftruncate,
    SYS_fstat,
    SYS_recvmsg,
    SYS_ppoll,
    SYS_pselect6,
    SYS_munmap,
    SYS_mremap,
    SYS_brk,
    SYS_madvise,
    SYS_futex,
    SYS_clock_gettime,
    SYS_gettimeofday,
    SYS_nanosleep,
    SYS_clock_nanosleep,
    SYS_getrandom,
    SYS_setitimer,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_sched_yield,
    SYS_getpid,
    SYS_gettid,
    SYS_getrusage,
    SYS_restart_syscall,
    SYS_exit,
    SYS_exit_group,
#ifdef SYS_poll
    SYS_poll,
#endif
#ifdef SYS_time
    SYS_time,
#endif
};

static void write_program(program *p) {
    load(p, FIELD(arch));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    give(p, SECCOMP_RET_KILL_PROCESS);
    load(p, FIELD(nr));
    add(p, BPF_JMP | BPF_JGE | BPF_K, OTHER_ABI, 0, 1);
    give(p, SECCOMP_RET_KILL_PROCESS);
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) allow(p, allowed[i]);
    allow_without(p, SYS_mmap, 2, PROT_EXEC);
    allow_without(p, SYS_mprotect, 2, PROT_EXEC);
    allow_equal(p, SYS_ioctl, 1, TIOCGWINSZ);
    allow_equal(p, SYS_ioctl, 1, TCGETS);
    allow_equal(p, SYS_tgkill, 0, (uint32_t)getpid());
    give(p, REFUSED);
}

static const char *raise_wall(void) {
    program p = {.length = 0};
    write_program(&p);
    const struct sock_fprog whole = {.len = p.length, .filter = p.code};
    if (p.length >= ROOM) return "none here: its filter is too long";
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "none here: the system grants no such filter";
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole, 0, 0) != 0) {
        return "none here: the system grants no such filter";
    }
    return "seccomp";
}

const char *lim_wall_kind(void) { return "seccomp"; }

#elif defined(SANITIZED)

const char *lim_wall_kind(void) { return "none here: built with a sanitizer"; }

static const char *raise_wall(void) { return lim_wall_kind(); }

#else

const char *lim_wall_kind(void) { return "none here: this system has no filter that Limber knows"; }

static const char *raise_wall(void) { return lim_wall_kind(); }

#endif

const char *lim_wall_up(int one, int other, int helpers) {
    if (!put_in_place(STDIN_FILENO, "/dev/null", O_RDONLY)) close(STDIN_FILENO);
    write_only(STDOUT_FILENO);
    write_only(STDERR_FILENO);
    close_others(one, other);
    limit(RLIMIT_CORE, 0);
#ifndef SANITIZED
    limit(RLIMIT_NPROC, 0);
    limit(RLIMIT_NOFILE, (rlim_t)(32 + helpers));
    limit(RLIMIT_FSIZE, (rlim_t)1 << 30);
    if (sizeof(void *) > 4) limit(RLIMIT_AS, (rlim_t)1 << 32);
#else
    (void)helpers;
    (void)limit;
#endif
    return raise_wall();
}
