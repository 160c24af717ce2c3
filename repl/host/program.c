/* The program: a Lua state in which repl/main.lua runs, protected. All behaviour is there. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "budget.h"
#include "failure.h"
#include "host.h"
#include "libraries.h"
#include "printable.h"
#include "signals.h"

#include <errno.h>
#include <lauxlib.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

/* The one thing of Lua that a signal handler can reach: what to interrupt. Written once, before a handler is set. */
static lim_runtime *interrupted;

static void interrupt(int signal_number) {
    (void)signal_number;
    lim_interrupt(interrupted);
}

static void on_alarm(int signal_number) {
    (void)signal_number;
    lim_alarm(interrupted);
}

/* Budgets ask to be woken when a deadline is over. Calls of the system go on as if nothing had been. A part of a
 * microsecond is a whole one; where no timer can be set, budgets look at the clock themselves. */
static void set_alarm(double seconds) {
    const int64_t microseconds = (int64_t)(seconds * 1e6) + 1;
    const struct itimerval once = {
        .it_value = {.tv_sec = (time_t)(microseconds / 1000000), .tv_usec = (suseconds_t)(microseconds % 1000000)},
    };
    if (setitimer(ITIMER_REAL, &once, NULL) != 0) interrupted->alarm = NULL;
}

static void catch_alarm(lim_runtime *rt) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_alarm;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGALRM, &action, NULL) == 0) rt->alarm = set_alarm;
}

/* Not in the program: tests link an attacker in, who is then where rules are (tests/tools/probe.c). */
#ifdef __linux__
__attribute__((weak)) void lim_probe(lua_State *L, lim_host *host);
#else
static void (*const lim_probe)(lua_State *L, lim_host *host) = NULL;
#endif

static int open_host(lua_State *L) {
    lim_host_push(L, lua_touserdata(L, lua_upvalueindex(1)));
    return 1;
}

static void set_path(lua_State *L, const char *root) {
    lua_getglobal(L, "package"); /* package */
    lua_pushfstring(L, "%s/rules-lua/?.lua;%s/repl/?.lua", root, root);
    lua_setfield(L, -2, "path");
    lua_pushliteral(L, "");
    lua_setfield(L, -2, "cpath");
    lua_getfield(L, -1, "preload"); /* package preload */
}

/* Runs the program: the exit status is what main.lua gives. */
static int run(lua_State *L) {
    lim_host *host = lua_touserdata(L, 1);
    lua_settop(L, 0);
    lua_pushcfunction(L, lim_libraries);
    lua_call(L, 0, 0);
    set_path(L, host->root); /* package preload */
    lua_pushlightuserdata(L, host);
    lua_pushcclosure(L, open_host, 1);
    lua_setfield(L, -2, "host");
    lua_settop(L, 0);
    lim_host_load(L, host);
    if (lim_probe != NULL) {
        lim_probe(L, host);
        return 0;
    }
    lua_getglobal(L, "loadfile");
    lua_pushfstring(L, "%s/repl/main.lua", host->root);
    lua_call(L, 1, 2);
    if (lua_isnil(L, 1)) return lua_error(L);
    lua_settop(L, 1);
    lua_createtable(L, host->argc, 0); /* chunk words */
    for (int i = 1; i < host->argc; i++) {
        lua_pushstring(L, host->argv[i]);
        lua_rawseti(L, -2, i);
    }
    lua_call(L, 1, 1);
    return 1;
}

static int print_failure(lua_State *L) {
    size_t length;
    const char *text = luaL_tolstring(L, 1, &length);
    lim_push_printable(L, text, length, LIM_ONE_LINE);
    fprintf(stderr, "limber: %s\n", lua_tostring(L, -1));
    return 0;
}

/* What repl/main.lua did not catch: the program's own fault. Memory may be what it lacked, and its text takes some. */
static int report(lua_State *L) {
    lua_pushcfunction(L, print_failure);
    lua_insert(L, -2);
    if (lua_pcall(L, 1, 0, 0) != LUA_OK) fputs("limber: not enough memory\n", stderr);
    return EXIT_FAILURE;
}

/* Whether all that was said has gone out. A reader that went away wanted no more, which is said to nobody. */
static bool all_written(const lim_host *host) {
    int error = fflush(stdout) != 0 && host->unsaid == 0 ? errno : host->unsaid;
    if (error != 0 && error != EPIPE) fprintf(stderr, "limber: standard output: %s\n", strerror(error));
    return error == 0;
}

int lim_host_program(lim_host *host) {
    char framework[PATH_MAX], program[PATH_MAX];
    const char *const own[] = {framework, program, NULL};
    lua_State *L = lim_runtime_open(0);
    if (L == NULL) {
        fputs("limber: not enough memory\n", stderr);
        return EXIT_FAILURE;
    }
    interrupted = lim_runtime_of(L);
    snprintf(framework, sizeof framework, "%s/rules-lua/limber/", host->root);
    snprintf(program, sizeof program, "%s/repl/", host->root);
    interrupted->own = own;
    catch_alarm(interrupted);
    if (host->desk != NULL) lim_signals_catch(interrupt);
    if (host->desk == NULL) lim_signals_obey(interrupt);
    lua_pushcfunction(L, run);
    lua_pushlightuserdata(L, host);
    int status = lim_call(L, 1, 1) == LUA_OK ? (int)lua_tointeger(L, -1) : report(L);
    if (!all_written(host) && status == EXIT_SUCCESS) status = EXIT_FAILURE;
    lim_signals_ignore();
    signal(SIGALRM, SIG_IGN);
    lim_runtime_close(L);
    lim_host_free(host);
    return status;
}
