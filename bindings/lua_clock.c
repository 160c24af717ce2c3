/* kernel.clock: times of day, and bounds. */
#include "bindings.h"
#include "clock.h"

#include <lauxlib.h>

static int format(lua_State *L) {
    char text[LIM_CLOCK_TEXT];

    lim_clock_format(luaL_checkinteger(L, 1), text);
    lua_pushstring(L, text);
    return 1;
}

static int parse(lua_State *L) {
    size_t bytes = 0;
    const char *text = lua_type(L, 1) == LUA_TSTRING ? lua_tolstring(L, 1, &bytes) : NULL;
    const char *arg = luaL_optstring(L, 2, NULL);
    int64_t minute;

    if (text != NULL && lim_clock_parse(text, bytes, &minute)) {
        lua_pushinteger(L, minute);
        return 1;
    }
    const char *got = text != NULL ? lua_pushfstring(L, "\"%s\"", text) : lim_show(L, 1);
    if (arg != NULL) return lim_refuse(L, arg, "%s must be a time from 00:00 to 23:59, got %s", arg, got);
    luaL_pushfail(L);
    lua_pushfstring(L, "a time is written HH:MM, 00:00 to 23:59, got %s", got);
    return 2;
}

static int bound(lua_State *L) {
    lim_bound found;
    lua_Integer start = luaL_checkinteger(L, 1), length = luaL_checkinteger(L, 2), at = luaL_checkinteger(L, 3);

    luaL_argcheck(L, length >= 1, 2, "a bound lasts at least 1 minute");
    if (!lim_clock_bound(start, length, at, &found)) return luaL_error(L, "times that far apart have no bound");
    lua_pushinteger(L, found.bound);
    lua_pushinteger(L, found.into);
    lua_pushinteger(L, found.left);
    return 3;
}

static const luaL_Reg functions[] = {
    {"format", format}, /* format(minute) -> "HH:MM", wrapping at midnight */
    {"parse", parse},   /* parse("HH:MM" [, arg]) -> minute | nil, message; with arg, a refusal naming it */
    {"bound", bound},   /* bound(start, length, at) -> bound from 1, minutes into it, minutes left */
    {NULL, NULL},
};

int lim_open_clock(lua_State *L) {
    luaL_newlib(L, functions);
    return 1;
}
