/* Walking plain Lua data in canonical order. */
#include "walk.h"

#include "budget.h"
#include "digest.h"
#include "frozen_mark.h"
#include "sandbox.h"

#include <lauxlib.h>
#include <stdarg.h>
#include <stdlib.h>

/* A table that is reached in many ways is visited as often: hence the limits on the whole. */
#define DEEPEST 2048
#define MOST_VALUES 1000000
#define MOST_BYTES (64 * 1024 * 1024)
#define BYTES_A_STEP 16
#define FEW 16 /* keys of a map that are sorted without a scratch array */

/* A chain up the C stack from where the walk is to its root. */
struct lim_walk_place {
    const struct lim_walk_place *parent;
    const void *table; /* which table this is, to know one that holds itself */
    const char *key;   /* which item of it the walk is at: a key, or else an index */
    lua_Integer index;
    int depth;
};

struct walk {
    lim_walk_handler handler;
    void *context;
    int marks;            /* the stack slot of the metatable of lists; that of empty objects follows */
    size_t values, bytes; /* so far; bytes of strings */
};

struct key {
    const char *text;
    size_t bytes;
    int slot; /* where its value lies on the stack, 0: it is to be looked up */
};

static void push_path(lua_State *L, const struct lim_walk_place *place) {
    luaL_checkstack(L, 4, NULL);
    if (place == NULL) {
        lua_pushliteral(L, "");
        return;
    }
    push_path(L, place->parent);
    const char *dot = place->parent != NULL ? "." : "";
    if (place->key != NULL)
        lua_pushfstring(L, "%s%s%s", lua_tostring(L, -1), dot, place->key);
    else
        lua_pushfstring(L, "%s%s%I", lua_tostring(L, -1), dot, place->index);
    lua_remove(L, -2);
}

int lim_walk_error(lua_State *L, const struct lim_walk_place *place, const char *fmt, ...) {
    va_list ap;

    luaL_checkstack(L, 4, NULL);
    if (place != NULL)
        push_path(L, place);
    else
        lua_pushliteral(L, "the value");
    va_start(ap, fmt);
    lua_pushvfstring(L, fmt, ap);
    va_end(ap);
    return luaL_error(L, "%s %s", lua_tostring(L, -2), lua_tostring(L, -1));
}

void lim_walk_marks(lua_State *L) {
    luaL_newmetatable(L, LIM_MARK_LIST);
    luaL_newmetatable(L, LIM_MARK_OBJECT);
    lua_pop(L, 2);
}

static int key_order(const void *a, const void *b) {
    const struct key *x = a, *y = b;

    return lim_key_order(x->text, x->bytes, y->text, y->bytes);
}

/* Is the table at the top marked as a list? A frozen one is replaced by its contents; one with any other metatable is
 * refused. */
static bool is_marked(lua_State *L, const struct walk *walk, const struct lim_walk_place *place) {
    if (!lua_getmetatable(L, -1)) return false;
    bool list = lua_rawequal(L, -1, walk->marks), object = lua_rawequal(L, -1, walk->marks + 1);
    lua_pop(L, 1);
    if (list || object) return list;
    if (!lim_frozen_contents(L, -1)) lim_walk_error(L, place, "is not plain data: it has a metatable");
    lua_replace(L, -2);
    return is_marked(L, walk, place);
}

/* What kind of table is at the top: whether it is a list, and how many items it has. */
static bool is_list(lua_State *L, const struct walk *walk, const struct lim_walk_place *place, size_t *count) {
    bool marked = is_marked(L, walk, place);
    lua_Integer highest = 0;
    size_t names = 0, numbers = 0;

    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        if (lua_type(L, -2) == LUA_TSTRING) {
            names++;
        } else if (lua_isinteger(L, -2)) {
            lua_Integer key = lua_tointeger(L, -2);
            if (key < 1) lim_walk_error(L, place, "has the key %I, which is neither a name nor a place in a list", key);
            highest = key > highest ? key : highest;
            numbers++;
        } else {
            lim_walk_error(L, place, "has a %s for a key", luaL_typename(L, -2));
        }
    }
    if (names > 0 && numbers > 0) lim_walk_error(L, place, "has both names and numbers for keys");
    if ((lua_Unsigned)highest != numbers)
        lim_walk_error(L, place, "is a list with holes: %I items up to %I", (lua_Integer)numbers, highest);
    if (marked && names > 0) lim_walk_error(L, place, "is marked as a list but has names for keys");
    *count = names + numbers;
    return marked || numbers > 0;
}

static void visit(lua_State *L, struct walk *walk, const struct lim_walk_place *place);

static void count_bytes(lua_State *L, struct walk *walk, size_t bytes) {
    walk->bytes += bytes;
    if (walk->bytes > MOST_BYTES) luaL_error(L, "the value holds more than %d bytes of text", MOST_BYTES);
    if (bytes >= BYTES_A_STEP) lim_charge(L, bytes / BYTES_A_STEP);
}

