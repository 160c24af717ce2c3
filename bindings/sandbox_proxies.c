/* Proxies: what guests see of trusted code's tables and objects. See faces.h. */
#include "faces.h"

#include "bindings.h"
#include "membrane.h"
#include "runtime.h"
#include "sandbox.h"

#include <lauxlib.h>

/* ---- proxies ----------------------------------------------------------------------------------------------------- */

/* Replaces the proxy at 1 by its original. */
static void to_target(lua_State *L) {
    if (!lim_face_target(L, 1)) luaL_typeerror(L, 1, "proxy");
    lua_replace(L, 1);
}

/* For the object on top: pushes the part `name` of its `about`, or nil, and returns its type. */
static int push_about(lua_State *L, const char *name) {
    lua_pushvalue(L, -1);
    if (!lim_membrane_map(L, LIM_MAP_ABOUT)) {
        lua_pop(L, 1);
        lua_pushnil(L);
        return LUA_TNIL;
    }
    int type = lua_getfield(L, -1, name);
    lua_remove(L, -2);
    return type;
}

/* Is the key at 2 in the part `name` of the `about` at 4? Pushes its value there, or nothing. */
static bool said(lua_State *L, const char *name) {
    if (lua_getfield(L, 4, name) == LUA_TTABLE) {
        lua_pushvalue(L, 2);
        if (lua_rawget(L, -2) != LUA_TNIL) {
            lua_remove(L, -2);
            return true;
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return false;
}

/* Raises what is wrong with the key at 2, which the table at 3 does not have: one of a question, or of a battle. */
static void check_missing(lua_State *L, lim_proxy kind) {
    if (lua_type(L, 2) != LUA_TSTRING || kind == LIM_PROXY_MEMO) return;
    lim_membrane_push(L, kind == LIM_PROXY_ARGS ? LIM_MAP_ASKED : LIM_MAP_LACKING);
    if (lua_isfunction(L, -1)) {
        lua_pushvalue(L, 2);
        lua_pushvalue(L, 3);
        lua_call(L, 2, 1);
        if (lua_isstring(L, -1)) luaL_error(L, "%s", lua_tostring(L, -1));
    }
    lua_pop(L, 1);
}

/* index(face, key), with the object at 3 */
static int face_index(lua_State *L) {
    lim_passing p = {.policy = LIM_GIVES_COPIED, .kind = LIM_PROXY_NODE};

    lua_pushvalue(L, 3);
    if (!lim_membrane_map(L, LIM_MAP_ABOUT)) return luaL_typeerror(L, 1, "face");
    if (said(L, "hidden")) return 0; /* face key object about */
    if (said(L, "writable")) p.kind = LIM_PROXY_MEMO;
    if (said(L, "nodes")) {
        p.policy = LIM_GIVES_PROXIES;
    } else if (lua_getfield(L, 4, "fresh") != LUA_TNIL) {
        p.policy = LIM_GIVES_RAW;
        p.kind = LIM_PROXY_RULES;
    }
    if (lua_getfield(L, 4, "parent") == LUA_TTABLE) p.parent = lua_gettop(L);
    if (!said(L, "instead")) {
        lua_pushvalue(L, 2);
        int type = lua_gettable(L, 3);
        if (type == LUA_TTABLE) p.policy = LIM_GIVES_PROXIES;
        if (type == LUA_TNIL) check_missing(L, LIM_PROXY_FACE);
    }
    lim_to_guest(L, &p);
    return 1;
}

/* index(proxy, key) */
static int proxy_index(lua_State *L) {
    lim_proxy kind = lim_proxy_kind(L, 1);
    lim_passing p = {.policy = LIM_GIVES_COPIED, .kind = kind};

    lua_settop(L, 2);
    luaL_checkstack(L, 16, NULL);
    lua_pushvalue(L, 1);
    if (kind == LIM_PROXY_NONE || !lim_membrane_map(L, LIM_MAP_IN)) return luaL_typeerror(L, 1, "proxy");
    if (kind == LIM_PROXY_FACE) return face_index(L); /* proxy key table */
    if (lim_proxy_mixed(kind) && push_about(L, "parent") == LUA_TTABLE) p.parent = 4;
    lua_pushvalue(L, 2);
    int type = lua_gettable(L, 3);
    if (type == LUA_TTABLE) {
        p.policy = LIM_GIVES_PROXIES;
    } else {
        if (type == LUA_TNIL) check_missing(L, kind);
        if (kind == LIM_PROXY_ARGS && lim_reads_note(L, 3, 2)) lim_runtime_of(L)->looks--;
    }
    lim_to_guest(L, &p);
    return 1;
}

static void push_text(lua_State *L, int idx) {
    lua_pushcfunction(L, lim_tostring);
    lua_pushvalue(L, idx);
    lua_call(L, 1, 1);
}

/* Has the original of the memo at 1 become a node of the state? */
static bool is_node_now(lua_State *L) {
    bool node = false;

    if (!lim_face_target(L, 1)) return false;
    if (push_about(L, "parent") == LUA_TTABLE) { /* table parent */
        lua_pushvalue(L, -2);
        node = lua_rawget(L, -2) != LUA_TNIL;
        lua_pop(L, 1);
    }
    lua_pop(L, 2);
    return node;
}

/* newindex(proxy, key, value) */
static int proxy_newindex(lua_State *L) {
    static const char *const advice[] = {
        [LIM_PROXY_NODE] = "the battle is read-only: %s cannot be set: use play:set",
        [LIM_PROXY_ARGS] = "args are read-only: %s cannot be set: use with(q, { … })",
        [LIM_PROXY_RULES] = "rules are read-only: %s cannot be set",
        [LIM_PROXY_GIVEN] = "arguments are read-only: %s cannot be set: use with(it, { … })",
    };
    lim_proxy kind = lim_proxy_kind(L, 1);

    lua_settop(L, 3);
    if (kind == LIM_PROXY_MEMO && is_node_now(L)) kind = LIM_PROXY_NODE;
    if (kind == LIM_PROXY_MEMO) {
        lim_passing in = {0};
        lim_to_trusted(L, &in);
        to_target(L);
        luaL_argcheck(L, !lua_isnil(L, 2) && lua_rawequal(L, 2, 2), 2, "no key");
        lua_rawset(L, 1);
        return 0;
    }
    lim_push_place(L);
    push_text(L, 2); /* proxy key value place text */
    if (kind == LIM_PROXY_FACE && lim_face_target(L, 1) && push_about(L, "name") == LUA_TSTRING) {
        lua_pushfstring(L, "%s are read-only: %s cannot be set", lua_tostring(L, -1), lua_tostring(L, 5));
    } else {
        bool advised = kind != LIM_PROXY_NONE && kind <= LIM_PROXY_GIVEN;
        lua_pushfstring(L, advice[advised ? kind : LIM_PROXY_NODE], lua_tostring(L, 5));
    }
    lua_pushvalue(L, 4);
    lua_insert(L, -2);
    lua_concat(L, 2);
    return lua_error(L);
}

static int proxy_len(lua_State *L) {
    to_target(L);
    lua_len(L, 1);
    return 1;
}

static void push_metas(lua_State *L) {
    static const luaL_Reg methods[] = {
        {"__index", proxy_index},
        {"__newindex", proxy_newindex},
        {"__len", proxy_len},
        {"__pairs", lim_sorted_pairs}, /* for the stock pairs */
        {NULL, NULL},
    };

    lua_newtable(L);
    lim_lent_meta(L);
    lua_rawseti(L, -2, LIM_PROXY_LENT);
    for (lim_proxy kind = LIM_PROXY_NODE; kind <= LIM_PROXY_FACE; kind++) {
        lua_createtable(L, 0, 8);
        luaL_setfuncs(L, methods, 0);
        lua_pushboolean(L, 0);
        lua_setfield(L, -2, "__metatable");
        lua_pushinteger(L, kind);
        lua_rawsetp(L, -2, lim_proxy_mark());
        lua_rawseti(L, -2, kind);
    }
}

void lim_faces_open(lua_State *L) {
    lim_runtime *rt = lim_runtime_of(L);

    _Static_assert(LIM_MAPS <= sizeof rt->maps / sizeof rt->maps[0], "room for each map");
    if (rt->maps[LIM_MAP_OUT] != 0) return;
    lua_createtable(L, 0, 1); /* meta */
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
    for (lim_map map = LIM_MAP_OUT; map < LIM_MAPS; map++) {
        if (map == LIM_MAP_METAS) {
            push_metas(L);
        } else {
            lua_newtable(L);
        }
        if (map <= LIM_MAP_ABOUT) {
            lua_pushvalue(L, -2);
            lua_setmetatable(L, -2);
        }
        rt->maps[map] = luaL_ref(L, LUA_REGISTRYINDEX);
    }
    lua_pop(L, 1);
}
