/* kernel.dice: sources of dice, and names as numbers. The throws themselves are in lua_throw.c. */
#include "dice_source.h"

#include <lauxlib.h>
#include <string.h>

typedef struct lua_source {
    lim_source source;
    lim_memory memory;
} lua_source;

/* Other dice from now on: no voice has its stream yet. */
static void begin_event(lim_source *s) {
    s->events++;
    s->streams = 0;
    s->single = NULL;
}

/* Voices are few unless their names are made up as one goes; they may go when no record speaks of them. */
static void forget_voices(lua_State *L, lim_source *s) {
    s->voices = s->last = 0;
    memset(s->recent, 0, sizeof s->recent);
    lua_newtable(L);
    lua_setiuservalue(L, 1, LIM_SOURCE_VOICES);
}

static int l_new(lua_State *L) {
    lua_settop(L, 0);
    lua_source *const s = lua_newuserdatauv(L, sizeof *s, LIM_SOURCE_VALUES); /* source */
    memset(s, 0, sizeof *s);
    s->source.mem = lim_memory_of(L, &s->memory);
    luaL_setmetatable(L, LIM_SOURCE);
    begin_event(&s->source);
    forget_voices(L, &s->source);
    lua_newtable(L);
    lua_setiuservalue(L, 1, LIM_SOURCE_HELD);
    lim_push_throws(L, 1);
    lua_setiuservalue(L, 1, LIM_SOURCE_THROWS);
    return 1;
}

static int s_gc(lua_State *L) {
    lim_source *const s = lim_check_source(L, 1);
    lim_grow(&s->mem, s->voice, s->voice_room * sizeof *s->voice, 0);
    lim_grow(&s->mem, s->stream, s->stream_room * sizeof *s->stream, 0);
    lim_grow(&s->mem, s->cast, s->cast_room * sizeof *s->cast, 0);
    lim_grow(&s->mem, s->face, s->face_room * sizeof *s->face, 0);
    s->voice = NULL;
    s->stream = NULL;
    s->single = NULL;
    s->cast = NULL;
    s->face = NULL;
    s->voice_room = s->stream_room = s->cast_room = s->face_room = 0;
    s->voices = s->streams = s->casts = s->faces = 0;
    return 0;
}

static int s_seed(lua_State *L) {
    lim_source *const s = lim_check_source(L, 1);
    s->event.seed = (uint64_t)luaL_checkinteger(L, 2);
    s->mode = LIM_SEEDED;
    begin_event(s);
    return 0;
}

static uint32_t check_name(lua_State *L, int index) {
    lua_Integer number = lua_tointegerx(L, index, NULL); /* 0 when it is no number */
    if (number > 0 && number <= UINT32_MAX) return (uint32_t)number;
    number = luaL_checkinteger(L, index);
    luaL_argcheck(L, number >= 0 && number <= UINT32_MAX, index, "must be 0 to 2^32 - 1");
    return (uint32_t)number;
}

static int s_event(lua_State *L) {
    lim_source *s = lim_check_source(L, 1);
    lim_event event = {s->event.seed,    check_name(L, 2), check_name(L, 3),
                       check_name(L, 4), check_name(L, 5), check_name(L, 6)};
    enum { MANY_VOICES = 4096 };
    s->event = event;
    begin_event(s);
    if (s->voices > MANY_VOICES && s->casts == 0 && s->walk == NULL) forget_voices(L, s);
    return 0;
}

/* Whether a table is given for the user value; none takes away what was there. */
static bool set_names(lua_State *L, int slot) {
    const bool given = !lua_isnoneornil(L, 2);
    if (given) luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    lua_setiuservalue(L, 1, slot);
    return given;
}

static int s_subjects(lua_State *L) {
    lim_source *const s = lim_check_source(L, 1);
    s->named = set_names(L, LIM_SOURCE_THROWERS);
    return 0;
}

static int s_asks(lua_State *L) {
    lim_source *const s = lim_check_source(L, 1);
    s->counted = set_names(L, LIM_SOURCE_ASKS);
    return 0;
}

