/* Distributions as Lua values, and the keys of their outcomes.
 *
 * A whole number is its own key. A word or truth value is numbered, and its key lies above every number's: so
 * keys ascend in canonical order, numbers, then false and true, then words by their bytes. */
#ifndef LIM_BINDINGS_LUA_DIST_H
#define LIM_BINDINGS_LUA_DIST_H

#include "dice_source.h"

/* Words and truth values met so far, numbered in order of discovery; codes and values are stack places of two
 * tables. */
typedef struct lim_keys {
    int codes, values;
    lua_Integer count;
} lim_keys;

/* Pushes the two tables. */
lim_keys lim_push_keys(lua_State *L);

/* The key of the value on top, which it pops. */
int64_t lim_key_of(lua_State *L, lim_keys *keys);

/* Pushes the tally as a distribution; the tally is ended. */
void lim_push_tally(lua_State *L, lim_tally *tally, lim_keys *keys);

int lim_dist_from_list(lua_State *L); /* a lua_CFunction */

int lim_chain_new(lua_State *L); /* likewise; see lua_chain.c */
void lim_chain_library(lua_State *L);

/* Makes the metatable of distributions. */
void lim_dist_open(lua_State *L);

#endif
