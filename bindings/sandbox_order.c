/* Order: iterates a table in the order of its keys, not of their hashes; and a stable sort. */
#include "budget.h"
#include "faces.h"
#include "frozen_mark.h"
#include "sandbox.h"

#include <lauxlib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A key. Strings belong to the table that is being looked at. */
typedef struct lim_key {
    enum { KEY_INTEGER, KEY_FLOAT, KEY_BOOLEAN, KEY_STRING } kind;
    union {
        lua_Integer integer;
        lua_Number number;
        const char *text;
    } as;
    size_t length;
} lim_key;

/* A float key has no integer value, or lies beyond all integers: Lua made it an integer otherwise. */
static int compare_integer_float(lua_Integer a, lua_Number b) {
    if (b >= 9223372036854775808.0) {
        return -1;
    }
    if (b < -9223372036854775808.0) {
        return 1;
    }
    return a <= (lua_Integer)floor(b) ? -1 : 1;
}

static int compare_numbers(const lim_key *a, const lim_key *b) {
    if (a->kind == KEY_INTEGER && b->kind == KEY_INTEGER) {
        return (a->as.integer > b->as.integer) - (a->as.integer < b->as.integer);
    }
    if (a->kind == KEY_FLOAT && b->kind == KEY_FLOAT) {
        return (a->as.number > b->as.number) - (a->as.number < b->as.number);
    }
    if (a->kind == KEY_INTEGER) {
        return compare_integer_float(a->as.integer, b->as.number);
    }
    return -compare_integer_float(b->as.integer, a->as.number);
}

static int rank(const lim_key *key) { return key->kind == KEY_STRING ? 2 : key->kind == KEY_BOOLEAN ? 1 : 0; }

static int compare_keys(const void *left, const void *right) {
    const lim_key *a = left, *b = right;

    if (rank(a) != rank(b)) {
        return rank(a) - rank(b);
    }
    if (a->kind == KEY_BOOLEAN) {
        return (a->as.integer > b->as.integer) - (a->as.integer < b->as.integer);
    }
    if (a->kind != KEY_STRING) {
        return compare_numbers(a, b);
    }
    size_t common = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->as.text, b->as.text, common);
    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

/* Reads the key at idx. The order of tables and functions as keys would be that of their addresses. */
static lim_key to_key(lua_State *L, int idx) {
    lim_key key = {0};

    switch (lua_type(L, idx)) {
    case LUA_TNUMBER:
        if (lua_isinteger(L, idx)) {
            key.kind = KEY_INTEGER;
            key.as.integer = lua_tointeger(L, idx);
        } else {
            key.kind = KEY_FLOAT;
            key.as.number = lua_tonumber(L, idx);
        }
        break;
    case LUA_TBOOLEAN:
        key.kind = KEY_BOOLEAN;
        key.as.integer = lua_toboolean(L, idx);
        break;
    case LUA_TSTRING:
        key.kind = KEY_STRING;
        key.as.text = lua_tolstring(L, idx, &key.length);
        break;
    default: luaL_error(L, "a key of this table is a %s: such keys have no order", luaL_typename(L, idx));
    }
    return key;
}

static void push_key(lua_State *L, const lim_key *key) {
    switch (key->kind) {
    case KEY_INTEGER: lua_pushinteger(L, key->as.integer); break;
    case KEY_FLOAT: lua_pushnumber(L, key->as.number); break;
    case KEY_BOOLEAN: lua_pushboolean(L, key->as.integer != 0); break;
    default: lua_pushlstring(L, key->as.text, key->length); break;
    }
}

/* ---- pairs ------------------------------------------------------------------------------------------------------ */

/* The iterators check their arguments: rules can call them with anything. A frozen table is its own state, and what it
 * holds is read here: the table with its contents never reaches the rules, which could write to it. Of a proxy (faces.h)
 * the keys are read here, and each value through it. */

/* Pushes the table whose keys are those of the proxy at 1; pushes nothing for any other value. An object that is no
 * table has none. */
