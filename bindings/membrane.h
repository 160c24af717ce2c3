/* Declarations that the files of the membrane share: membrane.c pairs values with their stand-ins, sandbox_faces.c
 * passes values through, sandbox_proxies.c implements proxies. See faces.h. */
#ifndef LIM_MEMBRANE_H
#define LIM_MEMBRANE_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

/* Tables of the membrane, in the registry; the first three have weak keys. */
typedef enum lim_map {
    LIM_MAP_OUT,       /* a value of trusted code -> its stand-in for guests */
    LIM_MAP_IN,        /* a stand-in that hides no original -> its original */
    LIM_MAP_ABOUT,     /* object -> what its face shows; table that may hold nodes -> { parent = map of nodes } */
    LIM_MAP_STRANGERS, /* names of guests' chunks */
    LIM_MAP_METAS,     /* the metatables of proxies, by kind */
    LIM_MAP_RUN,       /* not a table: the function that begins a budget for a guest's function */
    LIM_MAP_ASKED,     /* not a table: the function that says what is wrong with a key that a question does not have */
    LIM_MAP_LACKING,   /* not a table: the function that says what is wrong with a key that a table of a battle lacks */
    LIM_MAP_READS,     /* what a watched run has read (sandbox_reads.c) */
    LIM_MAPS
} lim_map;

/* Pushes a map. Pure. */
void lim_membrane_push(lua_State *L, lim_map map);

/* What a proxy holds, each under a key that no guest can name: a light userdata. Guests read raw nowhere, and of a proxy
 * pairs and next show what its original holds. */
typedef enum lim_hidden {
    LIM_HIDDEN_ORIGINAL,
    LIM_HIDDEN_PARTS,   /* of a lent table: the lent tables that it has given, by key */
    LIM_HIDDEN_MISSING, /* of a lent table: the function that says what is wrong with a key that it does not have */
    LIM_HIDDEN_ABOVE,   /* of one that another gave: that other, where something above knows what is missing */
    LIM_HIDDEN_BACK,    /* of a lent table: trusted code gets the original back, while it is whole */
    LIM_HIDDENS
} lim_hidden;

/* The key of what is hidden. Pure. */
const void *lim_hidden_key(lim_hidden what);

/* Pushes what the table at idx hides, which is no look; pushes nothing where it hides no such thing. Pure. */
bool lim_hidden_push(lua_State *L, int idx, lim_hidden what);

/* Replaces the value on top by its entry in a map; without an entry, returns false and leaves the stack as it is. What is
 * guarded among originals is looked into by that. */
bool lim_membrane_map(lua_State *L, lim_map map);

/* Pairs the values at two absolute indices, one of trusted code and one of guests, as stand-ins for each other. */
void lim_membrane_pair(lua_State *L, int trusted, int guest);

/* Kinds of proxies, which differ in how they refuse a write; only a memo accepts one. Arguments of a battle (GIVEN)
 * and memos may hold nodes of the state, so for both the map of nodes is noted. */
typedef enum lim_proxy {
    LIM_PROXY_NONE, /* no proxy */
    LIM_PROXY_NODE,
    LIM_PROXY_ARGS,
    LIM_PROXY_RULES,
    LIM_PROXY_GIVEN,
    LIM_PROXY_MEMO,
    LIM_PROXY_FACE,
    LIM_PROXY_LENT /* reads through to its original; a write makes it a table of the guest's own (sandbox_lent.c) */
} lim_proxy;

/* Is it a kind whose map of nodes is noted? Pure. */
bool lim_proxy_mixed(lim_proxy kind);

/* What a guest gets for a table that a function of trusted code returns. */
typedef enum lim_gives {
    LIM_GIVES_COPIED,  /* a proxy of a node of the state or of a table that has a proxy already, else a copy */
    LIM_GIVES_LENT,    /* a lent table in place of a copy, where the table is fresh and of nothing but plain data */
    LIM_GIVES_PROXIES, /* a proxy */
    LIM_GIVES_RAW      /* the table itself, which is fresh */
} lim_gives;

/* Values on their way through. */
typedef struct lim_passing {
    lim_gives policy;
    lim_proxy kind; /* of new proxies */
    int parent;     /* place on the stack of a map of the state's nodes, or 0 */
    int depth;
    size_t values;
} lim_passing;

/* Replaces the value on top: a value of trusted code by one for guests, or a guest's value by one for trusted code. May
 * raise. */
void lim_to_guest(lua_State *L, lim_passing *p);
void lim_to_trusted(lua_State *L, lim_passing *p);

/* A guarded table (limber.ask.unread) stands for another, and has a function that gives it and notes that somebody looks.
 * A guest may be handed one and hand it on. Whatever else it does with it goes by lim_membrane_map or by a lent table,
 * which call that function: nothing can tell a guarded table from what it stands for without being noted.
 *
 * Is the value at idx one? Pure. */
bool lim_guarded(lua_State *L, int idx);

/* Replaces a guarded table on top by what it stands for, which is noted; leaves any other value as it is. May raise. */
void lim_guard_look(lua_State *L);

/* The key of a proxy's kind in its metatable. Pure. */
const void *lim_proxy_mark(void);

/* The kind of the proxy at idx; LIM_PROXY_NONE for any other value. Pure. */
lim_proxy lim_proxy_kind(lua_State *L, int idx);

/* Has the table on top no metatable, or only one that marks it as a list or an object of JSON? Pure. */
bool lim_is_plain(lua_State *L);

/* Notes for a watched run (sandbox_reads.c) that the value on top was read of the table at `table` by the key at `key`,
 * absolute indices. False where it cannot be noted: then it is a look. */
bool lim_reads_note(lua_State *L, int table, int key);

/* Is the value on top a lent table of which no part has been made the guest's own? Pure. */
bool lim_lent_whole(lua_State *L);

/* Makes a lent table at idx, an absolute index, one of the guest's own, with all that its original holds; leaves other
 * values as they are. May raise. */
void lim_lent_settle(lua_State *L, int idx);

/* Pushes the metatable of lent tables. */
void lim_lent_meta(lua_State *L);

/* Replaces the table or object on top by a new proxy of it. `parent` is as in lim_passing. */
void lim_proxy_make(lua_State *L, lim_proxy kind, int parent);

#endif
