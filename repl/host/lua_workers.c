/* host: worker processes. A crew is forked from the program as it is, and each of its workers does one Lua function
 * and sends text, which its parent hears as it comes.
 *
 * A worker never outlives its parent: where the system can say so it dies with it, elsewhere at its next word to a
 * pipe that nobody reads. A crew that is closed, collected or left by an error is killed and waited for, so that
 * nothing of it stays. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "budget.h"
#include "failure.h"
#include "host.h"

#include <errno.h>
#include <lauxlib.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#define CREW "limber.crew"
#define MOST_WORKERS 1024
#define PIECE 16384 /* bytes heard at a time, at most */

typedef struct worker {
    pid_t pid; /* 0 when it has been waited for */
    int fd;    /* what it sends is read here; -1 when it has ended */
} worker;

typedef struct crew {
    lua_Integer count; /* workers begun */
    worker workers[];
} crew;

/* Waits for a process that has ended or is about to; its status. */
static int wait_for(pid_t pid) {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    return status;
}

static int crew_close(lua_State *L) {
    crew *all = luaL_checkudata(L, 1, CREW);
    for (lua_Integer k = 0; k < all->count; k++) {
        if (all->workers[k].pid > 0) kill(all->workers[k].pid, SIGKILL);
    }
    for (lua_Integer k = 0; k < all->count; k++) {
        worker *one = &all->workers[k];
        if (one->fd >= 0) close(one->fd);
        if (one->pid > 0) wait_for(one->pid);
        *one = (worker){0, -1};
    }
    return 0;
}

/* send(text) in a worker: whether it was heard. Upvalue 1 is the pipe. */
static int l_send(lua_State *L) {
    int fd = (int)lua_tointeger(L, lua_upvalueindex(1));
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    while (length > 0) {
        ssize_t put = write(fd, text, length);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) break;
        text += put;
        length -= (size_t)put;
    }
    lua_pushboolean(L, length == 0);
    return 1;
}

/* What a worker is: body(k, send), protected, and then no more. Ctrl-C ends it at once; its parent says so. */
static _Noreturn void work(lua_State *L, const crew *all, int fd, pid_t parent) {
    signal(SIGINT, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) _exit(EXIT_FAILURE);
    for (lua_Integer k = 0; k < all->count; k++) close(all->workers[k].fd);
    lua_pushvalue(L, 2); /* body */
    lua_pushinteger(L, all->count + 1);
    lua_pushinteger(L, fd);
    lua_pushcclosure(L, l_send, 1);
    _exit(lim_call(L, 2, 0) == LUA_OK ? EXIT_SUCCESS : EXIT_FAILURE);
}

static bool begin_worker(lua_State *L, crew *all) {
    int ends[2];
    if (pipe(ends) != 0) return false;
    pid_t parent = getpid(), pid = fork();
    if (pid < 0) {
        close(ends[0]);
        close(ends[1]);
        return false;
    }
    if (pid == 0) {
        close(ends[0]);
        work(L, all, ends[1], parent);
    }
    close(ends[1]);
    all->workers[all->count++] = (worker){pid, ends[0]};
    return true;
}

static int l_crew(lua_State *L) {
    lua_Integer count = luaL_checkinteger(L, 1);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    luaL_argcheck(L, count >= 1 && count <= MOST_WORKERS, 1, "1 to 1024 workers");
    lua_settop(L, 2);
    crew *all = lua_newuserdatauv(L, sizeof *all + (size_t)count * sizeof(worker), 0); /* count body crew */
    all->count = 0;
    luaL_setmetatable(L, CREW);
    fflush(stdout); /* what is said already is said once */
    while (all->count < count) {
        if (begin_worker(L, all)) continue;
        int error = errno;
        lua_replace(L, 1); /* crew body */
        crew_close(L);
        lua_pushnil(L);
        lua_pushfstring(L, "no worker could be begun: %s", strerror(error));
        return 2;
    }
    return 1;
}

/* How a worker ended, where that was not as it should. */
static void push_ending(lua_State *L, int status) {
    if (WIFSIGNALED(status)) {
        lua_pushfstring(L, "%s (signal %d)", strsignal(WTERMSIG(status)), WTERMSIG(status));
    } else if (WEXITSTATUS(status) != 0) {
        lua_pushfstring(L, "status %d", WEXITSTATUS(status));
    } else {
        lua_pushnil(L);
    }
}

/* Sleeps until a worker can be heard and gives its place, or -1 when all have ended. Ctrl-C is raised. */
static lua_Integer wait_for_any(lua_State *L, const crew *all) {
    struct pollfd *polled = lua_newuserdatauv(L, (size_t)all->count * sizeof *polled, 0);
    bool any = false;
    for (lua_Integer k = 0; k < all->count; k++) {
        polled[k] = (struct pollfd){.fd = all->workers[k].fd, .events = POLLIN};
        any = any || polled[k].fd >= 0;
    }
    if (!any) return -1;
    for (;;) {
        int ready = poll(polled, (nfds_t)all->count, -1);
        lim_poll(L);
        if (ready < 0 && errno != EINTR) luaL_error(L, "workers cannot be heard: %s", strerror(errno));
        for (lua_Integer k = 0; ready > 0 && k < all->count; k++) {
            if (polled[k].revents != 0) return k;
        }
    }
}

static int crew_hear(lua_State *L) {
    crew *all = luaL_checkudata(L, 1, CREW);
    lua_Integer k = wait_for_any(L, all);
    if (k < 0) return 0;
    worker *one = &all->workers[k];
    char text[PIECE];
    ssize_t got;
    do got = read(one->fd, text, sizeof text);
    while (got < 0 && errno == EINTR);
    lua_pushinteger(L, k + 1);
    if (got > 0) {
        lua_pushlstring(L, text, (size_t)got);
        return 2;
    }
    close(one->fd);
    int status = wait_for(one->pid);
    *one = (worker){0, -1};
    lua_pushnil(L);
    push_ending(L, status);
    return 3;
}

static int l_cores(lua_State *L) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    lua_pushinteger(L, count > 0 ? count : 1);
    return 1;
}

static const luaL_Reg functions[] = {
    {"crew", l_crew},   /* crew(count, body) -> crew, each doing body(k, send), send(text) -> heard; or nil and why not */
    {"cores", l_cores}, /* cores() -> how many processors there are */
    {NULL, NULL},
};

static const luaL_Reg methods[] = {
    {"hear", crew_hear},   /* crew:hear() -> k, text; k, nil, how it went wrong or nil when k ended; nothing when all did */
    {"close", crew_close}, /* crew:close() */
    {"__gc", crew_close},  {"__close", crew_close}, {NULL, NULL},
};

void lim_host_workers(lua_State *L) {
    luaL_setfuncs(L, functions, 0);
    luaL_newmetatable(L, CREW); /* module metatable */
    luaL_setfuncs(L, methods, 0);
    lua_pushvalue(L, -1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}
