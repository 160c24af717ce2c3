/* string.find, match, gmatch and gsub on the metered matcher. lua_CFunctions. */
#ifndef LIM_SANDBOX_MATCH_H
#define LIM_SANDBOX_MATCH_H

#include <lua.h>

int lim_string_find(lua_State *L);
int lim_string_match(lua_State *L);
int lim_string_gmatch(lua_State *L);
int lim_string_gsub(lua_State *L);

#endif