static bool push_proxied(lua_State *L) {
    if (!lim_face_target(L, 1)) {
        return false;
    }
    if (!lua_istable(L, -1)) {
        lua_pop(L, 1);
        lua_newtable(L);
    }
    return true;
}

/* Makes the value at 1 the table whose keys are read; where it was a proxy, that goes to `proxy`. */
static bool to_contents(lua_State *L, int proxy) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_pushvalue(L, 1);
    lua_replace(L, proxy);
    if (push_proxied(L)) {
        lua_replace(L, 1);
        return true;
    }
    if (lim_frozen_contents(L, 1)) {
        lua_replace(L, 1);
    }
    return false;
}

/* Replaces the key on top by its value: in the table at 1, or by the proxy at `proxy`. Returns the value's type. */
static int read_key(lua_State *L, bool proxied, int proxy) {
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) == LUA_TNIL || !proxied) {
        lua_replace(L, -2);
        return lua_type(L, -1);
    }
    lua_pop(L, 1);
    return lua_gettable(L, proxy);
}

static int step_list(lua_State *L) {
    lua_settop(L, 3);
    bool proxied = to_contents(L, 3);
    lua_Integer i = (lua_Integer)((lua_Unsigned)luaL_checkinteger(L, 2) + 1);

    lua_pushinteger(L, i);
    lua_pushinteger(L, i);
    return read_key(L, proxied, 3) == LUA_TNIL ? 1 : 2;
}

/* upvalues: the keys in order, how many were given out */
static int step_keys(lua_State *L) {
    lua_Integer i = lua_tointeger(L, lua_upvalueindex(2));

    lua_settop(L, 2);
    bool proxied = to_contents(L, 2);
    for (;;) {
        lua_settop(L, 2);
        if (lua_rawgeti(L, lua_upvalueindex(1), ++i) == LUA_TNIL) {
            return 1;
        }
        lua_pushvalue(L, -1);
        if (read_key(L, proxied, 2) != LUA_TNIL) { /* else it was taken out while being iterated */
            lua_pushinteger(L, i);
            lua_replace(L, lua_upvalueindex(2));
            return 2;
        }
    }
}

/* The table at 1 -> a list of its keys in order, on top; how many come first, if they are 1..n, in *list. */
static size_t survey(lua_State *L, int *list) {
    size_t count = 0;

    *list = 1;
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        count++;
        *list = *list && lua_isinteger(L, -2) && lua_tointeger(L, -2) == (lua_Integer)count;
        lua_pop(L, 1);
    }
    return count;
}

static void push_sorted_keys(lua_State *L, size_t count) {
    lim_key *keys = lua_newuserdatauv(L, count * sizeof *keys, 0); /* keys */
    size_t n = 0;

    lua_pushnil(L);
    while (lua_next(L, 1)) {
        lua_pop(L, 1);
        keys[n++] = to_key(L, -1);
    }
    qsort(keys, count, sizeof *keys, compare_keys);
    lua_createtable(L, (int)count, 0); /* keys list */
    for (n = 0; n < count; n++) {
        push_key(L, &keys[n]);
        lua_rawseti(L, -2, (lua_Integer)n + 1);
    }
    lua_remove(L, -2); /* list */
}

int lim_sorted_pairs(lua_State *L) {
    int list;

    luaL_checkany(L, 1);
    lua_settop(L, 1);
    lua_pushvalue(L, 1); /* table table: the state of the loop, and what is read */
    lua_insert(L, 1);
    if (lim_frozen_contents(L, 1) || push_proxied(L)) {
        lua_replace(L, 1);
    } else if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
        lua_insert(L, 1);
        lua_settop(L, 2);
        lua_call(L, 1, 3);
        return 3;
    }
    luaL_checktype(L, 1, LUA_TTABLE);
    size_t count = survey(L, &list);
    lim_charge(L, count);
    if (list) {
        lua_pushcfunction(L, step_list);
        lua_pushvalue(L, 2);
        lua_pushinteger(L, 0);
        return 3;
    }
    push_sorted_keys(L, count);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, step_keys, 2);
    lua_pushvalue(L, 2);
    lua_pushnil(L);
    return 3;
}

