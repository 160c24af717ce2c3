/* Failures: one shape for all errors of Lua, and the only place that calls Lua protected.
 *
 * A failure is a table {kind=, message=, file=, line=, traceback=, arg=, value=} with a __tostring:
 *   kind "error"      code went wrong: file and line say where, when that is known
 *   kind "refusal"    input was wrong: arg names it, value is the table that was raised
 *   kind "budget"     instructions or time ran out     kind "memory"  memory ran out
 *   kind "interrupt"  Ctrl-C
 * A failure that is raised again stays the same table. Text that came from Lua is cut to a sensible length, and
 * unprintable characters are escaped (printable.h). Only a refusal may have several lines.
 */
#ifndef LIM_FAILURE_H
#define LIM_FAILURE_H

#include <lua.h>
#include <stdbool.h>

/* Calls the function below its nargs arguments, protected. Returns LUA_OK and leaves nresults results, or leaves
 * one failure. The exception: when memory ran out (LUA_ERRMEM), or the failure itself could not be made, it
 * leaves a string, since making a table could fail; lim_failure_settle turns that into a failure.
 * But for the environment's own pcall, nothing else in the project calls Lua protected. Does not raise. */
int lim_call(lua_State *L, int nargs, int nresults);

/* Makes the value on top, left by a lim_call that returned `status`, a failure if it is not one. May raise. */
void lim_failure_settle(lua_State *L, int status);

/* Pushes a new failure; the place is that of the innermost Lua function running. May raise. */
void lim_failure_push(lua_State *L, const char *kind, const char *message);

/* Replaces the failure on top, which a guest's code may have caught, changed and raised again, by one whose fields are
 * what they should be. It is no interrupt, which would end more than the guest. May raise. */
void lim_failure_tame(lua_State *L);

/* Is this source of a chunk the program's own Lua, and no rule's? Pure. */
bool lim_failure_own(lua_State *L, const char *source);

#endif
