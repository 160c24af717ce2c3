/* Who stands for what on the two sides of the membrane. See faces.h. */
#include "membrane.h"

#include "faces.h"
#include "walk.h"

#include <lauxlib.h>

const void *lim_membrane_key(lim_map map) {
    static const char keys[LIM_MAPS] = {0};

    return &keys[map];
}

bool lim_membrane_map(lua_State *L, lim_map map) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, lim_membrane_key(map));
    lua_pushvalue(L, -2);
    if (lua_rawget(L, -2) == LUA_TNIL) {
        lua_pop(L, 2);
        return false;
    }
    lua_replace(L, -3);
    lua_pop(L, 1);
    if (map == LIM_MAP_IN) lim_guard_look(L);
    return true;
}

/* The key of the function, in the metatable of a guarded table, that notes that somebody looks into it. */
static const char GUARD = 0;

/* Pushes the metatable of the guarded table at idx and that function; pushes nothing for any other value. */
static bool push_guard(lua_State *L, int idx) {
    if (lua_type(L, idx) != LUA_TTABLE || !lua_getmetatable(L, idx)) return false;
    if (lua_rawgetp(L, -1, &GUARD) != LUA_TNIL) return true;
    lua_pop(L, 2);
    return false;
}

bool lim_guarded(lua_State *L, int idx) {
    if (!push_guard(L, idx)) return false;
    lua_pop(L, 2);
    return true;
}

void lim_guard_look(lua_State *L) {
    if (!push_guard(L, -1)) return;
    luaL_checkstack(L, 4, NULL);
    lua_call(L, 0, 1); /* guarded meta value */
    lua_replace(L, -3);
    lua_pop(L, 1);
}

int lim_guest_guard(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    luaL_argcheck(L, lua_getmetatable(L, 1), 1, "a table with a metatable");
    lua_insert(L, 2); /* table meta look */
    lua_rawsetp(L, 2, &GUARD);
    lua_settop(L, 1);
    return 1;
}

void lim_membrane_pair(lua_State *L, int trusted, int guest) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, lim_membrane_key(LIM_MAP_OUT));
    lua_pushvalue(L, trusted);
    lua_pushvalue(L, guest);
    lua_rawset(L, -3);
    lua_rawgetp(L, LUA_REGISTRYINDEX, lim_membrane_key(LIM_MAP_IN));
    lua_pushvalue(L, guest);
    lua_pushvalue(L, trusted);
    lua_rawset(L, -3);
    lua_pop(L, 2);
}

const void *lim_proxy_mark(void) {
    static const char mark = 0;

    return &mark;
}

lim_proxy lim_proxy_kind(lua_State *L, int idx) {
    lim_proxy kind = LIM_PROXY_NONE;

    if (lua_type(L, idx) == LUA_TTABLE && lua_getmetatable(L, idx)) {
        lua_rawgetp(L, -1, lim_proxy_mark());
        kind = (lim_proxy)lua_tointeger(L, -1);
        lua_pop(L, 2);
    }
    return kind;
}

bool lim_face_target(lua_State *L, int idx) {
    if (lim_proxy_kind(L, idx) == LIM_PROXY_NONE) return false;
    lua_pushvalue(L, idx);
    return lim_membrane_map(L, LIM_MAP_IN);
}

bool lim_face_plain(lua_State *L, int idx) {
    lim_proxy kind = lim_proxy_kind(L, idx);

    return kind != LIM_PROXY_NONE && kind != LIM_PROXY_FACE && lim_face_target(L, idx);
}

bool lim_is_plain(lua_State *L) {
    bool plain;

    if (!lua_getmetatable(L, -1)) return true;
    luaL_getmetatable(L, LIM_MARK_LIST);
    luaL_getmetatable(L, LIM_MARK_OBJECT);
    plain = lua_rawequal(L, -3, -2) || lua_rawequal(L, -3, -1);
    lua_pop(L, 3);
    return plain;
}

bool lim_guest_source(lua_State *L, const char *source) {
    bool strange = false;

    if (lua_rawgetp(L, LUA_REGISTRYINDEX, lim_membrane_key(LIM_MAP_STRANGERS)) == LUA_TTABLE) {
        strange = lua_getfield(L, -1, source) != LUA_TNIL;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return strange;
}

bool lim_proxy_mixed(lim_proxy kind) { return kind == LIM_PROXY_GIVEN || kind == LIM_PROXY_MEMO; }

/* Notes for the table on top, which may hold nodes of the state, the map that knows them, at `parent`. */
static void note_parent(lua_State *L, int parent) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, lim_membrane_key(LIM_MAP_ABOUT)); /* table abouts */
    lua_pushvalue(L, -2);
    lua_pushvalue(L, parent);
    if (lua_rawget(L, -3) == LUA_TNIL) { /* one for each map */
        lua_pop(L, 1);
        lua_createtable(L, 0, 1);
        lua_pushvalue(L, parent);
        lua_setfield(L, -2, "parent");
        lua_pushvalue(L, parent);
        lua_pushvalue(L, -2);
        lua_rawset(L, -5);
    }
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

void lim_proxy_make(lua_State *L, lim_proxy kind, int parent) {
    int target = lua_gettop(L);

    if (lim_proxy_mixed(kind) && parent != 0) note_parent(L, parent);
    lua_createtable(L, 0, 0); /* target proxy */
    lua_rawgetp(L, LUA_REGISTRYINDEX, lim_membrane_key(LIM_MAP_METAS));
    lua_rawgeti(L, -1, kind);
    lua_setmetatable(L, -3);
    lua_pop(L, 1);
    lim_membrane_pair(L, target, target + 1);
    lua_replace(L, target);
}