static int s_list(lua_State *L) {
    lim_source *s = lim_check_source(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    lua_setiuservalue(L, 1, LIM_SOURCE_GIVEN);
    s->mode = LIM_LISTED;
    s->single = NULL;
    s->given_at = 0;
    return 0;
}

static int s_told(lua_State *L) {
    lim_source *s = lim_check_source(L, 1);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_setiuservalue(L, 1, LIM_SOURCE_GIVEN);
    s->mode = LIM_TOLD;
    s->single = NULL;
    return 0;
}

static int s_finish(lua_State *L) {
    const lim_source *s = lim_check_source(L, 1);
    if (s->mode != LIM_LISTED) return 0;
    lua_getiuservalue(L, 1, LIM_SOURCE_GIVEN); /* list */
    lua_Integer given = luaL_len(L, -1);
    if (given <= (lua_Integer)s->given_at) return 0;
    return lim_refuse(L, "dice", "dice: %I were given, %d are needed", given, (int)s->given_at);
}

static int s_clear(lua_State *L) {
    lim_source *s = lim_check_source(L, 1);
    s->recording = true;
    s->single = NULL;
    s->casts = s->faces = 0;
    return 0;
}

static int s_record(lua_State *L) {
    const lim_source *const s = lim_check_source(L, 1);
    lua_createtable(L, (int)s->casts, 0); /* record */
    for (size_t i = 0; i < s->casts; i++) {
        const lim_cast *const cast = &s->cast[i];
        lim_push_spec(L, 1, &cast->what, cast->dice, cast->what.faces, cast->voice); /* record throw */
        lua_createtable(L, (int)cast->dice, 0);
        for (uint32_t die = 0; die < cast->dice; die++) {
            lua_pushinteger(L, s->face[cast->first + die]);
            lua_rawseti(L, -2, (lua_Integer)die + 1);
        }
        lua_setfield(L, -2, "dice");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int l_hash(lua_State *L) {
    size_t bytes;
    const char *text = luaL_checklstring(L, 1, &bytes);
    lua_pushinteger(L, lim_name_hash(text, bytes));
    return 1;
}

static const luaL_Reg methods[] = {
    {"seed", s_seed},   /* s:seed(number): dice are thrown from it */
    {"event", s_event}, /* s:event(turn, step, procedure, thrower, ask): what is being resolved */
    {"subjects",
     s_subjects},     /* s:subjects({who = thrower}?): numbers of throwers by name; before the event's first throw */
    {"asks", s_asks}, /* s:asks({[thrower] = count}?): how often each has asked; likewise */
    {"list", s_list}, /* s:list(faces): dice are taken from the list, in order */
    {"told", s_told}, /* s:told(function(spec) -> faces): dice are asked for */
    {"finish", s_finish},          /* s:finish(): refuses dice that a list has left over */
    {"clear", s_clear},            /* s:clear(): begins a record */
    {"record", s_record},          /* s:record() -> list of { kind, n, faces, label, who, dice }, since s:clear() */
    {NULL, NULL},
};

/* source.throw, and the methods. */
static int s_index(lua_State *L) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    const char *const key = lua_tostring(L, 2);
    if (key != NULL && strcmp(key, "throw") == 0) lua_getiuservalue(L, 1, LIM_SOURCE_THROWS);
    return 1;
}

/* And the methods, for callers that would look one up often: event(source, …). */
static const luaL_Reg functions[] = {
    {"new", l_new},   /* new() -> source; source.throw are the functions a procedure gets */
    {"hash", l_hash}, /* hash(name) -> its number, 32 bits */
    {NULL, NULL},
};

int lim_open_dice(lua_State *L) {
    luaL_newmetatable(L, LIM_SOURCE); /* metatable */
    lua_pushcfunction(L, s_gc);
    lua_setfield(L, -2, "__gc");
    luaL_newlibtable(L, methods); /* metatable methods */
    lua_pushvalue(L, -2);         /* for lim_check_kind */
    luaL_setfuncs(L, methods, 1);
    lua_pushcclosure(L, s_index, 1);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    luaL_newlib(L, functions); /* metatable library */
    lua_pushvalue(L, -2);
    luaL_setfuncs(L, methods, 1);
    return 1;
}
