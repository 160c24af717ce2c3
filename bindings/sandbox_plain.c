/* plain(value [, copies [, decimals]]): a deep copy of plain data from a guest, for trusted code to keep and rely on. It
 * fills the table `copies` with the copy of each original.
 *
 * Plain data is nil, json.null, booleans, whole numbers, strings, and tables of it that are lists without holes or have
 * names for keys. A frozen table is copied as what it holds; a float that is whole becomes an integer. All else is
 * refused with the path to it: other numbers, unless `decimals` is true and they are finite, functions, objects, tables
 * with a metatable. The copy is a tree: what is shared is copied each time and counts each time, so that a few tables
 * cannot stand for more than memory holds. What comes is read raw, and only once: nothing can show another value after
 * it was looked at.
 *
 * tree(value [, marks]): a deep copy of what is known to be plain data, without a look at what it is; with `marks` its
 * tables keep their metatables. Charged as plain is.
 */
#include "faces.h"
#include "frozen_mark.h"
#include "sandbox.h"

#include "budget.h"
#include "membrane.h"
#include "walk.h"

#include <lauxlib.h>
#include <math.h>

enum { DEEPEST = 64, MOST_VALUES = 100000, MOST_BYTES = 1024 * 1024, MOST_ROOM = 1024, CHARGED_AT_ONCE = 16 };
enum { DEEPEST_TREE = 1000 }; /* so that one that holds itself ends, long before the C stack does */

struct place {
    const struct place *outer;
    int key; /* where on the stack the key lies that is being copied */
};

struct copying {
    size_t values, bytes;
    int depth;
    bool decimals;
};

static void push_path(lua_State *L, const struct place *at) {
    luaL_checkstack(L, 6, NULL);
    if (at == NULL) {
        lua_pushliteral(L, "");
        return;
    }
    push_path(L, at->outer);
    if (lua_isinteger(L, at->key)) {
        lua_pushfstring(L, "%s%s%I", lua_tostring(L, -1), at->outer != NULL ? "." : "", lua_tointeger(L, at->key));
    } else {
        lua_pushfstring(L, "%s%s%s", lua_tostring(L, -1), at->outer != NULL ? "." : "", lua_tostring(L, at->key));
    }
    lua_remove(L, -2);
}

static void refuse(lua_State *L, const struct place *at, const char *message) {
    push_path(L, at);
    const char *path = lua_tostring(L, -1);
    lua_pushfstring(L, "%s %s", *path != '\0' ? path : "it", message);
    lua_error(L);
}

/* That there is too much is told of the outermost key alone: further in, the count ends where tables are in no order. */
static void refuse_all(lua_State *L, const struct place *at, const char *message) {
    while (at != NULL && at->outer != NULL) at = at->outer;
    refuse(L, at, message);
}

static void count_text(lua_State *L, struct copying *all, const struct place *at, size_t bytes) {
    all->bytes += bytes;
    if (all->bytes > MOST_BYTES) refuse_all(L, at, "holds too much text (more than a megabyte in all)");
    if (bytes >= 16) lim_charge(L, bytes / 16);
}

/* The metatable that the copy of the table at idx has: none, or the mark of a list or an object. A frozen table at idx
 * is replaced by its contents, a proxy by what it stands for. */
static void push_mark(lua_State *L, int idx, const struct place *at) {
    if (lim_frozen_contents(L, idx) || lim_face_plain(L, idx)) lua_replace(L, idx);
    if (!lua_getmetatable(L, idx)) {
        lua_pushnil(L);
        return;
    }
    luaL_getmetatable(L, LIM_MARK_LIST);
    luaL_getmetatable(L, LIM_MARK_OBJECT); /* meta list object */
    bool marked = lua_rawequal(L, -3, -2) || lua_rawequal(L, -3, -1);
    lua_pop(L, 2);
    if (!marked) refuse(L, at, "is no plain table");
}

static void copy(lua_State *L, struct copying *all, const struct place *at);

void lim_push_room(lua_State *L, int idx, int more) {
    lua_Unsigned listed = lua_rawlen(L, idx), names = 0;

    if (listed > MOST_ROOM) {
        lua_createtable(L, MOST_ROOM, 0);
        return;
    }
    if (listed == 0) {
        lua_pushnil(L);
    } else {
        lua_pushinteger(L, (lua_Integer)listed); /* names come after the list */
    }
    while (lua_next(L, idx)) {
        lua_pop(L, 1);
        if (++names >= MOST_ROOM) {
            lua_pop(L, 1);
            break;
        }
    }
    lua_createtable(L, (int)listed, (int)names + more);
}

int lim_shallow(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    int more = (int)luaL_optinteger(L, 2, 0);
    luaL_argcheck(L, more >= 0 && more <= MOST_ROOM, 2, "a small number");
    lua_settop(L, 1);
    lim_push_room(L, 1, more); /* table copy */
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, 2);
    }
    return 1;
}

