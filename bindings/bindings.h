/* What the bindings share: how a refusal is raised, and the opener of each module.
 *
 * A binding checks, marshals and calls; it never computes. Two kinds of failure leave it:
 *   a refusal            input was wrong: a table {arg=, message=}, raised by lim_refuse;
 *   a programming error  a string with its position, raised by luaL_error or luaL_argerror.
 * Nothing that C must free is held across a call that can raise: it lives in a userdata made first.
 */
#ifndef LIM_BINDINGS_H
#define LIM_BINDINGS_H

#include <lua.h>

/* Raises the refusal {arg=arg, message=...} and does not return; the int serves `return lim_refuse(...)`.
 * arg names the argument at fault by its dotted path ("a.2.quality"); NULL leaves the field out.
 * fmt is lua_pushfstring's: %s %d %I (lua_Integer) %f (lua_Number) %c %U %p %%, nothing else. */
int lim_refuse(lua_State *L, const char *arg, const char *fmt, ...);

/* luaL_checkudata, quicker where the upvalue at `meta` is the metatable of the kind. It may not be another kind's. */
void *lim_check_kind(lua_State *L, int index, int meta, const char *kind);

/* tostring without addresses. A lua_CFunction. */
int lim_tostring(lua_State *L);

/* Pushes what stands for the value at index in a message, as tostring would but without addresses, and returns it. */
const char *lim_show(lua_State *L, int index);

/* Openers: each pushes its module's table. "kernel.dice" is lim_open_dice, and so on. */
int lim_open_dice(lua_State *L);
int lim_open_odds(lua_State *L);
int lim_open_table(lua_State *L);
int lim_open_clock(lua_State *L);
int lim_open_digest(lua_State *L);
int lim_open_json(lua_State *L);
int lim_open_geometry(lua_State *L);
int lim_open_field(lua_State *L);
int lim_open_sandbox(lua_State *L);
int lim_open_printable(lua_State *L);
int lim_open_arguments(lua_State *L);

#endif
