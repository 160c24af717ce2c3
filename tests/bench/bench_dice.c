/* Dice timed: one at a time and in bulk, and trials from odds that are kept, in turn with a plain generator (xoshiro256**
 * and a bounded draw), the least of fifteen turns each. Prints rows of the bench's table (tests/bench/ratio.lua): what, times
 * the plain generator, its target, the unit, nanoseconds, which way. Only wrong dice fail. */
#define _POSIX_C_SOURCE 200809L
#include "dice.h"
#include "dist.h"
#include "philox.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { DICE = 1 << 22, ROUNDS = 15, BULK = 4096 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static const lim_event event = {1815, 1, 2, 3, 4, 5};

/* Each throws DICE six-sided dice and adds them up. */
static uint64_t one_by_one(void) {
    lim_stream stream;
    uint64_t sum = 0;
    lim_stream_open(&stream, &event, 1);
    for (size_t i = 0; i < DICE; i++) sum += lim_stream_die(&stream, 6);
    return sum;
}

static uint64_t bulk(void) {
    lim_stream stream;
    uint32_t face[BULK];
    uint64_t sum = 0;
    lim_stream_open(&stream, &event, 1);
    for (size_t done = 0; done < DICE; done += BULK) {
        lim_stream_fill(&stream, 6, BULK, face);
        for (size_t i = 0; i < BULK; i++) sum += face[i];
    }
    return sum;
}

/* The portable words bounded, as where there is no wide path. */
static uint64_t bulk_portable(void) {
    lim_stream stream;
    uint32_t word[BULK];
    uint64_t sum = 0;
    lim_stream_open(&stream, &event, 1);
    for (uint32_t done = 0; done < DICE; done += BULK) {
        const uint32_t counter[4] = {done / 4, stream.label, stream.ask, 0};
        lim_philox_run_portable(counter, stream.key, BULK / 4, word);
        for (uint32_t i = 0; i < BULK; i++) {
            const uint64_t product = (uint64_t)word[i] * 6;
            sum += (uint32_t)product >= 4 ? (product >> 32) + 1 : lim_stream_again(&stream, done + i, 6);
        }
    }
    return sum;
}

static uint64_t rotated(uint64_t x, int bits) { return x << bits | x >> (64 - bits); }

static uint64_t plain_generator(void) {
    uint64_t s[4] = {1, 2, 3, 4}, sum = 0;
    for (size_t i = 0; i < DICE; i++) {
        const uint64_t word = rotated(s[1] * 5, 7) * 9, t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = rotated(s[3], 45);
        sum += ((word >> 32) * 6 >> 32) + 1;
    }
    return sum;
}

static uint64_t new_streams(void) {
    uint64_t sum = 0;
    lim_event other = event;
    for (other.ask = 0; other.ask < DICE; other.ask++) {
        lim_stream stream;
        lim_stream_open(&stream, &other, 1);
        sum += lim_stream_die(&stream, 6);
    }
    return sum;
}

/* T7: the six ways of 2d6-2 against 2d6+1, of 1,296. */
static uint64_t trials(void) {
    static const lim_limb weights[] = {104, 485, 91, 410, 205, 1};
    static _Alignas(max_align_t) unsigned char block[1024];
    uint64_t sum = 0;
    lim_dist *const dist = lim_dist_place(block, 6, 1);
    for (size_t i = 0; i < 6; i++) dist->value[i] = (int64_t)i, dist->weight[i] = weights[i];
    lim_dist_tidy(dist);
    lim_stream stream;
    lim_stream_open(&stream, &event, 1);
    for (size_t i = 0; i < DICE; i++) {
        lim_limb draw[LIM_NAT_LIMBS];
        lim_stream_below(&stream, dist->total, dist->limbs, draw);
        sum += lim_dist_pick(dist, draw) + 1;
    }
    return sum;
}

static const struct {
    const char *name;
    uint64_t (*throw)(void);
    double target; /* times the plain generator; 0 for none */
    int same_dice;
} rows[] = {
    {"T1 C, a plain generator, bounded", plain_generator, 0, 0},
    {"T1 C, one call", one_by_one, 4.5 / 1.64, 1},
    {"T1 C, the first die of a new stream", new_streams, 0, 0},
    {"T1 C, bulk, portable", bulk_portable, 1.6 / 0.85, 1},
    {"T1 C, bulk", bulk, 0.9 / 0.85, 1},
    {"T7 a trial from cached odds, C", trials, 15 / 1.64, 0},
};

enum { ROWS = sizeof rows / sizeof *rows };

int main(void) {
    static double taken[ROWS][ROUNDS];
    const uint64_t dice = one_by_one();
    for (size_t i = 0; i < ROUNDS; i++)
        for (size_t r = 0; r < ROWS; r++) {
            const double start = now();
            const uint64_t sum = rows[r].throw();
            taken[r][i] = (now() - start) / DICE;
            if (rows[r].same_dice ? sum != dice : sum < 3 * (uint64_t)DICE || sum > 4 * (uint64_t)DICE) {
                printf("%s: other dice, their sum %llu\n", rows[r].name, (unsigned long long)sum);
                return 1;
            }
        }
    for (size_t r = 0; r < ROWS; r++) {
        qsort(taken[r], ROUNDS, sizeof *taken[r], by_size);
        const double ns = taken[r][0];
        printf("%s\t%.4f\t", rows[r].name, ns / taken[0][0]);
        if (rows[r].target > 0) printf("%.4f", rows[r].target);
        printf("\tx plain C\t%.3g ns\t<=\n", ns);
    }
    return 0;
}
