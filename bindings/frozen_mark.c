/* Recognises frozen tables and gives their contents: see sandbox_frozen.c. */
#include "frozen_mark.h"

static const char MARK = 0;

bool lim_frozen_meta(lua_State *L, int idx) {
    if (lua_type(L, idx) != LUA_TTABLE || !lua_getmetatable(L, idx)) {
        return false;
    }
    if (lua_rawgetp(L, -1, &MARK) == LUA_TNIL) {
        lua_pop(L, 2);
        return false;
    }
    lua_pop(L, 1);
    return true;
}

bool lim_frozen_contents(lua_State *L, int idx) {
    if (!lim_frozen_meta(L, idx)) {
        return false;
    }
    lua_pushliteral(L, "__index");
    if (lua_rawget(L, -2) == LUA_TFUNCTION) {
        lua_pop(L, 1);
        lua_rawgeti(L, -1, 4);
    }
    lua_remove(L, -2);
    return true;
}

void lim_frozen_mark(lua_State *L) {
    lua_pushboolean(L, 1);
    lua_rawsetp(L, -2, &MARK);
}
