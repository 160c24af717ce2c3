/* What guests read of results that they leave as they are, so that they need not be entered for others like these.
 *
 * While the odds of a question are walked, a guest's wrap runs for each path. It keeps nothing between them, and of the
 * question it sees nothing. So what it does follows from what it reads of the result, and a few values of it decide:
 * mostly that the result stays as it is. A memo holds such runs as a tree. Each node is one read:
 *   { source, key, { answer = node } }
 * `source` says what is read: 0 the result, n the table that read number n gave, QUESTION the question; a leaf is true.
 * Instead of an answer that is a table, or nil, there is a mark.
 *
 * `watch` begins to note what is read, in the registry: { source, key, answer, source, key, answer, …, table = source }.
 * Whatever else a guest does that depends on more, or that others notice, is counted as a look (membrane.h), and then the
 * run is not learned.
 */
#include "faces.h"

#include "budget.h"
#include "membrane.h"
#include "sandbox.h"

#include <lauxlib.h>

enum { QUESTION = -1, MOST_READS = 60, MOST_RUNS = 2000 };

static const char NOTHING = 0, SOME_TABLE = 0;

/* Pushes what stands in a memo for the value at idx; false where nothing does. */
static bool push_answer(lua_State *L, int idx) {
    int type = lua_type(L, idx);

    if (type == LUA_TNIL || type == LUA_TTABLE) {
        lua_pushlightuserdata(L, (void *)(type == LUA_TNIL ? &NOTHING : &SOME_TABLE));
        return true;
    }
    if (type != LUA_TSTRING && type != LUA_TBOOLEAN && !lua_isinteger(L, idx)) return false;
    lua_pushvalue(L, idx);
    return true;
}

/* Is the read of the key at `key`, of the source on top, among the first n at `reads`? Pure. */
static bool is_noted(lua_State *L, int reads, int n, int key) {
    bool same = false;

    for (int i = 0; i < n && !same; i++) {
        lua_rawgeti(L, reads, 3 * i + 1);
        lua_rawgeti(L, reads, 3 * i + 2);
        same = lua_rawequal(L, -3, -2) && lua_rawequal(L, key, -1);
        lua_pop(L, 2);
    }
    return same;
}

bool lim_reads_note(lua_State *L, int table, int key) {
    lim_runtime *rt = lim_runtime_of(L);
    int value = lua_gettop(L), at = 3 * rt->reads;
    bool noted = false;

    if (rt->watched < 0) return false;
    luaL_checkstack(L, 6, NULL);
    lim_membrane_push(L, LIM_MAP_READS); /* value reads */
    lua_pushvalue(L, table);
    if (lua_rawget(L, value + 1) == LUA_TNIL) { /* value reads source */
    } else if (is_noted(L, value + 1, rt->reads, key)) {
        noted = true;
    } else if (rt->reads < MOST_READS && push_answer(L, value)) {
        lua_rawseti(L, value + 1, at + 3);
        lua_rawseti(L, value + 1, at + 1);
        lua_pushvalue(L, key);
        lua_rawseti(L, value + 1, at + 2);
        rt->reads++;
        if (lua_istable(L, value)) {
            lua_pushvalue(L, value);
            lua_pushinteger(L, rt->reads);
            lua_rawset(L, value + 1);
        }
        noted = true;
    }
    lua_settop(L, value);
    return noted;
}

int lim_watch(lua_State *L) {
    lim_runtime *rt = lim_runtime_of(L);

    luaL_argcheck(L, lim_proxy_kind(L, 1) == LIM_PROXY_LENT, 1, "a lent table");
    lua_settop(L, 2);
    lua_newtable(L);
    lua_pushvalue(L, 1);
    lua_pushinteger(L, 0);
    lua_rawset(L, 3);
    if (lua_istable(L, 2)) {
        lua_pushvalue(L, 2);
        lua_pushinteger(L, QUESTION);
        lua_rawset(L, 3);
    }
    lua_rawseti(L, LUA_REGISTRYINDEX, rt->maps[LIM_MAP_READS]);
    rt->reads = 0;
    rt->watched = rt->looks;
    lua_pushinteger(L, rt->watched);
    return 1;
}

