/* What the program's own Lua asks. See ask.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "ask.h"

#include "desk.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

lim_host *lim_host_of(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

lim_message *lim_ask_begin(lim_host *host, lim_op op) {
    lim_message_begin(&host->message, op);
    return &host->message;
}

void lim_ask_send(lim_host *host) {
    if (!lim_message_send(host->socket, &host->message)) _exit(EXIT_FAILURE);
}

void lim_ask_hear(lim_host *host) {
    if (!lim_message_receive(host->socket, &host->message, true)) _exit(EXIT_FAILURE);
}

bool lim_ask(lim_host *host) {
    lim_message *m = &host->message;
    if (m->bad) { /* what was to be sent is too long, or there is no memory for it */
        lim_message_begin(m, LIM_OP_REFUSED);
        lim_put_string(m, "not enough memory, or too long a text");
    } else if (host->desk != NULL) {
        lim_message reply = {.fd = -1};
        lim_desk_answer(host->desk, m, &reply);
        lim_message_free(m);
        *m = reply;
    } else {
        lim_ask_send(host);
        lim_ask_hear(host);
    }
    return m->op == LIM_OP_DONE;
}

int lim_ask_push(lua_State *L, lim_host *host, bool done) {
    if (done) {
        lua_pushboolean(L, 1);
        return 1;
    }
    lua_pushnil(L);
    lua_pushstring(L, lim_take_string(&host->message));
    return 2;
}

int lim_ask_strings(lua_State *L, lim_op op, int count) {
    lim_host *host = lim_host_of(L);
    for (int i = 1; i <= count; i++) luaL_checkstring(L, i);
    lim_message *m = lim_ask_begin(host, op);
    for (int i = 1; i <= count; i++) {
        size_t length;
        const char *text = lua_tolstring(L, i, &length);
        lim_put_text(m, text, length);
    }
    return lim_ask_push(L, host, lim_ask(host));
}
