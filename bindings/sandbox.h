/* The parts that the environment of a rules file is put together from. Used by lua_sandbox.c and runtime.c.
 *
 * Nothing in it reads the world, makes code, or reaches a metatable; nothing in it depends on hash order,
 * addresses, the clock, the locale or the C library's own mathematics. What can take long in C is charged to the
 * run's budget (budget.h). The operator ^, which no environment can take away, is refused in a file's text
 * (source_text.h).
 */
#ifndef LIM_SANDBOX_H
#define LIM_SANDBOX_H

#include <lua.h>
#include <stdbool.h>

/* Each adds its functions to the table on top, or pushes a new table. They may raise. */
void lim_sandbox_add_base(lua_State *L);
void lim_sandbox_push_string(lua_State *L);
void lim_sandbox_push_table(lua_State *L);
void lim_sandbox_push_math(lua_State *L);
void lim_sandbox_push_utf8(lua_State *L);

/* Makes the whole state's strings answer with the bounded methods, and its table.sort stable. May raise. */
void lim_sandbox_install(lua_State *L);

/* Pushes the function `name` of the stock library `library` ("_G" is the base library). May raise. */
void lim_sandbox_push_stock(lua_State *L, const char *library, const char *name);

/* Pushes "file:line: " of the innermost function that is Lua, for a write that table.insert may have made. */
void lim_push_place(lua_State *L);

/* Pushes a new table with room for about as much as the table at idx, an absolute index, holds, and so many names more.
 * May raise. */
void lim_push_room(lua_State *L, int idx, int more);

/* lua_CFunctions. */
int lim_sorted_pairs(lua_State *L); /* pairs(t): numbers ascending, then false, true, then strings by their bytes */
int lim_sorted_next(lua_State *L);  /* next(t [, key]) in the same order; each call looks at the whole table */
int lim_stable_sort(lua_State *L);  /* sort(list [, less]); equal elements keep their order */
int lim_freeze(lua_State *L);       /* freeze(value [, name [, messages]]) */
int lim_plain(lua_State *L);        /* plain(value [, copies [, decimals]]) */
int lim_shallow(lua_State *L);      /* shallow(table [, more]) */
int lim_tree(lua_State *L);         /* tree(value [, marks]) */
int lim_lend(lua_State *L);         /* lend(value) */
int lim_unchanged(lua_State *L);    /* unchanged(value, original) */
int lim_watch(lua_State *L);        /* watch(lent [, question]) -> mark */
int lim_learn(lua_State *L);        /* learn(memo, mark) */
int lim_known(lua_State *L);        /* known(memo, result [, question]) */
int lim_looks(lua_State *L);        /* looks() -> now, then */

#endif
