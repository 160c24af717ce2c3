/* host: the crew, worker processes that share a simulation's battles. Each member does what the program does from the
 * same command line until `crew:work`; there it does its part, sends text, which the first worker hears, and ends. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "ask.h"

#include "budget.h"
#include "failure.h"

#include <errno.h>
#include <lauxlib.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CREW "limber.crew"

enum { PIECE = 16384 /* bytes heard at a time, at most */ };

typedef struct crew {
    lim_host *host;
    int count;  /* members begun; none in a member */
    int sent[]; /* what they send is read here; -1 when one has ended */
} crew;

/* Ends the members. The question to the broker takes the place of what stands in the host's message. */
static void disband(crew *all) {
    for (int k = 0; k < all->count; k++) {
        if (all->sent[k] >= 0) close(all->sent[k]);
    }
    if (all->count > 0) {
        lim_ask_begin(all->host, LIM_OP_DISBAND);
        lim_ask(all->host);
    }
    all->count = 0;
}

static int crew_close(lua_State *L) {
    disband(luaL_checkudata(L, 1, CREW));
    return 0;
}

static int l_crew(lua_State *L) {
    lim_host *host = lim_host_of(L);
    const lua_Integer count = luaL_checkinteger(L, 1);
    luaL_argcheck(L, count >= 1 && count <= LIM_HOST_CREW, 1, "1 to 256 workers");
    crew *all = lua_newuserdatauv(L, sizeof *all + (size_t)count * sizeof all->sent[0], 0);
    *all = (crew){.host = host};
    luaL_setmetatable(L, CREW);
    while (host->member == 0 && all->count < count) {
        lim_ask_begin(host, LIM_OP_MEMBER);
        if (!lim_ask(host)) {
            lua_pushnil(L);
            lua_pushfstring(L, "no worker can be started: %s", lim_take_string(&host->message));
            disband(all); /* now: a collection could come in the middle of another question */
            return 2;
        }
        all->sent[all->count++] = host->message.fd;
        host->message.fd = -1;
    }
    return 1;
}

/* send(text) in a member: whether it was heard. Upvalue 1 is the pipe. */
static int l_send(lua_State *L) {
    const int fd = (int)lua_tointeger(L, lua_upvalueindex(1));
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    while (length > 0) {
        const ssize_t put = write(fd, text, length);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) break;
        text += put;
        length -= (size_t)put;
    }
    lua_pushboolean(L, length == 0);
    return 1;
}

static int crew_work(lua_State *L) {
    const crew *all = luaL_checkudata(L, 1, CREW);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    if (all->host->member == 0) return 0;
    lua_settop(L, 2);
    lua_pushinteger(L, all->host->member);
    lua_pushinteger(L, all->host->out);
    lua_pushcclosure(L, l_send, 1);
    _exit(lim_call(L, 2, 0) == LUA_OK ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* Sleeps until a member can be heard and gives its place, or -1 when all have ended. Ctrl-C is raised. */
static int wait_for_any(lua_State *L, const crew *all) {
    struct pollfd *polled = lua_newuserdatauv(L, (size_t)all->count * sizeof *polled, 0);
    bool any = false;
    for (int k = 0; k < all->count; k++) {
        polled[k] = (struct pollfd){.fd = all->sent[k], .events = POLLIN};
        any = any || polled[k].fd >= 0;
    }
    if (!any) return -1;
    for (;;) {
        const int ready = poll(polled, (nfds_t)all->count, -1);
        lim_poll(L);
        if (ready < 0 && errno != EINTR) luaL_error(L, "workers cannot be heard: %s", strerror(errno));
        for (int k = 0; ready > 0 && k < all->count; k++) {
            if (polled[k].revents != 0) return k;
        }
    }
}

static int crew_hear(lua_State *L) {
    crew *all = luaL_checkudata(L, 1, CREW);
    const int k = wait_for_any(L, all);
    if (k < 0) return 0;
    char text[PIECE];
    ssize_t got;
    do got = read(all->sent[k], text, sizeof text);
    while (got < 0 && errno == EINTR);
    lua_pushinteger(L, k + 1);
    if (got > 0) {
        lua_pushlstring(L, text, (size_t)got);
        return 2;
    }
    close(all->sent[k]);
    all->sent[k] = -1;
    lim_put_number(lim_ask_begin(all->host, LIM_OP_ENDED), k + 1);
    lim_ask(all->host);
    const char *how = lim_take_string(&all->host->message);
    lua_pushnil(L);
    lua_pushstring(L, *how == '\0' ? NULL : how);
    return 3;
}

static int l_cores(lua_State *L) {
    lua_pushinteger(L, lim_host_of(L)->cores);
    return 1;
}

static const luaL_Reg functions[] = {
    {"crew", l_crew},   /* crew(count) -> crew, its members at the beginning of this program; or nil and why not */
    {"cores", l_cores}, /* cores() -> how many processors there are, 256 at most */
    {NULL, NULL},
};

static const luaL_Reg methods[] = {
    {"work", crew_work}, /* crew:work(body): a member does body(k, send), send(text) -> heard, and ends */
    {"hear", crew_hear}, /* crew:hear() -> k, text; k, nil, how it went wrong or nil when k ended; nothing: all did */
    {"close", crew_close}, /* crew:close() */
    {"__gc", crew_close},  {"__close", crew_close}, {NULL, NULL},
};

void lim_host_crew(lua_State *L, lim_host *host) {
    lua_pushlightuserdata(L, host);
    luaL_setfuncs(L, functions, 1);
    luaL_newmetatable(L, CREW); /* module metatable */
    luaL_setfuncs(L, methods, 0);
    lua_pushvalue(L, -1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}
