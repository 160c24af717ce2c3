/* Lent tables: what guests get in place of copies of plain data of trusted code.
 *
 * A lent table is an empty one that reads through to its original, and gives a lent table for each table in it. The
 * first write makes it a table of the guest's own: it takes over what the original holds, and is lent no more. So no
 * original ever changes, and of a result that a guest only reads nothing is copied. `unchanged` tells whether a
 * value is a lent table of which no part has been made the guest's own.
 *
 * A guest's functions read raw nowhere (sandbox_base.c), and pairs and next know proxies, so that a lent table cannot
 * be told from a copy, but by a key that it does not have: where it, or a table that it is in, is lent with
 * missing(key, keys that led there), that says what is wrong with it. On its way to trusted code it is settled, that is, made a table of the guest's own, and copied like any
 * other.
 */
#include "faces.h"

#include "bindings.h"
#include "budget.h"
#include "frozen_mark.h"
#include "membrane.h"
#include "sandbox.h"

#include <lauxlib.h>
#include <math.h>

enum { DEEPEST = 64 };

/* Is the value on top the same for guests as for trusted code? Pure. */
static bool is_simple(lua_State *L) {
    int type = lua_type(L, -1);

    return type == LUA_TSTRING || type == LUA_TNIL || type == LUA_TBOOLEAN || lua_isinteger(L, -1);
}

/* Replaces the value on top by what a guest gets of it: a table is lent, a float that is whole becomes an integer. What
 * else is not simple is no plain data, and refused. */
static void lend_value(lua_State *L) {
    if (is_simple(L)) return;
    luaL_checkstack(L, 8, NULL);
    if (lim_frozen_contents(L, lua_gettop(L)) || lim_face_plain(L, lua_gettop(L))) lua_replace(L, -2);
    if (lua_type(L, -1) == LUA_TTABLE && (lim_is_plain(L) || lim_guarded(L, lua_gettop(L)))) {
        lim_proxy_make(L, LIM_PROXY_LENT, 0);
        return;
    }
    int whole;
    lua_Integer integer = lua_tointegerx(L, -1, &whole);
    bool fits = lua_type(L, -1) == LUA_TNUMBER ? isfinite(lua_tonumber(L, -1))
                                               : lua_islightuserdata(L, -1) && lua_touserdata(L, -1) == NULL;
    if (!fits) {
        luaL_error(L, "what lies below gives a result with a %s, which is no plain data", luaL_typename(L, -1));
    }
    if (whole) {
        lua_pushinteger(L, integer);
        lua_replace(L, -2);
    } /* else json.null, or a number with decimals */
}

/* Replaces the lent table on top by the one that gave it, and puts beneath that the key by which it did; false, with the
 * table left, where it was given by none. */
static bool climb(lua_State *L) {
    int lent = lua_gettop(L);

    if (!lim_hidden_push(L, lent, LIM_HIDDEN_ABOVE)) return false;
    if (lim_proxy_kind(L, lent + 1) == LIM_PROXY_LENT && lim_hidden_push(L, lent + 1, LIM_HIDDEN_PARTS)) {
        for (lua_pushnil(L); lua_next(L, lent + 2); lua_pop(L, 1)) {
            if (!lua_rawequal(L, -1, lent)) continue;
            lua_pop(L, 1); /* lent above parts key */
            lua_replace(L, lent + 2);
            lua_replace(L, lent); /* key above */
            return true;
        }
    }
    lua_settop(L, lent);
    return false;
}

/* Raises what is wrong with a key that the lent table at 1 does not have, where that is known: the function that knows
 * gets the key, and the keys that led there, the last first. */
static void check_missing(lua_State *L) {
    int top = lua_gettop(L), steps = 0;

    if (lua_type(L, 2) == LUA_TSTRING) {
        luaL_checkstack(L, DEEPEST + 12, NULL);
        lua_pushvalue(L, 2);
        lua_pushvalue(L, 1); /* key keys lent */
        while (steps < DEEPEST && climb(L)) steps++;
        if (lim_hidden_push(L, -1, LIM_HIDDEN_MISSING)) {
            lua_replace(L, -2);
            lua_insert(L, top + 1); /* missing key keys */
            lua_call(L, steps + 1, 1);
            if (lua_isstring(L, -1)) luaL_error(L, "%s", lua_tostring(L, -1));
        }
    }
    lua_settop(L, top);
}

/* Whether something knows what the lent table at 1 lacks, or one that it gives. Pure. */
static bool is_known(lua_State *L) {
    bool known = lim_hidden_push(L, 1, LIM_HIDDEN_MISSING);

    if (known || (known = lim_hidden_push(L, 1, LIM_HIDDEN_ABOVE))) lua_pop(L, 1);
    return known;
}

/* Pushes the original of the lent table at 1, which is a look. */
static void look_through(lua_State *L) {
    if (!lim_hidden_push(L, 1, LIM_HIDDEN_ORIGINAL)) luaL_typeerror(L, 1, "lent table");
    lim_guard_look(L);
}

