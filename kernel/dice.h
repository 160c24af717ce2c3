/* Named dice: the name of a die, and the face that it shows.
 *
 * A die is a pure function of its name: (seed; turn, step, procedure, thrower, ask; label, n),
 * n counting from 0 within one label of one thrower in one event. So a single die can be thrown
 * again by itself, and a change elsewhere in a battle does not change it. The numbers are mixed by
 * Philox itself:
 *
 *     event key = first two words of the block with counter (turn, step, procedure, thrower)
 *                 and the seed for key
 *     words     = block with counter (n / 4, label, ask, 0) and the event key; die n takes
 *                 word n % 4
 *
 * A word becomes a face by Lemire's method ("Fast random integer generation in an interval",
 * 2019), which is unbiased because it refuses some words: then die n takes the words of the
 * blocks (n, label, ask, 1), (n, label, ask, 2), … in turn, which no other die uses.
 *
 * A stream is the caller's own memory; nothing here allocates. */
#ifndef LIM_DICE_H
#define LIM_DICE_H

#include "nat.h"
#include "philox.h"

#include <stddef.h>
#include <stdint.h>

/* The question that is being resolved, and its thrower. The caller chooses all the numbers. */
typedef struct lim_event {
    uint64_t seed;
    uint32_t turn, step, procedure, thrower, ask;
} lim_event;

/* The dice of one label, thrown one after another. `word` holds those of dice base .. base+have-1
 * of which `at` are used: one block first, since most labels throw no more than four dice, then
 * eight blocks at a time. */
typedef struct lim_stream {
    uint32_t key[2], label, ask;
    uint32_t base, at, have;
    uint32_t word[4 * LIM_PHILOX_WIDE];
} lim_stream;

/* A name as a number: 32-bit FNV-1a over its bytes. Equal names give equal numbers everywhere. */
uint32_t lim_name_hash(const char *name, size_t bytes);

/* Begins the dice of `label`, at n = 0. */
void lim_stream_open(lim_stream *stream, const lim_event *event, uint32_t label);

/* n of the next die. */
static inline uint32_t lim_stream_next(const lim_stream *stream) { return stream->base + stream->at; }

/* Used by lim_stream_die: makes the next words; draws again die n, whose word was refused. */
void lim_stream_refill(lim_stream *stream);
uint32_t lim_stream_again(const lim_stream *stream, uint32_t n, uint32_t faces);

/* The next die: 1 to faces. faces is 1 or more. */
static inline uint32_t lim_stream_die(lim_stream *stream, uint32_t faces) {
    if (stream->at == stream->have) lim_stream_refill(stream);
    const uint64_t product = (uint64_t)stream->word[stream->at++] * faces;
    if ((uint32_t)product < faces && (uint32_t)product < (0u - faces) % faces)
        return lim_stream_again(stream, stream->base + stream->at - 1, faces);
    return (uint32_t)(product >> 32) + 1;
}

/* The next n dice into out[0..n-1]: the same as n calls of lim_stream_die, and faster. */
void lim_stream_fill(lim_stream *stream, uint32_t faces, size_t n, uint32_t *out);

/* The next die, with `bound` faces counted from 0, for bounds of any size: out[0..limbs-1] gets a
 * uniform natural below bound[0..limbs-1], whose top limb is not 0. A bound of one word is a die of
 * so many faces; a larger one uses the words of the blocks (n, label, ask, 2^31),
 * (n, label, ask, 2^31 + 1), … */
void lim_stream_below(lim_stream *stream, const lim_limb *bound, size_t limbs, lim_limb *out);

#endif
