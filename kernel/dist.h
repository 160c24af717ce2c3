/* A distribution: integer values, each with an exact integer weight.
 *
 * A distribution is one block of memory, made by lim_dist_place in a block of lim_dist_bytes from
 * its owner, and contains no pointer to anything else; freeing the block frees it. It is built
 * (values ascending, weights), then tidied once, and never changes afterwards. All else here is
 * pure. Values are below 2^62 in size. Symbols cross as values that their owner numbers in
 * canonical order. */
#ifndef LIM_DIST_H
#define LIM_DIST_H

#include "alloc.h"
#include "nat.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a function of the odds answers; everything but LIM_OK and LIM_MORE is a failure. */
typedef enum lim_odds_status {
    LIM_OK,
    LIM_MORE, /* enumerator: another path waits */
    LIM_NO_MEMORY,
    LIM_TOO_WIDE,    /* a weight past LIM_NAT_LIMBS, or a throw too large to work out exactly */
    LIM_TOO_MANY,    /* enumerator: more paths than allowed */
    LIM_OTHER_THROW, /* enumerator: after the same dice, another throw than before */
    LIM_FEWER_THROWS,
    LIM_MORE_THROWS,
    LIM_OTHER_END, /* enumerator: the same dice gave another outcome */
    LIM_NO_PATH,   /* enumerator: a throw before the start or after the end */
} lim_odds_status;

typedef struct lim_dist {
    size_t bytes;     /* of the block */
    size_t n, limbs;  /* outcomes; limbs of each weight and of the total */
    int64_t *value;   /* value[0..n-1] ascending */
    lim_limb *weight; /* weight[i * limbs ...]: fixed, none 0, no common divisor */
    lim_limb *total;  /* their sum */
} lim_dist;

size_t lim_dist_bytes(size_t n, size_t limbs);

/* A distribution of n outcomes in `block`, every value and weight 0. */
lim_dist *lim_dist_place(void *block, size_t n, size_t limbs);

/* The same from an allocator (NULL: no memory), and given back to it. NULL may be freed. */
lim_dist *lim_dist_new(const lim_alloc *mem, size_t n, size_t limbs);
void lim_dist_free(const lim_alloc *mem, lim_dist *dist);

/* Ends building: drops outcomes of weight 0, divides the weights by what they have in common, adds
 * them up and narrows them. At least one weight must not be 0, and their sum must fit `limbs`. */
void lim_dist_tidy(lim_dist *dist);

static inline const lim_limb *lim_dist_weight(const lim_dist *dist, size_t i) { return dist->weight + i * dist->limbs; }

/* Same values with the same weights. */
bool lim_dist_equal(const lim_dist *a, const lim_dist *b);

/* Where `value` stands, or n if it has no weight; and the first at or above it (n if none). */
size_t lim_dist_find(const lim_dist *dist, int64_t value);
size_t lim_dist_from(const lim_dist *dist, int64_t value);

/* Which outcome a draw of 0 .. total-1 picks: the first whose running total exceeds it. */
size_t lim_dist_pick(const lim_dist *dist, const lim_limb *draw);

/* Probability of outcomes first .. last-1. */
void lim_dist_chance(const lim_dist *dist, size_t first, size_t last, lim_ratio *p);

void lim_dist_mean(const lim_dist *dist, lim_ratio *mean);
void lim_dist_variance(const lim_dist *dist, lim_ratio *variance);

/* The least value whose probability of not being exceeded is at least q (0 to 1). */
int64_t lim_dist_quantile(const lim_dist *dist, double q);

/* Two independent throws: the chances that a's is less than, equal to, more than b's. */
void lim_dist_compare(const lim_dist *a, const lim_dist *b, lim_ratio chance[3]);

#endif
