/* kernel.table: rules' tables, compiled once into a lookup function that runs in C.
 *
 * A lookup is a closure with everything in its upvalues:
 *   1 the built table (struct lookup)   2 the cells as Lua values, or nil when all are integers
 *   3 the table's name   4 a list: what each axis asks for, as a refusal says it   5 a list: the axes' names
 *   6… per axis, for one with names among its keys, a table from key to place; else nil
 */
#include "bindings.h"
#include "table.h"

#include <lauxlib.h>
#include <stddef.h>
#include <string.h>

enum { UP_TABLE = 1, UP_CELLS, UP_NAME, UP_DOMAINS, UP_AXES, UP_MAPS };

struct lookup {
    lim_table *table; /* inside block */
    bool listed;      /* cells are in upvalue 2 */
    bool named[LIM_TABLE_AXES];
    max_align_t block[];
};

/* ---- looking up ------------------------------------------------------------------------------ */

/* Pushes a value as a refusal shows it. */
static const char *push_shown(lua_State *L, int index) {
    switch (lua_type(L, index)) {
    case LUA_TNONE:
    case LUA_TNIL: return lua_pushliteral(L, "nothing");
    case LUA_TSTRING: return lua_pushfstring(L, "\"%s\"", lua_tostring(L, index));
    case LUA_TNUMBER:
    case LUA_TBOOLEAN: return lim_show(L, index);
    default: return lua_pushfstring(L, "a %s", luaL_typename(L, index));
    }
}

static int refuse_key(lua_State *L, size_t axis) {
    lua_rawgeti(L, lua_upvalueindex(UP_AXES), (lua_Integer)axis + 1);
    lua_rawgeti(L, lua_upvalueindex(UP_DOMAINS), (lua_Integer)axis + 1);
    const char *got = push_shown(L, (int)axis + 1); /* axis domain got */
    return lim_refuse(L, lua_tostring(L, -3), "%s: %s, got %s", lua_tostring(L, lua_upvalueindex(UP_NAME)),
                      lua_tostring(L, -2), got);
}

static int lookup(lua_State *L) {
    const struct lookup *self = lua_touserdata(L, lua_upvalueindex(UP_TABLE));
    int count = (int)self->table->axis_count;
    int64_t keys[LIM_TABLE_AXES];
    size_t cell, axis;

    if (lua_gettop(L) != count) {
        if (lua_gettop(L) > count)
            return luaL_error(L, "table %s has %d axes, got %d keys", lua_tostring(L, lua_upvalueindex(UP_NAME)), count,
                              lua_gettop(L));
        lua_settop(L, count);
    }
    for (int a = 0; a < count; a++) {
        int found;
        if (self->named[a]) {
            lua_pushvalue(L, a + 1);
            lua_rawget(L, lua_upvalueindex(UP_MAPS + a));
            keys[a] = lua_tointegerx(L, -1, &found);
        } else {
            found = lua_isinteger(L, a + 1);
            keys[a] = lua_tointegerx(L, a + 1, NULL);
        }
        if (!found) return refuse_key(L, (size_t)a);
    }
    if (lim_table_find(self->table, keys, &cell, &axis) != LIM_TABLE_OK) return refuse_key(L, axis);
    if (self->listed)
        lua_rawgeti(L, lua_upvalueindex(UP_CELLS), (lua_Integer)cell + 1);
    else
        lua_pushinteger(L, self->table->cells[cell]);
    return 1;
}

/* ---- reading a declaration ------------------------------------------------------------------- */

/* Stack slots of `compile`: its argument, then what it reads out of it. */
enum { AT_SPEC = 1, AT_NAME, AT_AXES, AT_CELLS, AT_DOMAINS, AT_AXIS_NAMES, AT_KEPT, AT_MAPS };

struct declaration {
    size_t count;
    lim_axis_spec axes[LIM_TABLE_AXES];
    lim_span clamps[LIM_TABLE_AXES];
    bool named[LIM_TABLE_AXES];
};

static const char *table_name(lua_State *L) { return lua_tostring(L, AT_NAME); }

