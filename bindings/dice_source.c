/* Sources of dice and their memory, and errors of the odds: shared by lua_dice.c, lua_dist.c and lua_odds.c. */
#include "dice_source.h"

#include <lauxlib.h>

static void *grow(void *context, void *block, size_t old_bytes, size_t new_bytes) {
    lim_memory *memory = context;
    return memory->grow(memory->context, block, block == NULL ? 0 : old_bytes, new_bytes);
}

lim_alloc lim_memory_of(lua_State *L, lim_memory *slot) {
    slot->grow = lua_getallocf(L, &slot->context);
    return (lim_alloc){grow, slot};
}

lim_source *lim_check_source(lua_State *L, int index) {
    return lim_check_kind(L, index, lua_upvalueindex(1), LIM_SOURCE);
}

int lim_odds_fail(lua_State *L, lim_odds_status status, int fn) {
    static const char *const why[] = {
        [LIM_NO_MEMORY] = "not enough memory; does it throw without end? dice.again throws until something happens",
        [LIM_TOO_WIDE] = "the exact weights grow too large: too many dice",
        [LIM_TOO_MANY] = "there are more paths than allowed; throw pools (sum, count, highest) instead of single dice",
        [LIM_OTHER_THROW] = "not pure: after the same dice it asks for another throw",
        [LIM_FEWER_THROWS] = "not pure: after the same dice it asks for fewer throws",
        [LIM_MORE_THROWS] = "not pure: after the same dice it asks for more throws",
        [LIM_OTHER_END] = "not pure: the same dice lead to another outcome",
        [LIM_NO_PATH] = "a throw outside what is enumerated",
    };
    lua_Debug about;
    if (fn == 0) return luaL_error(L, "odds: %s", why[status]);
    lua_pushvalue(L, fn);
    lua_getinfo(L, ">S", &about);
    lua_pushfstring(L, "%s:%d: odds: %s", about.short_src, about.linedefined, why[status]);
    return lua_error(L);
}