/* value -> its copy, on top; `marks`: with its metatables */
static void copy_tree(lua_State *L, bool marks, int depth, size_t *values) {
    const int table = lua_gettop(L);

    if (!lua_istable(L, table)) return;
    if (depth > DEEPEST_TREE) luaL_error(L, "a tree is nested too deep, or holds itself");
    luaL_checkstack(L, 8, NULL);
    lim_push_room(L, table, 0);
    lua_pushnil(L);
    while (lua_next(L, table)) { /* table copy key value */
        if (++*values % CHARGED_AT_ONCE == 0) lim_charge(L, CHARGED_AT_ONCE);
        copy_tree(L, marks, depth + 1, values);
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, table + 1);
    }
    if (marks && lua_getmetatable(L, table)) lua_setmetatable(L, table + 1);
    lua_replace(L, table);
}

int lim_tree(lua_State *L) {
    luaL_checkany(L, 1);
    const bool marks = lua_toboolean(L, 2);
    lua_settop(L, 1);
    size_t values = 0;
    copy_tree(L, marks, 1, &values);
    return 1;
}

/* table -> its copy, on top */
static void copy_table(lua_State *L, struct copying *all, const struct place *at) {
    const int table = lua_gettop(L), key = table + 3;
    const struct place here = {at, key};
    lua_Integer highest = 0, numbers = 0, names = 0;

    if (++all->depth > DEEPEST) refuse(L, at, "is nested too deep, or holds itself");
    luaL_checkstack(L, 12, NULL);
    lim_lent_settle(L, table);
    push_mark(L, table, at); /* table mark */
    lim_push_room(L, table, 0);
    lua_insert(L, -2);
    lua_pushnil(L);
    while (lua_next(L, table)) { /* table copy mark key value */
        if (lua_type(L, key) == LUA_TSTRING) {
            names++;
            count_text(L, all, at, lua_rawlen(L, key));
        } else if (lua_isinteger(L, key) && lua_tointeger(L, key) >= 1) {
            numbers++;
            if (lua_tointeger(L, key) > highest) highest = lua_tointeger(L, key);
        } else {
            refuse(L, at, "has a key that is neither a name nor a place in a list");
        }
        copy(L, all, &here);
        lua_pushvalue(L, key);
        lua_insert(L, -2);
        lua_rawset(L, table + 1);
    }
    if (names > 0 && numbers > 0) refuse(L, at, "has both names and numbers for keys");
    if (highest != numbers) refuse(L, at, "is a list with holes");
    if (lua_isnil(L, table + 2)) {
        lua_pop(L, 1);
    } else {
        lua_setmetatable(L, table + 1);
    }
    if (lua_istable(L, 2)) { /* what is at `table` may be the contents of a frozen one, which nobody knows */
        lua_pushvalue(L, table);
        lua_pushvalue(L, table + 1);
        lua_rawset(L, 2);
    }
    lua_replace(L, table); /* copy */
    all->depth--;
}

/* value -> its copy, on top */
static void copy(lua_State *L, struct copying *all, const struct place *at) {
    if (++all->values > MOST_VALUES) refuse_all(L, at, "holds too many values (more than 100000 in all)");
    if (all->values % CHARGED_AT_ONCE == 0) lim_charge(L, CHARGED_AT_ONCE);
    switch (lua_type(L, -1)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN: return;
    case LUA_TSTRING: count_text(L, all, at, lua_rawlen(L, -1)); return;
    case LUA_TNUMBER:
        if (!lua_isinteger(L, -1)) {
            int whole;
            lua_Integer integer = lua_tointegerx(L, -1, &whole);
            if (isnan(lua_tonumber(L, -1))) refuse(L, at, "is not a number (nan)");
            if (!whole && all->decimals && isfinite(lua_tonumber(L, -1))) return;
            if (!whole) refuse(L, at, "is no whole number");
            lua_pop(L, 1);
            lua_pushinteger(L, integer);
        }
        return;
    case LUA_TTABLE: copy_table(L, all, at); return;
    case LUA_TLIGHTUSERDATA:
        if (lua_touserdata(L, -1) == NULL) return; /* json.null */
        refuse(L, at, "is no plain value");
        return;
    case LUA_TFUNCTION: refuse(L, at, "is a function"); return;
    default: refuse(L, at, "is no plain value");
    }
}

int lim_plain(lua_State *L) {
    struct copying all = {0};

    luaL_checkany(L, 1);
    lua_settop(L, 3);
    all.decimals = lua_toboolean(L, 3);
    lua_pushvalue(L, 1);
    copy(L, &all, NULL);
    return 1;
}
