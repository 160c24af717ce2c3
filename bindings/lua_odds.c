/* kernel.odds: the enumerator and chains, driven over Lua functions. Distributions are in lua_dist.c. */
#include "budget.h"
#include "lua_dist.h"

#include <lauxlib.h>
#include <string.h>

static const lua_Integer PATHS_MOST = 1000000;
static const lua_Integer STATES_MOST = 100000;

/* One enumeration under way: the walk, and the source it has borrowed. */
typedef struct lua_walk {
    lim_walk walk;
    lim_memory memory;
    lim_source *source;
    lim_source_mode before;
    lim_walk *outer;
} lua_walk;

static int walk_close(lua_State *L) {
    lua_walk *w = lua_touserdata(L, 1);
    if (w->source != NULL) {
        w->source->mode = w->before;
        w->source->walk = w->outer;
        w->source = NULL;
    }
    lim_walk_close(&w->walk);
    return 0;
}

/* Pushes a walk that answers the throws of the source at stack place 1 until it is closed, which it is when the
 * function returns. A procedure may enumerate another within, on the same source too. */
static lua_walk *push_walk(lua_State *L, lim_source *source) {
    if (source->walk == NULL) { /* what an earlier enumeration held on to */
        lua_newtable(L);
        lua_setiuservalue(L, 1, LIM_SOURCE_HELD);
    }
    lua_walk *w = lua_newuserdatauv(L, sizeof *w, 0);
    memset(w, 0, sizeof *w);
    w->walk.tally.mem = w->walk.pools.mem = lim_memory_of(L, &w->memory);
    luaL_setmetatable(L, "limber.walk");
    lua_toclose(L, -1);
    w->source = source;
    w->before = source->mode;
    w->outer = source->walk;
    source->mode = LIM_WALKED;
    source->single = NULL;
    source->walk = &w->walk;
    return w;
}

/* Walks the function at `fn` with the `given` values from `args` on, and pushes the distribution of its
 * outcomes. Returns the number of paths. */
static uint64_t enumerate(lua_State *L, lua_walk *w, uint64_t most, int fn, int args, int given, lim_keys *keys) {
    lim_odds_status status = lim_walk_start(&w->walk, most);
    if (status != LIM_OK) lim_odds_fail(L, status, 0);
    do {
        lim_poll(L);
        lua_pushvalue(L, fn);
        for (int i = 0; i < given; i++) lua_pushvalue(L, args + i);
        lua_call(L, given, 1);
        status = lim_walk_end(&w->walk, lim_key_of(L, keys));
    } while (status == LIM_MORE);
    if (status != LIM_OK) lim_odds_fail(L, status, fn);
    uint64_t paths = w->walk.paths;
    lim_push_tally(L, &w->walk.tally, keys);
    return paths;
}

static lua_Integer option(lua_State *L, int index, const char *name, lua_Integer missing) {
    if (lua_isnoneornil(L, index)) return missing;
    luaL_checktype(L, index, LUA_TTABLE);
    lua_getfield(L, index, name);
    lua_Integer value = luaL_optinteger(L, -1, missing);
    lua_pop(L, 1);
    return value;
}

static int l_enumerate(lua_State *L) {
    lim_source *source = lim_check_source(L, 1);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_Integer most = option(L, 3, "max_paths", PATHS_MOST);
    lua_settop(L, 3);
    lim_keys keys = lim_push_keys(L, false);                          /* source fn opts codes values */
    lua_walk *w = push_walk(L, source);                               /* … walk */
    uint64_t paths = enumerate(L, w, (uint64_t)most, 2, 0, 0, &keys); /* … walk dist */
    lua_createtable(L, 0, 1);
    lua_pushinteger(L, (lua_Integer)paths);
    lua_setfield(L, -2, "paths");
    return 2;
}

/* chain(source, start, step, done). Stack: 1 source, 2 start, 3 step, 4 done, 5 codes, 6 states, 7 walk,
 * 8 throws, 9 dists: the distribution after state i at i. */
typedef struct chain {
    lim_keys keys;
    lua_walk *walk;
    uint64_t paths;
} chain;

