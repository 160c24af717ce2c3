/* Philox4x32-10: one block, runs of blocks, and eight blocks at a time with AVX2. */
#include "philox.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_WIDE 1
#include <immintrin.h>
#else
#define HAVE_WIDE 0
#endif

enum { ROUNDS = 10 };
#define MULTIPLY_0 UINT32_C(0xD2511F53)
#define MULTIPLY_1 UINT32_C(0xCD9E8D57)
#define WEYL_0 UINT32_C(0x9E3779B9)
#define WEYL_1 UINT32_C(0xBB67AE85)

static inline void block(uint32_t c0, uint32_t c1, uint32_t c2, uint32_t c3, const uint32_t key[2], uint32_t out[4]) {
    uint32_t k0 = key[0], k1 = key[1];
#pragma GCC unroll 10
    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t p0 = (uint64_t)MULTIPLY_0 * c0, p1 = (uint64_t)MULTIPLY_1 * c2;
        c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)p1;
        c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)p0;
        k0 += WEYL_0;
        k1 += WEYL_1;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

void lim_philox_block(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
    block(counter[0], counter[1], counter[2], counter[3], key, out);
}

void lim_philox_run_portable(const uint32_t counter[4], const uint32_t key[2], size_t n, uint32_t *out) {
    for (size_t i = 0; i < n; i++)
        block(counter[0] + (uint32_t)i, counter[1], counter[2], counter[3], key, out + 4 * i);
}

#if HAVE_WIDE

/* Four blocks side by side: word w of block b in the low half of 64-bit lane b of x[w]. The
 * multiply reads only low halves, so the high halves may hold anything until the end. */
typedef struct four_blocks {
    __m256i x[4];
} four_blocks;

__attribute__((target("avx2"))) static inline void four_rounds(four_blocks *a, four_blocks *b, const uint32_t key[2]) {
    const __m256i m0 = _mm256_set1_epi64x((long long)MULTIPLY_0);
    const __m256i m1 = _mm256_set1_epi64x((long long)MULTIPLY_1);
    const __m256i weyl0 = _mm256_set1_epi64x((long long)WEYL_0), weyl1 = _mm256_set1_epi64x((long long)WEYL_1);
    __m256i key0 = _mm256_set1_epi64x((long long)key[0]), key1 = _mm256_set1_epi64x((long long)key[1]);
    four_blocks *const both[2] = {a, b};
#pragma GCC unroll 10
    for (int round = 0; round < ROUNDS; round++) {
#pragma GCC unroll 2
        for (int half = 0; half < 2; half++) {
            __m256i *const x = both[half]->x;
            const __m256i p0 = _mm256_mul_epu32(x[0], m0), p1 = _mm256_mul_epu32(x[2], m1);
            x[0] = _mm256_xor_si256(_mm256_srli_epi64(p1, 32), _mm256_xor_si256(x[1], key0));
            x[1] = p1;
            x[2] = _mm256_xor_si256(_mm256_srli_epi64(p0, 32), _mm256_xor_si256(x[3], key1));
            x[3] = p0;
        }
        key0 = _mm256_add_epi32(key0, weyl0);
        key1 = _mm256_add_epi32(key1, weyl1);
    }
}

__attribute__((target("avx2"))) static inline void eight_blocks(const uint32_t counter[4], const uint32_t key[2],
                                                                four_blocks *a, four_blocks *b) {
    const __m256i first = _mm256_set1_epi64x((long long)counter[0]);
    a->x[0] = _mm256_add_epi32(first, _mm256_setr_epi64x(0, 1, 2, 3));
    b->x[0] = _mm256_add_epi32(first, _mm256_setr_epi64x(4, 5, 6, 7));
    for (int w = 1; w < 4; w++) a->x[w] = b->x[w] = _mm256_set1_epi64x((long long)counter[w]);
    four_rounds(a, b, key);
}

