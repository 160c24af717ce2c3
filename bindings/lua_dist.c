/* Distributions as Lua values: exact chances, means, comparisons. See lua_dist.h for their keys. */
#include "lua_dist.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOLS ((int64_t)1 << 61)

/* The userdata; its block is part of it. User value 1: the words by their number, or nil. */
typedef struct lua_dist {
    lim_dist *dist;
} lua_dist;

lim_keys lim_push_keys(lua_State *L) {
    lua_newtable(L); /* codes */
    lua_newtable(L); /* codes values */
    return (lim_keys){lua_gettop(L) - 1, lua_gettop(L), 0};
}

int64_t lim_key_of(lua_State *L, lim_keys *keys) {
    int type = lua_type(L, -1);
    if (type == LUA_TNUMBER && !lua_isinteger(L, -1))
        luaL_error(L, "odds: an outcome must be a whole number, a word or a truth value, got %f", lua_tonumber(L, -1));
    if (type == LUA_TNUMBER) {
        lua_Integer value = lua_tointeger(L, -1);
        if (value <= -SYMBOLS || value >= SYMBOLS) luaL_error(L, "odds: an outcome is too large");
        lua_pop(L, 1);
        return value;
    }
    if (type != LUA_TSTRING && type != LUA_TBOOLEAN)
        luaL_error(L, "odds: an outcome must be a whole number, a word or a truth value, got %s", luaL_typename(L, -1));
    lua_pushvalue(L, -1);
    if (lua_rawget(L, keys->codes) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, keys->values, ++keys->count);
        lua_pushvalue(L, -1);
        lua_pushinteger(L, keys->count - 1);
        lua_rawset(L, keys->codes);
        lua_pushinteger(L, keys->count - 1);
    }
    int64_t code = lua_tointeger(L, -1);
    lua_pop(L, 2);
    return SYMBOLS + code;
}

/* A word or truth value met, for sorting; words stay where they are, in keys->values. */
typedef struct symbol {
    int truth; /* 0 false, 1 true, 2 a word */
    const char *word;
    size_t bytes;
    lua_Integer number; /* from 0, in order of discovery */
} symbol;

static int compare_symbols(const void *a, const void *b) {
    const symbol *const one = a, *const other = b;
    if (one->truth != other->truth) return one->truth - other->truth;
    if (one->word == NULL) return 0;
    const int order = memcmp(one->word, other->word, one->bytes < other->bytes ? one->bytes : other->bytes);
    return order != 0 ? order : (one->bytes > other->bytes) - (one->bytes < other->bytes);
}

/* Pushes keys->values in canonical order, and a list of ranks: at number + 1 the place in that order, from 0. */
static void push_sorted(lua_State *L, const lim_keys *keys) {
    const size_t n = (size_t)keys->count;
    symbol *const list = lua_newuserdatauv(L, n * sizeof *list, 0); /* list */
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, keys->values, (lua_Integer)i + 1);
        const bool word = lua_type(L, -1) == LUA_TSTRING;
        list[i] = (symbol){word ? 2 : lua_toboolean(L, -1), NULL, 0, (lua_Integer)i};
        if (word) list[i].word = lua_tolstring(L, -1, &list[i].bytes);
        lua_pop(L, 1);
    }
    qsort(list, n, sizeof *list, compare_symbols);
    lua_createtable(L, (int)n, 0);
    lua_createtable(L, (int)n, 0); /* list values ranks */
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, keys->values, list[i].number + 1);
        lua_rawseti(L, -3, (lua_Integer)i + 1);
        lua_pushinteger(L, (lua_Integer)i);
        lua_rawseti(L, -2, list[i].number + 1);
    }
    lua_remove(L, -3);
}

void lim_push_tally(lua_State *L, lim_tally *tally, lim_keys *keys) {
    const bool symbols = keys->count > 0;
    if (symbols) {
        push_sorted(L, keys); /* values ranks */
        for (size_t i = 0; i < tally->n; i++) {
            if (tally->key[i] < SYMBOLS) continue;
            lua_rawgeti(L, -1, tally->key[i] - SYMBOLS + 1);
            tally->key[i] = SYMBOLS + lua_tointeger(L, -1);
            lua_pop(L, 1);
        }
        lua_pop(L, 1); /* values */
    }
    const size_t head = (sizeof(lua_dist) + 15) / 16 * 16;
    lua_dist *const d = lua_newuserdatauv(L, head + lim_dist_bytes(tally->n, tally->limbs), 1); /* values? dist */
    d->dist = lim_tally_build(tally, (char *)d + head);
    if (symbols) {
        lua_insert(L, -2);
        lua_setiuservalue(L, -2, 1); /* dist */
    }
    luaL_setmetatable(L, LIM_DIST);
}

