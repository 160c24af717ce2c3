/* The membrane between trusted code and guests' functions: the two ways through it. See faces.h. */
#include "faces.h"

#include "budget.h"
#include "field_names.h"
#include "frozen_mark.h"
#include "membrane.h"
#include "sandbox.h"

#include <lauxlib.h>

/* How a guest's function is called. */
typedef enum calling {
    BATTLE,  /* its results are converted; functions among its arguments copy theirs */
    PURE,    /* its caller checks its results; functions among its arguments give fresh results */
    BUILD,   /* as in a battle, but it may change and return its second argument */
    RESOLVE  /* pure, but it may change its fourth argument, the earlier result */
} calling;

enum { DEEPEST = 64, MOST_VALUES = 100000 };

/* ---- to a guest -------------------------------------------------------------------------------------------------- */

static int call_trusted(lua_State *L);
static int call_guest(lua_State *L);

/* Was the function on top written by a guest? */
static bool is_strange(lua_State *L) {
    lua_Debug ar;

    if (lua_iscfunction(L, -1)) return false;
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">S", &ar);
    return lim_guest_source(L, ar.source);
}

/* Replaces a function of trusted code on top by one that guests may call. */
static void wrap_trusted(lua_State *L, const lim_passing *p) {
    int f = lua_gettop(L);

    lua_pushvalue(L, f);
    lua_pushinteger(L, p->policy);
    if (p->parent != 0) {
        lua_pushvalue(L, p->parent);
    } else {
        lua_pushnil(L);
    }
    lua_pushcclosure(L, call_trusted, 3);
    lim_runtime_of(L)->way_out = call_trusted;
    lim_membrane_pair(L, f, f + 1);
    lua_replace(L, f);
}

/* Is the table on top a node of the state that p knows? */
static bool is_node(lua_State *L, const lim_passing *p) {
    bool node;

    if (p->parent == 0) return false;
    lua_pushvalue(L, -1);
    node = lua_rawget(L, p->parent) != LUA_TNIL;
    lua_pop(L, 1);
    return node;
}

/* Are there values of that type that stand for others, or have a stand-in? Pure. */
static bool may_stand_for(int type) { return type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TUSERDATA; }

/* Replaces the table on top by a copy whose values have passed through `way`, with the same metatable. */
static void copy_table(lua_State *L, lim_passing *p, void (*way)(lua_State *, lim_passing *)) {
    int table = lua_gettop(L);

    if (++p->depth > DEEPEST) luaL_error(L, "a table is nested too deep, or holds itself");
    luaL_checkstack(L, 12, NULL);
    lim_push_room(L, table, 0); /* table copy */
    lua_pushnil(L);
    while (lua_next(L, table)) { /* table copy key value */
        int key = lua_type(L, -2);
        if (key != LUA_TSTRING && key != LUA_TNUMBER && key != LUA_TBOOLEAN) {
            luaL_error(L, "a key of a table is a %s", luaL_typename(L, -2));
        }
        if (may_stand_for(lua_type(L, -1))) way(L, p);
        if (lua_isinteger(L, -2)) {
            lua_rawseti(L, table + 1, lua_tointeger(L, -2));
        } else {
            lua_pushvalue(L, -2);
            lua_insert(L, -2);
            lua_rawset(L, table + 1);
        }
    }
    if (lua_getmetatable(L, table)) lua_setmetatable(L, table + 1);
    lua_replace(L, table);
    p->depth--;
}

/* Is the table on top plain data and nothing else: no number that is not whole, nothing that has a stand-in? */
static bool is_all_plain(lua_State *L, const lim_passing *p, int depth) {
    int table = lua_gettop(L);
    bool plain = depth < DEEPEST && lim_is_plain(L) && !is_node(L, p);

    luaL_checkstack(L, 8, NULL);
    lua_pushvalue(L, table);
    plain = plain && !lim_membrane_map(L, LIM_MAP_OUT);
    lua_pushnil(L); /* table table key */
    while (plain && lua_next(L, table)) {
        int type = lua_type(L, -1);
        plain = type == LUA_TNUMBER ? lua_isinteger(L, -1) : type == LUA_TSTRING || type == LUA_TBOOLEAN;
        if (type == LUA_TTABLE) plain = is_all_plain(L, p, depth + 1);
        lua_settop(L, table + 2);
    }
    lua_settop(L, table);
    return plain;
}

