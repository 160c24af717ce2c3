/* JSON in canonical form, read straight into Lua. See json_canonical.h. */
#include "json_canonical.h"

#include "digest.h"
#include "printable.h"
#include "walk.h"

#include <lauxlib.h>
#include <string.h>

enum {
    PENDING = 64, /* items that wait on the stack for their table, so that it is made in the right size */
    DIGITS = 15,  /* that a double holds exactly */
    DECIMALS = 6, /* of a plain number, */
    PLACES = 6    /* which has so many digits before them at most */
};

struct reader {
    const char *at, *end;
    int marks; /* the stack slot of the metatable of lists; that of empty objects follows */
    struct lim_json_limits limits;
    bool whole; /* are numbers to be whole here? */
    lua_Integer values;
};

static bool read_value(lua_State *L, struct reader *in, int depth);

static bool take(struct reader *in, char wanted) {
    if (in->at == in->end || *in->at != wanted) return false;
    in->at++;
    return true;
}

static bool read_word(struct reader *in, const char *word, size_t bytes) {
    if ((size_t)(in->end - in->at) < bytes || memcmp(in->at, word, bytes) != 0) return false;
    in->at += bytes;
    return true;
}

/* The bytes of a string without escapes, behind its opening quote. */
static bool read_text(struct reader *in, const char **text, size_t *bytes) {
    *text = in->at;
    while (in->at < in->end && *in->at != '"') {
        uint32_t code;
        size_t length = lim_utf8(in->at, (size_t)(in->end - in->at), &code);
        if (length == 0 || code < 0x20 || code == '\\') return false;
        in->at += length;
    }
    *bytes = (size_t)(in->at - *text);
    return take(in, '"');
}

static bool read_string(lua_State *L, struct reader *in) {
    const char *text;
    size_t bytes;

    if (!read_text(in, &text, &bytes)) return false;
    lua_pushlstring(L, text, bytes);
    return true;
}

/* Digits of a number, whose value is gathered; `most` + 1 where there are more. */
static int read_digits(struct reader *in, lua_Integer *value, int most) {
    int digits = 0;

    while (digits <= most && in->at < in->end && *in->at >= '0' && *in->at <= '9') {
        *value = *value * 10 + (*in->at++ - '0');
        digits++;
    }
    return digits;
}

/* A number short enough to be exact: its digits and the power of ten are, so their quotient is the nearest double. */
static bool read_number(lua_State *L, struct reader *in) {
    static const double powers[DIGITS + 1] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                              1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const bool negative = take(in, '-'), zero = in->at < in->end && *in->at == '0';
    lua_Integer value = 0;
    const int whole = read_digits(in, &value, DIGITS);

    if (whole == 0 || whole > DIGITS || (zero && whole > 1)) return false;
    const bool real = take(in, '.');
    const int decimals = real ? read_digits(in, &value, DIGITS - whole) : 0;
    if (whole + decimals > DIGITS || (real && decimals == 0)) return false;
    if (in->at < in->end && (*in->at == 'e' || *in->at == 'E')) return false;
    if (real && in->limits.plain && (in->whole || decimals > DECIMALS || whole > PLACES)) return false;
    if (real)
        lua_pushnumber(L, (negative ? -(double)value : (double)value) / powers[decimals]);
    else
        lua_pushinteger(L, negative ? -value : value);
    return true;
}

/* Puts the last items on the stack into the list at `slot`, which is made where there is none yet. */
static void flush_list(lua_State *L, int slot, lua_Integer *count) {
    const int pending = lua_gettop(L) - slot;

    if (*count == 0) {
        lua_createtable(L, pending, 0);
        lua_replace(L, slot);
    }
    for (int i = pending; i > 0; i--) lua_rawseti(L, slot, *count + i);
    *count += pending;
}

/* Marks the table at `slot`; what is empty and plain goes without. */
static void mark(lua_State *L, const struct reader *in, int slot, int mark, bool empty) {
    if (empty && in->limits.plain) return;
    lua_pushvalue(L, mark);
    lua_setmetatable(L, slot);
}

static bool read_list(lua_State *L, struct reader *in, int depth) {
    lua_Integer count = 0;

    lua_pushnil(L); /* nil: the list to be */
    const int slot = lua_gettop(L);
    if (!take(in, ']')) {
        do {
            if (lua_gettop(L) - slot == PENDING) flush_list(L, slot, &count);
            if (!read_value(L, in, depth)) return false;
            in->values++;
        } while (take(in, ','));
        if (!take(in, ']')) return false;
    }
    flush_list(L, slot, &count);
    mark(L, in, slot, in->marks, count == 0);
    return true;
}

/* The same of names and values. */
static void flush_object(lua_State *L, int slot, bool *made) {
    const int pending = (lua_gettop(L) - slot) / 2;

    if (!*made) {
        lua_createtable(L, 0, pending);
        lua_replace(L, slot);
    }
    *made = true;
    for (int i = 0; i < pending; i++) lua_rawset(L, slot);
}

static bool read_object(lua_State *L, struct reader *in, int depth) {
    const char *before = NULL, *name;
    size_t before_bytes = 0, bytes;
    bool made = false;

    lua_pushnil(L); /* nil: the object to be */
    const int slot = lua_gettop(L);
    if (take(in, '}')) {
        flush_object(L, slot, &made);
        mark(L, in, slot, in->marks + 1, true);
        return true;
    }
    do {
        if (lua_gettop(L) - slot == PENDING) flush_object(L, slot, &made);
        if (!take(in, '"') || !read_text(in, &name, &bytes)) return false;
        if (before != NULL && lim_key_order(before, before_bytes, name, bytes) >= 0) return false;
        lua_pushlstring(L, name, bytes);
        if (depth == 1) in->whole = in->limits.whole != NULL && strcmp(lua_tostring(L, -1), in->limits.whole) == 0;
        if (!take(in, ':') || !read_value(L, in, depth)) return false;
        before = name;
        before_bytes = bytes;
        in->values++;
    } while (take(in, ','));
    if (!take(in, '}')) return false;
    flush_object(L, slot, &made);
    return true;
}

/* Pushes a value; where there is none of this form, what is on the stack is left to be cleared away. */
static bool read_value(lua_State *L, struct reader *in, int depth) {
    if (in->at == in->end || depth > in->limits.deepest) return false;
    luaL_checkstack(L, 4, NULL);
    switch (*in->at) {
    case '{': in->at++; return read_object(L, in, depth + 1);
    case '[': in->at++; return read_list(L, in, depth + 1);
    case '"': in->at++; return read_string(L, in);
    case 't': lua_pushboolean(L, 1); return read_word(in, "true", 4);
    case 'f': lua_pushboolean(L, 0); return read_word(in, "false", 5);
    case 'n': lua_pushlightuserdata(L, NULL); return !in->limits.plain && read_word(in, "null", 4);
    default: return read_number(L, in);
    }
}

bool lim_json_canonical(lua_State *L, const char *text, size_t bytes, struct lim_json_limits limits,
                        lua_Integer *values) {
    struct reader in = {.at = text, .end = text + bytes, .marks = lua_gettop(L) + 1, .limits = limits};

    luaL_checkstack(L, 4, NULL);
    luaL_getmetatable(L, LIM_MARK_LIST);
    luaL_getmetatable(L, LIM_MARK_OBJECT);
    const bool read = read_value(L, &in, 0) && in.at == in.end;
    if (read) lua_replace(L, in.marks);
    lua_settop(L, in.marks - (read ? 0 : 1));
    *values = in.values;
    return read;
}