const lim_dist *lim_dist_at(lua_State *L, int index, int meta) {
    const lua_dist *d = lim_check_kind(L, index, meta, LIM_DIST);
    return d->dist;
}

const lim_dist *lim_check_dist(lua_State *L, int index) {
    const lua_dist *d = luaL_checkudata(L, index, LIM_DIST);
    return d->dist;
}

void lim_push_outcome(lua_State *L, int index, int64_t key) {
    if (key < SYMBOLS) {
        lua_pushinteger(L, key);
        return;
    }
    lua_getiuservalue(L, index, 1);
    lua_rawgeti(L, -1, key - SYMBOLS + 1);
    lua_remove(L, -2);
}

static void push_ratio(lua_State *L, const lim_ratio *ratio) {
    char text[2 * LIM_NAT_DIGITS + 4];
    size_t bytes = lim_ratio_text(ratio, text);
    lua_pushnumber(L, lim_ratio_double(ratio));
    lua_pushlstring(L, text, bytes);
}

/* Distributions of numbers alone have a mean and an order of size. */
static const lim_dist *check_numbers(lua_State *L, int index) {
    const lim_dist *dist = lim_check_dist(L, index);
    luaL_argcheck(L, dist->value[dist->n - 1] < SYMBOLS, index, "its outcomes are not all numbers");
    return dist;
}

