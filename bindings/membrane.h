/* What the files of the membrane share: membrane.c, who stands for what; sandbox_faces.c, the ways through;
 * sandbox_proxies.c, what is seen. See faces.h. */
#ifndef LIM_MEMBRANE_H
#define LIM_MEMBRANE_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

/* Tables of the membrane, in the registry; the first three have weak keys. */
typedef enum lim_map {
    LIM_MAP_OUT,       /* what trusted code has -> what stands for it with guests */
    LIM_MAP_IN,        /* the other way round */
    LIM_MAP_ABOUT,     /* object -> what its face shows; table that may hold nodes -> { parent = map of nodes } */
    LIM_MAP_STRANGERS, /* names of guests' chunks */
    LIM_MAP_METAS,     /* the metatables of proxies, by kind */
    LIM_MAP_RUN,       /* no table: trusted code that runs a guest's function that no budget holds yet */
    LIM_MAPS
} lim_map;

/* The place of a map in the registry. Pure. */
const void *lim_membrane_key(lim_map map);

/* Replaces the value on top by what a map has for it; false, and nothing done, when it has none. */
bool lim_membrane_map(lua_State *L, lim_map map);

/* Notes that the values at two places stand for each other. */
void lim_membrane_pair(lua_State *L, int trusted, int guest);

/* What a proxy says of a write; a memo takes it. What is handed over in a battle may hold nodes of the state, and so may a
 * memo: of both it is noted which map knows them. */
enum { LIM_PROXY_NODE = 1, LIM_PROXY_ARGS, LIM_PROXY_RULES, LIM_PROXY_GIVEN, LIM_PROXY_MEMO, LIM_PROXY_FACE };

/* Is it a kind whose map of nodes is noted? Pure. */
bool lim_proxy_mixed(int kind);

/* What becomes of a table that a function of trusted code gives to a guest. */
enum {
    LIM_GIVES_COPIED = 1, /* nodes of the state, and what a proxy stands for already, are proxies; all else is copied */
    LIM_GIVES_PROXIES,    /* a proxy stands for it */
    LIM_GIVES_RAW,        /* the guest gets it: it is fresh */
};

/* Values on their way through. */
typedef struct lim_passing {
    int policy;
    int kind;   /* of new proxies */
    int parent; /* place on the stack of a map of the state's nodes, or 0 */
    int depth;
    size_t values;
} lim_passing;

/* Replaces the value on top, trusted code's, by what a guest may have of it; and a guest's by what it is to trusted
 * code. May raise. */
void lim_to_guest(lua_State *L, lim_passing *p);
void lim_to_trusted(lua_State *L, lim_passing *p);

/* What the kind of a proxy lies under in its metatable. Pure. */
const void *lim_proxy_mark(void);

/* The kind of the proxy at idx; 0 for any other value. Pure. */
int lim_proxy_kind(lua_State *L, int idx);

/* Replaces the table or object on top by a new proxy of it. `parent` is as in lim_passing. */
void lim_proxy_make(lua_State *L, int kind, int parent);

#endif
