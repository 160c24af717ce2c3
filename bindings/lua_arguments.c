/* kernel.arguments: arguments checked at once, as a list of fields declares them (limber.language.fields).
 *
 * A list of fields becomes an array that a check goes through, one place a field, with what its values may be. A check
 * gives a checked copy, or nil where it cannot decide: what is wrong, or only unusual (whole floats, tables with
 * metatables), is left to limber.language.fields, which says what the fault is. Strings are known by their addresses:
 * short ones have one each, and those of a declaration are kept alive with it.
 *
 * Beside the array stands a list of Lua values, the things: names, defaults, functions. Places in it are from 1; 0 is
 * none. */
#include "bindings.h"
#include "budget.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef enum kind { INT, NUMBER, FLAG, ENUM, TEXT, ANY, OBJECT, LIST } kind;

static const char *const kinds[] = {"int", "number", "flag", "enum", "text", "any", "object", "list", NULL};

typedef struct field {
    kind kind;
    bool needed;                 /* it has no default, and may not be left out */
    int name, missing;           /* things: its name, its default */
    int least, most, test;       /* things: bounds of a number; what looks at a number or a text */
    lua_Integer min, max;        /* of an int; of a list its least length */
    int count;                   /* of the words, or whole numbers, that it may be; 0 for any within its bounds */
    const char **word;
    lua_Integer *number;
    const struct record *record; /* of an object, or of each element of a list; NULL where there is none */
    const struct field *of;      /* each element of a list of plain values */
} field;

typedef struct record {
    int fields, check; /* check: a thing, a function of the checked copy and of what was given */
    bool each;         /* an element of a list must have some field */
    field field[];
} record;

/* Records within records deeper than this are left to be checked one by one. */
enum { DEEPEST = 8 };

/* While checking: the things at stack place 2. */
enum { THINGS = 2 };

static bool check_record(lua_State *L, const record *r, int given, int depth);

/* Is it a table without a metatable? */
static bool is_plain(lua_State *L, int index) {
    if (!lua_istable(L, index)) return false;
    if (!lua_getmetatable(L, index)) return true;
    lua_pop(L, 1);
    return false;
}

static bool is_empty(lua_State *L, int index) {
    lua_pushnil(L);
    if (!lua_next(L, index)) return true;
    lua_pop(L, 2);
    return false;
}

static bool check_int(lua_State *L, const field *f) {
    if (!lua_isinteger(L, -1)) return false;
    const lua_Integer value = lua_tointeger(L, -1);
    if (value < f->min || value > f->max) return false;
    if (f->count == 0) return true;
    for (int i = 0; i < f->count; i++)
        if (f->number[i] == value) return true;
    return false;
}

/* The number becomes what its test gives: itself, whole where it is. */
static bool check_number(lua_State *L, const field *f) {
    lua_rawgeti(L, THINGS, f->test);
    lua_insert(L, -2);
    lua_call(L, 1, 1);
    if (lua_isnil(L, -1)) return false;
    if (f->least != 0) {
        lua_rawgeti(L, THINGS, f->least);
        if (lua_compare(L, -2, -1, LUA_OPLT)) return false;
        lua_pop(L, 1);
    }
    if (f->most != 0) {
        lua_rawgeti(L, THINGS, f->most);
        if (lua_compare(L, -1, -2, LUA_OPLT)) return false;
        lua_pop(L, 1);
    }
    return true;
}

static bool check_word(lua_State *L, const field *f) {
    if (lua_type(L, -1) != LUA_TSTRING) return false;
    const char *const word = lua_tostring(L, -1);
    for (int i = 0; i < f->count; i++)
        if (f->word[i] == word) return true;
    return false;
}

/* The test of a text says what is wrong with it. */
static bool check_text(lua_State *L, const field *f) {
    if (lua_type(L, -1) != LUA_TSTRING) return false;
    lua_rawgeti(L, THINGS, f->test);
    lua_pushvalue(L, -2);
    lua_call(L, 1, 1);
    const bool fine = !lua_toboolean(L, -1);
    lua_pop(L, 1);
    return fine;
}

static bool check_object(lua_State *L, const record *r, int depth) {
    if (r == NULL || !check_record(L, r, lua_gettop(L), depth)) return false;
    lua_remove(L, -2);
    return true;
}

static bool check_value(lua_State *L, const field *f, int depth);

