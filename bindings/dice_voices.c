/* Who throws: voices and their streams. See dice_source.h. */
#include "dice_source.h"

#include <lauxlib.h>
#include <stdbool.h>

#define SELF LIM_SOURCE_SELF

/* Room for so many more elements of an array that the source owns. */
void *lim_source_more(lua_State *L, lim_source *s, void *array, size_t *room, size_t used, size_t wanted, size_t size) {
    if (used + wanted <= *room) return array;
    const size_t bigger = *room * 2 > used + wanted ? *room * 2 : used + wanted + 4;
    void *const block = lim_grow(&s->mem, array, *room * size, bigger * size);
    if (block == NULL) luaL_error(L, "not enough memory");
    *room = bigger;
    return block;
}

/* A number by the key on top, which is popped, in the table in a user value; `missing` if it is not there. */
static uint32_t number_in(lua_State *L, int slot, uint32_t missing) {
    uint32_t number = missing;
    lua_getiuservalue(L, SELF, slot); /* key table */
    lua_insert(L, -2);
    if (lua_rawget(L, -2) == LUA_TNUMBER) number = (uint32_t)lua_tointeger(L, -1);
    lua_pop(L, 2);
    return number;
}

/* Who throws and has asked how often, where an event names throwers or counts their asking. */
static void name_thrower(lua_State *L, const lim_source *s, uint32_t number, lim_event *event) {
    if (s->named && s->voice[number].name != NULL) {
        lim_push_voice(L, SELF, number); /* label name */
        event->thrower = number_in(L, LIM_SOURCE_THROWERS, event->thrower);
        lua_pop(L, 1);
    }
    if (!s->counted) return;
    lua_pushinteger(L, event->thrower);
    event->ask = number_in(L, LIM_SOURCE_ASKS, event->ask);
}

/* The stream of a voice that has not thrown in this event. */
void lim_find_stream(lua_State *L, lim_source *s, uint32_t number) {
    const uint32_t label = s->voice[number].label_hash;
    lim_event event = s->event;
    size_t at = 0;
    if (s->voice[number].name != NULL) event.thrower = s->voice[number].name_hash;
    if (s->named || s->counted) name_thrower(L, s, number, &event);
    while (at < s->streams && (s->stream[at].label != label || s->stream[at].thrower != event.thrower)) at++;
    if (at == s->streams) {
        s->single = NULL; /* the streams may move */
        s->stream = lim_source_more(L, s, s->stream, &s->stream_room, s->streams, 1, sizeof *s->stream);
        s->stream[at].label = label;
        s->stream[at].thrower = event.thrower;
        lim_stream_open(&s->stream[at].stream, &event, label);
        s->streams++;
    }
    s->voice[number].event = s->events;
    s->voice[number].stream = at;
}

/* The hash of the label or name at the index; 0 where there is none. */
static uint32_t hash_at(lua_State *L, int index) {
    size_t bytes;
    const char *const text = lua_tolstring(L, index, &bytes);
    return text != NULL ? lim_name_hash(text, bytes) : 0;
}

/* Pushes the label or the name at `index`; false when there is none, as past the top of the arguments. */
static void push_name(lua_State *L, int index, int top) {
    if (index > top || lua_isnil(L, index)) {
        lua_pushboolean(L, 0);
        return;
    }
    luaL_checktype(L, index, LUA_TSTRING);
    lua_pushvalue(L, index);
}

/* The number of the voice with the strings at `index` and above it; both are kept. */
uint32_t lim_find_voice(lua_State *L, lim_source *s, int index) {
    const int top = lua_gettop(L);
    luaL_checkstack(L, 10, NULL);
    push_name(L, index, top);
    push_name(L, index + 1, top);
    lua_getiuservalue(L, SELF, LIM_SOURCE_VOICES); /* label name voices */
    lua_pushvalue(L, -3);
    if (lua_rawget(L, -2) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -4);
        lua_pushvalue(L, -2);
        lua_rawset(L, -4);
    } /* label name voices of_label */
    lua_pushvalue(L, -3);
    uint32_t number = 0;
    if (lua_rawget(L, -2) == LUA_TNUMBER) {
        number = (uint32_t)lua_tointeger(L, -1);
    } else {
        s->voice = lim_source_more(L, s, s->voice, &s->voice_room, s->voices, 2, sizeof *s->voice);
        number = (uint32_t)s->voices + 1;
        lua_pushvalue(L, -5);
        lua_rawseti(L, -4, 2 * (lua_Integer)number);
        lua_pushvalue(L, -4);
        lua_rawseti(L, -4, 2 * (lua_Integer)number + 1);
        lua_pushvalue(L, -4);
        lua_pushinteger(L, number);
        lua_rawset(L, -4); /* last: what fails before it leaves no trace */
        s->voice[number] = (lim_voice){.label = lua_tostring(L, top + 1), .name = lua_tostring(L, top + 2),
                                       .label_hash = hash_at(L, top + 1), .name_hash = hash_at(L, top + 2)};
        s->voices = number;
    }
    lua_settop(L, top);
    return number;
}

/* The same, but strings thrown with lately are known by their addresses, since voices keep them alive, in two places. */
uint32_t lim_recent_voice(lua_State *L, lim_source *s, int index, const char *label, const char *name) {
    const uintptr_t mixed = (uintptr_t)label >> 4 ^ (uintptr_t)label >> 9 ^ (uintptr_t)name >> 5 ^ (uintptr_t)name >> 8;
    uint32_t *const pair = &s->recent[mixed % (sizeof s->recent / sizeof *s->recent) & ~1U];
    if (lim_has_strings(s, pair[0], label, name)) return pair[0];
    if (lim_has_strings(s, pair[1], label, name)) return pair[1];
    pair[1] = pair[0];
    return pair[0] = lim_find_voice(L, s, index);
}
