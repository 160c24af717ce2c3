/* Refusals: the one way a binding says that an input was wrong. */
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
