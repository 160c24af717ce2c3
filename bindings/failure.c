/* Failures: the tables that errors become, and the protected call. */
#include "failure.h"

#include "budget.h"
#include "faces.h"
#include "printable.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#define FAILURE "limber.failure"

enum { LONGEST_TEXT = 4000 };

static int failure_tostring(lua_State *L) {
    lua_settop(L, 1);
    lua_pushliteral(L, "");
    if (lua_getfield(L, 1, "file") == LUA_TSTRING) {
        lua_pushfstring(L, "%s:", lua_tostring(L, -1));
        lua_remove(L, -2);
        if (lua_getfield(L, 1, "line") == LUA_TNUMBER) {
            lua_pushfstring(L, "%d:", (int)lua_tointeger(L, -1));
            lua_remove(L, -2);
        } else {
            lua_pop(L, 1);
        }
        lua_pushliteral(L, " ");
    } else {
        lua_pop(L, 1);
    }
    lua_getfield(L, 1, "message");
    lua_concat(L, lua_gettop(L) - 1);
    return 1;
}

/* Gives the table on top the failures' metatable. */
static void mark(lua_State *L) {
    if (luaL_newmetatable(L, FAILURE)) {
        lua_pushcfunction(L, failure_tostring);
        lua_setfield(L, -2, "__tostring");
    }
    lua_setmetatable(L, -2);
}

/* Is the value at idx a failure? */
static bool is_failure(lua_State *L, int idx) {
    bool same;

    if (lua_type(L, idx) != LUA_TTABLE || !lua_getmetatable(L, idx)) {
        return false;
    }
    luaL_getmetatable(L, FAILURE);
    same = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return same;
}

/* Pushes text[0..length), with what does not print escaped, cut to about LONGEST_TEXT bytes. */
static void push_clean(lua_State *L, const char *text, size_t length, int may_stay) {
    size_t shown, cut = LONGEST_TEXT;

    lim_push_printable(L, text, length < LONGEST_TEXT ? length : LONGEST_TEXT, may_stay);
    const char *clean = lua_tolstring(L, -1, &shown);
    if (length <= LONGEST_TEXT && shown <= LONGEST_TEXT) return;
    if (shown > cut) {
        while (((unsigned char)clean[cut] & 0xC0) == 0x80) cut--; /* not within a character */
        lua_pushlstring(L, clean, cut);
        lua_remove(L, -2);
    }
    lua_pushliteral(L, "...");
    lua_concat(L, 2);
}

bool lim_failure_own(lua_State *L, const char *source) {
    const lim_runtime *rt = lim_runtime_of(L);

    if (rt == NULL || rt->own == NULL || source[0] != '@') return false;
    for (const char *const *path = rt->own; *path != NULL; path++) {
        if (strncmp(source + 1, *path, strlen(*path)) == 0) return true;
    }
    return false;
}

/* The innermost running function that is Lua; false when none is. Of a guest's run it is one that is not the program's
 * own: what a guest hands to the program's Lua is the guest's fault. */
static bool innermost(lua_State *L, lua_Debug *ar) {
    bool guest = lim_budgeted(L);

    for (int level = 0; lua_getstack(L, level, ar); level++) {
        if (lua_getinfo(L, "Sl", ar) && ar->currentline > 0 && !(guest && lim_failure_own(L, ar->source))) {
            return true;
        }
    }
    return false;
}

static void set_place(lua_State *L, const char *file, size_t length, lua_Integer line) {
    push_clean(L, file, length, LIM_ONE_LINE);
    lua_setfield(L, -2, "file");
    lua_pushinteger(L, line);
    lua_setfield(L, -2, "line");
}

/* Could text[0..length) be where a chunk came from? "12" of "at 12:30: too late" could not. */
static bool plausible_place(const char *text, size_t length) {
    return text[0] == '[' || memchr(text, ' ', length) == NULL ||
           (length > 4 && memcmp(text + length - 4, ".lua", 4) == 0);
}

