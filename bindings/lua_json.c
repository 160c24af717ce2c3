/* kernel.json: JSON in, by jansson unless it has the form in which it is written here; out in one canonical way: keys
 * sorted, reals as short as reads back, what does not print escaped. */
#include "bindings.h"
#include "failure.h"
#include "json_canonical.h"
#include "printable.h"
#include "walk.h"

#include <float.h>
#include <jansson.h>
#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------- */

#define TREE "limber.json.tree"
#define LEAST_MEMORY 65536 /* bytes that reading the smallest text may take */
#define DEEP 100           /* how deep the quick reader goes */

static int free_tree(lua_State *L) {
    json_t **tree = luaL_checkudata(L, 1, TREE);

    json_decref(*tree);
    *tree = NULL;
    return 0;
}

static void push_json(lua_State *L, json_t *value);

static void push_array(lua_State *L, json_t *array) {
    size_t count = json_array_size(array);

    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        push_json(L, json_array_get(array, i));
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    luaL_setmetatable(L, LIM_MARK_LIST);
}

/* Only an empty object needs its mark: names tell the others. */
static void push_object(lua_State *L, json_t *object) {
    size_t count = json_object_size(object);

    lua_createtable(L, 0, (int)count);
    for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at)) {
        lua_pushstring(L, json_object_iter_key(at)); /* jansson refuses a key with a zero byte */
        push_json(L, json_object_iter_value(at));
        lua_rawset(L, -3);
    }
    if (count == 0) luaL_setmetatable(L, LIM_MARK_OBJECT);
}

static void push_json(lua_State *L, json_t *value) {
    luaL_checkstack(L, 6, NULL);
    switch (json_typeof(value)) {
    case JSON_NULL: lua_pushlightuserdata(L, NULL); break;
    case JSON_TRUE:
    case JSON_FALSE: lua_pushboolean(L, json_is_true(value)); break;
    case JSON_INTEGER: lua_pushinteger(L, json_integer_value(value)); break;
    case JSON_REAL: lua_pushnumber(L, json_real_value(value)); break;
    case JSON_STRING: lua_pushlstring(L, json_string_value(value), json_string_length(value)); break;
    case JSON_ARRAY: push_array(L, value); break;
    case JSON_OBJECT: push_object(L, value); break;
    }
}

/* Is there no memory of so many bytes to be had by jansson? */
static bool is_out_of_memory(size_t bytes) {
    json_malloc_t get;
    json_free_t release;

    json_get_alloc_funcs(&get, &release);
    void *probe = get(bytes);
    release(probe);
    return probe == NULL;
}

/* Jansson tells a want of memory as a syntax error, if at all: what fails is tried again, and then asked for memory. */
static json_t *load(lua_State *L, const char *text, size_t bytes, json_error_t *error) {
    const size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL;
    json_t *tree = json_loadb(text, bytes, flags, error);

    if (tree == NULL) tree = json_loadb(text, bytes, flags, error);
    if (tree == NULL && (error->text[0] == '\0' || is_out_of_memory(bytes + LEAST_MEMORY))) {
        lim_failure_push(L, "memory", "there is not enough memory to read the JSON");
        lua_error(L);
    }
    return tree;
}

static int decode(lua_State *L) {
    size_t bytes;
    const char *text = luaL_checklstring(L, 1, &bytes);
    json_error_t error;
    lua_Integer values;

    if (lim_json_canonical(L, text, bytes, (struct lim_json_limits){.deepest = DEEP}, &values)) return 1;
    json_t **tree = lua_newuserdatauv(L, sizeof *tree, 0);

    *tree = NULL;
    luaL_setmetatable(L, TREE);
    *tree = load(L, text, bytes, &error);
    if (*tree == NULL) {
        luaL_pushfail(L);
        lua_pushfstring(L, "line %d, column %d: %s", error.line, error.column, error.text);
        return 2;
    }
    push_json(L, *tree);
    json_decref(*tree);
    *tree = NULL;
    return 1;
}

