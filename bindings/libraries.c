/* The libraries of trusted code, and the kernel's modules. */
#include "libraries.h"

#include "bindings.h"
#include "sandbox.h"

#include <lauxlib.h>
#include <lualib.h>

static void preload(lua_State *L) {
    static const luaL_Reg modules[] = {
        {"kernel.dice", lim_open_dice},
        {"kernel.odds", lim_open_odds},
        {"kernel.table", lim_open_table},
        {"kernel.clock", lim_open_clock},
        {"kernel.digest", lim_open_digest},
        {"kernel.json", lim_open_json},
        {"kernel.geometry", lim_open_geometry},
        {"kernel.field", lim_open_field},
        {"kernel.sandbox", lim_open_sandbox},
        {"kernel.printable", lim_open_printable},
        {"kernel.arguments", lim_open_arguments},
        {NULL, NULL},
    };

    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE); /* preload */
    for (const luaL_Reg *module = modules; module->name != NULL; module++) {
        lua_pushcfunction(L, module->func);
        lua_setfield(L, -2, module->name);
    }
    lua_pop(L, 1); /* */
}

/* Only preloaded modules and Lua files can be required: package.searchers keeps its first two entries. */
static void close_package(lua_State *L) {
    lua_getglobal(L, "package"); /* package */
    lua_getfield(L, -1, "searchers");
    for (int i = (int)luaL_len(L, -1); i > 2; i--) {
        lua_pushnil(L);
        lua_rawseti(L, -2, i);
    }
    lua_pop(L, 1);
    lua_pushnil(L);
    lua_setfield(L, -2, "loadlib");
    lua_pushliteral(L, "");
    lua_setfield(L, -2, "cpath");
    lua_pop(L, 1); /* */
}

int lim_libraries(lua_State *L) {
    static const luaL_Reg libraries[] = {
        {LUA_GNAME, luaopen_base},       {LUA_LOADLIBNAME, luaopen_package},
        {LUA_TABLIBNAME, luaopen_table}, {LUA_STRLIBNAME, luaopen_string},
        {LUA_MATHLIBNAME, luaopen_math}, {LUA_UTF8LIBNAME, luaopen_utf8},
        {LUA_IOLIBNAME, luaopen_io},     {LUA_OSLIBNAME, luaopen_os},
        {LUA_DBLIBNAME, luaopen_debug},  {NULL, NULL},
    };

    for (const luaL_Reg *library = libraries; library->name != NULL; library++) {
        luaL_requiref(L, library->name, library->func, 1);
        lua_pop(L, 1);
    }
    close_package(L);
    lua_pushcfunction(L, lim_tostring); /* nobody is to be shown an address */
    lua_setglobal(L, "tostring");
    preload(L);
    lim_sandbox_install(L);
    return 0;
}