static bool check_list(lua_State *L, const field *f, int depth) {
    const int list = lua_gettop(L);
    if (!is_plain(L, list)) return false;
    const lua_Integer count = (lua_Integer)lua_rawlen(L, list);
    if (count < f->min || count > f->max || (count == 0 && !is_empty(L, list))) return false;
    lim_charge(L, (size_t)count); /* lists within lists, and one list in many places, can be long to go through */
    lua_createtable(L, (int)count, 0);
    for (lua_Integer i = 1; i <= count; i++) {
        if (lua_rawgeti(L, list, i) == LUA_TNIL) return false;
        if (f->of != NULL) {
            if (!check_value(L, f->of, depth)) return false;
        } else {
            const record *const r = f->record;
            if (r != NULL && r->each && (!lua_istable(L, -1) || is_empty(L, lua_gettop(L)))) return false;
            if (!check_object(L, r, depth)) return false;
        }
        lua_rawseti(L, list + 1, i);
    }
    lua_replace(L, list);
    return true;
}

/* Puts the checked value in place of the one on top, or says no. */
static bool check_value(lua_State *L, const field *f, int depth) {
    switch (f->kind) {
    case INT: return check_int(L, f);
    case NUMBER: return check_number(L, f);
    case FLAG: return lua_isboolean(L, -1);
    case ENUM: return check_word(L, f);
    case TEXT: return check_text(L, f);
    case OBJECT: return check_object(L, f->record, depth);
    case LIST: return check_list(L, f, depth);
    default: return true;
    }
}

/* Are there no more entries than so many? */
static bool has_entries(lua_State *L, int given, int count) {
    lua_pushnil(L);
    while (lua_next(L, given)) {
        lua_pop(L, 1);
        if (--count < 0) return false;
    }
    return true;
}

/* Pushes the checked copy of the table at `given`, or says no. */
static bool check_record(lua_State *L, const record *r, int given, int depth) {
    int count = 0;
    if (depth >= DEEPEST || !is_plain(L, given)) return false;
    luaL_checkstack(L, 8, NULL);
    lua_createtable(L, 0, r->fields);
    const int checked = lua_gettop(L);
    for (const field *f = r->field; f < r->field + r->fields; f++) {
        lua_rawgeti(L, THINGS, f->name);
        lua_pushvalue(L, -1);
        if (lua_rawget(L, given) != LUA_TNIL) {
            count++;
            if (!check_value(L, f, depth + 1)) return false;
        } else if (f->missing != 0) {
            lua_pop(L, 1);
            lua_rawgeti(L, THINGS, f->missing);
        } else if (f->needed) {
            return false;
        } else {
            lua_pop(L, 2);
            continue;
        }
        lua_rawset(L, checked);
    }
    if (!has_entries(L, given, count)) return false;
    if (r->check == 0) return true;
    lua_rawgeti(L, THINGS, r->check);
    lua_pushvalue(L, checked);
    lua_pushvalue(L, given);
    lua_call(L, 2, 1);
    const bool fine = !lua_toboolean(L, -1);
    lua_pop(L, 1);
    return fine;
}

/* Upvalues: the things, the record. */
static int check(lua_State *L) {
    lua_settop(L, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    if (!check_record(L, lua_touserdata(L, lua_upvalueindex(2)), 1, 0)) lua_pushnil(L);
    return 1;
}

/* ---- from declarations --------------------------------------------------------------------------------------------- */

/* While reading declarations: the tables and functions at these stack places. */
enum { RECORDS = 2, TESTS, KEPT, KNOWN };

/* Keeps the value on top, which is popped: its place among the things, 0 for nil. */
static int keep(lua_State *L) {
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return 0;
    }
    const lua_Integer place = (lua_Integer)lua_rawlen(L, KEPT) + 1;
    lua_rawseti(L, KEPT, place);
    return (int)place;
}

static int keep_of(lua_State *L, int table, const char *key) {
    lua_getfield(L, table, key);
    return keep(L);
}

/* A whole number of the table at `index`, within the bounds that any has. */
static lua_Integer whole(lua_State *L, int table, const char *key, lua_Integer missing) {
    lua_getfield(L, table, key);
    const lua_Integer value = luaL_optinteger(L, -1, missing);
    lua_pop(L, 1);
    return value;
}

