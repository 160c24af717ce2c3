/* Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw ("Parallel random
 * numbers: as easy as 1, 2, 3", SC11), checked against the known answers published with Random123.
 *
 * A block is a pure function of a 128-bit counter and a 64-bit key. Nothing here keeps state,
 * allocates or fails. Words are numbers, so the answers are the same on every machine. */
#ifndef LIM_PHILOX_H
#define LIM_PHILOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many blocks the wide path makes at once; a buffer of this many is filled fastest. */
#define LIM_PHILOX_WIDE 8

/* The four words of one block. `out` may be `counter`. */
void lim_philox_block(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/* n blocks, their counters running from `counter` by one in counter[0] (modulo 2^32), into
 * out[0..4n-1] in order. The second uses AVX2 where `wide` says so, and gives the same words. */
void lim_philox_run_portable(const uint32_t counter[4], const uint32_t key[2], size_t n, uint32_t *out);
void lim_philox_run(const uint32_t counter[4], const uint32_t key[2], size_t n, uint32_t *out);

/* Whether this machine and this build have the wide path. */
bool lim_philox_wide(void);

/* 32 bounded draws from the 8 blocks at `counter`: out[i] = floor(word[i] * faces / 2^32) + 1.
 * `threshold` is 2^32 mod faces. Returns false, with `out` unspecified, when a word falls in the
 * biased remainder and must be drawn again, and always where there is no wide path. */
bool lim_philox_bounded(const uint32_t counter[4], const uint32_t key[2], uint32_t faces, uint32_t threshold,
                        uint32_t out[4 * LIM_PHILOX_WIDE]);

#endif