static void count(lua_State *L, lim_passing *p) {
    if (++p->values > MOST_VALUES) luaL_error(L, "a table holds too many values (more than %d in all)", MOST_VALUES);
    if (p->values % 16 == 0) lim_charge(L, 16);
}

static void table_to_guest(lua_State *L, lim_passing *p) {
    if (p->policy == LIM_GIVES_RAW || lim_proxy_kind(L, -1) != LIM_PROXY_NONE) return;
    if (lim_frozen_meta(L, lua_gettop(L))) {
        lua_pop(L, 1);
        return;
    }
    if (p->policy == LIM_GIVES_PROXIES || is_node(L, p) || !lim_is_plain(L)) {
        bool own = lim_proxy_mixed(p->kind) && (is_node(L, p) || !lim_is_plain(L));
        lim_proxy_make(L, own ? LIM_PROXY_NODE : p->kind, p->parent);
    } else if (p->policy == LIM_GIVES_LENT && is_all_plain(L, p, 0)) {
        lim_proxy_make(L, LIM_PROXY_LENT, 0);
        lua_pushboolean(L, 1);
        lua_rawsetp(L, -2, lim_hidden_key(LIM_HIDDEN_BACK));
    } else {
        copy_table(L, p, lim_to_guest);
    }
}

/* Replaces a field on top by its face for guests, which measures but changes nothing. */
static void field_to_guest(lua_State *L) {
    static const char *const hidden[] = {"put", "move", "remove"};
    int object = lua_gettop(L);

    lim_membrane_push(L, LIM_MAP_ABOUT); /* field about */
    lua_pushvalue(L, object);
    lua_createtable(L, 0, 2); /* field about field own */
    lua_createtable(L, 0, 3);
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        lua_pushboolean(L, 1);
        lua_setfield(L, -2, hidden[i]);
    }
    lua_setfield(L, -2, "hidden");
    lua_pushliteral(L, "what stands on the table");
    lua_setfield(L, -2, "name");
    lua_rawset(L, -3);
    lua_pop(L, 1);
    lim_proxy_make(L, LIM_PROXY_FACE, 0);
}

void lim_to_guest(lua_State *L, lim_passing *p) {
    switch (lua_type(L, -1)) {
    case LUA_TTABLE:
        count(L, p);
        if (!lim_membrane_map(L, LIM_MAP_OUT)) table_to_guest(L, p);
        return;
    case LUA_TFUNCTION:
        if (lim_membrane_map(L, LIM_MAP_OUT) || is_strange(L) || lua_tocfunction(L, -1) == call_trusted) return;
        wrap_trusted(L, p);
        return;
    case LUA_TUSERDATA:
        if (!lim_membrane_map(L, LIM_MAP_OUT) && luaL_testudata(L, -1, LIM_FIELD) != NULL) field_to_guest(L);
        return;
    default: return;
    }
}

/* ---- to trusted code --------------------------------------------------------------------------------------------- */

/* Replaces a guest's function on top by one that trusted code may call. */
static void wrap_guest(lua_State *L, calling how, int parent) {
    int f = lua_gettop(L);

    lua_pushvalue(L, f);
    lua_pushinteger(L, how);
    if (parent != 0) {
        lua_pushvalue(L, parent);
    } else {
        lua_pushnil(L);
    }
    lua_pushcclosure(L, call_guest, 3);
    lim_membrane_pair(L, f + 1, f);
    lua_replace(L, f);
}

void lim_to_trusted(lua_State *L, lim_passing *p) {
    switch (lua_type(L, -1)) {
    case LUA_TTABLE:
        count(L, p);
        if (lim_hidden_push(L, lua_gettop(L), LIM_HIDDEN_BACK)) {
            lua_pop(L, 1);
            if (lim_lent_whole(L)) {
                lim_membrane_map(L, LIM_MAP_IN);
                return;
            }
        }
        lim_lent_settle(L, lua_gettop(L));
        if (lim_membrane_map(L, LIM_MAP_IN)) return;
        if (lim_frozen_contents(L, lua_gettop(L))) {
            lua_replace(L, -2);
            copy_table(L, p, lim_to_trusted);
        } else if (lim_is_plain(L)) {
            copy_table(L, p, lim_to_trusted);
        } /* else an object of the program, which protects itself: guests cannot make one */
        return;
    case LUA_TFUNCTION:
        if (!lim_membrane_map(L, LIM_MAP_IN) && is_strange(L)) wrap_guest(L, BATTLE, p->parent);
        return;
    default: return;
    }
}

