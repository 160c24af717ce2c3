/* Natural numbers of many limbs, in memory the caller owns, over GMP's mpn layer.
 *
 * A number is `n` limbs, least significant first. "Fixed" numbers are padded with zero limbs to a
 * width their owner chose; "trimmed" ones have a top limb that is not 0, and zero has no limbs.
 * GMP itself takes memory only past operand sizes that LIM_NAT_LIMBS and LIM_RATIO_LIMBS keep it
 * below, so its allocator, which ends the process when memory runs out, is never called.
 * All functions are pure, allocate nothing, and cannot fail except as they say. */
#ifndef LIM_NAT_H
#define LIM_NAT_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

_Static_assert(GMP_NUMB_BITS == 64, "limbs of 64 bits are assumed");

typedef mp_limb_t lim_limb;
__extension__ typedef unsigned __int128 lim_u128;

enum {
    LIM_NAT_LIMBS = 256,                     /* of a weight or a total: 16,384 bits */
    LIM_RATIO_LIMBS = 2 * LIM_NAT_LIMBS + 4, /* of what is worked out from two of them */
    LIM_NAT_DIGITS = 20 * LIM_RATIO_LIMBS,   /* enough characters for any of these */
};

/* A rational in lowest terms with n and d trimmed; zero is 0/1. */
typedef struct lim_ratio {
    bool negative;
    size_t n_limbs, d_limbs;
    lim_limb n[LIM_RATIO_LIMBS], d[LIM_RATIO_LIMBS];
} lim_ratio;

/* Limbs of a once trimmed. */
size_t lim_nat_trim(const lim_limb *a, size_t n);

/* -1, 0 or 1 as a is less than, equal to or more than b, both of n limbs. */
int lim_nat_compare(const lim_limb *a, const lim_limb *b, size_t n);

/* out[0..n-1] = a × b, fixed; false, with `out` unspecified, if it does not fit. a and b are
 * trimmed, their limbs no more than LIM_RATIO_LIMBS together; out may be either. */
bool lim_nat_multiply(lim_limb *out, size_t n, const lim_limb *a, size_t a_limbs, const lim_limb *b, size_t b_limbs);

/* out[0..n-1] += a × b, where the sum is known to fit; a has n limbs, b has b_limbs <= n. */
void lim_nat_add_product(lim_limb *out, size_t n, const lim_limb *a, const lim_limb *b, size_t b_limbs);

/* Greatest common divisor of two trimmed numbers of at most LIM_RATIO_LIMBS, neither 0, into out
 * (room for the smaller); returns its limbs. out may be either. */
size_t lim_nat_gcd(lim_limb *out, const lim_limb *a, size_t a_limbs, const lim_limb *b, size_t b_limbs);

/* out = floor(a / b), trimmed; returns its limbs. b is not 0; out has room for a_limbs and may be
 * a. Returns SIZE_MAX instead when a remainder was left. */
size_t lim_nat_divide(lim_limb *out, const lim_limb *a, size_t a_limbs, const lim_limb *b, size_t b_limbs);

/* The ratio n/d in lowest terms; n_limbs may be untrimmed, d is not 0. */
void lim_ratio_set(lim_ratio *ratio, const lim_limb *n, size_t n_limbs, const lim_limb *d, size_t d_limbs);

/* The double nearest to n/d (ties to even): below 2^1000 and, unless 0, above 2^-1000, else
 * infinity or 0. */
double lim_ratio_double(const lim_ratio *ratio);

/* "-35/1296": writes it with a final 0 into text, room for 2 × LIM_NAT_DIGITS + 4 characters, and
 * returns its length. */
size_t lim_ratio_text(const lim_ratio *ratio, char *text);

#endif
