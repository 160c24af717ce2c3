/* Frozen values: deep read-only copies of plain tables.
 *
 * A frozen table is an empty one whose metatable's __index is a plain table with the contents: a read costs what
 * a read through __index costs, and calls nothing. Contents that are tables are frozen too. Freezing takes a
 * snapshot: what is done to the original afterwards is not seen. The metatable:
 *   [1] its length, as it was   [2] the name for messages   [3] the message, where it has one of its own
 *   [4] the contents, where __index is a function, since [5] says what is wrong with a key that they lack
 *   and the mark of frozen_mark.h
 * The table with the contents is never handed out: pairs and next read it themselves (sandbox_order.c). It has the
 * original's metatable, which may mark it as a list for JSON.
 * A table with an __index or __pairs of its own is an object that guards itself, and is left as it is.
 */
#include "sandbox.h"

#include "bindings.h"
#include "budget.h"
#include "frozen_mark.h"

#include <lauxlib.h>

enum { DEEPEST = 100 };

void lim_push_place(lua_State *L) {
    lua_Debug ar;

    for (int level = 1; lua_getstack(L, level, &ar); level++) {
        if (lua_getinfo(L, "Sl", &ar) && ar.currentline > 0) {
            luaL_where(L, level);
            return;
        }
    }
    lua_pushliteral(L, "");
}

/* index(frozen, key), where something says what is wrong with a key that is missing */
static int frozen_index(lua_State *L) {
    lua_settop(L, 2);
    if (!lim_frozen_meta(L, 1)) {
        return luaL_typeerror(L, 1, "frozen table");
    }
    lua_rawgeti(L, 3, 4);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, -2) == LUA_TNIL && lua_type(L, 2) == LUA_TSTRING) {
        lua_rawgeti(L, 3, 5);
        lua_pushvalue(L, 2);
        lua_call(L, 1, 1);
        if (lua_isstring(L, -1)) {
            return luaL_error(L, "%s", lua_tostring(L, -1));
        }
        lua_pushnil(L);
    }
    return 1;
}

static int frozen_newindex(lua_State *L) {
    const char *name = "these values";

    if (lim_frozen_meta(L, 1)) {
        if (lua_rawgeti(L, -1, 3) == LUA_TSTRING) {
            return lua_error(L);
        }
        lua_pop(L, 1);
        lua_rawgeti(L, -1, 2);
        name = lua_tostring(L, -1);
    }
    lua_pushcfunction(L, lim_tostring);
    lua_pushvalue(L, 2);
    lua_call(L, 1, 1);
    lim_push_place(L);
    lua_pushfstring(L, "%s%s are read-only: %s cannot be set", lua_tostring(L, -1), name, lua_tostring(L, -2));
    return lua_error(L);
}

static int frozen_len(lua_State *L) {
    if (!lim_frozen_meta(L, 1)) {
        return luaL_typeerror(L, 1, "frozen table");
    }
    lua_rawgeti(L, -1, 1);
    return 1;
}


static bool guards_itself(lua_State *L) {
    for (int i = 0; i < 2; i++) {
        if (luaL_getmetafield(L, -1, i == 0 ? "__index" : "__pairs") != LUA_TNIL) {
            lua_pop(L, 1);
            return true;
        }
    }
    return false;
}

/* The smallest n with nothing after it: of a table with holes, # could be any. */
static lua_Integer border(lua_State *L, int idx) {
    lua_Integer n = 0;

    while (lua_rawgeti(L, idx, n + 1) != LUA_TNIL) {
        lua_pop(L, 1);
        n++;
    }
    lua_pop(L, 1);
    return n;
}

/* Gives `frozen`, still empty, its metatable. Of the call's own stack: 1 is what is frozen in all, 2 the name, 3 the
 * messages by original, 4 what says which keys are missing of the whole. */
static void set_meta(lua_State *L, int original, int frozen, int inner) {
    static const luaL_Reg methods[] = {
        {"__newindex", frozen_newindex},
        {"__len", frozen_len},
        {"__pairs", lim_sorted_pairs}, /* for the stock pairs, which shipped code uses */
        {NULL, NULL},
    };

    lua_createtable(L, 3, 6); /* meta */
    luaL_setfuncs(L, methods, 0);
    lua_pushvalue(L, inner);
    if (!lua_isnil(L, 4) && lua_rawequal(L, original, 1)) {
        lua_rawseti(L, -2, 4);
        lua_pushvalue(L, 4);
        lua_rawseti(L, -2, 5);
        lua_pushcfunction(L, frozen_index);
    }
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lim_frozen_mark(L);
    lua_pushinteger(L, border(L, inner));
    lua_rawseti(L, -2, 1);
    lua_pushvalue(L, 2);
    lua_rawseti(L, -2, 2);
    if (!lua_isnil(L, 3)) {
        lua_pushvalue(L, original);
        lua_rawget(L, 3);
        lua_rawseti(L, -2, 3);
    }
    lua_setmetatable(L, frozen); /* */
}

/* value -> its frozen copy, on top. Of the call's own stack: 2 is the name, 5 maps originals to what they became. */
static void freeze(lua_State *L, int depth) {
    int original = lua_gettop(L), frozen = original + 1, inner = original + 2;

    if (lua_type(L, original) != LUA_TTABLE || guards_itself(L)) {
        return; /* what is frozen already guards itself too */
    }
    if (depth > DEEPEST) {
        luaL_error(L, "%s are nested more than %d deep", lua_tostring(L, 2), DEEPEST);
    }
    luaL_checkstack(L, 10, NULL);
    lua_pushvalue(L, original);
    if (lua_rawget(L, 5) != LUA_TNIL) { /* original frozen */
        lua_replace(L, original);
        return;
    }
    lua_pop(L, 1);
    lua_newtable(L); /* original frozen */
    lua_pushvalue(L, original);
    lua_pushvalue(L, frozen);
    lua_rawset(L, 5);
    lua_newtable(L); /* original frozen inner */
    size_t count = 1;
    lua_pushnil(L);
    while (lua_next(L, original)) { /* original frozen inner key value */
        freeze(L, depth + 1);
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, inner);
        count++;
    }
    lim_charge(L, count);
    if (lua_getmetatable(L, original)) {
        lua_setmetatable(L, inner);
    }
    set_meta(L, original, frozen, inner);
    lua_pop(L, 1);
    lua_replace(L, original); /* frozen */
}

int lim_freeze(lua_State *L) {
    luaL_checkany(L, 1);
    luaL_optstring(L, 2, "");
    if (!lua_isnoneornil(L, 3)) {
        luaL_checktype(L, 3, LUA_TTABLE);
    }
    if (!lua_isnoneornil(L, 4)) {
        luaL_checktype(L, 4, LUA_TFUNCTION);
    }
    lua_settop(L, 4);
    if (lua_isnil(L, 2)) {
        lua_pushliteral(L, "these values");
        lua_replace(L, 2);
    }
    lua_newtable(L);
    lua_pushvalue(L, 1);
    freeze(L, 0);
    return 1;
}
