/* The Lua state: its allocator, its limits, the libraries of trusted code. */
#include "runtime.h"

#include "bindings.h"
#include "budget.h"
#include "sandbox.h"
#include "slabs.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdint.h>
#include <stdlib.h>

static bool fits(const lim_runtime *rt, size_t growth, size_t size) {
    return size <= rt->block && growth <= rt->limit && rt->used <= rt->limit - growth;
}

/* A growth is refused past a limit; a shrink never is, as Lua relies on it. What is refused Lua asks for again after
 * a full collection; what is still too much then may be granted for the last time to a run that is stopped. */
static void *allocate(void *data, void *block, size_t old, size_t size) {
    lim_runtime *rt = data;
    void *result;

    if (block == NULL) {
        old = 0; /* Lua passes the kind of object here */
    }
    if (size > old) {
        rt->allocations++;
        if (rt->failing_from != 0 && rt->allocations >= rt->failing_from) {
            return NULL;
        }
        if (!fits(rt, size - old, size)) {
            bool again = rt->refused == size;
            rt->refused = size;
            if (!again || !lim_last_grant(rt, size)) {
                return NULL;
            }
        }
        rt->refused = 0;
        rt->taken += size - old;
    }
    result = rt->inner(rt->inner_data, block, old, size);
    if (result != NULL || size == 0) {
        rt->used = rt->used - old + size;
    } else if (size <= old) {
        result = block; /* a failed shrink: Lua keeps the larger block, and counts it as the smaller one */
        rt->used = rt->used - old + size;
    }
    return result;
}

static void prepare(lim_runtime *rt, lua_Alloc inner, void *inner_data) {
    *rt = (lim_runtime){.inner = inner, .inner_data = inner_data, .limit = SIZE_MAX, .block = SIZE_MAX};
}

lua_State *lim_runtime_open(size_t failing_from) {
    lim_runtime *rt = malloc(sizeof *rt);
    lim_slabs *slabs = lim_slabs_new();
    lua_State *L;

    if (rt == NULL || slabs == NULL) {
        lim_slabs_free(slabs);
        free(rt);
        return NULL;
    }
    prepare(rt, lim_slabs_allocate, slabs);
    rt->failing_from = failing_from;
    L = lua_newstate(allocate, rt);
    if (L == NULL) {
        lim_slabs_free(slabs);
        free(rt);
        return NULL;
    }
    rt->L = L;
    return L;
}

void lim_runtime_close(lua_State *L) {
    lim_runtime *rt;

    if (L == NULL) {
        return;
    }
    rt = lim_runtime_of(L);
    lua_close(L);
    lim_slabs_free(rt->inner_data);
    free(rt);
}

lim_runtime *lim_runtime_of(lua_State *L) {
    void *data;

    return lua_getallocf(L, &data) == allocate ? data : NULL;
}

/* Runs while the state closes, before its objects are freed: they go back to whom they came from. */
static int give_back(lua_State *L) {
    lim_runtime *rt = lua_touserdata(L, 1);

    if (rt == lim_runtime_of(L)) {
        lua_setallocf(L, rt->inner, rt->inner_data);
    }
    return 0;
}

lim_runtime *lim_runtime_adopt(lua_State *L) {
    lim_runtime *rt = lim_runtime_of(L);
    lua_Alloc inner;
    void *inner_data;

    if (rt != NULL) {
        return rt;
    }
    luaL_checkstack(L, 4, NULL);
    rt = lua_newuserdatauv(L, sizeof *rt, 0); /* runtime */
    lua_createtable(L, 0, 1);                 /* runtime meta */
    lua_pushcfunction(L, give_back);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);        /* runtime */
    luaL_ref(L, LUA_REGISTRYINDEX); /* */
    inner = lua_getallocf(L, &inner_data);
    prepare(rt, inner, inner_data);
    rt->used = (size_t)lua_gc(L, LUA_GCCOUNT) * 1024 + (size_t)lua_gc(L, LUA_GCCOUNTB);
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD); /* thread */
    rt->L = lua_tothread(L, -1);
    lua_pop(L, 1); /* */
    lua_setallocf(L, allocate, rt);
    return rt;
}

void lim_runtime_limit(lua_State *L, size_t bytes) {
    lim_runtime *rt = lim_runtime_of(L);

    if (rt != NULL) {
        rt->limit = bytes == 0 ? SIZE_MAX : bytes < rt->used ? rt->used : bytes;
    }
}

void lim_runtime_preload(lua_State *L) {
    static const luaL_Reg modules[] = {
        {"kernel.dice", lim_open_dice},         {"kernel.odds", lim_open_odds},
        {"kernel.table", lim_open_table},       {"kernel.clock", lim_open_clock},
        {"kernel.digest", lim_open_digest},     {"kernel.json", lim_open_json},
        {"kernel.geometry", lim_open_geometry}, {"kernel.field", lim_open_field},
        {"kernel.sandbox", lim_open_sandbox},   {"kernel.printable", lim_open_printable},
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

int lim_runtime_libraries(lua_State *L) {
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
    lua_pushcfunction(L, lim_sandbox_tostring); /* nobody is to be shown an address */
    lua_setglobal(L, "tostring");
    lim_runtime_preload(L);
    lim_sandbox_install(L);
    return 0;
}