/* Stores four blocks in order, given words (0, 1) and (2, 3) of each packed in its lane. */
__attribute__((target("avx2"))) static inline void store_four(__m256i low, __m256i high, uint32_t *out) {
    const __m256i even = _mm256_unpacklo_epi64(low, high); /* blocks 0 and 2 */
    const __m256i odd = _mm256_unpackhi_epi64(low, high);  /* blocks 1 and 3 */
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_permute2x128_si256(even, odd, 0x20));
    _mm256_storeu_si256((__m256i *)(void *)(out + 8), _mm256_permute2x128_si256(even, odd, 0x31));
}

__attribute__((target("avx2"))) static void wide_words(const uint32_t counter[4], const uint32_t key[2],
                                                       uint32_t *out) {
    four_blocks four[2];
    eight_blocks(counter, key, &four[0], &four[1]);
    for (int i = 0; i < 2; i++) {
        const __m256i *const x = four[i].x;
        store_four(_mm256_blend_epi32(x[0], _mm256_slli_epi64(x[1], 32), 0xAA),
                   _mm256_blend_epi32(x[2], _mm256_slli_epi64(x[3], 32), 0xAA), out + 16 * i);
    }
}

__attribute__((target("avx2"))) static bool wide_faces(const uint32_t counter[4], const uint32_t key[2], uint32_t faces,
                                                       uint32_t threshold, uint32_t *out) {
    four_blocks four[2];
    eight_blocks(counter, key, &four[0], &four[1]);
    const __m256i bound = _mm256_set1_epi64x((long long)faces), one = _mm256_set1_epi32(1);
    const __m256i least = _mm256_set1_epi32((int)threshold);
    __m256i worst = _mm256_set1_epi32(-1);
    for (int i = 0; i < 2; i++) {
        __m256i pair[2];
        for (int w = 0; w < 2; w++) {
            const __m256i p = _mm256_mul_epu32(four[i].x[2 * w], bound);
            const __m256i q = _mm256_mul_epu32(four[i].x[2 * w + 1], bound);
            const __m256i rest = _mm256_blend_epi32(p, _mm256_slli_epi64(q, 32), 0xAA);
            worst = _mm256_min_epu32(worst, rest);
            pair[w] = _mm256_add_epi32(_mm256_blend_epi32(_mm256_srli_epi64(p, 32), q, 0xAA), one);
        }
        store_four(pair[0], pair[1], out + 16 * i);
    }
    return _mm256_movemask_epi8(_mm256_cmpeq_epi32(_mm256_max_epu32(worst, least), worst)) == -1;
}

bool lim_philox_wide(void) { return __builtin_cpu_supports("avx2") != 0; }

#else

static void wide_words(const uint32_t counter[4], const uint32_t key[2], uint32_t *out) {
    lim_philox_run_portable(counter, key, LIM_PHILOX_WIDE, out);
}

static bool wide_faces(const uint32_t counter[4], const uint32_t key[2], uint32_t faces, uint32_t threshold,
                       uint32_t *out) {
    (void)counter, (void)key, (void)faces, (void)threshold, (void)out;
    return false;
}

bool lim_philox_wide(void) { return false; }

#endif

void lim_philox_run(const uint32_t counter[4], const uint32_t key[2], size_t n, uint32_t *out) {
    uint32_t next[4] = {counter[0], counter[1], counter[2], counter[3]};
    if (n >= LIM_PHILOX_WIDE && lim_philox_wide())
        for (; n >= LIM_PHILOX_WIDE; n -= LIM_PHILOX_WIDE) {
            wide_words(next, key, out);
            next[0] += LIM_PHILOX_WIDE;
            out += 4 * LIM_PHILOX_WIDE;
        }
    lim_philox_run_portable(next, key, n, out);
}

bool lim_philox_bounded(const uint32_t counter[4], const uint32_t key[2], uint32_t faces, uint32_t threshold,
                        uint32_t out[4 * LIM_PHILOX_WIDE]) {
    return lim_philox_wide() && wide_faces(counter, key, faces, threshold, out);
}
