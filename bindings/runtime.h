/* The Lua state and the memory it may take.
 *
 * A state has one lim_runtime: it counts bytes, keeps limits, and carries the chain of running budgets
 * (budget.h). It is the user data of the state's allocator, so that any binding finds it from L alone,
 * without the registry and without a global.
 *
 * A state made here is the program's: lim_runtime_open, then everything else inside one lim_call
 * (failure.h), lim_runtime_close at the end. A state made by somebody else (a plain lua that requires
 * kernel.sandbox) is adopted by lim_runtime_adopt, and given back when the state closes.
 *
 * There are no coroutines in a state made here: nothing in Limber suspends (a decision is a frame of plain
 * data), and an interrupt therefore always finds the one running thread.
 */
#ifndef LIM_RUNTIME_H
#define LIM_RUNTIME_H

#include <lua.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lim_frame;

typedef struct lim_runtime {
    lua_State *L;    /* the main thread */
    lua_Alloc inner; /* who gives the memory, and its own user data */
    void *inner_data;
    size_t used;                       /* bytes held now */
    size_t limit;                      /* bytes the state may hold; a growth past it fails */
    size_t block;                      /* bytes a single block may hold */
    size_t refused;                    /* the size that was refused just now, or 0 */
    size_t taken;                      /* bytes asked for since the budget last looked (budget.c) */
    size_t allocations;                /* growths asked for since the start */
    size_t failing_from;               /* for tests: growth number n and all later ones fail; 0 for none */
    const char *const *own;            /* what paths of the program's own Lua begin with, then NULL; or NULL itself */
    struct lim_frame *frame;           /* the innermost run, or NULL (budget.h) */
    bool (*last_grant)(struct lim_runtime *rt, size_t size); /* may a stopped run have this one block? or NULL */
    bool inside;                       /* a guest's own function runs, not the program's for it (budget.h) */
    lua_Integer entries;               /* how often a guest's function was entered */
    lua_Integer looks;                 /* how often a guest has done what may depend on anything or be noticed */
    lua_Integer called;                /* how often when trusted code was called last */
    lua_Integer watched;               /* how often when a run began to be watched, or -1 (sandbox_reads.c) */
    int reads;                         /* how many reads of that run are noted */
    lua_CFunction way_out;             /* what guests' calls of trusted code's functions go through, or NULL */
    int maps[9];                       /* where in the registry the tables of the membrane are (membrane.h), or 0 */
    int64_t alarm_at;                  /* when the alarm was asked for, by lim_clock; 0: it is not set */
    volatile sig_atomic_t interrupted; /* a signal asks that what runs be stopped */
    volatile sig_atomic_t late;        /* a signal says that a deadline may be over */
    void (*alarm)(double seconds);     /* asks for a signal in so long, whose handler calls lim_alarm; or NULL */
} lim_runtime;

/* A new state whose allocations number `failing_from` and later all fail (0: none do), or NULL when there was
 * no memory for the state itself. It has no libraries yet. */
lua_State *lim_runtime_open(size_t failing_from);

/* Closes a state made by lim_runtime_open. L may be NULL. */
void lim_runtime_close(lua_State *L);

/* The runtime of L, or NULL when L has none. Pure. */
lim_runtime *lim_runtime_of(lua_State *L);

/* The runtime of L, counting an existing state's memory from now on if it had none. May raise. */
lim_runtime *lim_runtime_adopt(lua_State *L);

/* Counts a look. Pure but for that. */
void lim_look(lua_State *L);

#endif
