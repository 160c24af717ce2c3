/* Throws: from faces to a value, and the exact distribution of that value.
 *
 * The two halves of a throw agree by construction of its tests only, so a new kind is written here
 * twice, side by side. Pure, except that lim_pools keeps what it has worked out in memory taken
 * from its owner's allocator. */
#ifndef LIM_POOL_H
#define LIM_POOL_H

#include "dist.h"

typedef enum lim_kind {
    LIM_DIE,        /* one die, 1 to faces */
    LIM_SUM,        /* n dice added */
    LIM_COUNT,      /* of n dice, how many show `target` or more */
    LIM_HIGHEST,    /* the best `target` of n dice, added */
    LIM_LOWEST,     /* the worst `target` of n, added */
    LIM_D10Z,       /* one ten-sided die marked 0 to 9 */
    LIM_PERCENTILE, /* two of them, tens first: 0 to 99 */
    LIM_CHOICE,     /* 1 to n by weights[0..n-1]; thrown as one die of as many faces as their sum */
    LIM_FROM,       /* a value of dist; as a die, the place of the value, 1 to dist->n */
} lim_kind;

enum {
    LIM_DICE_MAX = 1000,       /* dice in one throw */
    LIM_FACES_MAX = 1000000,   /* faces of a die */
    LIM_CHOICES_MAX = 1000,    /* weights of one choice, each up to LIM_FACES_MAX */
    LIM_OUTCOMES_MAX = 100000, /* outcomes of one throw whose distribution is worked out */
};

typedef struct lim_throw {
    lim_kind kind;
    uint32_t n, faces, target;
    bool apart; /* of a LIM_SUM that is thrown: its faces are looked at, not their sum; no distribution depends on it */
    const uint32_t *weights;
    const lim_dist *dist;
} lim_throw;

/* Single dice in the throw, the faces of each, and what its lowest face is marked (1, or 0). */
uint32_t lim_throw_dice(const lim_throw *what);
uint32_t lim_throw_faces(const lim_throw *what);
uint32_t lim_throw_lowest_face(const lim_throw *what);

/* The value that faces in the order thrown make. */
int64_t lim_throw_value(const lim_throw *what, const uint32_t *faces);

bool lim_throw_same(const lim_throw *a, const lim_throw *b);

/* Its exact distribution, from `mem`; NULL with *status LIM_NO_MEMORY or LIM_TOO_WIDE. Not for
 * LIM_FROM, which has one. */
lim_dist *lim_throw_dist(const lim_throw *what, const lim_alloc *mem, lim_odds_status *status);

/* A memory of distributions. Begins as {.mem = …} and nothing else. */
typedef struct lim_pools {
    lim_alloc mem;
    struct lim_pool *slot;
    size_t used, size;
} lim_pools;

typedef struct lim_pool {
    lim_throw what; /* its weights are a copy of its own */
    lim_dist *dist; /* NULL: the slot is free */
} lim_pool;

/* The distribution of `what`, worked out if it is new; NULL as above. It and *kept, the throw with
 * weights that last, live until lim_pools_close. */
const lim_dist *lim_pools_find(lim_pools *pools, const lim_throw *what, lim_throw *kept, lim_odds_status *status);

/* Frees everything and leaves it empty, ready for use. */
void lim_pools_close(lim_pools *pools);

#endif