int lim_sorted_next(lua_State *L) {
    lim_key after = {0}, best = {0};
    bool from_start, found = false;
    size_t looked_at = 0;

    lua_settop(L, 3);
    bool proxied = to_contents(L, 3);
    from_start = lua_isnil(L, 2);
    if (!from_start) {
        after = to_key(L, 2);
    }
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        lua_pop(L, 1);
        lim_key key = to_key(L, -1);
        looked_at++;
        if ((from_start || compare_keys(&key, &after) > 0) && (!found || compare_keys(&key, &best) < 0)) {
            best = key;
            found = true;
        }
    }
    lim_charge(L, looked_at);
    if (!found) {
        lua_pushnil(L);
        return 1;
    }
    push_key(L, &best);
    lua_pushvalue(L, -1);
    read_key(L, proxied, 3);
    return 2;
}

/* ---- sort ------------------------------------------------------------------------------------------------------- */

/* Two long strings take as long to compare as their common length. */
static void charge_comparison(lua_State *L, int a, int b) {
    enum { BYTES_A_STEP = 16 };

    if (lua_type(L, a) == LUA_TSTRING && lua_type(L, b) == LUA_TSTRING) {
        size_t one = lua_rawlen(L, a), other = lua_rawlen(L, b);
        lim_charge(L, (one < other ? one : other) / BYTES_A_STEP);
    } else {
        lim_poll(L);
    }
}

/* Does the element at stack place b come strictly before that at a? The function, or nil, is at 2. */
static bool comes_before(lua_State *L, int b, int a) {
    bool before;

    if (lua_isnil(L, 2)) {
        charge_comparison(L, a, b);
        return lua_compare(L, b, a, LUA_OPLT);
    }
    lua_pushvalue(L, 2);
    lua_pushvalue(L, b);
    lua_pushvalue(L, a);
    lua_call(L, 2, 1);
    before = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return before;
}

/* Merges the sorted runs from[low..middle) and from[middle..high) into `to`; the left one wins ties. */
static void merge(lua_State *L, const int *from, int *to, size_t low, size_t middle, size_t high) {
    size_t a = low, b = middle;

    if (middle >= high || !comes_before(L, from[middle], from[middle - 1])) {
        memcpy(to + low, from + low, (high - low) * sizeof *to);
        return;
    }
    for (size_t n = low; n < high; n++) {
        if (a < middle && (b >= high || !comes_before(L, from[b], from[a]))) {
            to[n] = from[a++];
        } else {
            to[n] = from[b++];
        }
    }
}

/* The elements lie on the stack, where they stay; what is sorted is their places. Merging bottom-up makes at most
 * n log n comparisons whatever the function answers, and calls it with nothing but elements. */
int lim_stable_sort(lua_State *L) {
    lua_settop(L, 2);
    luaL_checktype(L, 1, LUA_TTABLE);
    if (!lua_isnil(L, 2)) {
        luaL_checktype(L, 2, LUA_TFUNCTION);
    }
    lua_Integer length = luaL_len(L, 1);
    if (length < 2) {
        return 0;
    }
    luaL_argcheck(L, length < 900000, 1, "too long to be sorted");
    size_t n = (size_t)length;
    luaL_checkstack(L, (int)n + 5, "too long to be sorted");
    int *places = lua_newuserdatauv(L, 2 * n * sizeof *places, 0); /* t less places */
    int *from = places, *to = places + n;
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, 1, (lua_Integer)i + 1);
        from[i] = (int)i + 4;
    }
    for (size_t width = 1; width < n; width *= 2) {
        lim_charge(L, n);
        for (size_t low = 0; low < n; low += 2 * width) {
            size_t middle = low + width < n ? low + width : n;
            size_t high = low + 2 * width < n ? low + 2 * width : n;
            merge(L, from, to, low, middle, high);
        }
        int *swap = from;
        from = to;
        to = swap;
    }
    for (size_t i = 0; i < n; i++) {
        lua_pushvalue(L, from[i]);
        lua_seti(L, 1, (lua_Integer)i + 1);
    }
    return 0;
}
