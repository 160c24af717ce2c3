/* Recognises frozen tables and gives their contents: see sandbox_frozen.c. */
#ifndef LIM_FROZEN_MARK_H
#define LIM_FROZEN_MARK_H

#include <lua.h>
#include <stdbool.h>

/* Pushes the metatable of the frozen table at idx; pushes nothing for any other value. */
bool lim_frozen_meta(lua_State *L, int idx);

/* Pushes the contents of the frozen table at idx, a plain table that rules must never get; pushes nothing for any
 * other value. */
bool lim_frozen_contents(lua_State *L, int idx);

/* Marks the metatable on top as one of a frozen table. */
void lim_frozen_mark(lua_State *L);

#endif
