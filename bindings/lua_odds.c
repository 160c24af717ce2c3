/* kernel.odds: the enumerator, driven over Lua functions. Distributions are in lua_dist.c. */
#include "budget.h"
#include "lua_dist.h"

#include <lauxlib.h>
#include <string.h>

static const lua_Integer PATHS_MOST = 1000000;

/* The key of what gave no outcome; no outcome has it. */
static const int64_t UNDECIDED = INT64_MIN;

/* One enumeration under way: the walk, and the source it has borrowed. The outermost one of a source is kept with it, and
 * serves again: it knows the chances of the throws it has met. */
typedef struct lua_walk {
    lim_walk walk;
    lim_memory memory;
    lim_source *source;
    lim_source_mode before;
    lim_walk *outer;
    double ways;
} lua_walk;

/* Gives the source back. */
static int walk_end(lua_State *L) {
    enum { LARGE = 4096 };
    lua_walk *w = lua_touserdata(L, 1);
    if (w->source != NULL) {
        w->source->mode = w->before;
        w->source->walk = w->outer;
        w->source->ways = w->ways;
        w->source = NULL;
    }
    if (w->outer != NULL || w->walk.running || w->walk.tally.room > LARGE) lim_walk_close(&w->walk);
    return 0;
}

static int walk_gc(lua_State *L) {
    lua_walk *w = lua_touserdata(L, 1);
    lim_walk_close(&w->walk);
    return 0;
}

/* What an earlier enumeration of the source at stack place 1 held on to. */
static void let_go(lua_State *L) {
    lua_getiuservalue(L, 1, LIM_SOURCE_HELD);
    lua_pushnil(L);
    const int any = lua_next(L, -2);
    lua_pop(L, any ? 3 : 1);
    if (!any) return;
    lua_newtable(L);
    lua_setiuservalue(L, 1, LIM_SOURCE_HELD);
}

/* Pushes the walk that is kept with the source at stack place 1, or a new one: to be kept, if it is the outermost. */
static lua_walk *push_kept(lua_State *L, bool outermost) {
    if (outermost) {
        if (lua_getiuservalue(L, 1, LIM_SOURCE_WALK) == LUA_TUSERDATA) return lua_touserdata(L, -1);
        lua_pop(L, 1);
    }
    lua_walk *w = lua_newuserdatauv(L, sizeof *w, 0);
    memset(w, 0, sizeof *w);
    w->walk.tally.mem = w->walk.pools.mem = lim_memory_of(L, &w->memory);
    luaL_setmetatable(L, "limber.walk");
    if (outermost) {
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, 1, LIM_SOURCE_WALK);
    }
    return w;
}

/* Pushes a walk that answers the throws of the source at stack place 1 until it is closed, which it is when the
 * function returns. A procedure may enumerate another within, on the same source too. */
static lua_walk *push_walk(lua_State *L, lim_source *source) {
    const bool outermost = source->walk == NULL;
    if (outermost) let_go(L);
    lua_walk *w = push_kept(L, outermost);
    lua_toclose(L, -1);
    w->source = source;
    w->before = source->mode;
    w->outer = source->walk;
    w->ways = source->ways;
    source->ways = 0;
    source->mode = LIM_WALKED;
    source->single = NULL;
    source->walk = &w->walk;
    return w;
}

/* Takes the paths that decided nothing out of the tally: the others weigh what they did, of a smaller whole. */
static void leave_undecided(lua_State *L, lim_tally *tally) {
    const size_t bytes = tally->limbs * sizeof *tally->weight;
    for (size_t i = 0; i < tally->n; i++) {
        if (tally->key[i] != UNDECIDED) continue;
        tally->n--;
        tally->key[i] = tally->key[tally->n];
        memmove(tally->weight + i * tally->limbs, tally->weight + tally->n * tally->limbs, bytes);
    }
    if (tally->n == 0) luaL_error(L, "odds: no throw of dice.again decides anything");
}

/* About how many paths there are: the mean, over tries that choose among the outcomes of each throw at random, of the
 * product of their numbers (Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29,
 * 1975). */