/* Replaces the table on top, which has nodes or answers, by what it has under the key below it; makes a node for the read
 * at 3 * i of the reads at `reads` where there is none. Pops the key too. False where another read was made there. */
static bool step_in(lua_State *L, int reads, int i) {
    lua_pushvalue(L, -2);
    if (lua_rawget(L, -2) != LUA_TTABLE) { /* key table nil */
        lua_pop(L, 1);
        lua_createtable(L, 3, 0);
        lua_rawgeti(L, reads, 3 * i + 1);
        lua_rawseti(L, -2, 1);
        lua_rawgeti(L, reads, 3 * i + 2);
        lua_rawseti(L, -2, 2);
        lua_createtable(L, 0, 1);
        lua_rawseti(L, -2, 3);
        lua_pushvalue(L, -3);
        lua_pushvalue(L, -2);
        lua_rawset(L, -4);
    }
    lua_replace(L, -3); /* node table */
    lua_pop(L, 1);
    lua_rawgeti(L, -1, 1);
    lua_rawgeti(L, reads, 3 * i + 1);
    lua_rawgeti(L, -3, 2);
    lua_rawgeti(L, reads, 3 * i + 2); /* node source source key key */
    bool same = lua_rawequal(L, -4, -3) && lua_rawequal(L, -2, -1);
    lua_pop(L, 4);
    lua_rawgeti(L, -1, 3);
    lua_replace(L, -2); /* answers */
    return same;
}

int lim_learn(lua_State *L) {
    lim_runtime *rt = lim_runtime_of(L);
    bool same = true;

    luaL_checktype(L, 1, LUA_TTABLE);
    bool alone = luaL_checkinteger(L, 2) == rt->watched && rt->looks == rt->watched;
    rt->watched = -1;
    if (!alone) return 0;
    lua_settop(L, 1);
    lua_getfield(L, 1, "runs");
    lua_Integer runs = lua_tointeger(L, -1) + 1;
    if (runs > MOST_RUNS) {
        runs = 1;
        lua_pushnil(L);
        lua_rawseti(L, 1, 1);
    }
    lua_pushinteger(L, runs);
    lua_setfield(L, 1, "runs");
    lim_membrane_push(L, LIM_MAP_READS);
    lua_replace(L, 2); /* memo reads */
    lua_pushinteger(L, 1);
    lua_pushvalue(L, 1); /* memo reads key table */
    for (int i = 0; i < rt->reads && same; i++) {
        same = step_in(L, 2, i);
        lua_rawgeti(L, 2, 3 * i + 3);
        lua_insert(L, -2);
    }
    if (same) {
        lua_insert(L, -2);
        lua_pushboolean(L, 1);
        lua_rawset(L, -3);
    }
    return 0;
}

int lim_known(lua_State *L) {
    int tables[MOST_READS + 1] = {2};

    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 3);
    luaL_checkstack(L, MOST_READS + 8, NULL);
    lua_rawgeti(L, 1, 1); /* memo result question node tables... */
    for (int n = 1; lua_istable(L, 4) && n <= MOST_READS; n++) {
        lua_rawgeti(L, 4, 1);
        lua_Integer source = lua_tointeger(L, -1);
        int from = source == QUESTION ? 3 : tables[source];
        lua_rawgeti(L, 4, 2);
        lua_replace(L, -2);
        if (!lua_istable(L, from)) return 0;
        lua_rawget(L, from); /* ... value */
        int value = lua_gettop(L);
        if (lua_istable(L, value) && !lim_is_plain(L)) return 0;
        lua_rawgeti(L, 4, 3);
        if (!push_answer(L, value)) return 0;
        lua_rawget(L, -2);
        lua_replace(L, 4);
        tables[n] = value;
        lua_settop(L, lua_istable(L, value) ? value : value - 1);
    }
    lua_pushboolean(L, lua_isboolean(L, 4));
    return 1;
}

int lim_looks(lua_State *L) {
    const lim_runtime *rt = lim_runtime_of(L);

    lua_pushinteger(L, rt->looks);
    lua_pushinteger(L, rt->called);
    return 2;
}