static int plain(lua_State *L) {
    size_t bytes;
    const char *text = luaL_checklstring(L, 1, &bytes);
    const lua_Integer deepest = luaL_checkinteger(L, 2);
    lua_Integer values;

    luaL_argcheck(L, deepest >= 0 && deepest <= DEEP, 2, "the depth must be 0 to 100");
    const struct lim_json_limits limits = {.plain = true, .deepest = (int)deepest, .whole = luaL_optstring(L, 3, NULL)};
    if (!lim_json_canonical(L, text, bytes, limits, &values)) return 0;
    lua_pushinteger(L, values);
    return 2;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The text so far lies in a userdata in one stack slot: a luaL_Buffer would want the top of the stack,
 * which the walk uses. */
struct writer {
    int slot, indent, depth;
    char *text;
    size_t used, size;
};

static void add(lua_State *L, struct writer *out, const char *text, size_t bytes) {
    if (bytes > out->size - out->used) {
        size_t size = 2 * out->size + bytes;
        char *grown = lua_newuserdatauv(L, size, 0);
        if (out->used > 0) memcpy(grown, out->text, out->used);
        lua_replace(L, out->slot);
        out->text = grown;
        out->size = size;
    }
    memcpy(out->text + out->used, text, bytes);
    out->used += bytes;
}

static void add_text(lua_State *L, struct writer *out, const char *text) { add(L, out, text, strlen(text)); }

/* A code point by its escape; beyond the first plane by a pair of them. */
static void add_escape(lua_State *L, struct writer *out, uint32_t code) {
    char escape[16];

    if (code > 0xFFFF)
        snprintf(escape, sizeof escape, "\\u%04x\\u%04x", (unsigned)(0xD800 + ((code - 0x10000) >> 10)),
                 (unsigned)(0xDC00 + ((code - 0x10000) & 0x3FF)));
    else
        snprintf(escape, sizeof escape, "\\u%04x", (unsigned)code);
    add_text(L, out, escape);
}

/* What a terminal would not show as it is goes out by its escape. */
static void add_string(lua_State *L, struct writer *out, const lim_walk_event *event) {
    static const char escapes[] = "\bb\ff\nn\rr\tt\"\"\\\\";

    add_text(L, out, "\"");
    for (size_t i = 0, bytes; i < event->bytes; i += bytes) {
        uint32_t code;
        bytes = lim_utf8(event->text + i, event->bytes - i, &code);
        if (bytes == 0) lim_walk_error(L, event->place, "is not UTF-8 text");
        bool special = code < 0x20 || code == '"' || code == '\\';
        const char *escape = special && code != 0 ? strchr(escapes, (int)code) : NULL;
        if (escape != NULL)
            add(L, out, (char[]){'\\', escape[1]}, 2);
        else if (!special && lim_prints(code))
            add(L, out, event->text + i, bytes);
        else
            add_escape(L, out, code);
    }
    add_text(L, out, "\"");
}

/* Seventeen digits always read back; mostly fewer do. A real keeps its point, so that it stays one. */
static void add_real(lua_State *L, struct writer *out, const lim_walk_event *event) {
    char text[40];

    if (!isfinite(event->real)) lim_walk_error(L, event->place, "is infinite or not a number, which JSON cannot say");
    for (int digits = fabs(event->real) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, event->real);
        if (strtod(text, NULL) == event->real) /* NOLINT: equality is meant */
            break;
    }
    add_text(L, out, text);
    if (strpbrk(text, ".e") == NULL) add_text(L, out, ".0");
}

static void new_line(lua_State *L, struct writer *out) {
    if (out->indent == 0) return;
    add_text(L, out, "\n");
    for (int i = 0; i < out->depth * out->indent; i++) add_text(L, out, " ");
}

static void write_item(lua_State *L, struct writer *out, const lim_walk_event *event) {
    if (event->index > 0) add_text(L, out, ",");
    new_line(L, out);
    if (!event->list) {
        add_string(L, out, event);
        add_text(L, out, out->indent > 0 ? ": " : ":");
    }
}

