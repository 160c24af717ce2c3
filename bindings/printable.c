/* kernel.printable: makes text safe for a terminal, and counts its columns. See printable.h. */
#include "printable.h"

#include "bindings.h"

#include <lauxlib.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define KEY "limber.colours"

struct range {
    uint32_t first, last;
};

static bool is_in(uint32_t code, const struct range *ranges, size_t count) {
    size_t low = 0;

    while (low < count) {
        size_t middle = low + (count - low) / 2;
        if (code < ranges[middle].first)
            count = middle;
        else if (code > ranges[middle].last)
            low = middle + 1;
        else
            return true;
    }
    return false;
}

#define IS_IN(code, ranges) is_in(code, ranges, sizeof(ranges) / sizeof(ranges)[0])

bool lim_prints(uint32_t code) {
    static const struct range hidden[] = {
        {0x0, 0x1F},        {0x7F, 0x9F},                            /* C0, DEL, C1 */
        {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},      /* soft hyphen, joiner, Arabic mark */
        {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},    /* fillers, selectors */
        {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},    /* zero width, line ends, directions */
        {0x3164, 0x3164},   {0xD800, 0xF8FF},                        /* filler; surrogates, private use */
        {0xFDD0, 0xFDEF},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},    /* no characters, selectors, byte order */
        {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0xFFFE, 0xFFFF},    /* filler, annotations, no characters */
        {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0x10FFFF}, /* shorthand, music; tags, private use */
    };

    return (code >= 0x20 && code < 0x7F) || !IS_IN(code, hidden);
}