static const char *axis_name(lua_State *L, size_t axis) {
    lua_rawgeti(L, AT_AXIS_NAMES, (lua_Integer)axis + 1);
    const char *name = lua_tostring(L, -1); /* stays alive in the list */
    lua_pop(L, 1);
    return name;
}

/* An end of a band or range: nil is open where it may be. */
static int64_t read_end(lua_State *L, size_t axis, bool open, int64_t otherwise) {
    if (open && lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return otherwise;
    }
    if (!lua_isinteger(L, -1))
        luaL_error(L, "table %s: axis %s: an end must be a whole number, got %s", table_name(L), axis_name(L, axis),
                   push_shown(L, -1));
    int64_t value = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return value;
}

/* Pushes how a place is called: a key, or a band's span. The axis' declaration is at `at`. */
static const char *push_place(lua_State *L, int at, const lim_axis_spec *spec, size_t place) {
    const lim_span *span = spec->spans;

    if (spec->kind == LIM_AXIS_EXACT) {
        lua_getfield(L, at, "keys");
        lua_geti(L, -1, (lua_Integer)place + 1);
        lim_show(L, -1);
        lua_replace(L, -3);
        lua_pop(L, 1);
        return lua_tostring(L, -1);
    }
    if (spec->kind == LIM_AXIS_CLAMP) return lua_pushfstring(L, "%I", (lua_Integer)(span->lo + (int64_t)place));
    span += place;
    if (span->lo == LIM_KEY_MIN && span->hi == LIM_KEY_MAX) return lua_pushliteral(L, "any");
    if (span->lo == LIM_KEY_MIN) return lua_pushfstring(L, "up to %I", (lua_Integer)span->hi);
    if (span->hi == LIM_KEY_MAX) return lua_pushfstring(L, "%I or more", (lua_Integer)span->lo);
    return lua_pushfstring(L, "%I to %I", (lua_Integer)span->lo, (lua_Integer)span->hi);
}

/* Spans of an axis in a userdata kept alive on the stack's list until the table is built. */
static lim_span *new_spans(lua_State *L, size_t count) {
    lim_span *spans = lua_newuserdatauv(L, count > 0 ? count * sizeof *spans : 1, 0);

    lua_rawseti(L, AT_KEPT, luaL_len(L, AT_KEPT) + 1);
    return spans;
}

/* Pushes a list field of the axis at the top and gives its length. */
static size_t push_list(lua_State *L, size_t axis, const char *field) {
    if (lua_getfield(L, -1, field) != LUA_TTABLE)
        luaL_error(L, "table %s: axis %s: %s must be a list", table_name(L), axis_name(L, axis), field);
    return (size_t)luaL_len(L, -1);
}

/* Exact keys: integers stay themselves; where there is a name, every key goes by its number. */
static void read_keys(lua_State *L, struct declaration *made, size_t axis) {
    size_t count = push_list(L, axis, "keys");
    lim_span *spans = new_spans(L, count);

    lua_createtable(L, 0, (int)count); /* axis keys map */
    for (size_t p = 0; p < count; p++) {
        int type = lua_geti(L, -2, (lua_Integer)p + 1);
        if (type != LUA_TSTRING && !lua_isinteger(L, -1))
            luaL_error(L, "table %s: axis %s: key %d must be a whole number or a name, got %s", table_name(L),
                       axis_name(L, axis), (int)p + 1, push_shown(L, -1));
        made->named[axis] |= type == LUA_TSTRING;
        spans[p].lo = spans[p].hi = lua_tointegerx(L, -1, NULL);
        lua_pushvalue(L, -1);
        if (lua_rawget(L, -3) != LUA_TNIL)
            luaL_error(L, "table %s: axis %s: key %s is given twice", table_name(L), axis_name(L, axis),
                       lim_show(L, -2));
        lua_pop(L, 1);
        lua_pushinteger(L, (lua_Integer)p);
        lua_rawset(L, -3);
    }
    if (made->named[axis]) {
        for (size_t p = 0; p < count; p++) spans[p].lo = spans[p].hi = (int64_t)p;
        lua_rawseti(L, AT_MAPS, (lua_Integer)axis + 1);
        lua_pop(L, 1);
    } else {
        lua_pop(L, 2);
    }
    made->axes[axis] = (lim_axis_spec){LIM_AXIS_EXACT, count, spans};
}

