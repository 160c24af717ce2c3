/* Small blocks of memory, cut from slabs. See slabs.h.
 *
 * A block's size is rounded up to a multiple of GRAIN, its class. Each class has a list of free blocks; when that is
 * empty, a block is cut from the last slab. Slabs go back to the system all at once. */
#include "slabs.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define LARGEST 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define LARGEST 0
#endif
#endif
#ifndef LARGEST
#define LARGEST 512
#endif

enum { GRAIN = 16, SLAB = 64 * 1024, CLASSES = LARGEST / GRAIN + 1 };

typedef struct link {
    struct link *next;
} link;

struct lim_slabs {
    link *free[CLASSES]; /* by class */
    link *slabs;         /* each begins with a link */
    char *fresh;         /* what is left of the last slab */
    size_t left;
};

static bool is_small(size_t size) { return size <= LARGEST; }

static size_t class_of(size_t size) { return (size + GRAIN - 1) / GRAIN; }

static void push(link **list, void *block) {
    link *first = block;

    first->next = *list;
    *list = first;
}

/* What is left of the last slab becomes a free block, and a new slab the last. */
static bool add_slab(lim_slabs *slabs) {
    char *slab = malloc(SLAB);

    if (slab == NULL) return false;
    if (slabs->left > 0) push(&slabs->free[slabs->left / GRAIN], slabs->fresh);
    push(&slabs->slabs, slab);
    slabs->fresh = slab + GRAIN;
    slabs->left = SLAB - GRAIN;
    return true;
}

static void *cut(lim_slabs *slabs, size_t size) {
    const size_t class = class_of(size), bytes = class * GRAIN;
    link *found = slabs->free[class];

    if (found != NULL) {
        slabs->free[class] = found->next;
        __builtin_prefetch(found->next); /* a free block has long left the cache: the next is on its way when asked for */
        return found;
    }
    if (slabs->left < bytes && !add_slab(slabs)) return NULL;
    char *block = slabs->fresh;
    slabs->fresh += bytes;
    slabs->left -= bytes;
    return block;
}

static void *take(lim_slabs *slabs, size_t size) { return is_small(size) ? cut(slabs, size) : malloc(size); }

static void give_back(lim_slabs *slabs, void *block, size_t size) {
    if (is_small(size))
        push(&slabs->free[class_of(size)], block);
    else
        free(block);
}

void *lim_slabs_allocate(void *data, void *block, size_t old, size_t size) {
    lim_slabs *slabs = data;

    if (block == NULL) return size == 0 ? NULL : take(slabs, size);
    if (size == 0) {
        give_back(slabs, block, old);
        return NULL;
    }
    if (!is_small(old) && !is_small(size)) return realloc(block, size);
    if (is_small(old) && is_small(size) && class_of(old) == class_of(size)) return block;
    void *moved = take(slabs, size);
    if (moved == NULL) return NULL;
    memcpy(moved, block, old < size ? old : size);
    give_back(slabs, block, old);
    return moved;
}

lim_slabs *lim_slabs_new(void) { return calloc(1, sizeof(lim_slabs)); }

void lim_slabs_free(lim_slabs *slabs) {
    if (slabs == NULL) return;
    while (slabs->slabs != NULL) {
        link *next = slabs->slabs->next;
        free(slabs->slabs);
        slabs->slabs = next;
    }
    free(slabs);
}
