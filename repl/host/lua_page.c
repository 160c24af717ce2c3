/* host: the page in a browser. The broker serves it; this hands it what to show, and answers what it asks. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "ask.h"

#include "failure.h"

#include <lauxlib.h>
#include <string.h>

#define ANSWERER "limber.answerer"

static int l_serve(lua_State *L) {
    lim_host *host = lim_host_of(L);
    size_t length;
    for (int i = 1; i <= 5; i++) luaL_checkstring(L, i);
    const lua_Integer port = luaL_checkinteger(L, 2);
    lim_message *m = lim_ask_begin(host, LIM_OP_SERVE);
    lim_put_string(m, lua_tostring(L, 1));
    lim_put_number(m, port);
    for (int i = 3; i <= 5; i++) {
        const char *text = lua_tolstring(L, i, &length);
        lim_put_text(m, text, length);
    }
    if (!lim_ask(host)) return lim_ask_push(L, host, false);
    const int64_t count = lim_take_number(m);
    lua_newtable(L); /* addresses */
    for (int64_t i = 1; i <= count && !m->bad; i++) {
        lua_pushstring(L, lim_take_string(m)); /* addresses address */
        lua_rawseti(L, -2, i);
    }
    return 1;
}

static int l_tell_page(lua_State *L) {
    size_t length;
    lim_host *host = lim_host_of(L);
    const char *text = luaL_checklstring(L, 1, &length);
    const lua_Integer seat = luaL_optinteger(L, 2, 0);
    lim_message *m = lim_ask_begin(host, LIM_OP_TELL);
    lim_put_number(m, seat);
    lim_put_text(m, text, length);
    return lim_ask_push(L, host, lim_ask(host));
}

static int l_set_answerer(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, (const void *)ANSWERER);
    return 0;
}

/* Leaves what answerer(question, seat) returns, two values; no error leaves this. */
static void call_answerer(lua_State *L, const char *question, int64_t seat) {
    const int top = lua_gettop(L);
    lua_pushstring(L, question); /* question */
    lua_rawgetp(L, LUA_REGISTRYINDEX, (const void *)ANSWERER);
    lua_insert(L, -2); /* answerer question */
    lua_pushinteger(L, (lua_Integer)seat); /* answerer question seat */
    if (lim_call(L, 2, 2) == LUA_OK && lua_type(L, -2) == LUA_TSTRING) return;
    lua_settop(L, top);
    lua_pushliteral(L, "{\"refused\":\"the program has failed\"}");
    lua_pushboolean(L, 1);
}

int lim_page_answer(lua_State *L, lim_host *host) {
    size_t length;
    const char *question = lim_take_string(&host->message);
    const int64_t id = lim_take_number(&host->message);
    const int64_t seat = lim_take_number(&host->message);
    luaL_checkstack(L, 8, NULL);
    call_answerer(L, question, seat); /* answer line */
    const char *answer = lua_tolstring(L, -2, &length);
    lim_message *m = lim_ask_begin(host, LIM_OP_REPLY);
    lim_put_number(m, id);
    lim_put_text(m, answer, length);
    lim_ask(host);
    lua_remove(L, -2); /* line */
    return lua_type(L, -1);
}

static const luaL_Reg functions[] = {
    {"serve", l_serve},         /* serve(listen, port, html, css, js) -> addresses, or nil and why not */
    {"tell_page", l_tell_page}, /* tell_page(text, seat?) -> true, or nil and why not: one line, to all who look there */
    {"set_answerer", l_set_answerer}, /* set_answerer(function(question, seat) -> answer, line?): `line` is read as
                                         typed, true ends the reading */
    {NULL, NULL},
};

void lim_host_page(lua_State *L, lim_host *host) {
    lua_pushlightuserdata(L, host);
    luaL_setfuncs(L, functions, 1);
}
