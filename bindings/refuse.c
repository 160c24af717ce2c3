/* Messages of the bindings: refusals of wrong input, values as messages show them, and arguments of a kind. */
#include "bindings.h"

#include <lauxlib.h>
#include <stdarg.h>

int lim_refuse(lua_State *L, const char *arg, const char *fmt, ...) {
    va_list ap;

    luaL_checkstack(L, 4, NULL);
    lua_createtable(L, 0, 2); /* refusal */
    if (arg != NULL) {
        lua_pushstring(L, arg);
        lua_setfield(L, -2, "arg");
    }
    va_start(ap, fmt);
    lua_pushvfstring(L, fmt, ap); /* refusal message */
    va_end(ap);
    lua_setfield(L, -2, "message");
    return lua_error(L);
}

void *lim_check_kind(lua_State *L, int index, int meta, const char *kind) {
    void *block = lua_touserdata(L, index);
    int own;

    if (block == NULL || !lua_getmetatable(L, index)) return luaL_checkudata(L, index, kind);
    own = lua_rawequal(L, -1, meta);
    lua_pop(L, 1);
    return own ? block : luaL_checkudata(L, index, kind);
}

int lim_tostring(lua_State *L) {
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    if (luaL_getmetafield(L, 1, "__tostring") != LUA_TNIL) {
        lua_pop(L, 1);
        luaL_tolstring(L, 1, NULL);
        return 1;
    }
    switch (lua_type(L, 1)) {
    case LUA_TNUMBER:
        if (lua_tonumber(L, 1) != lua_tonumber(L, 1)) {
            lua_pushliteral(L, "nan"); /* C libraries differ in its sign */
            return 1;
        }
        luaL_tolstring(L, 1, NULL);
        return 1;
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TSTRING: luaL_tolstring(L, 1, NULL); return 1;
    default:
        if (luaL_getmetafield(L, 1, "__name") != LUA_TSTRING) {
            lua_pushstring(L, luaL_typename(L, 1));
        }
        return 1;
    }
}

const char *lim_show(lua_State *L, int index) {
    index = lua_absindex(L, index);
    luaL_checkstack(L, 4, NULL);
    lua_pushcfunction(L, lim_tostring);
    lua_pushvalue(L, index);
    lua_call(L, 1, 1);
    return lua_tostring(L, -1);
}
