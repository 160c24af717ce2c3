/* Die n of a stream, worked out from its name alone; the stream does not move. What the dice of kernel/dice.h are held
 * against. */
#ifndef LIM_TEST_STREAM_AT_H
#define LIM_TEST_STREAM_AT_H

#include "dice.h"
#include "philox.h"

static inline uint32_t stream_at(const lim_stream *stream, uint32_t n, uint32_t faces) {
    const uint32_t counter[4] = {n / 4, stream->label, stream->ask, 0};
    uint32_t word[4];

    lim_philox_block(counter, stream->key, word);
    const uint64_t product = (uint64_t)word[n % 4] * faces;
    if ((uint32_t)product < (0u - faces) % faces) return lim_stream_again(stream, n, faces);
    return (uint32_t)(product >> 32) + 1;
}

#endif