static int d_outcomes(lua_State *L) {
    const lim_dist *dist = lim_check_dist(L, 1);
    lua_createtable(L, (int)dist->n, 0); /* outcomes */
    for (size_t i = 0; i < dist->n; i++) {
        lim_ratio p;
        lim_dist_chance(dist, i, i + 1, &p);
        lua_createtable(L, 0, 3); /* outcomes outcome */
        lim_push_outcome(L, 1, dist->value[i]);
        lua_setfield(L, -2, "value");
        push_ratio(L, &p);
        lua_setfield(L, -3, "exact");
        lua_setfield(L, -2, "p");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int d_size(lua_State *L) {
    lua_pushinteger(L, (lua_Integer)lim_check_dist(L, 1)->n);
    return 1;
}

static int d_mean(lua_State *L) {
    lim_ratio mean;
    lim_dist_mean(check_numbers(L, 1), &mean);
    push_ratio(L, &mean);
    return 2;
}

static int d_variance(lua_State *L) {
    lim_ratio variance;
    lim_dist_variance(check_numbers(L, 1), &variance);
    push_ratio(L, &variance);
    return 2;
}

static int d_quantile(lua_State *L) {
    const lim_dist *dist = check_numbers(L, 1);
    lua_Number q = luaL_checknumber(L, 2);
    luaL_argcheck(L, q >= 0 && q <= 1, 2, "must be 0 to 1");
    lua_pushinteger(L, lim_dist_quantile(dist, q));
    return 1;
}

static int d_at_least(lua_State *L) {
    const lim_dist *dist = check_numbers(L, 1);
    lim_ratio p;
    lim_dist_chance(dist, lim_dist_from(dist, luaL_checkinteger(L, 2)), dist->n, &p);
    push_ratio(L, &p);
    return 2;
}

/* Where the outcome at `index` stands, or n. */
static size_t place_of(lua_State *L, const lim_dist *dist, int index) {
    if (lua_isinteger(L, index)) return lim_dist_find(dist, lua_tointeger(L, index));
    for (size_t i = 0; i < dist->n; i++) {
        lim_push_outcome(L, 1, dist->value[i]);
        bool same = lua_rawequal(L, -1, index);
        lua_pop(L, 1);
        if (same) return i;
    }
    return dist->n;
}

static int d_p(lua_State *L) {
    const lim_dist *dist = lim_check_dist(L, 1);
    size_t at = place_of(L, dist, 2);
    lim_ratio p;
    lim_dist_chance(dist, at, at < dist->n ? at + 1 : at, &p);
    push_ratio(L, &p);
    return 2;
}

static int d_compare(lua_State *L) {
    static const char *const names[] = {"less", "equal", "greater"};
    const lim_dist *a = check_numbers(L, 1), *b = check_numbers(L, 2);
    lim_ratio chance[3];
    lim_dist_compare(a, b, chance);
    lua_createtable(L, 0, 3);
    for (int i = 0; i < 3; i++) {
        lua_createtable(L, 0, 2);
        push_ratio(L, &chance[i]);
        lua_setfield(L, -3, "exact");
        lua_setfield(L, -2, "p");
        lua_setfield(L, -2, names[i]);
    }
    return 1;
}

/* A tally that Lua collects, for building a distribution weight by weight. */
typedef struct lua_tally {
    lim_tally tally;
    lim_memory memory;
} lua_tally;

static int tally_close(lua_State *L) {
    lua_tally *t = lua_touserdata(L, 1);
    lim_tally_close(&t->tally);
    return 0;
}

static lim_tally *push_new_tally(lua_State *L, size_t limbs) {
    lua_tally *t = lua_newuserdatauv(L, sizeof *t, 0);
    memset(t, 0, sizeof *t);
    t->tally.mem = lim_memory_of(L, &t->memory);
    luaL_setmetatable(L, "limber.tally");
    lim_odds_status status = lim_tally_start(&t->tally, limbs);
    if (status != LIM_OK) lim_odds_fail(L, status, 0);
    return &t->tally;
}

static void add(lua_State *L, lim_tally *tally, int64_t key, const lim_limb *weight) {
    size_t slot;
    lim_odds_status status = lim_tally_slot(tally, key, &slot);
    if (status != LIM_OK) lim_odds_fail(L, status, 0);
    lim_limb *sum = tally->weight + slot * tally->limbs;
    mpn_add_n(sum, sum, weight, (mp_size_t)tally->limbs);
}

static int d_map(lua_State *L) {
    const lim_dist *dist = lim_check_dist(L, 1);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lim_keys keys = lim_push_keys(L);
    lim_tally *tally = push_new_tally(L, dist->limbs);
    for (size_t i = 0; i < dist->n; i++) {
        lua_pushvalue(L, 2);
        lim_push_outcome(L, 1, dist->value[i]);
        lua_call(L, 1, 1);
        add(L, tally, lim_key_of(L, &keys), lim_dist_weight(dist, i));
    }
    lim_push_tally(L, tally, &keys);
    return 1;
}

int lim_dist_from_list(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer n = luaL_len(L, 1);
    luaL_argcheck(L, n >= 1, 1, "needs one outcome or more");
    lua_settop(L, 1);
    lim_keys keys = lim_push_keys(L);
    lim_tally *tally = push_new_tally(L, 2);
    bool any = false;
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, 1, i);
        luaL_argcheck(L, lua_istable(L, -1), 1, "must be a list of { value, weight }");
        lua_geti(L, -1, 2);
        lua_Integer weight = luaL_checkinteger(L, -1);
        luaL_argcheck(L, weight >= 0, 1, "a weight is below 0");
        lua_geti(L, -2, 1);
        const lim_limb limbs[2] = {(lim_limb)weight, 0};
        add(L, tally, lim_key_of(L, &keys), limbs);
        any = any || weight > 0;
        lua_settop(L, 4);
    }
    luaL_argcheck(L, any, 1, "every weight is 0");
    lim_push_tally(L, tally, &keys);
    return 1;
}

static const luaL_Reg methods[] = {
    {"outcomes", d_outcomes}, /* d:outcomes() -> list of {value=, p=, exact="n/d"}, in canonical order */
    {"size", d_size},         /* d:size() -> how many outcomes */
    {"p", d_p},               /* d:p(value) -> chance, exact */
    {"mean", d_mean},         /* d:mean() -> number, exact; of numbers, as the next four */
    {"variance", d_variance}, /* d:variance() -> number, exact */
    {"quantile", d_quantile}, /* d:quantile(q) -> the least value not exceeded with chance q */
    {"at_least", d_at_least}, /* d:at_least(value) -> chance, exact */
    {"compare", d_compare},   /* d:compare(other) -> {less=, equal=, greater=}, each {p=, exact=} */
    {"map", d_map},           /* d:map(fn) -> dist of fn(value) */
    {NULL, NULL},
};

void lim_dist_open(lua_State *L) {
    luaL_newmetatable(L, "limber.tally");
    lua_pushcfunction(L, tally_close);
    lua_setfield(L, -2, "__gc");
    luaL_newmetatable(L, LIM_DIST);
    luaL_newlib(L, methods);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 2);
}
