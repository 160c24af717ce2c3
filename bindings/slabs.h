/* Small blocks of memory, cut from slabs: Lua's objects are small and short-lived, and a general allocator takes a fifth
 * of a battle's time for them. Larger blocks come from malloc. One thread. */
#ifndef LIM_SLABS_H
#define LIM_SLABS_H

#include <stddef.h>

typedef struct lim_slabs lim_slabs;

/* NULL when memory is out. */
lim_slabs *lim_slabs_new(void);

/* All small blocks end with it; the larger ones must have been freed. */
void lim_slabs_free(lim_slabs *slabs);

/* A lua_Alloc whose data is a lim_slabs: `old` is the size asked for last (anything, when `block` is NULL). Blocks are
 * aligned for any type. Under the address sanitizer every block is malloc's, so that it sees where each one ends. */
void *lim_slabs_allocate(void *data, void *block, size_t old, size_t size);

#endif
