/* Named dice: streams of bounded draws over Philox. */
#include "dice.h"

#include <string.h>

static const uint32_t WIDE_DOMAIN = UINT32_C(1) << 31;

uint32_t lim_name_hash(const char *name, size_t bytes) {
    uint32_t hash = UINT32_C(2166136261);
    for (size_t i = 0; i < bytes; i++) hash = (hash ^ (unsigned char)name[i]) * UINT32_C(16777619);
    return hash;
}

void lim_stream_open(lim_stream *stream, const lim_event *event, uint32_t label) {
    const uint32_t seed[2] = {(uint32_t)event->seed, (uint32_t)(event->seed >> 32)};
    const uint32_t name[4] = {event->turn, event->step, event->procedure, event->thrower};
    uint32_t key[4];
    lim_philox_block(name, seed, key);
    stream->key[0] = key[0];
    stream->key[1] = key[1];
    stream->label = label;
    stream->ask = event->ask;
    stream->base = stream->at = stream->have = 0;
}

void lim_stream_refill(lim_stream *stream) {
    stream->base += stream->have;
    stream->at = 0;
    stream->have = stream->base == 0 ? 4 : 4 * LIM_PHILOX_WIDE;
    const uint32_t counter[4] = {stream->base / 4, stream->label, stream->ask, 0};
    lim_philox_run(counter, stream->key, stream->have / 4, stream->word);
}

static inline uint32_t reject_below(uint32_t faces) { return (0u - faces) % faces; }

uint32_t lim_stream_again(const lim_stream *stream, uint32_t n, uint32_t faces) {
    for (uint32_t retry = 1;; retry++) {
        const uint32_t counter[4] = {n, stream->label, stream->ask, retry};
        uint32_t word[4];
        lim_philox_block(counter, stream->key, word);
        for (int i = 0; i < 4; i++) {
            const uint64_t product = (uint64_t)word[i] * faces;
            if ((uint32_t)product >= reject_below(faces)) return (uint32_t)(product >> 32) + 1;
        }
    }
}

void lim_stream_fill(lim_stream *stream, uint32_t faces, size_t n, uint32_t *out) {
    enum { GROUP = 4 * LIM_PHILOX_WIDE };
    const uint32_t threshold = reject_below(faces);
    size_t i = 0;
    while (i < n) {
        if (stream->at == stream->have && n - i >= GROUP && stream->have != 0) {
            const uint32_t counter[4] = {lim_stream_next(stream) / 4, stream->label, stream->ask, 0};
            if (lim_philox_bounded(counter, stream->key, faces, threshold, out + i)) {
                stream->base += GROUP;
                i += GROUP;
                continue;
            }
        }
        if (stream->at == stream->have) lim_stream_refill(stream);
        while (i < n && stream->at < stream->have) {
            const uint64_t product = (uint64_t)stream->word[stream->at++] * faces;
            out[i++] = (uint32_t)product >= threshold ? (uint32_t)(product >> 32) + 1
                                                      : lim_stream_again(stream, lim_stream_next(stream) - 1, faces);
        }
    }
}

void lim_stream_below(lim_stream *stream, const lim_limb *bound, size_t limbs, lim_limb *out) {
    if (limbs == 1 && bound[0] <= UINT32_MAX) {
        out[0] = lim_stream_die(stream, (uint32_t)bound[0]) - 1;
        return;
    }
    if (stream->at == stream->have) lim_stream_refill(stream);
    const uint32_t n = lim_stream_next(stream);
    stream->at++;
    const lim_limb top = bound[limbs - 1];
    const lim_limb mask = top == 0 ? 0 : ~(lim_limb)0 >> __builtin_clzll(top);
    uint32_t counter[4] = {n, stream->label, stream->ask, WIDE_DOMAIN};
    do {
        for (size_t i = 0; i < limbs; i += 2) {
            uint32_t word[4];
            lim_philox_block(counter, stream->key, word);
            counter[3]++;
            out[i] = word[0] | (lim_limb)word[1] << 32;
            if (i + 1 < limbs) out[i + 1] = word[2] | (lim_limb)word[3] << 32;
        }
        out[limbs - 1] &= mask;
    } while (lim_nat_compare(out, bound, limbs) >= 0);
}