static void read_bands(lua_State *L, struct declaration *made, size_t axis) {
    size_t count = push_list(L, axis, "bands");
    lim_span *spans = new_spans(L, count);

    for (size_t p = 0; p < count; p++) {
        if (lua_geti(L, -1, (lua_Integer)p + 1) != LUA_TTABLE)
            luaL_error(L, "table %s: axis %s: band %d must be {from, to}", table_name(L), axis_name(L, axis),
                       (int)p + 1);
        lua_geti(L, -1, 1);
        spans[p].lo = read_end(L, axis, true, LIM_KEY_MIN);
        lua_geti(L, -1, 2);
        spans[p].hi = read_end(L, axis, true, LIM_KEY_MAX);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    made->axes[axis] = (lim_axis_spec){LIM_AXIS_BAND, count, spans};
}

static void read_clamp(lua_State *L, struct declaration *made, size_t axis) {
    lim_span *span = &made->clamps[axis];

    lua_getfield(L, -1, "lo");
    span->lo = read_end(L, axis, false, 0);
    lua_getfield(L, -1, "hi");
    span->hi = read_end(L, axis, false, 0);
    made->axes[axis] = (lim_axis_spec){LIM_AXIS_CLAMP, 1, span};
}

/* Pushes "must be one of …" over an axis' keys as declared. */
static void push_choices(lua_State *L, int at, const lim_axis_spec *spec) {
    luaL_Buffer text;

    luaL_buffinit(L, &text);
    luaL_addstring(&text, "must be ");
    for (size_t p = 0; p < spec->count; p++) {
        if (p > 0) luaL_addstring(&text, p + 1 == spec->count ? " or " : ", ");
        push_place(L, at, spec, p);
        luaL_addvalue(&text);
    }
    luaL_pushresult(&text);
}

/* Pushes what an axis asks for: "must be 2 to 14", "must be at least 5", "must be formed or battery". */
static void push_domain(lua_State *L, int at, const lim_axis_spec *spec, bool named) {
    int64_t lo = LIM_KEY_MAX, hi = LIM_KEY_MIN;

    for (size_t p = 0; p < spec->count; p++) {
        lo = spec->spans[p].lo < lo ? spec->spans[p].lo : lo;
        hi = spec->spans[p].hi > hi ? spec->spans[p].hi : hi;
    }
    if (spec->kind == LIM_AXIS_CLAMP || (lo == LIM_KEY_MIN && hi == LIM_KEY_MAX))
        lua_pushliteral(L, "must be a whole number");
    else if (named || (spec->kind == LIM_AXIS_EXACT && (uint64_t)hi - (uint64_t)lo != spec->count - 1))
        push_choices(L, at, spec);
    else if (lo == LIM_KEY_MIN)
        lua_pushfstring(L, "must be at most %I", (lua_Integer)hi);
    else if (hi == LIM_KEY_MAX)
        lua_pushfstring(L, "must be at least %I", (lua_Integer)lo);
    else if (lo == hi)
        lua_pushfstring(L, "must be %I", (lua_Integer)lo);
    else
        lua_pushfstring(L, "must be %I to %I", (lua_Integer)lo, (lua_Integer)hi);
}

static void read_axes(lua_State *L, struct declaration *made) {
    static const char *const kinds[] = {"exact", "band", "clamp", NULL};
    static void (*const readers[])(lua_State *, struct declaration *, size_t) = {read_keys, read_bands, read_clamp};

    for (size_t a = 0; a < made->count; a++) {
        if (lua_geti(L, AT_AXES, (lua_Integer)a + 1) != LUA_TTABLE)
            luaL_error(L, "table %s: axis %d must be a table", table_name(L), (int)a + 1);
        if (lua_getfield(L, -1, "name") != LUA_TSTRING)
            luaL_error(L, "table %s: axis %d has no name", table_name(L), (int)a + 1);
        lua_rawseti(L, AT_AXIS_NAMES, (lua_Integer)a + 1);
        lua_getfield(L, -1, "kind");
        const char *kind = lua_tostring(L, -1);
        size_t k = 0;
        while (kinds[k] != NULL && (kind == NULL || strcmp(kind, kinds[k]) != 0)) k++;
        if (kinds[k] == NULL)
            luaL_error(L, "table %s: axis %s: kind must be exact, band or clamp, got %s", table_name(L),
                       axis_name(L, a), push_shown(L, -1));
        lua_pop(L, 1);
        readers[k](L, made, a);
        lua_pop(L, 1);
    }
}

/* ---- compiling ------------------------------------------------------------------------------- */

/* Raises what the kernel found wrong with the declaration. */
static int report(lua_State *L, const struct declaration *made, lim_table_status status, const lim_table_fault *fault) {
    const lim_axis_spec *spec = &made->axes[fault->axis];

    if (status == LIM_TABLE_AXES_WRONG)
        return luaL_error(L, "table %s: a table has 1 to %d axes, got %d", table_name(L), LIM_TABLE_AXES,
                          (int)made->count);
    if (status == LIM_TABLE_LARGE)
        return luaL_error(L, "table %s: more than %d cells", table_name(L), (int)LIM_TABLE_CELLS);
    const char *axis = axis_name(L, fault->axis);
    if (status == LIM_TABLE_EMPTY) return luaL_error(L, "table %s: axis %s has no places", table_name(L), axis);
    lua_geti(L, AT_AXES, (lua_Integer)fault->axis + 1);
    int at = lua_gettop(L);
    const char *place = push_place(L, at, spec, fault->place), *other = push_place(L, at, spec, fault->other);
    lua_Integer key = (lua_Integer)fault->key;
    if (status == LIM_TABLE_BACKWARDS)
        return luaL_error(L, "table %s: axis %s: %I to %I ends before it begins", table_name(L), axis, key,
                          (lua_Integer)spec->spans[fault->place].hi);
    if (status == LIM_TABLE_GAP)
        return luaL_error(L, "table %s: axis %s: gap between %s and %s: %I has no band", table_name(L), axis, place,
                          other, key);
    return luaL_error(L, "table %s: axis %s: %s and %s overlap: %I is in both", table_name(L), axis, place, other, key);
}

/* Pushes "roll 9, guns 12" for a cell. */
static const char *push_cell_name(lua_State *L, const struct declaration *made, size_t cells, size_t cell) {
    lua_pushliteral(L, "");
    for (size_t a = 0; a < made->count; a++) {
        const lim_axis_spec *spec = &made->axes[a];
        cells /= spec->kind == LIM_AXIS_CLAMP ? (size_t)(spec->spans->hi - spec->spans->lo) + 1 : spec->count;
        lua_geti(L, AT_AXES, (lua_Integer)a + 1);
        const char *place = push_place(L, lua_gettop(L), spec, cell / cells);
        lua_pushfstring(L, "%s%s%s %s", lua_tostring(L, -3), a > 0 ? ", " : "", axis_name(L, a), place);
        lua_replace(L, -4); /* text axis place */
        lua_pop(L, 2);
        cell %= cells;
    }
    return lua_tostring(L, -1);
}

/* Copies the cells; leaves a list of them on the stack, or nil when all are integers. */
static void read_cells(lua_State *L, const struct declaration *made, struct lookup *self) {
    size_t cells = self->table->cell_count;

    if ((size_t)luaL_len(L, AT_CELLS) > cells)
        luaL_error(L, "table %s: wants %d cells, got %d", table_name(L), (int)cells, (int)luaL_len(L, AT_CELLS));
    lua_createtable(L, (int)cells, 0);
    for (size_t c = 0; c < cells; c++) {
        int type = lua_geti(L, AT_CELLS, (lua_Integer)c + 1);
        if (lua_isinteger(L, -1))
            self->table->cells[c] = lua_tointeger(L, -1);
        else if (type == LUA_TSTRING || type == LUA_TBOOLEAN || type == LUA_TNUMBER)
            self->listed = true;
        else if (type == LUA_TNIL)
            luaL_error(L, "table %s: the cell of %s is missing (%d cells wanted)", table_name(L),
                       push_cell_name(L, made, cells, c), (int)cells);
        else
            luaL_error(L, "table %s: the cell of %s must be a number or a word, got a %s", table_name(L),
                       push_cell_name(L, made, cells, c), lua_typename(L, type));
        lua_rawseti(L, -2, (lua_Integer)c + 1);
    }
    if (!self->listed) {
        lua_pop(L, 1);
        lua_pushnil(L);
    }
}

/* Fixes the slots of `compile`, each holding what its name says. */
static void open_declaration(lua_State *L, struct declaration *made) {
    luaL_checktype(L, AT_SPEC, LUA_TTABLE);
    luaL_checkstack(L, AT_MAPS + UP_MAPS + LIM_TABLE_AXES + LUA_MINSTACK, NULL);
    lua_settop(L, AT_SPEC);
    if (lua_getfield(L, AT_SPEC, "name") != LUA_TSTRING) luaL_error(L, "a table must have a name");
    if (lua_getfield(L, AT_SPEC, "axes") != LUA_TTABLE) luaL_error(L, "table %s: axes must be a list", table_name(L));
    if (lua_getfield(L, AT_SPEC, "cells") != LUA_TTABLE) luaL_error(L, "table %s: cells must be a list", table_name(L));
    for (int slot = AT_DOMAINS; slot <= AT_MAPS; slot++) lua_newtable(L);
    made->count = (size_t)luaL_len(L, AT_AXES);
    if (made->count == 0 || made->count > LIM_TABLE_AXES) report(L, made, LIM_TABLE_AXES_WRONG, &(lim_table_fault){0});
}

static int compile(lua_State *L) {
    struct declaration made = {0};
    lim_table_fault fault;
    size_t cells;

    open_declaration(L, &made);
    read_axes(L, &made);
    lim_table_status status = lim_table_size(made.axes, made.count, &cells, &fault);
    if (status != LIM_TABLE_OK) return report(L, &made, status, &fault);
    size_t bytes = lim_table_bytes(made.axes, made.count, cells);
    struct lookup *self = lua_newuserdatauv(L, sizeof *self + bytes, 0);
    *self = (struct lookup){0};
    status = lim_table_build(self->block, made.axes, made.count, cells, &self->table, &fault);
    if (status != LIM_TABLE_OK) return report(L, &made, status, &fault);
    read_cells(L, &made, self); /* … table cells */
    for (size_t a = 0; a < made.count; a++) {
        self->named[a] = made.named[a];
        lua_geti(L, AT_AXES, (lua_Integer)a + 1);
        push_domain(L, lua_gettop(L), &made.axes[a], made.named[a]);
        lua_pushfstring(L, "%s %s", axis_name(L, a), lua_tostring(L, -1));
        lua_rawseti(L, AT_DOMAINS, (lua_Integer)a + 1);
        lua_pop(L, 2);
    }
    lua_pushvalue(L, AT_NAME);
    lua_pushvalue(L, AT_DOMAINS);
    lua_pushvalue(L, AT_AXIS_NAMES);
    for (size_t a = 0; a < made.count; a++) lua_rawgeti(L, AT_MAPS, (lua_Integer)a + 1);
    lua_pushcclosure(L, lookup, UP_MAPS - 1 + (int)made.count);
    return 1;
}

static const luaL_Reg functions[] = {
    {"compile", compile}, /* compile({name=, axes={{name=, kind=, …}, …}, cells={…}}) -> function(key, …) -> cell */
    {NULL, NULL},
};

int lim_open_table(lua_State *L) {
    luaL_newlib(L, functions);
    return 1;
}
