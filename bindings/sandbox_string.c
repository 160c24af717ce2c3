/* The environment's string functions, which are also the methods of the whole state's strings.
 * Patterns run on a meter (pattern.h); other functions are charged for the length of their text. Left out: dump, pack
 * and unpack (native sizes and byte order), and %p. Letters are ASCII's, whatever the locale.
 */
#include "sandbox.h"

#include "bindings.h"
#include "budget.h"
#include "sandbox_match.h"

#include <lauxlib.h>
#include <math.h>
#include <string.h>

enum {
    LONGEST_REPEAT = 16 * 1024 * 1024,
    BYTES_A_STEP = 16 /* of linear work */
};

static int go_on(lua_State *L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

/* byte, len, reverse, sub: linear at most in their text. */
static int string_linear(lua_State *L) {
    if (lua_type(L, 1) == LUA_TSTRING) {
        lim_charge(L, lua_rawlen(L, 1) / BYTES_A_STEP);
    }
    return go_on(L);
}

/* char(...): linear in the number of its arguments. */
static int string_char(lua_State *L) {
    lim_charge(L, (size_t)lua_gettop(L) / BYTES_A_STEP);
    return go_on(L);
}

static int change_case(lua_State *L, char from, char to) {
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    luaL_Buffer b;
    char *out;

    lim_charge(L, length / BYTES_A_STEP);
    out = luaL_buffinitsize(L, &b, length);
    for (size_t i = 0; i < length; i++) {
        bool letter = text[i] >= from && text[i] <= from + 25;
        out[i] = letter ? (char)(text[i] - from + to) : text[i];
    }
    luaL_pushresultsize(&b, length);
    return 1;
}

/* lower(s) */
static int string_lower(lua_State *L) { return change_case(L, 'A', 'a'); }

/* upper(s) */
static int string_upper(lua_State *L) { return change_case(L, 'a', 'A'); }

/* rep(s, n [, between]) */
static int string_rep(lua_State *L) {
    size_t length, between;

    luaL_checklstring(L, 1, &length);
    lua_Integer n = luaL_checkinteger(L, 2);
    luaL_optlstring(L, 3, "", &between);
    if (n <= 0 || length + between == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    if (length > LONGEST_REPEAT || between > LONGEST_REPEAT || n > (lua_Integer)(LONGEST_REPEAT / (length + between))) {
        return luaL_error(L, "the repeated string is longer than %d bytes", LONGEST_REPEAT);
    }
    lim_charge(L, (size_t)n + (size_t)n * (length + between) / BYTES_A_STEP);
    return go_on(L);
}

/* What the conversion at `spec` (behind its '%') takes from the argument at `arg`; true when it takes one. */
static bool prepare_argument(lua_State *L, const char *spec, const char *end, int arg) {
    while (spec < end && strchr("-+ #0123456789.", *spec) != NULL && *spec != '\0') {
        spec++;
    }
    if (spec >= end || *spec == '%') {
        return false;
    }
    if (*spec == 'p') {
        luaL_error(L, "invalid conversion '%%p' to 'format': addresses have no place in rules");
    }
    if (*spec == 's' && !lua_isnone(L, arg) && lua_type(L, arg) != LUA_TSTRING) {
        lua_pushcfunction(L, lim_tostring);
        lua_pushvalue(L, arg);
        lua_call(L, 1, 1);
        lua_replace(L, arg);
    } else if (lua_type(L, arg) == LUA_TNUMBER && !lua_isinteger(L, arg) && isnan(lua_tonumber(L, arg))) {
        lua_pushnumber(L, (lua_Number)copysign(NAN, 1.0));
        lua_replace(L, arg);
    }
    if (lua_type(L, arg) == LUA_TSTRING) {
        lim_charge(L, lua_rawlen(L, arg) / BYTES_A_STEP);
    }
    return true;
}

/* format(fmt, ...) */
static int string_format(lua_State *L) {
    size_t length;
    const char *fmt = luaL_checklstring(L, 1, &length), *end = fmt + length;
    int arg = 2;

    luaL_checkstack(L, 4, NULL);
    lim_charge(L, length / 4);
    for (const char *at = fmt; at < end; at++) {
        if (*at == '%') {
            at++;
            arg += prepare_argument(L, at, end, arg);
        }
    }
    return go_on(L);
}

void lim_sandbox_push_string(lua_State *L) {
    static const struct {
        const char *name;
        lua_CFunction around;
    } wrapped[] = {
        {"byte", string_linear},    /* byte(s [, i [, j]]) -> integers */
        {"char", string_char},      /* char(...) -> string */
        {"format", string_format},  /* format(fmt, ...) -> string */
        {"len", string_linear},     /* len(s) -> integer */
        {"rep", string_rep},        /* rep(s, n [, between]) -> string */
        {"reverse", string_linear}, /* reverse(s) -> string */
        {"sub", string_linear},     /* sub(s, i [, j]) -> string */
    };
    static const luaL_Reg own[] = {
        {"find", lim_string_find},     /* find(s, pattern [, init [, plain]]) -> first, last, captures | nil */
        {"gmatch", lim_string_gmatch}, /* gmatch(s, pattern [, init]) -> iterator */
        {"gsub", lim_string_gsub},     /* gsub(s, pattern, replacement [, n]) -> string, count */
        {"lower", string_lower},       /* lower(s) -> string */
        {"match", lim_string_match},   /* match(s, pattern [, init]) -> captures | nil */
        {"upper", string_upper},       /* upper(s) -> string */
        {NULL, NULL},
    };

    lua_createtable(L, 0, 13);
    for (size_t i = 0; i < sizeof wrapped / sizeof wrapped[0]; i++) {
        lim_sandbox_push_stock(L, "string", wrapped[i].name);
        lua_pushcclosure(L, wrapped[i].around, 1);
        lua_setfield(L, -2, wrapped[i].name);
    }
    luaL_setfuncs(L, own, 0);
}

void lim_sandbox_install(lua_State *L) {
    lua_pushliteral(L, "");
    if (lua_getmetatable(L, -1)) { /* "" meta */
        lim_sandbox_push_string(L);
        lua_setfield(L, -2, "__index");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    if (lua_getfield(L, -1, "table") == LUA_TTABLE) {
        lua_pushcfunction(L, lim_stable_sort);
        lua_setfield(L, -2, "sort");
    }
    lua_pop(L, 2);
}