static void write_event(lua_State *L, void *context, const lim_walk_event *event) {
    struct writer *out = context;
    char number[32];

    switch (event->kind) {
    case LIM_WALK_NULL: add_text(L, out, "null"); break;
    case LIM_WALK_BOOLEAN: add_text(L, out, event->integer ? "true" : "false"); break;
    case LIM_WALK_INTEGER:
        snprintf(number, sizeof number, LUA_INTEGER_FMT, event->integer);
        add_text(L, out, number);
        break;
    case LIM_WALK_REAL: add_real(L, out, event); break;
    case LIM_WALK_STRING: add_string(L, out, event); break;
    case LIM_WALK_OPEN:
        add_text(L, out, event->list ? "[" : "{");
        out->depth++;
        break;
    case LIM_WALK_ITEM: write_item(L, out, event); break;
    case LIM_WALK_CLOSE:
        out->depth--;
        if (event->count > 0) new_line(L, out);
        add_text(L, out, event->list ? "]" : "}");
        break;
    }
}

static int encode(lua_State *L) {
    struct writer out = {.slot = 3};

    luaL_checkany(L, 1);
    lua_settop(L, 2);
    if (!lua_isnoneornil(L, 2)) {
        luaL_checktype(L, 2, LUA_TTABLE);
        lua_getfield(L, 2, "indent");
        lua_Integer indent = luaL_optinteger(L, -1, 0);
        luaL_argcheck(L, indent >= 0 && indent <= 16, 2, "indent must be 0 to 16");
        out.indent = (int)indent;
    }
    lua_settop(L, 3); /* value options text */
    lim_walk(L, 1, write_event, &out);
    lua_pushlstring(L, out.text != NULL ? out.text : "", out.used);
    return 1;
}

/* ---- marks ----------------------------------------------------------------------------------- */

static bool marked(lua_State *L, const char *mark) {
    if (lua_type(L, 1) != LUA_TTABLE || !lua_getmetatable(L, 1)) return false;
    luaL_getmetatable(L, mark);
    return lua_rawequal(L, -1, -2);
}

/* The kind of the first key of the table at 1, LUA_TNIL when it is empty or no table. */
static int first_key(lua_State *L) {
    if (lua_type(L, 1) != LUA_TTABLE) return LUA_TNIL;
    lua_pushnil(L);
    return lua_next(L, 1) ? lua_type(L, -2) : LUA_TNIL;
}

static int list(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    luaL_setmetatable(L, LIM_MARK_LIST);
    return 1;
}

static int is_list(lua_State *L) {
    lua_pushboolean(L, marked(L, LIM_MARK_LIST) || first_key(L) == LUA_TNUMBER);
    return 1;
}

static int is_object(lua_State *L) {
    lua_pushboolean(L, marked(L, LIM_MARK_OBJECT) || first_key(L) == LUA_TSTRING);
    return 1;
}

static const luaL_Reg functions[] = {
    {"decode", decode},       /* decode(text) -> value | nil, "line n, column n: …"; null is json.null */
    {"plain", plain},         /* plain(text, deepest [, name]) -> value, how many values its tables hold | nothing: not
                               * as encode writes words, truth values, numbers of up to six decimals (whole ones
                               * under that name) and tables, nested so deep at most; what is empty has no mark */
    {"encode", encode},       /* encode(value [, {indent=n}]) -> text */
    {"list", list},           /* list(t) -> t, marked as an array also when it is empty */
    {"is_list", is_list},     /* is_list(value): a table marked as an array, or with places for keys */
    {"is_object", is_object}, /* is_object(value): a table that was {} in JSON, or with names for keys */
    {NULL, NULL},
};

int lim_open_json(lua_State *L) {
    lim_walk_marks(L);
    luaL_newmetatable(L, TREE);
    lua_pushcfunction(L, free_tree);
    lua_setfield(L, -2, "__gc");
    lua_pop(L, 1);
    luaL_newlib(L, functions);
    lua_pushlightuserdata(L, NULL);
    lua_setfield(L, -2, "null"); /* json.null */
    luaL_getmetatable(L, LIM_MARK_LIST);
    lua_setfield(L, -2, "array"); /* json.array: the metatable of arrays */
    return 1;
}
