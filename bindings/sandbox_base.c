/* The environment's base, table, math and utf8 functions: the harmless stock ones, and the rest bounded. */
#include "sandbox.h"

#include "bindings.h"
#include "budget.h"

#include <lauxlib.h>
#include <math.h>
#include <string.h>

void lim_sandbox_push_stock(lua_State *L, const char *library, const char *name) {
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_getfield(L, -1, library);
    lua_getfield(L, -1, name);
    lua_replace(L, -3);
    lua_pop(L, 1);
}

/* Copies stock functions into the table on top; the list ends with NULL. */
static void add_stock(lua_State *L, const char *library, const char *const *names) {
    for (; *names != NULL; names++) {
        lim_sandbox_push_stock(L, library, *names);
        lua_setfield(L, -2, *names);
    }
}

/* Adds `f` under `name`, the stock function of that name its upvalue. */
static void add_around(lua_State *L, const char *library, const char *name, lua_CFunction f) {
    lim_sandbox_push_stock(L, library, name);
    lua_pushcclosure(L, f, 1);
    lua_setfield(L, -2, name);
}

/* Goes on in the stock function, in this very frame: its argument errors then name the right function. */
static int go_on(lua_State *L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

/* ---- base ------------------------------------------------------------------------------------------------------- */

/* Whether a guest's function calls, who may catch an error that was raised in trusted code. */
static bool is_inside(lua_State *L) {
    const lim_runtime *rt = lim_runtime_of(L);

    return rt != NULL && rt->inside;
}

/* After a protected call: what was stopped stays stopped, whoever catches it. An error that is caught is charged, since
 * Lua then walks all calls under way: a function that does little but fail and catch would hardly use up its budget. */
static void stay_stopped(lua_State *L, int status, bool inside) {
    enum { CAUGHT = 2000 };
    if (status != LUA_OK) {
        lim_go(L, inside);
        lim_charge(L, CAUGHT);
    }
    if (status == LUA_ERRMEM) {
        lim_out_of_memory(L);
    }
    if (lim_stopped(L) != LIM_RUNS) {
        lim_push_stop(L);
        lua_error(L);
    }
}

/* pcall(f, ...) */
static int base_pcall(lua_State *L) {
    bool inside = is_inside(L);
    int status;

    luaL_checkany(L, 1);
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0);
    stay_stopped(L, status, inside);
    if (status != LUA_OK) {
        lua_pushboolean(L, 0);
        lua_insert(L, -2);
        return 2;
    }
    return lua_gettop(L);
}

/* xpcall(f, handler, ...): the handler runs when the error has been left, under the budget like anything else. */
static int base_xpcall(lua_State *L) {
    bool inside = is_inside(L);
    int status;

    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushvalue(L, 1);
    lua_copy(L, 2, 1);
    lua_replace(L, 2); /* handler f ... */
    status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0);
    stay_stopped(L, status, inside);
    if (status != LUA_OK) { /* handler error */
        lua_call(L, 1, LUA_MULTRET);
        lua_pushboolean(L, 0);
        lua_insert(L, 1);
        return lua_gettop(L);
    }
    lua_pushboolean(L, 1);
    lua_replace(L, 1);
    return lua_gettop(L);
}

/* tonumber(v [, base]): reads the whole of a string. */
static int base_tonumber(lua_State *L) {
    if (lua_type(L, 1) == LUA_TSTRING) {
        lim_charge(L, lua_rawlen(L, 1) / 2);
    }
    return go_on(L);
}

void lim_sandbox_add_base(lua_State *L) {
    static const char *const stock[] = {"assert", "error", "ipairs", "select", "type", NULL};
    static const luaL_Reg own[] = {
        {"next", lim_sorted_next},          /* next(t [, key]) -> key, value | nil */
        {"pairs", lim_sorted_pairs},        /* pairs(t) -> iterator */
        {"pcall", base_pcall},              /* pcall(f, ...) -> boolean, ... */
        {"tostring", lim_tostring}, /* tostring(v) -> string */
        {"xpcall", base_xpcall},            /* xpcall(f, handler, ...) -> boolean, ... */
        {NULL, NULL},
    };

    add_stock(L, "_G", stock);
    luaL_setfuncs(L, own, 0);
    add_around(L, "_G", "tonumber", base_tonumber);
    lua_pushliteral(L, LUA_VERSION);
    lua_setfield(L, -2, "_VERSION");
}

/* ---- table ------------------------------------------------------------------------------------------------------ */

