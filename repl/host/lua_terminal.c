/* host: lines that are typed, the pager, the editor and the browser that prints. The broker holds the terminal; this asks it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "ask.h"

#include "budget.h"
#include "editor.h"
#include "failure.h"
#include "printable.h"
#include "signals.h"

#include <errno.h>
#include <lauxlib.h>
#include <stdbool.h>
#include <stdio.h>

#define COMPLETER "limber.completer"

/* ---- completion -------------------------------------------------------------------------------------------------- */

/* The word at a place of the list on top, when it is one that prints: the editor shows words as they are. */
static const char *word_at(lua_State *L, lua_Integer place, size_t *length) {
    const char *word = lua_rawgeti(L, -1, place) == LUA_TSTRING ? lua_tolstring(L, -1, length) : NULL;
    lua_pop(L, 1); /* the list holds it */
    return word != NULL && lim_is_printable(word, *length) ? word : NULL;
}

/* Asks the Lua completer: completer(line, start, end) -> words that may stand from start to end (0-based); puts them
 * into the answer. */
static int find_words(lua_State *L) {
    lim_host *host = lua_touserdata(L, 1);
    lim_message *m = &host->message;
    size_t length;
    int64_t count = 0;
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, (const void *)COMPLETER) != LUA_TFUNCTION) return 0;
    lua_pushstring(L, lim_take_string(m));
    lua_pushinteger(L, lim_take_number(m));
    lua_pushinteger(L, lim_take_number(m));
    lua_call(L, 3, 1);
    if (!lua_istable(L, -1)) return 0;
    const lua_Integer all = (lua_Integer)lua_rawlen(L, -1);
    for (lua_Integer i = 1; i <= all; i++) count += word_at(L, i, &length) != NULL;
    lim_put_number(lim_ask_begin(host, LIM_OP_WORDS), count);
    for (lua_Integer i = 1; i <= all; i++) {
        const char *word = word_at(L, i, &length);
        if (word != NULL) lim_put_text(m, word, length);
    }
    return 0;
}

/* Answers the broker, who wants completions while a line is being typed. No error leaves this. */
static void complete(lua_State *L, lim_host *host) {
    const int top = lua_gettop(L);
    if (lua_checkstack(L, 8)) {
        lua_pushcfunction(L, find_words);
        lua_pushlightuserdata(L, host);
        if (lim_call(L, 1, 0) != LUA_OK) lim_ask_begin(host, LIM_OP_REFUSED);
        lua_settop(L, top);
    }
    if (host->message.op != LIM_OP_WORDS || host->message.bad) {
        lim_put_number(lim_ask_begin(host, LIM_OP_WORDS), 0);
    }
    lim_ask_send(host);
}

static int l_set_completer(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, (const void *)COMPLETER);
    return 0;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* nil and why there is no line */
static int no_line(lua_State *L, bool interrupted) {
    lua_pushnil(L);
    lua_pushstring(L, lim_signal_hung_up() != 0 ? "hangup" : interrupted ? "interrupt" : "end");
    return 2;
}

static void ask_line(lua_State *L, lim_host *host) {
    if (host->desk != NULL) {
        lim_ask(host);
        return;
    }
    lim_ask_send(host);
    lim_ask_hear(host);
    while (host->message.op == LIM_OP_COMPLETE) {
        complete(L, host);
        lim_ask_hear(host);
    }
}