static double estimate(lua_State *L, lua_walk *w, uint64_t most, int fn) {
    enum { TRIES = 1000 };
    lim_walk *const walk = &w->walk;
    double sum = 0;
    const lim_odds_status status = lim_walk_start(walk, most);
    if (status != LIM_OK) lim_odds_fail(L, status, 0);
    w->source->tried = 1;
    for (int i = 0; i < TRIES; i++) {
        lim_poll(L);
        w->source->ways = 1;
        lua_pushvalue(L, fn);
        lua_call(L, 0, 0);
        sum += w->source->ways;
        walk->depth = walk->at = 0;
    }
    w->source->ways = 0;
    return sum / TRIES > (double)most ? sum / TRIES : (double)most + 1;
}

/* Walks the function at `fn` and pushes the distribution of its outcomes. Returns the number of paths. Where it may
 * be undecided, the paths on which it gives nil are left out. Where more than `most` are no error, it pushes nothing
 * for them and returns 0. */
static uint64_t enumerate(lua_State *L, lua_walk *w, uint64_t most, int fn, bool may_be_undecided, bool may_be_more,
                          lim_keys *keys) {
    lim_odds_status status = lim_walk_start(&w->walk, most);
    if (status != LIM_OK) lim_odds_fail(L, status, 0);
    do {
        lim_poll(L);
        lua_pushvalue(L, fn);
        lua_call(L, 0, 1);
        int64_t key = UNDECIDED;
        if (may_be_undecided && lua_isnil(L, -1))
            lua_pop(L, 1);
        else
            key = lim_key_of(L, keys);
        status = lim_walk_end(&w->walk, key);
    } while (status == LIM_MORE);
    if (status == LIM_TOO_MANY && may_be_more) return 0;
    if (status != LIM_OK) lim_odds_fail(L, status, fn);
    uint64_t paths = w->walk.paths;
    if (may_be_undecided) leave_undecided(L, &w->walk.tally);
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
    const bool estimates = option(L, 3, "estimate", 0) != 0;
    lua_settop(L, 3);
    lim_keys keys = lim_push_keys(L);                                 /* source fn opts codes values */
    lua_walk *w = push_walk(L, source);                               /* … walk */
    uint64_t paths = enumerate(L, w, (uint64_t)most, 2, false, estimates, &keys); /* … walk dist */
    if (paths == 0) lua_pushnil(L);
    lua_createtable(L, 0, 1);
    if (paths == 0)
        lua_pushnumber(L, estimate(L, w, (uint64_t)most, 2));
    else
        lua_pushinteger(L, (lua_Integer)paths);
    lua_setfield(L, -2, paths == 0 ? "about" : "paths");
    return 2;
}

void lim_decide_odds(lua_State *L, lim_source *source, int fn) {
    const int top = lua_gettop(L);
    lim_keys keys = lim_push_keys(L);                                  /* … codes values */
    lua_walk *w = push_walk(L, source);                                /* … codes values walk */
    (void)enumerate(L, w, (uint64_t)PATHS_MOST, fn, true, false, &keys);/* … codes values walk dist */
    lua_replace(L, fn);
    lua_settop(L, top); /* closes the walk */
}

static const luaL_Reg functions[] = {
    /* With estimate = 1 beside max_paths, more paths than allowed give nil, {about=}. */
    {"enumerate", l_enumerate}, /* enumerate(source, fn, {max_paths=}?) -> dist of fn()'s outcomes, {paths=} */
    {"dist", lim_dist_from_list}, /* dist({{value, weight}, …}) -> dist */
    {"chain", lim_chain_new},     /* chain(dists) -> chain, of rounds: 1.. is the next state, -1.. an end; or nil, why */
    {NULL, NULL},
};

int lim_open_odds(lua_State *L) {
    luaL_newmetatable(L, "limber.walk");
    lua_pushcfunction(L, walk_gc);
    lua_setfield(L, -2, "__gc");
    lua_pushcfunction(L, walk_end);
    lua_setfield(L, -2, "__close");
    lim_dist_open(L);
    lim_chain_library(L);
    luaL_newlib(L, functions);
    return 1;
}