/* Elements from `first` to `last`, neither of them beyond reason. */
static size_t span(lua_State *L, lua_Integer first, lua_Integer last, int arg) {
    if (last < first) {
        return 0;
    }
    luaL_argcheck(L, first > -1000000000 && last < 1000000000 && last - first < 1000000, arg, "the range is too long");
    return (size_t)(last - first) + 1;
}

/* concat(t [, between [, first [, last]]]) */
static int table_concat(lua_State *L) {
    lua_Integer last = luaL_opt(L, luaL_checkinteger, 4, luaL_len(L, 1));

    lim_charge(L, span(L, luaL_optinteger(L, 3, 1), last, 4));
    return go_on(L);
}

/* insert(t, [place,] value) and remove(t [, place]): what lies above the place is moved. */
static int table_shift(lua_State *L) {
    lua_Integer length = luaL_len(L, 1), place = lua_isinteger(L, 2) ? lua_tointeger(L, 2) : length;

    if (lua_gettop(L) == 2 && lua_toboolean(L, lua_upvalueindex(2))) {
        place = length; /* insert(t, value) */
    }
    if (place >= 1 && place <= length) {
        lim_charge(L, 1 + (size_t)(length - place));
    }
    return go_on(L);
}

/* move(from, first, last, to [, target]) */
static int table_move(lua_State *L) {
    lim_charge(L, span(L, luaL_checkinteger(L, 2), luaL_checkinteger(L, 3), 3));
    return go_on(L);
}

/* unpack(t [, first [, last]]) */
static int table_unpack(lua_State *L) {
    lua_Integer last = luaL_opt(L, luaL_checkinteger, 3, luaL_len(L, 1));

    lim_charge(L, span(L, luaL_optinteger(L, 2, 1), last, 3) / 4);
    return go_on(L);
}

void lim_sandbox_push_table(lua_State *L) {
    static const char *const stock[] = {"pack", NULL};

    lua_newtable(L);
    add_stock(L, "table", stock);
    add_around(L, "table", "concat", table_concat);
    lim_sandbox_push_stock(L, "table", "insert");
    lua_pushboolean(L, 1);
    lua_pushcclosure(L, table_shift, 2);
    lua_setfield(L, -2, "insert");
    lim_sandbox_push_stock(L, "table", "remove");
    lua_pushboolean(L, 0);
    lua_pushcclosure(L, table_shift, 2);
    lua_setfield(L, -2, "remove");
    add_around(L, "table", "move", table_move);
    add_around(L, "table", "unpack", table_unpack);
    lua_pushcfunction(L, lim_stable_sort);
    lua_setfield(L, -2, "sort");
}

/* ---- math, utf8 ------------------------------------------------------------------------------------------------- */

/* pow(x, n): x to the power of a whole n, by squaring: only products and one quotient, so that it is the same on every
 * machine. Like the operator ^ it gives a float. */
static int math_pow(lua_State *L) {
    lua_Number x = luaL_checknumber(L, 1), result = 1.0;
    lua_Integer n = luaL_checkinteger(L, 2);
    lua_Unsigned left = n < 0 ? 0u - (lua_Unsigned)n : (lua_Unsigned)n;

    for (; left > 0; left >>= 1) {
        if (left & 1) {
            result *= x;
        }
        x *= x;
    }
    lua_pushnumber(L, n < 0 ? 1.0 / result : result);
    return 1;
}

void lim_sandbox_push_math(lua_State *L) {
    /* Those whose results are exact. sin, exp, log and its pow are the C library's and the
     * processor's business. */
    static const char *const stock[] = {
        "abs",        "ceil", "floor", "fmod",      "huge", "max", "maxinteger", "min",
        "mininteger", "modf", "sqrt",  "tointeger", "type", "ult", NULL,
    };

    lua_newtable(L);
    add_stock(L, "math", stock);
    lua_pushcfunction(L, math_pow);
    lua_setfield(L, -2, "pow");
}

static int utf8_charged(lua_State *L) {
    if (lua_type(L, 1) == LUA_TSTRING) {
        lim_charge(L, lua_rawlen(L, 1));
    }
    return go_on(L);
}

void lim_sandbox_push_utf8(lua_State *L) {
    static const char *const stock[] = {"char", "charpattern", "codes", NULL};
    static const char *const charged[] = {"codepoint", "len", "offset", NULL};

    lua_newtable(L);
    add_stock(L, "utf8", stock);
    for (const char *const *name = charged; *name != NULL; name++) {
        add_around(L, "utf8", *name, utf8_charged);
    }
}
