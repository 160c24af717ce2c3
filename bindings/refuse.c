/* What the bindings say: refusals of input that was wrong, and how values look in messages. */
#include "bindings.h"
#include "sandbox.h"

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

const char *lim_show(lua_State *L, int index) {
    index = lua_absindex(L, index);
    luaL_checkstack(L, 4, NULL);
    lua_pushcfunction(L, lim_sandbox_tostring);
    lua_pushvalue(L, index);
    lua_call(L, 1, 1);
    return lua_tostring(L, -1);
}
