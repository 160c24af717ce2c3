/* Throws as players are told of them, and the faces that they or a list give. */
#include "dice_source.h"

#include <lauxlib.h>

void lim_push_voice(lua_State *L, int source, uint32_t voice) {
    lua_getiuservalue(L, source, LIM_SOURCE_VOICES); /* voices */
    for (int i = 0; i < 2; i++)
        if (lua_rawgeti(L, -1 - i, 2 * (lua_Integer)voice + i) == LUA_TBOOLEAN) {
            lua_pop(L, 1);
            lua_pushnil(L);
        }
    lua_remove(L, -3);
}

static const char *const kinds[] = {"d", "sum", "count", "highest", "lowest", "d10z", "percentile", "choice", "from"};

static void set_number(lua_State *L, const char *key, lua_Integer value) {
    lua_pushinteger(L, value);
    lua_setfield(L, -2, key);
}

void lim_push_spec(lua_State *L, int source, const lim_throw *what, uint32_t dice, uint32_t faces, uint32_t voice) {
    lua_createtable(L, 0, 8); /* spec */
    lua_pushstring(L, kinds[what->kind]);
    lua_setfield(L, -2, "kind");
    set_number(L, "n", dice);
    set_number(L, "faces", faces);
    if (what->apart) {
        lua_pushboolean(L, 1);
        lua_setfield(L, -2, "apart");
    }
    if (what->kind == LIM_COUNT) set_number(L, "at_least", what->target);
    if (what->kind == LIM_HIGHEST || what->kind == LIM_LOWEST) set_number(L, "k", what->target);
    lim_push_voice(L, source, voice); /* spec label name */
    lua_setfield(L, -3, "who");
    lua_setfield(L, -2, "label");
}

/* One face as somebody gave it, at the top of the stack; popped. */
static uint32_t given_face(lua_State *L, const lim_throw *what) {
    const uint32_t lowest = lim_throw_lowest_face(what), highest = lowest + lim_throw_faces(what) - 1;
    int whole = 0;
    const lua_Integer face = lua_tointegerx(L, -1, &whole);
    if (lua_type(L, -1) != LUA_TNUMBER || !whole || face < lowest || face > highest)
        return (uint32_t)lim_refuse(L, "dice", "dice: a face must be %d to %d, got %s", (int)lowest, (int)highest,
                                    lim_show(L, -1));
    lua_pop(L, 1);
    return (uint32_t)face;
}

void lim_take_listed(lua_State *L, int source, const lim_throw *what, uint32_t *faces, uint32_t count) {
    lim_source *const s = lim_check_source(L, source);
    lua_getiuservalue(L, source, LIM_SOURCE_GIVEN); /* list */
    for (uint32_t i = 0; i < count; i++) {
        if (lua_geti(L, -1, (lua_Integer)s->given_at + 1) == LUA_TNIL)
            lim_refuse(L, "dice", "dice: %d were given, and another is needed", (int)s->given_at);
        faces[i] = given_face(L, what);
        s->given_at++;
    }
    lua_pop(L, 1);
}

void lim_ask_players(lua_State *L, int source, const lim_throw *what, uint32_t voice, uint32_t *faces,
                     uint32_t count) {
    luaL_checkstack(L, 10, NULL);
    lua_getiuservalue(L, source, LIM_SOURCE_GIVEN); /* told */
    lim_push_spec(L, source, what, count, lim_throw_faces(what), voice);
    if (what->kind == LIM_CHOICE) {
        lua_createtable(L, (int)what->n, 0);
        for (uint32_t i = 0; i < what->n; i++) {
            lua_pushinteger(L, what->weights[i]);
            lua_rawseti(L, -2, (lua_Integer)i + 1);
        }
        lua_setfield(L, -2, "weights");
    }
    lua_call(L, 1, 1); /* dice */
    if (!lua_istable(L, -1) || luaL_len(L, -1) != (lua_Integer)count)
        lim_refuse(L, "dice", "dice: %d are needed", (int)count);
    for (uint32_t i = 0; i < count; i++) {
        lua_geti(L, -1, (lua_Integer)i + 1);
        faces[i] = given_face(L, what);
    }
    lua_pop(L, 1);
}