/* What the field at `from` may be: words or whole numbers. */
static void read_values(lua_State *L, int from, field *f) {
    if (lua_getfield(L, from, "values") != LUA_TTABLE) {
        lua_pop(L, 1);
        return;
    }
    const int values = lua_gettop(L), count = (int)lua_rawlen(L, values);
    const size_t each = f->kind == ENUM ? sizeof *f->word : sizeof *f->number;
    void *const list = lua_newuserdatauv(L, (size_t)(count + 1) * each, 0);
    keep(L);
    f->word = list;
    f->number = list;
    for (int i = 1; i <= count; i++) {
        const int type = lua_rawgeti(L, values, i);
        if (f->kind == ENUM && type == LUA_TSTRING) {
            f->word[f->count++] = lua_tostring(L, -1);
        } else if (f->kind == INT && lua_isinteger(L, -1)) {
            f->number[f->count++] = lua_tointeger(L, -1);
        }
        keep(L);
    }
    if (f->count == 0) f->max = f->min - 1;
    lua_pop(L, 1);
}

static const record *read_record(lua_State *L);

/* Reads the field on top, which is popped. */
static void read_field(lua_State *L, field *f) {
    luaL_checkstack(L, 8, NULL);
    luaL_checktype(L, -1, LUA_TTABLE);
    const int from = lua_gettop(L);
    memset(f, 0, sizeof *f);
    lua_getfield(L, from, "kind");
    f->kind = (kind)luaL_checkoption(L, -1, NULL, kinds);
    lua_getfield(L, from, "optional");
    f->name = keep_of(L, from, "name");
    f->missing = keep_of(L, from, "default");
    f->needed = f->missing == 0 && !lua_toboolean(L, from + 2);
    if (f->kind == INT) {
        const lua_Integer farthest = whole(L, TESTS, "farthest", 0);
        f->min = whole(L, from, "min", -farthest);
        f->max = whole(L, from, "max", farthest);
        if (f->min < -farthest) f->min = -farthest;
        if (f->max > farthest) f->max = farthest;
        read_values(L, from, f);
    } else if (f->kind == NUMBER) {
        f->least = keep_of(L, from, "min");
        f->most = keep_of(L, from, "max");
        f->test = keep_of(L, TESTS, "number");
    } else if (f->kind == ENUM) {
        read_values(L, from, f);
    } else if (f->kind == TEXT) {
        f->test = keep_of(L, TESTS, "text");
    } else if (f->kind == OBJECT || f->kind == LIST) {
        f->min = whole(L, from, "min", 0);
        f->max = whole(L, TESTS, "longest", 0);
        if (lua_getfield(L, from, "of") == LUA_TTABLE) {
            field *const of = lua_newuserdatauv(L, sizeof *of, 0);
            keep(L);
            f->of = of;
            read_field(L, of); /* pops it */
        } else {
            lua_getfield(L, from, "record");
            lua_rawget(L, RECORDS);
            f->record = lua_istable(L, -1) ? read_record(L) : NULL;
        }
    }
    lua_settop(L, from - 1);
}

/* The record of the list of fields on top. One is read once, also where it stands within itself. */
static const record *read_record(lua_State *L) {
    const int list = lua_gettop(L), fields = (int)lua_rawlen(L, list);
    luaL_checkstack(L, 8, NULL);
    lua_pushvalue(L, list);
    if (lua_rawget(L, KNOWN) == LUA_TUSERDATA) {
        const record *const known = lua_touserdata(L, -1);
        lua_settop(L, list);
        return known;
    }
    lua_settop(L, list);
    const size_t bytes = sizeof(record) + (size_t)fields * sizeof(field);
    record *const r = memset(lua_newuserdatauv(L, bytes, 0), 0, bytes);
    lua_pushvalue(L, list);
    lua_pushvalue(L, -2);
    lua_rawset(L, KNOWN);
    keep(L);
    r->check = keep_of(L, list, "check");
    r->each = lua_getfield(L, list, "each") != LUA_TNIL;
    for (int i = 0; i < fields; i++) {
        lua_rawgeti(L, list, i + 1);
        read_field(L, &r->field[i]);
    }
    r->fields = fields;
    lua_settop(L, list);
    return r;
}

static int checker(lua_State *L) {
    for (int i = 1; i <= TESTS; i++) luaL_checktype(L, i, LUA_TTABLE);
    lua_settop(L, TESTS);
    lua_newtable(L);
    lua_newtable(L); /* fields records tests things known */
    lua_pushvalue(L, 1);
    record *const r = (record *)(uintptr_t)read_record(L);
    lua_pushvalue(L, KEPT);
    lua_pushlightuserdata(L, r);
    lua_pushcclosure(L, check, 2);
    return 1;
}

static const luaL_Reg functions[] = {
    {"checker", checker}, /* checker(fields, records, { farthest=, longest=, number=, text= }) -> function(given) -> copy? */
    {NULL, NULL},
};

int lim_open_arguments(lua_State *L) {
    luaL_newlib(L, functions);
    return 1;
}