/* Columns of a code point that prints: 2 for East Asian wide ones and pictures, 0 for marks upon others. */
static int columns_of(uint32_t code) {
    static const struct range marks[] = {
        {0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},   {0x610, 0x61A},   {0x64B, 0x65F},
        {0x6D6, 0x6DC},   {0x900, 0x902},   {0x93C, 0x93C},   {0x941, 0x948},   {0x94D, 0x94D},
        {0xE31, 0xE31},   {0xE34, 0xE3A},   {0xE47, 0xE4E},   {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
        {0x20D0, 0x20F0}, {0x302A, 0x302D}, {0x3099, 0x309A}, {0xFE20, 0xFE2F},
    };
    static const struct range wide[] = {
        {0x1100, 0x115E},   {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x2614, 0x2615},   {0x26A1, 0x26A1},
        {0x2705, 0x2705},   {0x274C, 0x274C},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},
        {0x4E00, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
        {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F000, 0x1F2FF}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
        {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD},
    };

    return code < 0x300 ? 1 : IS_IN(code, marks) ? 0 : IS_IN(code, wide) ? 2 : 1;
}

size_t lim_utf8(const char *text, size_t left, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text;
    size_t bytes = *at < 0x80 ? 1 : *at >= 0xF0 ? 4 : *at >= 0xE0 ? 3 : 2;
    uint32_t value = *at & (bytes == 1 ? 0x7Fu : 0xFFu >> (bytes + 1));

    if ((*at >= 0x80 && *at < 0xC2) || *at > 0xF4 || bytes > left) return 0;
    for (size_t i = 1; i < bytes; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0;
        value = value << 6 | (at[i] & 0x3Fu);
    }
    if (value < least[bytes] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return 0;
    *code = value;
    return bytes;
}

bool lim_is_printable(const char *text, size_t bytes) {
    for (size_t i = 0, length; i < bytes; i += length) {
        uint32_t code;
        length = lim_utf8(text + i, bytes - i, &code);
        if (length == 0 || !lim_prints(code)) return false;
    }
    return true;
}

/* What begins a colour on its way to the terminal: a number that text from elsewhere cannot know. */
static const char *push_key(lua_State *L) {
    if (lua_getfield(L, LUA_REGISTRYINDEX, KEY) != LUA_TSTRING) {
        unsigned char bytes[12];
        char key[2 + 3 * sizeof bytes + 2] = "\033[";
        size_t used = 2;
        lua_pop(L, 1);
        randombytes_buf(bytes, sizeof bytes);
        for (size_t i = 0; i < sizeof bytes; i++, used += 3) snprintf(key + used, 4, "%03d", bytes[i]);
        strcpy(key + used, ":");
        lua_pushstring(L, key);
        lua_pushvalue(L, -1);
        lua_setfield(L, LUA_REGISTRYINDEX, KEY);
    }
    return lua_tostring(L, -1);
}

/* Bytes of the colour of ours at text[0..left), 0 when there is none there; adds it to `out` as terminals know it. */
static size_t add_colour(luaL_Buffer *out, const char *key, const char *text, size_t left) {
    size_t length = strlen(key);

    if (left <= length || memcmp(text, key, length) != 0) return 0;
    const char *end = memchr(text + length, 'm', left - length);
    if (end == NULL) return 0;
    luaL_addstring(out, "\033[");
    luaL_addlstring(out, text + length, (size_t)(end - text) - length + 1);
    return (size_t)(end - text) + 1;
}

static void add_escape(luaL_Buffer *out, uint32_t code, bool is_byte) {
    char escape[16];

    if (code == '\n' || code == '\r' || code == '\t')
        snprintf(escape, sizeof escape, "\\%c", code == '\n' ? 'n' : code == '\r' ? 'r' : 't');
    else
        snprintf(escape, sizeof escape, is_byte || code < 0x80 ? "\\x%02x" : "\\u{%04x}", (unsigned)code);
    luaL_addstring(out, escape);
}

size_t lim_plain_bytes(const char *text, size_t bytes, int may_stay) {
    size_t i = 0;

    while (i < bytes && ((unsigned char)text[i] - 0x20u < 0x7Fu - 0x20u ||
                         ((may_stay & LIM_MANY_LINES) && (text[i] == '\n' || text[i] == '\t'))))
        i++;
    return i;
}

void lim_push_printable(lua_State *L, const char *text, size_t bytes, int may_stay) {
    luaL_Buffer out;

    luaL_checkstack(L, 8, NULL);
    const char *key = push_key(L);
    luaL_buffinit(L, &out);
    for (size_t i = 0, length; i < bytes; i += length) {
        uint32_t code = (unsigned char)text[i];
        length = lim_plain_bytes(text + i, bytes - i, may_stay);
        if (length > 0) {
            luaL_addlstring(&out, text + i, length);
            continue;
        }
        length = lim_utf8(text + i, bytes - i, &code);
        if (length > 0 && lim_prints(code)) {
            luaL_addlstring(&out, text + i, length);
            continue;
        }
        if (code == '\033' && (may_stay & LIM_WITH_COLOURS)) {
            length = add_colour(&out, key, text + i, bytes - i);
            if (length > 0) continue;
        }
        add_escape(&out, code, length == 0);
        if (length == 0) length = 1;
    }
    luaL_pushresult(&out);
    lua_remove(L, -2);
}

/* ---- the module ------------------------------------------------------------------------------------------------- */

static int push_with(lua_State *L, int may_stay) {
    size_t bytes;
    const char *text = luaL_checklstring(L, 1, &bytes);

    if (lim_plain_bytes(text, bytes, may_stay) == bytes) {
        lua_settop(L, 1);
        return 1;
    }
    lim_push_printable(L, text, bytes, may_stay);
    return 1;
}

static int line(lua_State *L) { return push_with(L, LIM_ONE_LINE); }

static int lines(lua_State *L) { return push_with(L, LIM_MANY_LINES); }

static int width(lua_State *L) {
    size_t bytes;
    const char *text = luaL_checklstring(L, 1, &bytes);
    lua_Integer columns = 0;

    for (size_t i = 0, length; i < bytes; i += length) {
        uint32_t code;
        length = lim_utf8(text + i, bytes - i, &code);
        columns += length == 0 ? 1 : columns_of(code);
        if (length == 0) length = 1;
    }
    lua_pushinteger(L, columns);
    return 1;
}

/* Bytes of text[0..bytes) before the first that is not ASCII, in whole words. */
static size_t ascii_words(const char *text, size_t bytes) {
    uint64_t word;
    size_t i = 0;

    for (; i + sizeof word <= bytes; i += sizeof word) {
        memcpy(&word, text + i, sizeof word);
        if (word & 0x8080808080808080u) break;
    }
    return i;
}

static int garbled(lua_State *L) {
    size_t bytes;
    const char *text = luaL_checklstring(L, 1, &bytes);

    for (size_t i = 0, length; i < bytes; i += length) {
        uint32_t code;
        length = ascii_words(text + i, bytes - i);
        if (length > 0) continue;
        length = lim_utf8(text + i, bytes - i, &code);
        if (length == 0) {
            lua_pushinteger(L, (lua_Integer)i + 1);
            return 1;
        }
    }
    return 0;
}

static int colour(lua_State *L) {
    const char *codes = luaL_checkstring(L, 1);

    luaL_argcheck(L, codes[strspn(codes, "0123456789;")] == '\0', 1, "must be numbers with semicolons between");
    lua_pushfstring(L, "%s%sm", push_key(L), codes);
    return 1;
}

static const luaL_Reg functions[] = {
    {"line", line},     /* line(text) -> text, what does not print escaped, newlines too */
    {"lines", lines},   /* lines(text) -> text, the same but for newlines and tabs, which stay */
    {"width", width},   /* width(text) -> columns that a terminal shows it in */
    {"garbled", garbled}, /* garbled(text) -> place of the first byte that is not UTF-8, or nothing */
    {"colour", colour}, /* colour(codes) -> text that switches colours where the program writes to its terminal */
    {NULL, NULL},
};

int lim_open_printable(lua_State *L) {
    luaL_newlib(L, functions);
    return 1;
}