/* The value on top was read of the lent table at 1 by the key at 2. */
static int noted(lua_State *L) {
    if (!lim_reads_note(L, 1, 2)) lim_look(L);
    return 1;
}

/* index(lent, key) */
static int lent_index(lua_State *L) {
    lua_settop(L, 2);
    look_through(L);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, 3) == LUA_TNIL) check_missing(L); /* lent key original value */
    if (is_simple(L)) return noted(L);
    if (!lim_hidden_push(L, 1, LIM_HIDDEN_PARTS)) {
        lua_createtable(L, 0, 1);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, 1, lim_hidden_key(LIM_HIDDEN_PARTS));
    }
    lua_pushvalue(L, 2); /* lent key original value parts key */
    if (lua_rawget(L, 5) != LUA_TNIL) return noted(L);
    lua_pushvalue(L, 4);
    lend_value(L);
    if (lim_proxy_kind(L, -1) == LIM_PROXY_LENT && is_known(L)) {
        lua_pushvalue(L, 1);
        lua_rawsetp(L, -2, lim_hidden_key(LIM_HIDDEN_ABOVE));
    }
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -2);
    lua_rawset(L, 5);
    return noted(L);
}

void lim_lent_settle(lua_State *L, int idx) {
    size_t count = 1;

    if (lim_proxy_kind(L, idx) != LIM_PROXY_LENT) return;
    int original = lua_gettop(L) + 1, parts = original + 1;
    luaL_checkstack(L, 12, NULL);
    lua_pushvalue(L, idx);
    lim_membrane_map(L, LIM_MAP_IN);
    if (!lim_hidden_push(L, idx, LIM_HIDDEN_PARTS)) lua_newtable(L); /* original parts */
    for (lim_hidden what = LIM_HIDDEN_ORIGINAL; what < LIM_HIDDENS; what++) {
        lua_pushnil(L);
        lua_rawsetp(L, idx, lim_hidden_key(what));
    }
    if (!lua_getmetatable(L, original)) lua_pushnil(L);
    lua_setmetatable(L, idx);
    lua_pushnil(L);
    while (lua_next(L, original)) { /* original parts key value */
        count++;
        lua_pushvalue(L, -2);
        if (lua_rawget(L, parts) == LUA_TNIL) {
            lua_pop(L, 1);
            lend_value(L);
        } else {
            lua_replace(L, -2);
        }
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, idx);
    }
    lua_settop(L, original - 1);
    lim_charge(L, count);
}

/* newindex(lent, key, value) */
static int lent_newindex(lua_State *L) {
    lua_settop(L, 3);
    lim_lent_settle(L, 1);
    lua_settable(L, 1);
    return 0;
}

static int lent_len(lua_State *L) {
    look_through(L);
    lim_look(L);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
    return 1;
}

void lim_lent_meta(lua_State *L) {
    static const luaL_Reg methods[] = {
        {"__index", lent_index},
        {"__newindex", lent_newindex},
        {"__len", lent_len},
        {"__pairs", lim_sorted_pairs}, /* for the stock pairs */
        {NULL, NULL},
    };

    lua_createtable(L, 0, 8);
    luaL_setfuncs(L, methods, 0);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pushinteger(L, LIM_PROXY_LENT);
    lua_rawsetp(L, -2, lim_proxy_mark());
}

int lim_lend(lua_State *L) {
    luaL_checkany(L, 1);
    if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 3);
    lua_pushvalue(L, 1);
    lend_value(L); /* value missing back lent */
    if (lim_proxy_kind(L, 4) != LIM_PROXY_LENT) return 1;
    if (!lua_isnil(L, 2)) {
        lua_pushvalue(L, 2);
        lua_rawsetp(L, 4, lim_hidden_key(LIM_HIDDEN_MISSING));
    }
    if (lua_toboolean(L, 3)) {
        lua_pushboolean(L, 1);
        lua_rawsetp(L, 4, lim_hidden_key(LIM_HIDDEN_BACK));
    }
    return 1;
}

/* Is the value on top still lent, and all that was read of it? */
static bool is_lent(lua_State *L, int depth) {
    int lent = lua_gettop(L);
    bool is = depth <= DEEPEST && lim_proxy_kind(L, lent) == LIM_PROXY_LENT;

    luaL_checkstack(L, 8, NULL);
    if (is && lim_hidden_push(L, lent, LIM_HIDDEN_PARTS)) {
        lua_pushnil(L);
        while (is && lua_next(L, lent + 1)) {
            is = is_lent(L, depth + 1);
            lua_settop(L, lent + 2);
        }
    }
    lua_settop(L, lent);
    return is;
}

bool lim_lent_whole(lua_State *L) { return is_lent(L, 0); }

int lim_unchanged(lua_State *L) {
    luaL_checkany(L, 2);
    lua_settop(L, 2);
    lua_insert(L, 1); /* original value */
    bool unchanged = is_lent(L, 0);
    unchanged = unchanged && lim_hidden_push(L, 2, LIM_HIDDEN_ORIGINAL) && lua_rawequal(L, 1, 3);
    lua_pushboolean(L, unchanged);
    return 1;
}