/* Splits "file:12: message" at the first ":digits: " of its first line; the message, or NULL without a place. */
static const char *split_place(const char *text, size_t *file_length, lua_Integer *line) {
    const char *stop = text + strcspn(text, "\n");

    for (const char *colon = strchr(text, ':'); colon != NULL && colon < stop; colon = strchr(colon + 1, ':')) {
        const char *end = colon + 1;
        while (isdigit((unsigned char)*end)) {
            end++;
        }
        if (end > colon + 1 && end - colon < 10 && end[0] == ':' && end[1] == ' ' &&
            plausible_place(text, (size_t)(colon - text))) {
            *file_length = (size_t)(colon - text);
            *line = (lua_Integer)strtol(colon + 1, NULL, 10);
            return end + 2;
        }
    }
    return NULL;
}

static void add_traceback(lua_State *L) {
    luaL_traceback(L, L, NULL, 1);
    lua_setfield(L, -2, "traceback");
}

/* Gives the failure on top the place that runs. */
static void add_innermost(lua_State *L) {
    lua_Debug ar;

    if (!innermost(L, &ar)) return;
    bool path = ar.source[0] == '@' || ar.source[0] == '=';
    const char *file = path ? ar.source + 1 : ar.short_src;
    set_place(L, file, strlen(file), ar.currentline);
}

void lim_failure_push(lua_State *L, const char *kind, const char *message) {
    luaL_checkstack(L, 6, NULL);
    lua_createtable(L, 0, 5); /* failure */
    lua_pushstring(L, kind);
    lua_setfield(L, -2, "kind");
    lua_pushstring(L, message);
    lua_setfield(L, -2, "message");
    add_innermost(L);
    mark(L);
}

/* string -> failure */
static void wrap_string(lua_State *L) {
    size_t length, file_length = 0;
    lua_Integer line = 0;
    const char *text = lua_tolstring(L, -1, &length);
    const char *message = split_place(text, &file_length, &line);

    lua_createtable(L, 0, 5); /* text failure */
    lua_pushliteral(L, "error");
    lua_setfield(L, -2, "kind");
    if (message != NULL) {
        set_place(L, text, file_length, line);
        push_clean(L, message, length - (size_t)(message - text), LIM_ONE_LINE);
    } else {
        push_clean(L, text, length, LIM_ONE_LINE);
    }
    lua_setfield(L, -2, "message");
    mark(L);
    lua_remove(L, -2); /* failure */
}

/* A field of the table on top, read raw and cleaned, if it is a string; else nil. */
static int push_field(lua_State *L, const char *name) {
    lua_pushstring(L, name);
    if (lua_rawget(L, -2) != LUA_TSTRING) {
        lua_pop(L, 1);
        lua_pushnil(L);
        return LUA_TNIL;
    }
    size_t length;
    const char *text = lua_tolstring(L, -1, &length);
    push_clean(L, text, length, LIM_MANY_LINES); /* a refusal may list several faults */
    lua_remove(L, -2);
    return LUA_TSTRING;
}

/* table with a message -> failure; false, and nothing done, when it has none. */
static bool wrap_refusal(lua_State *L) {
    if (push_field(L, "message") == LUA_TNIL) {
        lua_pop(L, 1);
        return false;
    }
    lua_createtable(L, 0, 4); /* value message failure */
    lua_insert(L, -2);        /* value failure message */
    lua_setfield(L, -2, "message");
    lua_pushliteral(L, "refusal");
    lua_setfield(L, -2, "kind");
    lua_insert(L, -2); /* failure value */
    push_field(L, "arg");
    lua_setfield(L, -3, "arg");
    lua_setfield(L, -2, "value"); /* failure */
    mark(L);
    return true;
}

static int to_text(lua_State *L) {
    luaL_tolstring(L, 1, NULL);
    return 1;
}

