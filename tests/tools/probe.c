/* Code of an attacker who is already inside the worker: system calls, and messages to the broker, as Lua likes them.
 * Linked into a program of its own (build/limber-probe), of which tests/cli/wall alone makes use. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "ask.h"

#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

/* Numbers that older headers do not have, the same for all processors. */
#ifndef SYS_io_uring_setup
#define SYS_io_uring_setup 425
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_clone3
#define SYS_clone3 435
#endif
#ifndef SYS_openat2
#define SYS_openat2 437
#endif

static const struct named {
    const char *name;
    long number;
} calls[] = {
#ifdef SYS_open /* of older processors */
    {"open", SYS_open},
    {"creat", SYS_creat},
    {"access", SYS_access},
    {"readlink", SYS_readlink},
    {"unlink", SYS_unlink},
    {"rename", SYS_rename},
    {"link", SYS_link},
    {"symlink", SYS_symlink},
    {"mkdir", SYS_mkdir},
    {"chmod", SYS_chmod},
    {"pipe", SYS_pipe},
    {"fork", SYS_fork},
    {"vfork", SYS_vfork},
#endif
    {"openat", SYS_openat},
    {"openat2", SYS_openat2},
    {"stat", SYS_newfstatat},
    {"getdents64", SYS_getdents64},
    {"unlinkat", SYS_unlinkat},
    {"renameat2", SYS_renameat2},
    {"truncate", SYS_truncate},
    {"chdir", SYS_chdir},
    {"mount", SYS_mount},
    {"socket", SYS_socket},
    {"socketpair", SYS_socketpair},
    {"connect", SYS_connect},
    {"bind", SYS_bind},
    {"sendmsg", SYS_sendmsg},
    {"sendto", SYS_sendto},
    {"dup", SYS_dup},
    {"fcntl", SYS_fcntl},
    {"clone", SYS_clone},
    {"clone3", SYS_clone3},
    {"execve", SYS_execve},
    {"execveat", SYS_execveat},
    {"ptrace", SYS_ptrace},
    {"process_vm_readv", SYS_process_vm_readv},
    {"process_vm_writev", SYS_process_vm_writev},
    {"pidfd_open", SYS_pidfd_open},
    {"kill", SYS_kill},
    {"tkill", SYS_tkill},
    {"tgkill", SYS_tgkill},
    {"io_uring_setup", SYS_io_uring_setup},
    {"bpf", SYS_bpf},
    {"userfaultfd", SYS_userfaultfd},
    {"memfd_create", SYS_memfd_create},
    {"perf_event_open", SYS_perf_event_open},
    {"keyctl", SYS_keyctl},
    {"setrlimit", SYS_setrlimit},
    {"prlimit64", SYS_prlimit64},
    {"prctl", SYS_prctl},
    {"seccomp", SYS_seccomp},
    {"shmget", SYS_shmget},
    {"shmat", SYS_shmat},
    {"personality", SYS_personality},
    {"mmap", SYS_mmap},
    {"mprotect", SYS_mprotect},
    {"pkey_mprotect", SYS_pkey_mprotect},
    {"ioctl", SYS_ioctl},
    {"getpid", SYS_getpid},
    {"write", SYS_write},
    {"close", SYS_close},
};

/* call(name or number, arguments...) -> what it gave, its errno: numbers, texts (by address) or nil. */
static int l_call(lua_State *L) {
    long number = lua_type(L, 1) == LUA_TNUMBER ? (long)lua_tointeger(L, 1) : -1;
    long arguments[6] = {0};
    for (size_t i = 0; number < 0 && i < sizeof calls / sizeof *calls; i++) {
        if (strcmp(calls[i].name, luaL_checkstring(L, 1)) == 0) number = calls[i].number;
    }
    luaL_argcheck(L, number >= 0, 1, "no such call");
    for (int i = 0; i < 6; i++) {
        if (lua_type(L, i + 2) == LUA_TSTRING) arguments[i] = (long)(intptr_t)lua_tostring(L, i + 2);
        if (lua_type(L, i + 2) == LUA_TNUMBER) arguments[i] = (long)lua_tointeger(L, i + 2);
    }
    errno = 0;
    const long got =
        syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
    const int error = errno;
    lua_pushinteger(L, got);
    lua_pushstring(L, error == EPERM ? "EPERM" : strerror(error));
    return 2;
}

/* page() -> address of a page that may be written. */
static int l_page(lua_State *L) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    lua_pushinteger(L, page == MAP_FAILED ? -1 : (lua_Integer)(intptr_t)page);
    return 1;
}

/* parent() -> process of the broker */
static int l_parent(lua_State *L) {
    lua_pushinteger(L, getppid());
    return 1;
}

/* descriptors() -> those that are open, by fstat */
static int l_descriptors(lua_State *L) {
    char about[256];
    lua_newtable(L);
    for (int fd = 0; fd < 1024; fd++) {
        if (syscall(SYS_fstat, fd, about) != 0) continue;
        lua_pushinteger(L, fd);
        lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    }
    return 1;
}

/* ask(op, text or number...) -> whether it was done, the reason why not, whether an open file came */
static int l_ask(lua_State *L) {
    lim_host *host = lim_host_of(L);
    lim_message *m = lim_ask_begin(host, (lim_op)luaL_checkinteger(L, 1));
    for (int i = 2; i <= lua_gettop(L); i++) {
        size_t length;
        if (lua_type(L, i) == LUA_TNUMBER) {
            lim_put_number(m, lua_tointeger(L, i));
        } else {
            const char *text = luaL_checklstring(L, i, &length);
            lim_put_text(m, text, length);
        }
    }
    const bool done = lim_ask(host);
    lua_pushboolean(L, done);
    lua_pushstring(L, done ? "" : lim_take_string(m));
    lua_pushboolean(L, m->fd >= 0);
    return 3;
}

/* shout(bytes): sends bytes to the broker that are no message */
static int l_shout(lua_State *L) {
    size_t length;
    const char *bytes = luaL_checklstring(L, 1, &length);
    lua_pushinteger(L, (lua_Integer)write(lim_host_of(L)->socket, bytes, length));
    return 1;
}

/* crash(address): writes where nothing is. */
static int l_crash(lua_State *L) {
    *(volatile char *)(intptr_t)luaL_checkinteger(L, 1) = 1;
    return 0;
}

/* old_call(): getpid as programs of 32 bits ask for it; or nothing where there is no such way. */
static int l_old_call(lua_State *L) {
#ifdef __x86_64__
    long got = 20;
    __asm__ volatile("int $0x80" : "+a"(got) : : "memory", "r8", "r9", "r10", "r11");
    lua_pushinteger(L, got);
    return 1;
#else
    (void)L;
    return 0;
#endif
}

static const luaL_Reg functions[] = {
    {"call", l_call}, {"page", l_page},   {"parent", l_parent}, {"descriptors", l_descriptors},
    {"ask", l_ask},   {"shout", l_shout}, {"crash", l_crash},   {"old_call", l_old_call},
    {NULL, NULL},
};

/* program.c calls this, where it is linked in, in place of repl/main.lua: runs the Lua of $LIMBER_PROBE. */
void lim_probe(lua_State *L, lim_host *host);

void lim_probe(lua_State *L, lim_host *host) {
    const char *text = getenv("LIMBER_PROBE");
    lua_newtable(L);
    lua_pushlightuserdata(L, host);
    luaL_setfuncs(L, functions, 1);
    lua_setglobal(L, "probe");
    if (luaL_loadbufferx(L, text, strlen(text), "=probe", "t") != LUA_OK) lua_error(L);
    lua_call(L, 0, 0);
}
