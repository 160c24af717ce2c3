/* How a frozen table is known, and what it holds: see sandbox_frozen.c. */
#ifndef LIM_FROZEN_MARK_H
#define LIM_FROZEN_MARK_H

#include <lua.h>
#include <stdbool.h>

/* Pushes the metatable of the frozen table at idx, or nothing when it is none. */
bool lim_frozen_meta(lua_State *L, int idx);

/* Pushes what the frozen table at idx holds, a plain table that no rules may get; or nothing when it is none. */
bool lim_frozen_contents(lua_State *L, int idx);

/* Marks the metatable on top as one of a frozen table. */
void lim_frozen_mark(lua_State *L);

#endif
