/* A clock that looks at a Lua program while it runs: ticks.start(us, fn) calls fn() about every `us` microseconds, at the
 * next instruction of Lua code; ticks.stop() ends that. A tick that comes while C code runs waits for the Lua code that
 * called it, and so counts for that. One state, and nothing else may set a hook. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#include <lauxlib.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>

static lua_State *watched;
static int callback = LUA_NOREF;

int luaopen_ticks(lua_State *L);

static void look(lua_State *L, lua_Debug *where) {
    (void)where;
    lua_sethook(L, NULL, 0, 0);
    lua_rawgeti(L, LUA_REGISTRYINDEX, callback);
    lua_call(L, 0, 0);
}

/* lua_sethook may be called from a signal handler, as lua.c does. */
static void on_alarm(int number) {
    (void)number;
    if (watched != NULL) lua_sethook(watched, look, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, 1);
}

static void set_clock(lua_State *L, lua_Integer us) {
    const struct itimerval every = {{0, (suseconds_t)us}, {0, (suseconds_t)us}};
    if (setitimer(ITIMER_REAL, &every, NULL) != 0) luaL_error(L, "the clock cannot be set");
}

static int l_start(lua_State *L) {
    const lua_Integer us = luaL_checkinteger(L, 1);
    struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};

    luaL_argcheck(L, us > 0 && us < 1000000, 1, "must be 1 to 999,999");
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    callback = luaL_ref(L, LUA_REGISTRYINDEX); /* us */
    watched = L;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGALRM, &action, NULL) != 0) return luaL_error(L, "the clock cannot be heard");
    set_clock(L, us);
    return 0;
}

static int l_stop(lua_State *L) {
    set_clock(L, 0);
    watched = NULL;
    lua_sethook(L, NULL, 0, 0);
    luaL_unref(L, LUA_REGISTRYINDEX, callback);
    callback = LUA_NOREF;
    return 0;
}

__attribute__((visibility("default"))) int luaopen_ticks(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"start", l_start}, /* start(us, fn) */
        {"stop", l_stop},   /* stop() */
        {NULL, NULL},
    };

    luaL_newlib(L, functions);
    return 1;
}