/* anything else -> string. A __tostring may raise: hence the call within. */
static void describe(lua_State *L) {
    const char *kind = luaL_typename(L, -1);

    if (lua_isboolean(L, -1) || lua_isnumber(L, -1) || luaL_getmetafield(L, -1, "__tostring") != LUA_TNIL) {
        if (!lua_isboolean(L, -1) && !lua_isnumber(L, -1)) {
            lua_pop(L, 1);
        }
        lua_pushcfunction(L, to_text); /* value f */
        lua_pushvalue(L, -2);
        if (lua_pcall(L, 1, 1, 0) == LUA_OK && lua_type(L, -1) == LUA_TSTRING) {
            lua_remove(L, -2);
            return;
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    lua_pushfstring(L, "an error was raised with a %s for a message", kind);
}

/* Replaces the value on top, anything that was raised, by a failure. May raise. */
static void wrap(lua_State *L) {
    luaL_checkstack(L, 10, NULL);
    if (is_failure(L, -1)) {
        return;
    }
    if (lua_type(L, -1) == LUA_TTABLE && wrap_refusal(L)) {
        return;
    }
    bool strange = lua_type(L, -1) != LUA_TSTRING;
    if (strange) describe(L);
    wrap_string(L);
    if (strange) add_innermost(L);
}

/* Is the place of the failure on top none, or one in the program's own Lua? */
static bool is_nowhere(lua_State *L) {
    bool nowhere = true;

    if (lua_getfield(L, -1, "file") == LUA_TSTRING) {
        lua_pushfstring(L, "@%s", lua_tostring(L, -1));
        nowhere = lim_failure_own(L, lua_tostring(L, -1));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return nowhere;
}

/* Does a message speak of Lua's own values, or, `missing`, of one that is missing? */
static bool is_raw(const char *message, bool missing) {
    size_t length = strlen(message);

    return strncmp(message, "attempt to ", 11) == 0 || strncmp(message, "bad argument", 12) == 0 ||
           (missing && length > 4 && strcmp(message + length - 4, " nil") == 0);
}

/* Replaces the function on top by the method that it stands in place of, which is its upvalue `method`. */
static void find_method(lua_State *L) {
    int function = lua_gettop(L);

    for (int i = 1; !lua_iscfunction(L, function);) {
        const char *name = lua_getupvalue(L, function, i);
        if (name == NULL) return;
        if (strcmp(name, "method") == 0 && lua_isfunction(L, -1)) {
            lua_replace(L, function);
            i = 1;
        } else {
            lua_pop(L, 1);
            i++;
        }
    }
}

/* Does the function at idx name what it takes from the nth on? */
static bool takes_names(lua_State *L, int idx, int nth) {
    lua_pushvalue(L, idx);
    const char *name = lua_iscfunction(L, idx) ? NULL : lua_getlocal(L, NULL, nth);
    lua_pop(L, 1);
    return name != NULL;
}

/* Where Lua itself raised the failure on top, in trusted code that a guest called at `level`: its message begins with what
 * that function takes, "stands_in takes (base, id): "; nowhere: it has no place yet. Did it? */
static bool add_called(lua_State *L, int level, bool nowhere) {
    lua_Debug ar;
    int failure = lua_gettop(L);
    bool done = false;

    lua_getfield(L, failure, "message");
    const char *message = lua_tostring(L, -1), *name;
    if (message != NULL && lua_getstack(L, level, &ar) && lua_getinfo(L, "nf", &ar) && lim_guest_called(L) &&
        ar.name != NULL && is_raw(message, nowhere && strcmp(ar.namewhat, "method") == 0)) {
        int first = strcmp(ar.namewhat, "method") == 0 ? 2 : 1;
        find_method(L);
        bool told = takes_names(L, failure + 2, first);
        lua_pushfstring(L, told ? "%s takes (" : "%s: ", ar.name);
        for (int i = first; told; i++) {
            lua_pushvalue(L, failure + 2);
            name = lua_getlocal(L, NULL, i);
            lua_pop(L, 1);
            if (name == NULL) break;
            lua_pushfstring(L, "%s%s%s", lua_tostring(L, -1), i > first ? ", " : "", name);
            lua_remove(L, -2);
        }
        lua_pushfstring(L, told ? "%s): %s" : "%s%s", lua_tostring(L, -1), message);
        done = true;
        lua_setfield(L, failure, "message");
    }
    lua_settop(L, failure);
    return done;
}

/* Gives the failure on top the place in a guest's file that had trusted code run, where it has none, or one in the method
 * that the guest called. */
static void add_stranger(lua_State *L) {
    lua_Debug ar;

    for (int level = 0; lua_getstack(L, level, &ar); level++) {
        if (lua_getinfo(L, "Sl", &ar) && ar.currentline > 0 && lim_guest_source(L, ar.source)) {
            bool nowhere = is_nowhere(L), called = level > 0 && add_called(L, level - 1, nowhere);
            if (nowhere || called) set_place(L, ar.source + 1, strlen(ar.source + 1), ar.currentline);
            return;
        }
    }
}

/* Was the failure on top, a refusal, meant as one: dice, facts and answers of the players, and what a guest raises
 * itself for an argument? */
static bool is_meant(lua_State *L) {
    static const char *const asked[] = {"choice", "dice", "facts", "replay"};
    lua_Debug ar;
    bool meant = false;

    lua_getfield(L, -1, "arg");
    const char *arg = lua_tostring(L, -1);
    for (size_t i = 0; arg != NULL && i < sizeof asked / sizeof asked[0]; i++) meant = meant || strcmp(arg, asked[i]) == 0;
    for (int level = 1; arg != NULL && level <= 2 && !meant && lua_getstack(L, level, &ar); level++) {
        meant = lua_getinfo(L, "Sl", &ar) && ar.currentline > 0 && lim_guest_source(L, ar.source) &&
                lua_getstack(L, level - 1, &ar) && lua_getinfo(L, "n", &ar) && ar.name != NULL &&
                strcmp(ar.name, "error") == 0;
    }
    lua_pop(L, 1);
    return meant;
}

/* The message handler. A refusal is an expected answer, often one of a thousand: it carries no traceback, and a place
 * only where a guest had trusted code raise it; nor does one whose kind was taken away on the way. */
static int handle(lua_State *L) {
    lua_settop(L, 1);
    wrap(L);
    lua_getfield(L, -1, "kind");
    lua_getfield(L, -2, "traceback");
    const char *kind = lua_tostring(L, -2);
    bool fresh = lua_isnil(L, -1) && kind != NULL, refusal = fresh && strcmp(kind, "refusal") == 0;
    lua_pop(L, 2);
    if (fresh && lim_budgeted(L) && !(refusal && is_meant(L))) add_stranger(L);
    if (fresh && !refusal) add_traceback(L);
    return 1;
}

int lim_call(lua_State *L, int nargs, int nresults) {
    int base = lua_gettop(L) - nargs;
    int status;

    lua_pushcfunction(L, handle);
    lua_insert(L, base);
    status = lua_pcall(L, nargs, nresults, base);
    lua_remove(L, base);
    return status;
}

void lim_failure_settle(lua_State *L, int status) {
    if (is_failure(L, -1)) {
        return;
    }
    luaL_checkstack(L, 6, NULL);
    lua_pop(L, 1);
    lua_createtable(L, 0, 2);
    if (status == LUA_ERRMEM) {
        lua_pushliteral(L, "memory");
        lua_pushliteral(L, "it took more memory than there is");
    } else {
        lua_pushliteral(L, "error");
        lua_pushliteral(L, "an error was raised while another was handled");
    }
    lua_setfield(L, -3, "message");
    lua_setfield(L, -2, "kind"); /* its place is not known any more */
    mark(L);
}

void lim_failure_tame(lua_State *L) {
    static const char *const kinds[] = {"refusal", "budget", "memory"};
    static const char *const texts[] = {"arg", "file", "traceback"};
    const char *kind = "error";

    luaL_checkstack(L, 8, NULL);
    lua_createtable(L, 0, 7);
    lua_insert(L, -2); /* tame failure */
    push_field(L, "kind");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !lua_isnil(L, -1); i++) {
        if (strcmp(lua_tostring(L, -1), kinds[i]) == 0) kind = kinds[i];
    }
    lua_pop(L, 1);
    lua_pushstring(L, kind);
    lua_setfield(L, -3, "kind");
    if (push_field(L, "message") == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushliteral(L, "an error was raised without a message");
    }
    lua_setfield(L, -3, "message");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        push_field(L, texts[i]);
        lua_setfield(L, -3, texts[i]);
    }
    lua_pushliteral(L, "line");
    if (lua_rawget(L, -2) != LUA_TNUMBER || !lua_isinteger(L, -1)) {
        lua_pop(L, 1);
        lua_pushnil(L);
    }
    lua_setfield(L, -3, "line");
    lua_pushliteral(L, "value");
    if (lua_rawget(L, -2) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_pushnil(L);
    }
    lua_setfield(L, -3, "value");
    lua_pop(L, 1);
    mark(L);
}