static void send_item(lua_State *L, struct walk *walk, struct lim_walk_place *here, bool list, size_t index,
                      const struct key *key) {
    lim_walk_event event = {.kind = LIM_WALK_ITEM, .list = list, .index = index, .place = here};

    here->index = (lua_Integer)index + 1;
    if (key != NULL) {
        event.text = here->key = key->text;
        event.bytes = key->bytes;
    }
    count_bytes(L, walk, event.bytes);
    walk->handler(L, walk->context, &event);
    visit(L, walk, here); /* … value */
    lua_pop(L, 1);
}

static void sort_few(struct key *keys, size_t count) {
    for (size_t i = 1; i < count; i++) {
        const struct key key = keys[i];
        size_t at = i;
        for (; at > 0 && key_order(&keys[at - 1], &key) > 0; at--) keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

/* A map's items, sorted: an array of its keys lies on the stack of C meanwhile when they are few, and their values on
 * Lua's; else the array lies on Lua's. */
static void visit_map(lua_State *L, struct walk *walk, struct lim_walk_place *here, size_t count) {
    struct key few[FEW], *keys = few;
    const int map = lua_gettop(L);
    size_t n = 0;

    if (count > FEW) keys = lua_newuserdatauv(L, count * sizeof *keys, 0);
    for (lua_pushnil(L); lua_next(L, map); n++) {
        keys[n].text = lua_tolstring(L, -2, &keys[n].bytes); /* the map keeps it alive */
        keys[n].slot = count > FEW ? 0 : lua_gettop(L) - 1;
        if (count > FEW)
            lua_pop(L, 1);
        else
            lua_insert(L, -2); /* … value key */
    }
    if (count > FEW)
        qsort(keys, count, sizeof *keys, key_order);
    else
        sort_few(keys, count);
    for (size_t i = 0; i < count; i++) {
        if (keys[i].slot > 0) {
            lua_pushvalue(L, keys[i].slot);
        } else {
            lua_pushlstring(L, keys[i].text, keys[i].bytes);
            lua_rawget(L, map);
        }
        send_item(L, walk, here, false, i, &keys[i]);
    }
    lua_settop(L, map);
}

static void visit_table(lua_State *L, struct walk *walk, const struct lim_walk_place *place) {
    struct lim_walk_place here = {.parent = place, .table = lua_topointer(L, -1)};
    lim_walk_event event = {.kind = LIM_WALK_OPEN, .place = place};

    for (const struct lim_walk_place *p = place; p != NULL; p = p->parent)
        if (p->table == here.table) lim_walk_error(L, place, "is a table that holds itself");
    here.depth = place != NULL ? place->depth + 1 : 1;
    if (here.depth > DEEPEST) luaL_error(L, "the value is nested deeper than %d levels", DEEPEST);
    luaL_checkstack(L, FEW + 12, NULL);
    event.list = is_list(L, walk, place, &event.count);
    walk->handler(L, walk->context, &event);
    if (!event.list && event.count > 0) visit_map(L, walk, &here, event.count);
    for (size_t i = 0; event.list && i < event.count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        send_item(L, walk, &here, true, i, NULL);
    }
    event.kind = LIM_WALK_CLOSE;
    walk->handler(L, walk->context, &event);
}

/* Visits the value at the top and leaves it there. */
static void visit(lua_State *L, struct walk *walk, const struct lim_walk_place *place) {
    lim_walk_event event = {.kind = LIM_WALK_NULL, .place = place};

    if (++walk->values > MOST_VALUES)
        luaL_error(L, "the value holds more than %d values, those that are shared counted each time", MOST_VALUES);
    lim_charge(L, 1);
    switch (lua_type(L, -1)) {
    case LUA_TTABLE: visit_table(L, walk, place); return;
    case LUA_TSTRING:
        event.kind = LIM_WALK_STRING;
        event.text = lua_tolstring(L, -1, &event.bytes);
        count_bytes(L, walk, event.bytes);
        break;
    case LUA_TBOOLEAN:
        event.kind = LIM_WALK_BOOLEAN;
        event.integer = lua_toboolean(L, -1);
        break;
    case LUA_TNUMBER:
        event.kind = lua_isinteger(L, -1) ? LIM_WALK_INTEGER : LIM_WALK_REAL;
        event.integer = lua_tointegerx(L, -1, NULL);
        event.real = lua_tonumber(L, -1);
        break;
    case LUA_TLIGHTUSERDATA: /* json.null */
        if (lua_touserdata(L, -1) == NULL) break;
        lim_walk_error(L, place, "is a pointer");
        return;
    case LUA_TNIL: break;
    default: lim_walk_error(L, place, "is a %s, which is not plain data", luaL_typename(L, -1));
    }
    walk->handler(L, walk->context, &event);
}

void lim_walk(lua_State *L, int idx, lim_walk_handler handler, void *context) {
    struct walk walk = {.handler = handler, .context = context, .marks = lua_gettop(L) + 1};

    luaL_checkstack(L, 6, NULL);
    idx = lua_absindex(L, idx);
    luaL_getmetatable(L, LIM_MARK_LIST);
    luaL_getmetatable(L, LIM_MARK_OBJECT);
    lua_pushvalue(L, idx); /* list object value */
    visit(L, &walk, NULL);
    lua_pop(L, 3);
}
