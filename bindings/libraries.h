/* The environment of trusted code. */
#ifndef LIM_LIBRARIES_H
#define LIM_LIBRARIES_H

#include <lua.h>

/* A lua_CFunction: the standard libraries of trusted code (base, package, table, string, math, utf8, io, os,
 * debug; no coroutine), table.sort and the methods of strings replaced by the sandbox's, and kernel.* preloaded,
 * each opened when first required. C modules cannot be loaded from files. */
int lim_libraries(lua_State *L);

#endif