/* Reads a line of the prompt at argument 1; what the page asks meanwhile is answered. */
static int read_line(lua_State *L) {
    lim_host *host = lim_host_of(L);
    size_t length;
    const char *prompt = luaL_checklstring(L, 1, &length);
    lim_push_printable(L, prompt, length, LIM_MANY_LINES);
    prompt = lua_tolstring(L, -1, &length);
    for (;;) {
        if (lim_runtime_of(L)->interrupted || lim_signal_hung_up() != 0) return no_line(L, lim_interrupt_clear(L));
        fflush(stdout);
        lim_put_text(lim_ask_begin(host, LIM_OP_LINE), prompt, length);
        ask_line(L, host);
        const bool done = host->message.op == LIM_OP_DONE;
        const int64_t how = done ? lim_take_number(&host->message) : LIM_READ_END;
        if (how != LIM_READ_ASKED) {
            const bool interrupted = lim_interrupt_clear(L) || how == LIM_READ_INTERRUPT;
            if (how != LIM_READ_LINE) return no_line(L, interrupted);
            lua_pushstring(L, lim_take_string(&host->message));
            return 1;
        }
        const int type = lim_page_answer(L, host);
        if (type == LUA_TSTRING) return 1;
        if (type == LUA_TBOOLEAN) {
            lua_pushnil(L);
            lua_pushliteral(L, "page");
            return 2;
        }
        lua_pop(L, 1);
    }
}

/* A person who is asked in the middle of a guest's run may think as long as they like. */
static int l_readline(lua_State *L) {
    const int64_t began = lim_clock();
    lua_pushlightuserdata(L, lim_host_of(L));
    lua_pushcclosure(L, read_line, 1);
    lua_insert(L, 1);
    const int status = lim_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    lim_waited(L, lim_clock() - began); /* also when the reading failed */
    return status == LUA_OK ? lua_gettop(L) : lua_error(L);
}

static int l_history_add(lua_State *L) { return lim_ask_strings(L, LIM_OP_REMEMBER, 1); }

static int ask_whether(lua_State *L, lim_op op) {
    lim_host *host = lim_host_of(L);
    lim_ask_begin(host, op);
    lua_pushboolean(L, lim_ask(host) && lim_take_number(&host->message) != 0);
    return 1;
}

static int l_history_load(lua_State *L) { return ask_whether(L, LIM_OP_RECALL); }

static int l_history_save(lua_State *L) { return ask_whether(L, LIM_OP_PRESERVE); }

/* ---- other programs ---------------------------------------------------------------------------------------------- */

/* Through a pager where it is longer than the screen, else as it is. */
static int l_page(lua_State *L) {
    lim_host *host = lim_host_of(L);
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    lim_push_printable(L, text, length, LIM_MANY_LINES | LIM_WITH_COLOURS);
    text = lua_tolstring(L, -1, &length);
    fflush(stdout);
    lim_put_text(lim_ask_begin(host, LIM_OP_PAGE), text, length);
    const bool paged = host->terminal[0] && host->terminal[1] && lim_ask(host) && lim_take_number(&host->message) != 0;
    if (!paged && fwrite(text, 1, length, stdout) != length && host->unsaid == 0) host->unsaid = errno;
    lua_pushboolean(L, paged);
    return 1;
}

static int l_edit(lua_State *L) {
    fflush(stdout);
    return lim_ask_strings(L, LIM_OP_EDIT, 1);
}

static int l_print(lua_State *L) { return lim_ask_strings(L, LIM_OP_PRINT, 2); }

static const luaL_Reg functions[] = {
    {"print", l_print},                 /* print(path, html) -> true, or nil and why not; as PDF, by a browser */
    {"page", l_page},                   /* page(text) -> whether a pager showed it; else it is printed */
    {"edit", l_edit},                   /* edit(path) -> true, or nil and why not; in the person's own editor */
    {"readline", l_readline},           /* readline(prompt) -> line, or nil and "end", "interrupt", "hangup" or "page" */
    {"set_completer", l_set_completer}, /* set_completer(function(line, start, end) -> words) */
    {"history_add", l_history_add},     /* history_add(line) -> true, or nil and why not: only what was typed */
    {"history_load", l_history_load},   /* history_load() -> done */
    {"history_save", l_history_save},   /* history_save() -> done */
    {NULL, NULL},
};

void lim_host_terminal(lua_State *L, lim_host *host) {
    lua_pushlightuserdata(L, host);
    luaL_setfuncs(L, functions, 1);
}
