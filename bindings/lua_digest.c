/* kernel.digest: BLAKE2b digests of plain data and of text, as hexadecimal strings; and keys by which plain data is
 * looked up in memory. */
#include "bindings.h"
#include "digest.h"
#include "walk.h"

#include <lauxlib.h>
#include <math.h>
#include <string.h>

static void write_event(lua_State *L, void *context, const lim_walk_event *event) {
    lim_digest *digest = context;

    switch (event->kind) {
    case LIM_WALK_NULL: lim_digest_null(digest); break;
    case LIM_WALK_BOOLEAN: lim_digest_boolean(digest, event->integer != 0); break;
    case LIM_WALK_INTEGER: lim_digest_integer(digest, event->integer); break;
    case LIM_WALK_REAL: lim_walk_error(L, event->place, "is %f: only whole numbers have a digest", event->real); break;
    case LIM_WALK_STRING: lim_digest_string(digest, event->text, event->bytes); break;
    case LIM_WALK_OPEN:
        if (event->list)
            lim_digest_list(digest, event->count);
        else
            lim_digest_map(digest, event->count);
        break;
    case LIM_WALK_ITEM:
        if (!event->list) lim_digest_string(digest, event->text, event->bytes);
        break;
    case LIM_WALK_CLOSE: break;
    }
}

/* The same of what a battle's journal holds: measured lengths have up to six decimals. */
static void write_journal_event(lua_State *L, void *context, const lim_walk_event *event) {
    const double millionths = event->kind == LIM_WALK_REAL ? event->real * 1e6 : 0;

    if (event->kind != LIM_WALK_REAL)
        write_event(L, context, event);
    else if (fabs(millionths) < 1e15 && fabs(millionths - round(millionths)) < 1e-3)
        lim_digest_decimal(context, (int64_t)llround(millionths));
    else
        lim_walk_error(L, event->place, "is %f: only numbers with up to six decimals have a digest", event->real);
}

static int push_digest(lua_State *L, lim_digest *digest) {
    char text[LIM_DIGEST_TEXT];

    lim_digest_close(digest, text);
    lua_pushstring(L, text);
    return 1;
}

static int digest_with(lua_State *L, lim_walk_handler write) {
    lim_digest digest;

    luaL_checkany(L, 1);
    lim_digest_open(&digest);
    lim_walk(L, 1, write, &digest);
    return push_digest(L, &digest);
}

static int of(lua_State *L) { return digest_with(L, write_event); }

static int measured(lua_State *L) { return digest_with(L, write_journal_event); }

static int chain(lua_State *L) {
    lim_digest digest;
    size_t bytes;
    const char *before = luaL_checklstring(L, 1, &bytes);

    luaL_checkany(L, 2);
    lim_digest_open(&digest);
    lim_digest_list(&digest, 2);
    lim_digest_string(&digest, before, bytes);
    lim_walk(L, 2, write_journal_event, &digest);
    return push_digest(L, &digest);
}

static int text(lua_State *L) {
    lim_digest digest;
    size_t bytes;
    const char *whole = luaL_checklstring(L, 1, &bytes);

    lim_digest_open(&digest);
    lim_digest_bytes(&digest, whole, bytes);
    return push_digest(L, &digest);
}

/* What of a value is written out for its key; what is longer has none. */
struct key {
    size_t bytes;
    bool whole;
    char text[2048];
};

static void add(struct key *key, const void *text, size_t bytes) {
    if (key->whole && bytes <= sizeof key->text - key->bytes) {
        memcpy(key->text + key->bytes, text, bytes);
        key->bytes += bytes;
    } else {
        key->whole = false;
    }
}

static void add_string(struct key *key, const char *text, size_t bytes) {
    add(key, &bytes, sizeof bytes);
    add(key, text, bytes);
}

static void key_event(lua_State *L, void *context, const lim_walk_event *event) {
    struct key *key = context;
    const char mark = (char)('0' + (int)event->kind);

    (void)L;
    if (event->kind != LIM_WALK_ITEM && event->kind != LIM_WALK_CLOSE) add(key, &mark, 1);
    switch (event->kind) {
    case LIM_WALK_NULL: break;
    case LIM_WALK_BOOLEAN: add(key, event->integer != 0 ? "1" : "0", 1); break;
    case LIM_WALK_INTEGER: add(key, &event->integer, sizeof event->integer); break;
    case LIM_WALK_REAL: add(key, &event->real, sizeof event->real); break;
    case LIM_WALK_STRING: add_string(key, event->text, event->bytes); break;
    case LIM_WALK_OPEN:
        add(key, event->list ? "l" : "m", 1);
        add(key, &event->count, sizeof event->count);
        break;
    case LIM_WALK_ITEM:
        if (!event->list) add_string(key, event->text, event->bytes);
        break;
    case LIM_WALK_CLOSE: break;
    }
}

static int key(lua_State *L) {
    struct key key = {.whole = true};

    luaL_checkany(L, 1);
    lim_walk(L, 1, key_event, &key);
    if (key.whole)
        lua_pushlstring(L, key.text, key.bytes);
    else
        lua_pushnil(L);
    return 1;
}

static const luaL_Reg functions[] = {
    {"of", of},             /* of(value) -> hex: of plain data in its canonical form */
    {"measured", measured}, /* measured(value) -> hex: the same; numbers may have six decimals */
    {"chain", chain},       /* chain(hex, value) -> hex: that of the list {hex, value}; numbers may have six decimals */
    {"text", text},         /* text(string) -> hex: of its bytes, as `b2sum -l 256` prints it */
    {"key", key},           /* key(value) -> string | nil: the same for the same plain data in this process; nil: too long */
    {NULL, NULL},
};

int lim_open_digest(lua_State *L) {
    lim_walk_marks(L);
    luaL_newlib(L, functions);
    return 1;
}