/* ---- the two ways ------------------------------------------------------------------------------------------------ */

/* Passes the values from `first` to the top through `way`, each in its place. */
static void pass(lua_State *L, int first, lim_passing *p, void (*way)(lua_State *, lim_passing *)) {
    int last = lua_gettop(L);

    for (int i = first; i <= last; i++) {
        if (may_stand_for(lua_type(L, i))) {
            lua_pushvalue(L, i);
            way(L, p);
            lua_replace(L, i);
        }
    }
}

/* Inserts the map of the state's nodes below the arguments, at 1: from the first argument that has a face or is one,
 * else from the third upvalue, which may be nil. */
static void find_parent(lua_State *L) {
    int last = lua_gettop(L);

    lim_membrane_push(L, LIM_MAP_ABOUT); /* ... abouts */
    for (int i = 1; i <= last; i++) {
        if (lua_type(L, i) != LUA_TTABLE) continue;
        if (!lim_hidden_push(L, i, LIM_HIDDEN_ORIGINAL)) lua_pushvalue(L, i);
        if (lua_rawget(L, last + 1) != LUA_TNIL && lua_getfield(L, -1, "parent") == LUA_TTABLE) {
            lua_insert(L, 1);
            lua_settop(L, last + 1);
            return;
        }
        lua_settop(L, last + 1);
    }
    lua_settop(L, last);
    lua_pushvalue(L, lua_upvalueindex(3));
    lua_insert(L, 1);
}

/* upvalues: a function of trusted code, the policy for its results, the map of the state's nodes or nil */
static int call_trusted(lua_State *L) {
    lim_gives policy = (lim_gives)lua_tointeger(L, lua_upvalueindex(2));
    lim_runtime *rt = lim_runtime_of(L);

    luaL_checkstack(L, 12, NULL);
    rt->called = rt->looks++;
    lim_charge(L, LIM_ENTRY);
    if (policy == LIM_GIVES_RAW) { /* questions are handed no nodes */
        lua_pushnil(L);
        lua_insert(L, 1);
    } else {
        find_parent(L);
    } /* parent ... */
    lim_passing in = {.parent = lua_isnil(L, 1) ? 0 : 1};
    pass(L, 2, &in, lim_to_trusted);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 2);
    bool before = lim_go(L, false);
    lua_call(L, lua_gettop(L) - 2, LUA_MULTRET);
    lim_go(L, before);
    lim_passing out = {.policy = policy, .kind = LIM_PROXY_NODE, .parent = in.parent};
    pass(L, 2, &out, lim_to_guest);
    return lua_gettop(L) - 1;
}

static bool is_pure(calling how) { return how == PURE || how == RESOLVE; }

/* Converts the arguments for a guest's function. Without a map of nodes, each table may be a node; a pure one is handed
 * none. Inserts that map, or nil, below them, at 1. */
static void hand_over(lua_State *L, calling how) {
    if (is_pure(how)) {
        lua_pushnil(L);
        lua_insert(L, 1);
    } else {
        find_parent(L);
    }
    bool known = !lua_isnil(L, 1);
    lim_passing p = {.kind = is_pure(how) ? LIM_PROXY_ARGS : LIM_PROXY_NODE, .parent = known ? 1 : 0};

    if (!is_pure(how) && known) p.kind = LIM_PROXY_GIVEN;
    for (int i = 2, last = lua_gettop(L); i <= last; i++) {
        int type = lua_type(L, i);
        if (!may_stand_for(type)) continue;
        bool own = (how == BUILD && i == 3) || (how == RESOLVE && i == 5);
        p.policy = type == LUA_TTABLE && !own ? LIM_GIVES_PROXIES : is_pure(how) ? LIM_GIVES_RAW : LIM_GIVES_COPIED;
        lua_pushvalue(L, i);
        lim_to_guest(L, &p);
        lua_replace(L, i);
    }
}