static void explore(lua_State *L, chain *c) {
    for (lua_Integer i = 1; i <= c->keys.count; i++) {
        if (i > STATES_MOST) luaL_error(L, "odds: the chain has more than %I states", STATES_MOST);
        lua_pushvalue(L, 4);
        lua_rawgeti(L, 6, i);
        lua_call(L, 1, 1);
        bool ended = lua_toboolean(L, -1);
        lua_pop(L, 1);
        if (ended) {
            lua_pushboolean(L, 0);
        } else {
            lua_rawgeti(L, 6, i); /* state */
            lua_pushvalue(L, 8);  /* state throws */
            int args = lua_gettop(L) - 1;
            c->paths += enumerate(L, c->walk, (uint64_t)PATHS_MOST, 3, args, 2, &c->keys);
            lua_remove(L, args);
            lua_remove(L, args);
        }
        lua_rawseti(L, 9, i);
    }
}

/* The state a failure is about, in words. */
static int fail_at(lua_State *L, lim_odds_status status, size_t state) {
    if (status != LIM_CYCLE && status != LIM_ENDLESS) return lim_odds_fail(L, status, 0);
    lua_rawgeti(L, 6, (lua_Integer)state + 1);
    const char *name = lim_show(L, -1);
    return luaL_error(L, "odds: state %s %s", name,
                      status == LIM_CYCLE ? "is reached again through others" : "never leaves itself");
}

/* The tally's keys are state numbers from 0; the outcomes are the states themselves. */
static void push_ends(lua_State *L, lim_tally *ends) {
    lim_keys keys = lim_push_keys(L, false); /* codes values */
    for (size_t i = 0; i < ends->n; i++) {
        lua_rawgeti(L, 6, ends->key[i] + 1);
        ends->key[i] = lim_key_of(L, &keys);
    }
    lim_push_tally(L, ends, &keys);
}

static int l_chain(lua_State *L) {
    chain c = {.paths = 0};
    lim_source *source = lim_check_source(L, 1);
    luaL_checktype(L, 3, LUA_TFUNCTION);
    luaL_checktype(L, 4, LUA_TFUNCTION);
    lua_settop(L, 4);
    c.keys = lim_push_keys(L, true); /* 5 codes 6 states */
    lua_pushvalue(L, 2);
    lim_key_of(L, &c.keys);
    c.walk = push_walk(L, source); /* 7 */
    lua_getfield(L, 1, "throw");   /* 8 */
    lua_newtable(L);               /* 9 dists */
    explore(L, &c);
    size_t n = (size_t)c.keys.count;
    const lim_dist **next = lua_newuserdatauv(L, n * sizeof *next, 0);
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, 9, (lua_Integer)i + 1);
        next[i] = lua_isboolean(L, -1) ? NULL : lim_check_dist(L, -1);
        lua_pop(L, 1);
    }
    size_t fault = 0;
    lim_odds_status status = lim_chain_solve(next, n, 0, &c.walk->walk.tally, &fault);
    if (status != LIM_OK) return fail_at(L, status, fault);
    push_ends(L, &c.walk->walk.tally);
    lua_createtable(L, 0, 2);
    lua_pushinteger(L, (lua_Integer)n);
    lua_setfield(L, -2, "states");
    lua_pushinteger(L, (lua_Integer)c.paths);
    lua_setfield(L, -2, "paths");
    return 2;
}

static const luaL_Reg functions[] = {
    {"enumerate", l_enumerate},   /* enumerate(source, fn, {max_paths=}?) -> dist of fn()'s outcomes, {paths=} */
    {"chain", l_chain},           /* chain(source, start, step(state, throw), done(state)) -> dist, {states=, paths=} */
    {"dist", lim_dist_from_list}, /* dist({{value, weight}, …}) -> dist */
    {NULL, NULL},
};

int lim_open_odds(lua_State *L) {
    luaL_newmetatable(L, "limber.walk");
    lua_pushcfunction(L, walk_close);
    lua_setfield(L, -2, "__gc");
    lua_pushcfunction(L, walk_close);
    lua_setfield(L, -2, "__close");
    lim_dist_open(L);
    luaL_newlib(L, functions);
    return 1;
}
