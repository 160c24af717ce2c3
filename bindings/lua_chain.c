/* kernel.odds.chain: rounds that follow one another, as a Lua value. See chain.h. */
#include "budget.h"
#include "chain.h"
#include "lua_dist.h"

#include <lauxlib.h>
#include <string.h>

#define CHAIN "limber.chain"

/* The userdata. User value 1: the list of distributions. */
typedef struct lua_chain {
    lim_chain chain;
    lim_tally ends;
    lim_rounds rounds;
    lim_memory memory;
} lua_chain;

static lua_chain *check_chain(lua_State *L) { return luaL_checkudata(L, 1, CHAIN); }

static int c_gc(lua_State *L) {
    lua_chain *const c = check_chain(L);
    lim_rounds_close(&c->chain, &c->rounds);
    lim_tally_close(&c->ends);
    lim_chain_close(&c->chain);
    return 0;
}

static int fail(lua_State *L, const lua_chain *c, lim_chain_status status) {
    const lua_Integer at = (lua_Integer)c->chain.at + 1;
    if (status == LIM_CHAIN_NO_MEMORY) return luaL_error(L, "odds: not enough memory");
    luaL_argcheck(L, status != LIM_CHAIN_NO_STATE, 1, "a round leads to a state that is not in the list");
    lua_pushnil(L);
    lua_pushstring(L, status == LIM_CHAIN_ENDLESS ? "endless" : "wide");
    lua_pushinteger(L, at);
    return 3;
}

/* chain(list): values above 0 are states by number, values below 0 ends. nil, "endless", state: no end can be reached
 * from there. */
int lim_chain_new(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    const lua_Integer n = luaL_len(L, 1);
    luaL_argcheck(L, n >= 1 && n <= INT32_MAX, 1, "needs one distribution or more");
    lua_settop(L, 1);
    lua_createtable(L, (int)n, 0);                               /* list own */
    lua_chain *const c = lua_newuserdatauv(L, sizeof *c, 1);     /* list own chain */
    memset(c, 0, sizeof *c);
    c->chain.mem = c->ends.mem = lim_memory_of(L, &c->memory);
    luaL_setmetatable(L, CHAIN);
    const lim_dist **const step = lua_newuserdatauv(L, (size_t)n * sizeof *step, 0); /* list own chain steps */
    for (lua_Integer i = 0; i < n; i++) {
        lua_rawgeti(L, 1, i + 1);
        step[i] = lim_check_dist(L, -1);
        lua_rawseti(L, 2, i + 1);
    }
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, 3, 1);
    const lim_chain_status status = lim_chain_open(&c->chain, step, (size_t)n);
    if (status != LIM_CHAIN_OK) return fail(L, c, status);
    lua_settop(L, 3);
    return 1;
}

static void push_ratio(lua_State *L, const lim_ratio *ratio) {
    char text[2 * LIM_NAT_DIGITS + 4];
    const size_t bytes = lim_ratio_text(ratio, text);
    lua_pushnumber(L, lim_ratio_double(ratio));
    lua_pushlstring(L, text, bytes);
}

static int c_solve(lua_State *L) {
    lua_chain *const c = check_chain(L);
    lim_ratio rounds;
    const lim_chain_status status = lim_chain_solve(&c->chain, &c->ends, &rounds);
    if (status != LIM_CHAIN_OK) return fail(L, c, status);
    lim_keys keys = lim_push_keys(L);
    lim_push_tally(L, &c->ends, &keys);
    push_ratio(L, &rounds);
    return 3;
}

static int c_about(lua_State *L) {
    lua_chain *const c = check_chain(L);
    double *const chance = lua_newuserdatauv(L, (c->chain.ends + 1) * sizeof *chance, 0);
    double rounds;
    const lim_chain_status status = lim_chain_about(&c->chain, chance, &rounds);
    if (status != LIM_CHAIN_OK) return fail(L, c, status);
    lua_createtable(L, (int)c->chain.ends, 0);
    for (size_t i = 0; i < c->chain.ends; i++) {
        lua_pushnumber(L, chance[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_pushnumber(L, rounds);
    return 2;
}

static int c_rounds(lua_State *L) {
    lua_chain *const c = check_chain(L);
    const lua_Integer most = luaL_checkinteger(L, 2);
    const lua_Number least = luaL_checknumber(L, 3);
    luaL_argcheck(L, most >= 1 && most <= 100000, 2, "must be 1 to 100000");
    lim_ratio exact;
    double left = 1;
    lim_rounds_close(&c->chain, &c->rounds);
    if (lim_rounds_open(&c->chain, &c->rounds, (size_t)most) != LIM_CHAIN_OK) return fail(L, c, LIM_CHAIN_NO_MEMORY);
    lua_newtable(L);
    for (lua_Integer i = 1; i <= most && left > least; i++) {
        lim_poll(L);
        double p = lim_rounds_next(&c->chain, &c->rounds, &exact);
        lua_createtable(L, 0, 2);
        if (c->rounds.exact) {
            push_ratio(L, &exact);
            p = lua_tonumber(L, -2);
            lua_setfield(L, -3, "exact");
            lua_pop(L, 1);
        }
        lua_pushnumber(L, p);
        lua_setfield(L, -2, "p");
        lua_rawseti(L, -2, i);
        left = lim_rounds_left(&c->chain, &c->rounds);
    }
    lim_rounds_close(&c->chain, &c->rounds);
    lua_pushnumber(L, left);
    return 2;
}

static const luaL_Reg methods[] = {
    {"solve", c_solve},   /* c:solve() -> dist of the ends, mean number of rounds, exact; or nil, "wide" */
    {"about", c_about},   /* c:about() -> chance of each end, mean number of rounds, in doubles; or nil, "wide" */
    {"rounds", c_rounds}, /* c:rounds(most, least) -> {p=, exact=?} by round, while more than `least` is left; what is */
    {NULL, NULL},
};

void lim_chain_library(lua_State *L) {
    luaL_newmetatable(L, CHAIN);
    lua_pushcfunction(L, c_gc);
    lua_setfield(L, -2, "__gc");
    luaL_newlib(L, methods);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}
