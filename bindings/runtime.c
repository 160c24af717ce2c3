/* The Lua state: its allocator and its limits. */
#include "runtime.h"

#include "slabs.h"

#include <lauxlib.h>
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
            if (!again || rt->last_grant == NULL || !rt->last_grant(rt, size)) {
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
    *rt = (lim_runtime){.inner = inner, .inner_data = inner_data, .limit = SIZE_MAX, .block = SIZE_MAX, .watched = -1};
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

void lim_look(lua_State *L) {
    lim_runtime *rt = lim_runtime_of(L);

    if (rt != NULL) rt->looks++;
}
