/* Memory for the kernel: it takes memory only through an allocator that its caller gives it.
 *
 * grow(context, block, old, new) has the meaning of a Lua allocator: new == 0 frees and returns
 * NULL; otherwise it returns a block of `new` bytes holding the first min(old, new) of the old
 * one, or NULL, with the old block untouched, when there is no memory. `old` is always the size
 * last asked for. The close function of each kernel structure gives back all memory that the
 * structure took; it may be called more than once. */
#ifndef LIM_ALLOC_H
#define LIM_ALLOC_H

#include <stddef.h>

typedef struct lim_alloc {
    void *(*grow)(void *context, void *block, size_t old_bytes, size_t new_bytes);
    void *context;
} lim_alloc;

static inline void *lim_grow(const lim_alloc *mem, void *block, size_t old_bytes, size_t new_bytes) {
    return mem->grow(mem->context, block, old_bytes, new_bytes);
}

#endif
