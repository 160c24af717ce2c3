/* The runtime and its bindings when memory ends: starve SCRIPT. Prints TAP.
 *
 * First allocation n and all later ones fail, for n = 1, 2, 3 ... until the script comes through: each time the state must
 * close with nothing left, and nothing may crash (one failed allocation alone shows nothing: Lua collects and asks
 * again). Then the script runs while every growth is refused once, so that a full collection happens at each; it is
 * told so by `true`, since dice and odds take memory of their own, and give up when it is refused.
 */
#include "bindings.h"
#include "failure.h"
#include "libraries.h"
#include "runtime.h"
#include "slabs.h"

#include <jansson.h>
#include <lauxlib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct grudge {
    bool refuses, refused;
} grudge;

/* Refuses every growth once, when it does refuse. */
static void *grudging(void *data, void *block, size_t old, size_t size) {
    grudge *g = data;
    if (size == 0) {
        free(block);
        return NULL;
    }
    if (g->refuses && (block == NULL || size > old)) {
        g->refused = !g->refused;
        if (g->refused) return NULL;
    }
    return realloc(block, size);
}

static int work(lua_State *L) {
    const char *script = lua_touserdata(L, 1);
    lua_settop(L, 0);
    lua_pushcfunction(L, lim_libraries);
    lua_call(L, 0, 0);
    if (luaL_loadfilex(L, script, "t") != LUA_OK) return lua_error(L);
    lua_pushboolean(L, lim_runtime_of(L)->inner == grudging);
    lua_call(L, 1, 0);
    return 0;
}

static int run(lua_State *L, const char *script) {
    lua_pushcfunction(L, work);
    lua_pushlightuserdata(L, (void *)script);
    return lim_call(L, 1, 0);
}

/* The last status, or -1 when something was left or went wrong in another way than for want of memory. */
static int starve(const char *script, size_t n) {
    lua_State *L = lim_runtime_open(n);
    if (L == NULL) return LUA_ERRMEM;
    int status = run(L, script);
    if (status != LUA_OK && status != LUA_ERRMEM && lua_type(L, -1) == LUA_TTABLE) {
        lua_getfield(L, -1, "message");
        const char *message = lua_tostring(L, -1);
        if (message == NULL || strstr(message, "memory") == NULL) {
            printf("# allocation %zu: %s\n", n, message == NULL ? "?" : message);
            status = -1;
        }
    }
    lim_runtime *rt = lim_runtime_of(L); /* as lim_runtime_close does, but with a look at what is left */
    lua_close(L);
    if (rt->used != 0) {
        printf("# allocation %zu: %zu bytes are left\n", n, rt->used);
        status = -1;
    }
    lim_slabs_free(rt->inner_data);
    free(rt);
    return status;
}

static int adopt(lua_State *L) {
    lim_runtime_adopt(L);
    return 0;
}

static int collect_always(const char *script) {
    grudge g = {false, false};
    lua_State *L = lua_newstate(grudging, &g);
    if (L == NULL) return LUA_ERRMEM;
    g.refuses = true; /* a state that is not whole yet cannot collect */
    lua_pushcfunction(L, adopt);
    int status = lua_pcall(L, 0, 0, 0);
    if (status == LUA_OK) status = run(L, script);
    if (status != LUA_OK) printf("# %s\n", luaL_tolstring(L, -1, NULL));
    lua_close(L);
    return status;
}

/* Jansson's allocations left before all fail; it takes no context. */
static size_t left;

static void *failing(size_t size) {
    if (left == 0) return NULL;
    left--;
    return malloc(size);
}

static int read_json(lua_State *L) {
    luaL_requiref(L, "kernel.json", lim_open_json, 0);
    lua_getfield(L, -1, "decode");
    lua_pushliteral(L,
                    "{ \"id\":1,\"list\":[1,2.5,\"a longer text than fits into any small buffer of the reader\",{}]}");
    lua_call(L, 1, 2);
    return 2;
}

/* JSON that cannot be read for want of memory is told as that, never as a fault of the text. */
static bool starve_json(void) {
    bool fine = true;
    size_t n = 0;
    for (bool whole = false; fine && !whole; n++) {
        lua_State *L = lim_runtime_open(0);
        if (L == NULL) return false;
        json_set_alloc_funcs(failing, free);
        left = n;
        lua_pushcfunction(L, read_json);
        int status = lim_call(L, 0, 2);
        json_set_alloc_funcs(malloc, free);
        whole = status == LUA_OK && lua_istable(L, -2);
        if (status != LUA_OK) lua_getfield(L, -1, "kind");
        fine = whole || (status != LUA_OK && strcmp(lua_tostring(L, -1), "memory") == 0);
        if (!fine) printf("# allocation %zu: %s\n", n, status == LUA_OK ? lua_tostring(L, -1) : "another failure");
        lim_runtime_close(L);
    }
    return fine && n > 5;
}

int main(int argc, char **argv) {
    size_t n = 1, failed = 0;
    int status;
    if (argc != 2) {
        fputs("usage: starve SCRIPT\n", stderr);
        return 2;
    }
    do {
        status = starve(argv[1], n);
        if (status == -1) failed++;
        n++;
    } while (status != LUA_OK && failed < 10);
    printf("%s 1 - allocation n and all later ones fail, n = 1 to %zu\n", failed == 0 && n > 500 ? "ok" : "not ok", n);
    status = collect_always(argv[1]);
    printf("%s 2 - a full collection at every allocation\n", status == LUA_OK ? "ok" : "not ok");
    bool told = starve_json();
    printf("%s 3 - JSON that there is no memory for\n", told ? "ok" : "not ok");
    puts("1..3");
    return failed != 0 || status != LUA_OK || !told;
}
