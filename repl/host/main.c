/* limber: makes a Lua state and runs repl/main.lua in it, protected. All behaviour is there. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "budget.h"
#include "failure.h"
#include "host.h"
#include "printable.h"

#include <errno.h>
#include <lauxlib.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef LIM_DATA_ROOT
#define LIM_DATA_ROOT "/usr/local/share/limber"
#endif

/* What a signal handler can reach. The first is written once, before a handler is set. */
static lim_runtime *interrupted;
static volatile sig_atomic_t hung_up;

static void on_interrupt(int signal_number) {
    (void)signal_number;
    lim_interrupt(interrupted);
}

/* A closed terminal, or a request to end: what runs is stopped as by Ctrl-C, and no line is read any more. */
static void on_hangup(int signal_number) {
    hung_up = signal_number;
    lim_interrupt(interrupted);
}

int lim_host_hung_up(void) { return hung_up; }

static void catch_signal(int signal_number, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(signal_number, &action, NULL); /* no SA_RESTART: a read that waits is interrupted too */
}

/* A signal that was ignored when the program began, as nohup has it, stays so. */
static void catch_unless_ignored(int signal_number, void (*handler)(int)) {
    struct sigaction before;
    if (sigaction(signal_number, NULL, &before) == 0 && before.sa_handler == SIG_IGN) return;
    catch_signal(signal_number, handler);
}

static void catch_signals(lua_State *L) {
    interrupted = lim_runtime_of(L);
    catch_signal(SIGINT, on_interrupt);
    catch_unless_ignored(SIGHUP, on_hangup);
    catch_unless_ignored(SIGTERM, on_hangup);
    catch_signal(SIGPIPE, SIG_IGN);
    catch_signal(SIGXFSZ, SIG_IGN); /* a file that may grow no more is a failed write */
}

static bool holds_rules(const char *folder) {
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/rules-lua/limber/rules.lua", folder);
    return length > 0 && (size_t)length < sizeof path && access(path, R_OK) == 0;
}

/* Where the data lies: $LIMBER_HOME; the program's own folder; share/limber beside the bin/ it was installed in;
 * or where it was to be installed. */
static const char *find_root(const char *argv0, char own[PATH_MAX]) {
    const char *named = getenv("LIMBER_HOME");
    if (named != NULL && *named != '\0') return named;
    ssize_t length = readlink("/proc/self/exe", own, PATH_MAX - 1);
    if (length > 0) {
        own[length] = '\0';
    } else if (strchr(argv0, '/') == NULL || realpath(argv0, own) == NULL) {
        return LIM_DATA_ROOT;
    }
    char *slash = strrchr(own, '/');
    if (slash == NULL) return LIM_DATA_ROOT;
    *slash = '\0';
    if (holds_rules(own)) return own;
    slash = strrchr(own, '/');
    if (slash == NULL || PATH_MAX - (slash - own) < (ptrdiff_t)sizeof "/share/limber") return LIM_DATA_ROOT;
    strcpy(slash, "/share/limber");
    return holds_rules(own) ? own : LIM_DATA_ROOT;
}

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
    lua_pushcfunction(L, lim_runtime_libraries);
    lua_call(L, 0, 0);
    set_path(L, host->root); /* package preload */
    lua_pushlightuserdata(L, host);
    lua_pushcclosure(L, open_host, 1);
    lua_setfield(L, -2, "host");
    lua_settop(L, 0);
    lua_pushfstring(L, "%s/repl/main.lua", host->root);
    if (luaL_loadfilex(L, lua_tostring(L, 1), "t") != LUA_OK) return lua_error(L);
    lua_createtable(L, host->argc, 0); /* path chunk words */
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

int main(int argc, char **argv) {
    char own[PATH_MAX];
    lim_host host = {argc, argv, find_root(argv[0], own), 0};
    lua_State *L = lim_runtime_open(0);
    if (L == NULL) {
        fputs("limber: not enough memory\n", stderr);
        return EXIT_FAILURE;
    }
    catch_signals(L);
    lua_pushcfunction(L, run);
    lua_pushlightuserdata(L, &host);
    int status = lim_call(L, 1, 1) == LUA_OK ? (int)lua_tointeger(L, -1) : report(L);
    if (!all_written(&host) && status == EXIT_SUCCESS) status = EXIT_FAILURE;
    lim_runtime_close(L);
    return hung_up != 0 ? 128 + hung_up : status;
}
