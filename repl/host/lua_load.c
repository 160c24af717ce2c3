/* host: how the program's own Lua finds its modules: require and loadfile read through the broker. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "ask.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <string.h>

/* Loads the file at a path that is on the stack: pushes its chunk, or nil and why not. */
static bool load(lua_State *L, int path) {
    size_t length;
    lim_host *host = lim_host_of(L);
    const char *name = lua_tolstring(L, path, &length);
    if (!lim_host_read(L, host, name, length)) return false;
    const char *chunk = lua_pushfstring(L, "@%s", name);
    lim_message file = host->message; /* its text is never Lua's; what Lua collects meanwhile may ask too */
    host->message = (lim_message){.fd = -1};
    const int status = luaL_loadbufferx(L, file.length > 0 ? file.bytes : "", file.length, chunk, "t");
    lim_message_free(&host->message);
    host->message = file;
    if (status == LUA_OK) return true;
    lua_pushnil(L);
    lua_insert(L, -2);
    return false;
}

/* A searcher of package.searchers: tries the places of package.path in turn. */
static int search(lua_State *L) {
    const char *name = luaL_gsub(L, luaL_checkstring(L, 1), ".", "/");
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "path");
    const char *place = luaL_checkstring(L, -1);
    lua_pushliteral(L, "");
    const int tried = lua_gettop(L);
    while (*place != '\0') {
        const size_t length = strcspn(place, ";");
        lua_pushlstring(L, place, length);
        luaL_gsub(L, lua_tostring(L, -1), "?", name);
        const int path = lua_gettop(L);
        if (load(L, path)) {
            lua_pushvalue(L, path);
            return 2;
        }
        lua_pushfstring(L, "%s\n\t%s", lua_tostring(L, tried), lua_tostring(L, -1));
        lua_replace(L, tried);
        lua_settop(L, tried);
        place += length + (place[length] == ';');
    }
    return 1;
}

/* loadfile(path, mode, env): always text. */
static int l_loadfile(lua_State *L) {
    luaL_checkstring(L, 1);
    lua_settop(L, 3);
    if (!load(L, 1)) return 2;
    if (!lua_isnil(L, 3)) {
        lua_pushvalue(L, 3);
        lua_setupvalue(L, -2, 1);
    }
    return 1;
}

static void set_function(lua_State *L, lim_host *host, lua_CFunction function) {
    lua_pushlightuserdata(L, host);
    lua_pushcclosure(L, function, 1);
}

void lim_host_load(lua_State *L, lim_host *host) {
    set_function(L, host, l_loadfile);
    lua_setglobal(L, "loadfile");
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "searchers");
    set_function(L, host, search);
    lua_rawseti(L, -2, 2); /* after the one for what is preloaded */
    lua_pop(L, 2);
}
