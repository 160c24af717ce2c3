/* string.find, match, gmatch and gsub: they behave as the stock functions do, and use the metered matcher. */
#include "sandbox_match.h"

#include "budget.h"
#include "pattern.h"

#include <lauxlib.h>
#include <string.h>

static void charge(void *context, size_t steps) { lim_charge(context, steps); }

static void fail(void *context, const char *message) { luaL_error(context, "%s", message); }

static void prepare(lua_State *L, lim_match *m, const char *text, size_t length, const char *pattern, size_t size) {
    m->text = text;
    m->text_end = text + length;
    m->pattern = pattern;
    m->pattern_end = pattern + size;
    m->charge = charge;
    m->fail = fail;
    m->context = L;
    m->steps = 0;
    m->level = 0;
}

/* Pushes capture n of the match start..end; where there are no captures, the first is the whole match. */
static void push_capture(lua_State *L, const lim_match *m, int n, const char *start, const char *end) {
    if (n >= m->level) {
        if (n != 0) {
            luaL_error(L, "invalid capture index %%%d", n + 1);
        }
        lua_pushlstring(L, start, (size_t)(end - start));
    } else if (m->capture[n].length == LIM_CAPTURE_POSITION) {
        lua_pushinteger(L, m->capture[n].start - m->text + 1);
    } else if (m->capture[n].length == LIM_CAPTURE_OPEN) {
        luaL_error(L, "unfinished capture");
    } else {
        lua_pushlstring(L, m->capture[n].start, (size_t)m->capture[n].length);
    }
}

/* Pushes all captures; start NULL leaves out the whole match when there are none. */
static int push_captures(lua_State *L, const lim_match *m, const char *start, const char *end) {
    int count = m->level == 0 && start != NULL ? 1 : m->level;

    luaL_checkstack(L, count, "too many captures");
    for (int n = 0; n < count; n++) {
        push_capture(L, m, n, start, end);
    }
    return count;
}

/* An argument that counts from 1, or from the end when negative, as an offset. */
static size_t offset_of(lua_Integer place, size_t length) {
    if (place > 0) {
        return (size_t)place - 1;
    }
    if (place == 0 || place < -(lua_Integer)length) {
        return 0;
    }
    return length - (size_t)-place;
}

static int find_plain(lua_State *L, lim_match *m, size_t from) {
    size_t length = (size_t)(m->pattern_end - m->pattern);
    const char *at = lim_find_plain(m, m->text + from, m->pattern, length);

    if (at == NULL) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushinteger(L, at - m->text + 1);
    lua_pushinteger(L, at - m->text + (lua_Integer)length);
    return 2;
}

static int find_pattern(lua_State *L, lim_match *m, size_t from, bool find) {
    bool anchored = m->pattern < m->pattern_end && *m->pattern == '^';
    const char *at = m->text + from;

    m->pattern += anchored;
    do {
        const char *end = lim_match_at(m, at);
        if (end != NULL && find) {
            lua_pushinteger(L, at - m->text + 1);
            lua_pushinteger(L, end - m->text);
            return push_captures(L, m, NULL, NULL) + 2;
        }
        if (end != NULL) {
            return push_captures(L, m, at, end);
        }
    } while (at++ < m->text_end && !anchored);
    lua_pushnil(L);
    return 1;
}

static bool is_plain(const char *pattern, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (pattern[i] != '\0' && strchr("^$*+?.([%-", pattern[i]) != NULL) {
            return false;
        }
    }
    return true;
}

static int find_or_match(lua_State *L, bool find) {
    size_t length, size;
    const char *text = luaL_checklstring(L, 1, &length);
    const char *pattern = luaL_checklstring(L, 2, &size);
    size_t from = offset_of(luaL_optinteger(L, 3, 1), length);
    lim_match m;

    if (from > length) {
        lua_pushnil(L);
        return 1;
    }
    prepare(L, &m, text, length, pattern, size);
    if (find && (lua_toboolean(L, 4) || is_plain(pattern, size))) {
        return find_plain(L, &m, from);
    }
    return find_pattern(L, &m, from, find);
}

int lim_string_find(lua_State *L) { return find_or_match(L, true); }

int lim_string_match(lua_State *L) { return find_or_match(L, false); }