/* upvalues: a guest's function, how it is called, the map of the state's nodes or nil */
static int call_guest(lua_State *L) {
    calling how = (calling)lua_tointeger(L, lua_upvalueindex(2));
    lim_runtime *rt = lim_runtime_of(L);

    luaL_checkstack(L, 12, NULL);
    if (!lim_budgeted(L)) {
        lua_Debug ar;
        lim_membrane_push(L, LIM_MAP_RUN);
        lua_insert(L, 1);
        lua_getstack(L, 0, &ar);
        lua_getinfo(L, "f", &ar);
        lua_insert(L, 2); /* run this ... */
        lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
        return lua_gettop(L);
    }
    lim_charge(L, LIM_ENTRY);
    rt->entries++;
    hand_over(L, how); /* parent ... */
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_replace(L, 1);
    bool before = lim_go(L, true);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    lim_go(L, before);
    if (!is_pure(how)) {
        lim_passing in = {0};
        pass(L, 1, &in, lim_to_trusted);
    }
    return lua_gettop(L);
}

/* ---- for trusted code -------------------------------------------------------------------------------------------- */

/* face(object, about): about = { name =, hidden = set, nodes = set of methods that give nodes, parent = map of nodes,
 * writable = set of tables, instead = map, fresh = do its methods give fresh tables? } */
int lim_guest_face(lua_State *L) {
    luaL_argcheck(L, lua_istable(L, 1) || lua_isuserdata(L, 1), 1, "an object");
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    lim_membrane_push(L, LIM_MAP_ABOUT);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    lua_rawset(L, -3);
    lua_settop(L, 1);
    if (!lim_membrane_map(L, LIM_MAP_OUT)) lim_proxy_make(L, LIM_PROXY_FACE, 0);
    return 1;
}

int lim_guest_stand(lua_State *L) {
    luaL_checkany(L, 2);
    lua_settop(L, 2);
    lim_membrane_pair(L, 2, 1);
    return 0;
}

/* Keeps the function at 1 as what says what is wrong with a key that is missing. */
static int keep_missing(lua_State *L, lim_map map) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_rawseti(L, LUA_REGISTRYINDEX, lim_runtime_of(L)->maps[map]);
    return 0;
}

int lim_guest_asked(lua_State *L) { return keep_missing(L, LIM_MAP_ASKED); }

int lim_guest_lacking(lua_State *L) { return keep_missing(L, LIM_MAP_LACKING); }

int lim_guest_strangers(lua_State *L) {
    luaL_checkstring(L, 1);
    lim_membrane_push(L, LIM_MAP_STRANGERS);
    lua_pushfstring(L, "@%s", lua_tostring(L, 1));
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
    return 0;
}

int lim_guest_enter(lua_State *L) {
    static const char *const ways[] = {"battle", "pure", "build", "resolve", NULL};
    calling how = (calling)luaL_checkoption(L, 2, NULL, ways);

    luaL_checktype(L, 1, LUA_TFUNCTION);
    if (!lua_isnoneornil(L, 3)) {
        luaL_checktype(L, 3, LUA_TFUNCTION);
        lua_settop(L, 3);
        lua_rawseti(L, LUA_REGISTRYINDEX, lim_runtime_of(L)->maps[LIM_MAP_RUN]);
    }
    lua_settop(L, 1);
    if (lua_tocfunction(L, 1) != call_guest && !lim_membrane_map(L, LIM_MAP_IN)) wrap_guest(L, how, 0);
    return 1;
}

int lim_guest_leave(lua_State *L) {
    const lim_passing p = {.policy = lua_toboolean(L, 2) ? LIM_GIVES_LENT : LIM_GIVES_COPIED};

    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    if (!lim_membrane_map(L, LIM_MAP_OUT)) wrap_trusted(L, &p);
    return 1;
}

int lim_guest_entries(lua_State *L) {
    const lim_runtime *rt = lim_runtime_of(L);

    lua_pushinteger(L, rt == NULL ? 0 : rt->entries);
    return 1;
}

int lim_guest_origin(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    if (lua_tocfunction(L, 1) == call_guest) lua_getupvalue(L, 1, 1);
    return 1;
}

int lim_guest_shared(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    lua_insert(L, 1); /* parent table */
    lua_pushvalue(L, 2);
    if (!lim_membrane_map(L, LIM_MAP_OUT)) lim_proxy_make(L, LIM_PROXY_MEMO, 1);
    lua_settop(L, 2);
    return 1;
}

int lim_guest_shown(lua_State *L) {
    lim_passing p = {.policy = LIM_GIVES_PROXIES, .kind = LIM_PROXY_NODE};

    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lim_to_guest(L, &p);
    return 0;
}
