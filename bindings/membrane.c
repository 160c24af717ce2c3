/* Who stands for what on the two sides of the membrane. See faces.h. */
#include "membrane.h"

#include "faces.h"
#include "runtime.h"
#include "walk.h"

#include <lauxlib.h>

void lim_membrane_push(lua_State *L, lim_map map) { lua_rawgeti(L, LUA_REGISTRYINDEX, lim_runtime_of(L)->maps[map]); }

const void *lim_hidden_key(lim_hidden what) {
    static const char keys[LIM_HIDDENS] = {0};

    return &keys[what];
}

bool lim_hidden_push(lua_State *L, int idx, lim_hidden what) {
    if (lua_type(L, idx) != LUA_TTABLE) return false;
    if (lua_rawgetp(L, idx, lim_hidden_key(what)) != LUA_TNIL) return true;
    lua_pop(L, 1);
    return false;
}

/* Replaces the value on top by its entry in a map, if it has one. */
static bool replace_by_entry(lua_State *L, lim_map map) {
    lim_membrane_push(L, map);
    lua_pushvalue(L, -2);
    if (lua_rawget(L, -2) == LUA_TNIL) {
        lua_pop(L, 2);
        return false;
    }
    lua_replace(L, -3);
    lua_pop(L, 1);
    return true;
}

bool lim_membrane_map(lua_State *L, lim_map map) {
    if (map != LIM_MAP_IN) return replace_by_entry(L, map);
    if (lim_hidden_push(L, -1, LIM_HIDDEN_ORIGINAL)) {
        lua_replace(L, -2);
    } else if (!replace_by_entry(L, map)) {
        return false;
    }
    lim_look(L);
    lim_guard_look(L);
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
    lim_membrane_push(L, LIM_MAP_OUT);
    lua_pushvalue(L, trusted);
    lua_pushvalue(L, guest);
    lua_rawset(L, -3);
    lim_membrane_push(L, LIM_MAP_IN);
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

bool lim_guest_called(lua_State *L) {
    const lim_runtime *rt = lim_runtime_of(L);

    if (rt == NULL || rt->way_out == NULL || lua_tocfunction(L, -1) != rt->way_out) return false;
    if (lua_getupvalue(L, -1, 1) == NULL) return false;
    lua_replace(L, -2);
    return true;
}

bool lim_guest_source(lua_State *L, const char *source) {
    if (lim_runtime_of(L) == NULL || lim_runtime_of(L)->maps[LIM_MAP_STRANGERS] == 0) return false;
    lim_membrane_push(L, LIM_MAP_STRANGERS);
    bool strange = lua_getfield(L, -1, source) != LUA_TNIL;
    lua_pop(L, 2);
    return strange;
}

bool lim_proxy_mixed(lim_proxy kind) { return kind == LIM_PROXY_GIVEN || kind == LIM_PROXY_MEMO; }

/* Notes for the table on top, which may hold nodes of the state, the map that knows them, at `parent`. */
static void note_parent(lua_State *L, int parent) {
    lim_membrane_push(L, LIM_MAP_ABOUT); /* table abouts */
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
    lua_createtable(L, 0, kind == LIM_PROXY_LENT ? 2 : 1); /* target proxy */
    lua_pushvalue(L, target);
    lua_rawsetp(L, -2, lim_hidden_key(LIM_HIDDEN_ORIGINAL));
    lim_membrane_push(L, LIM_MAP_METAS);
    lua_rawgeti(L, -1, kind);
    lua_setmetatable(L, target + 1);
    lua_settop(L, target + 1);
    if (kind != LIM_PROXY_LENT) {
        lim_membrane_push(L, LIM_MAP_OUT);
        lua_pushvalue(L, target);
        lua_pushvalue(L, target + 1);
        lua_rawset(L, -3);
        lua_pop(L, 1);
    }
    lua_replace(L, target);
}
