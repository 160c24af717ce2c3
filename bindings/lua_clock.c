/* kernel.clock: times of day, bounds, and agendas that are plain lists of {at=, seq=, what=}. */
#include "bindings.h"
#include "clock.h"

#include <lauxlib.h>

static int format(lua_State *L) {
    char text[LIM_CLOCK_TEXT];

    lim_clock_format(luaL_checkinteger(L, 1), text);
    lua_pushstring(L, text);
    return 1;
}

static int parse(lua_State *L) {
    size_t bytes = 0;
    const char *text = lua_type(L, 1) == LUA_TSTRING ? lua_tolstring(L, 1, &bytes) : NULL;
    const char *arg = luaL_optstring(L, 2, NULL);
    int64_t minute;

    if (text != NULL && lim_clock_parse(text, bytes, &minute)) {
        lua_pushinteger(L, minute);
        return 1;
    }
    const char *got = text != NULL ? lua_pushfstring(L, "\"%s\"", text) : lim_show(L, 1);
    if (arg != NULL) return lim_refuse(L, arg, "%s must be a time from 00:00 to 23:59, got %s", arg, got);
    luaL_pushfail(L);
    lua_pushfstring(L, "a time is written HH:MM, 00:00 to 23:59, got %s", got);
    return 2;
}

static int bound(lua_State *L) {
    lim_bound found;
    lua_Integer start = luaL_checkinteger(L, 1), length = luaL_checkinteger(L, 2), at = luaL_checkinteger(L, 3);

    luaL_argcheck(L, length >= 1, 2, "a bound lasts at least 1 minute");
    if (!lim_clock_bound(start, length, at, &found)) return luaL_error(L, "times that far apart have no bound");
    lua_pushinteger(L, found.bound);
    lua_pushinteger(L, found.into);
    lua_pushinteger(L, found.left);
    return 3;
}

/* The times of an agenda, in a userdata pushed on the stack; its length in *count. */
static lim_event_time *push_times(lua_State *L, size_t *count) {
    luaL_checktype(L, 1, LUA_TTABLE);
    *count = (size_t)luaL_len(L, 1);
    lim_event_time *times = lua_newuserdatauv(L, (*count + 1) * sizeof *times, 0);
    for (size_t i = 0; i < *count; i++) {
        int have_at, have_seq;
        if (lua_geti(L, 1, (lua_Integer)i + 1) != LUA_TTABLE)
            luaL_error(L, "event %d of the agenda is not a table", (int)i + 1);
        lua_getfield(L, -1, "at");
        lua_getfield(L, -2, "seq");
        times[i].at = lua_tointegerx(L, -2, &have_at);
        times[i].seq = lua_tointegerx(L, -1, &have_seq);
        if (!have_at || !have_seq) luaL_error(L, "event %d of the agenda has no whole at and seq", (int)i + 1);
        lua_pop(L, 3);
    }
    return times;
}

static int agenda_add(lua_State *L) {
    size_t count;
    lim_event_time event = {luaL_checkinteger(L, 2), 1};

    luaL_checkany(L, 3);
    lua_settop(L, 3);
    const lim_event_time *times = push_times(L, &count); /* list at what times */
    for (size_t i = 0; i < count; i++) event.seq = times[i].seq >= event.seq ? times[i].seq + 1 : event.seq;
    size_t place = lim_agenda_place(times, count, event);
    for (size_t i = count; i > place; i--) {
        lua_geti(L, 1, (lua_Integer)i);
        lua_seti(L, 1, (lua_Integer)i + 1);
    }
    lua_createtable(L, 0, 3); /* … event */
    lua_pushinteger(L, event.at);
    lua_setfield(L, -2, "at");
    lua_pushinteger(L, event.seq);
    lua_setfield(L, -2, "seq");
    lua_pushvalue(L, 3);
    lua_setfield(L, -2, "what");
    lua_seti(L, 1, (lua_Integer)place + 1);
    lua_pushinteger(L, (lua_Integer)place + 1);
    return 1;
}

static int agenda_due(lua_State *L) {
    size_t count;
    lua_Integer upto = luaL_checkinteger(L, 2);

    lua_settop(L, 2);
    const lim_event_time *times = push_times(L, &count); /* list upto times */
    size_t due = lim_agenda_due(times, count, upto);
    lua_createtable(L, (int)due, 0); /* … removed */
    for (size_t i = 0; i < due; i++) {
        lua_geti(L, 1, (lua_Integer)i + 1);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    for (size_t i = due; due > 0 && i < count + due; i++) {
        if (i < count)
            lua_geti(L, 1, (lua_Integer)i + 1);
        else
            lua_pushnil(L);
        lua_seti(L, 1, (lua_Integer)(i - due) + 1);
    }
    return 1;
}

static const luaL_Reg functions[] = {
    {"format", format},         /* format(minute) -> "HH:MM", wrapping at midnight */
    {"parse", parse},           /* parse("HH:MM" [, arg]) -> minute | nil, message; with arg, a refusal naming it */
    {"bound", bound},           /* bound(start, length, at) -> bound from 1, minutes into it, minutes left */
    {"agenda_add", agenda_add}, /* agenda_add(list, at, what) -> where it was put */
    {"agenda_due", agenda_due}, /* agenda_due(list, upto) -> the events due, taken out of the list, in order */
    {NULL, NULL},
};

int lim_open_clock(lua_State *L) {
    luaL_newlib(L, functions);
    return 1;
}