/* upvalues: text, pattern, offset to go on from, offset where the last match ended or -1 */
static int gmatch_next(lua_State *L) {
    size_t length, size;
    const char *text = lua_tolstring(L, lua_upvalueindex(1), &length);
    const char *pattern = lua_tolstring(L, lua_upvalueindex(2), &size);
    lua_Integer last = lua_tointeger(L, lua_upvalueindex(4));
    lim_match m;

    prepare(L, &m, text, length, pattern, size);
    for (const char *at = text + lua_tointeger(L, lua_upvalueindex(3)); at <= m.text_end; at++) {
        const char *end = lim_match_at(&m, at);
        if (end != NULL && end - text != last) {
            lua_pushinteger(L, end - text);
            lua_pushvalue(L, -1);
            lua_replace(L, lua_upvalueindex(3));
            lua_replace(L, lua_upvalueindex(4));
            return push_captures(L, &m, at, end);
        }
    }
    return 0;
}

int lim_string_gmatch(lua_State *L) {
    size_t length;

    luaL_checklstring(L, 1, &length);
    luaL_checkstring(L, 2);
    size_t from = offset_of(luaL_optinteger(L, 3, 1), length);
    lua_settop(L, 2);
    lua_pushinteger(L, (lua_Integer)(from > length ? length + 1 : from));
    lua_pushinteger(L, -1);
    lua_pushcclosure(L, gmatch_next, 4);
    return 1;
}

/* Adds the replacement string at 3 for the match start..end, its %0 to %9 filled in. */
static void add_string(lua_State *L, lim_match *m, luaL_Buffer *b, const char *start, const char *end) {
    size_t length;
    const char *text = lua_tolstring(L, 3, &length), *stop = text + length;

    while (text < stop) {
        const char *mark = memchr(text, '%', (size_t)(stop - text));
        if (mark == NULL) {
            luaL_addlstring(b, text, (size_t)(stop - text));
            return;
        }
        luaL_addlstring(b, text, (size_t)(mark - text));
        text = mark + 2;
        if (mark + 1 < stop && mark[1] == '%') {
            luaL_addchar(b, '%');
        } else if (mark + 1 < stop && mark[1] == '0') {
            luaL_addlstring(b, start, (size_t)(end - start));
        } else if (mark + 1 < stop && mark[1] >= '1' && mark[1] <= '9') {
            push_capture(L, m, mark[1] - '1', start, end);
            luaL_tolstring(L, -1, NULL); /* a position is a number */
            lua_remove(L, -2);
            luaL_addvalue(b);
        } else {
            luaL_error(L, "invalid use of '%%' in replacement string");
        }
    }
}

/* Adds what the match start..end is replaced by; false when it stays as it was. */
static bool add_replacement(lua_State *L, lim_match *m, luaL_Buffer *b, const char *start, const char *end) {
    switch (lua_type(L, 3)) {
    case LUA_TFUNCTION: {
        lua_pushvalue(L, 3);
        lua_call(L, push_captures(L, m, start, end), 1);
        break;
    }
    case LUA_TTABLE:
        push_capture(L, m, 0, start, end);
        lua_gettable(L, 3);
        break;
    default: add_string(L, m, b, start, end); return true;
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        luaL_addlstring(b, start, (size_t)(end - start));
        return false;
    }
    if (!lua_isstring(L, -1)) {
        luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
    }
    luaL_addvalue(b);
    return true;
}

int lim_string_gsub(lua_State *L) {
    size_t length, size;
    const char *at = luaL_checklstring(L, 1, &length), *last = NULL;
    const char *pattern = luaL_checklstring(L, 2, &size);
    int kind = lua_type(L, 3);
    lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1), count = 0;
    bool anchored = size > 0 && *pattern == '^', changed = false;
    lim_match m;
    luaL_Buffer b;

    luaL_argexpected(L, kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION || kind == LUA_TTABLE, 3,
                     "string/function/table");
    prepare(L, &m, at, length, pattern + anchored, size - anchored);
    luaL_buffinit(L, &b);
    while (count < most) {
        const char *end = lim_match_at(&m, at);
        if (end != NULL && end != last) {
            count++;
            changed |= add_replacement(L, &m, &b, at, end);
            at = last = end;
        } else if (at < m.text_end) {
            luaL_addchar(&b, *at++);
        } else {
            break;
        }
        if (anchored) {
            break;
        }
    }
    if (!changed) {
        lua_pushvalue(L, 1);
    } else {
        luaL_addlstring(&b, at, (size_t)(m.text_end - at));
        luaL_pushresult(&b);
    }
    lua_pushinteger(L, count);
    return 2;
}
