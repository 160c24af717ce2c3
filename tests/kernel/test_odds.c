/* Odds: distributions of throws against plain enumeration, the enumerator, and memory that runs out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "odds.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- memory that counts, and that can be made to run out ----------------------------------------------------------- */

typedef struct purse {
    size_t held, asked, fail_at; /* bytes; requests so far; the request that fails, 0 for none */
} purse;

static void *spend(void *context, void *block, size_t old_bytes, size_t new_bytes) {
    purse *p = context;
    if (new_bytes == 0) {
        p->held -= block == NULL ? 0 : old_bytes;
        free(block);
        return NULL;
    }
    if (++p->asked == p->fail_at) return NULL;
    void *const moved = malloc(new_bytes); /* never in place, so that stale pointers show */
    assert_non_null(moved);
    if (block != NULL) {
        memcpy(moved, block, old_bytes < new_bytes ? old_bytes : new_bytes);
        free(block);
        p->held -= old_bytes;
    }
    p->held += new_bytes;
    return moved;
}

static lim_alloc from(purse *p) { return (lim_alloc){spend, p}; }

/* ---- throws -------------------------------------------------------------------------------------------------------- */

static void assert_ratio(const lim_ratio *ratio, const char *text) {
    char got[2 * LIM_NAT_DIGITS + 4];
    const size_t length = lim_ratio_text(ratio, got);
    assert_int_equal(length, strlen(got));
    assert_string_equal(got, text);
}

static void assert_chance(const lim_dist *dist, int64_t value, const char *text) {
    const size_t at = lim_dist_find(dist, value);
    lim_ratio p;
    lim_dist_chance(dist, at, at < dist->n ? at + 1 : at, &p);
    assert_ratio(&p, text);
}

/* The distribution against all faces in turn: they must be in proportion. */
static void check_throw(const lim_throw *what) {
    enum { VALUES = 4096 };
    static uint64_t tally[VALUES];
    purse p = {0};
    const lim_alloc mem = from(&p);
    const uint32_t dice = lim_throw_dice(what), sides = lim_throw_faces(what), low = lim_throw_lowest_face(what);
    uint32_t face[12];
    uint64_t all = 1, seen = 0;
    lim_odds_status status;

    memset(tally, 0, sizeof tally);
    for (uint32_t i = 0; i < dice; i++) all *= sides;
    for (uint64_t n = 0; n < all; n++) {
        uint64_t rest = n;
        for (uint32_t i = 0; i < dice; i++, rest /= sides) face[i] = low + (uint32_t)(rest % sides);
        const int64_t value = lim_throw_value(what, face);
        assert_in_range(value, 0, VALUES - 1);
        seen += tally[value]++ == 0;
    }
    lim_dist *const dist = lim_throw_dist(what, &mem, &status);
    assert_non_null(dist);
    assert_int_equal(status, LIM_OK);
    assert_int_equal(dist->n, seen);
    assert_int_equal(dist->limbs, 1);
    uint64_t sum = 0;
    for (size_t i = 0; i < dist->n; i++) {
        assert_true(i == 0 || dist->value[i - 1] < dist->value[i]);
        assert_int_equal(tally[dist->value[i]] * dist->total[0], dist->weight[i] * all);
        sum += dist->weight[i];
    }
    assert_int_equal(sum, dist->total[0]);
    lim_dist_free(&mem, dist);
    assert_int_equal(p.held, 0);
}

static void every_throw_is_what_its_faces_make_it(void **state) {
    static const uint32_t even[] = {1, 1, 1}, odd[] = {3, 0, 5, 2, 0}, common[] = {4, 8};

    (void)state;
    for (uint32_t faces = 1; faces <= 12; faces++) check_throw(&(lim_throw){.kind = LIM_DIE, .n = 1, .faces = faces});
    check_throw(&(lim_throw){.kind = LIM_D10Z, .n = 1, .faces = 10});
    check_throw(&(lim_throw){.kind = LIM_PERCENTILE, .n = 2, .faces = 10});
    check_throw(&(lim_throw){.kind = LIM_CHOICE, .n = 3, .faces = 3, .weights = even});
    check_throw(&(lim_throw){.kind = LIM_CHOICE, .n = 5, .faces = 10, .weights = odd});
    check_throw(&(lim_throw){.kind = LIM_CHOICE, .n = 2, .faces = 12, .weights = common});
    for (uint32_t faces = 1; faces <= 8; faces++)
        for (uint32_t n = 1; n <= (faces <= 4 ? 6 : 4); n++) {
            check_throw(&(lim_throw){.kind = LIM_SUM, .n = n, .faces = faces});
            for (uint32_t target = 1; target <= faces; target++)
                check_throw(&(lim_throw){.kind = LIM_COUNT, .n = n, .faces = faces, .target = target});
            for (uint32_t keep = 1; keep <= n; keep++) {
                check_throw(&(lim_throw){.kind = LIM_HIGHEST, .n = n, .faces = faces, .target = keep});
                check_throw(&(lim_throw){.kind = LIM_LOWEST, .n = n, .faces = faces, .target = keep});
            }
        }
}

static void targets_off_the_die_are_certain(void **state) {
    (void)state;
    check_throw(&(lim_throw){.kind = LIM_COUNT, .n = 3, .faces = 6, .target = 0});
    check_throw(&(lim_throw){.kind = LIM_COUNT, .n = 3, .faces = 6, .target = 7});
    check_throw(&(lim_throw){.kind = LIM_COUNT, .n = 3, .faces = 6, .target = 1000});
}

static void best_four_of_ten(void **state) {
    purse p = {0};
    const lim_alloc mem = from(&p);
    lim_odds_status status;
    lim_ratio mean;

    (void)state;
    lim_dist *const dist =
        lim_throw_dist(&(lim_throw){.kind = LIM_HIGHEST, .n = 10, .faces = 10, .target = 4}, &mem, &status);
    lim_dist_mean(dist, &mean);
    assert_true(lim_ratio_double(&mean) > 32.825767025 && lim_ratio_double(&mean) < 32.825767035);
    assert_int_equal(dist->n, 37);
    lim_dist_free(&mem, dist);
}

static void throws_too_large_are_refused(void **state) {
    static const lim_throw large[] = {
        {.kind = LIM_SUM, .n = 1000, .faces = 1000000},
        {.kind = LIM_HIGHEST, .n = 1000, .faces = 1000, .target = 500},
        {.kind = LIM_DIE, .n = 1, .faces = 1000000},
        {.kind = LIM_FROM},
    };
    purse p = {0};
    const lim_alloc mem = from(&p);

    (void)state;
    for (size_t i = 0; i < COUNT(large); i++) {
        lim_odds_status status = LIM_OK;
        assert_null(lim_throw_dist(&large[i], &mem, &status));
        assert_int_equal(status, LIM_TOO_WIDE);
    }
    assert_int_equal(p.held, 0);
}

static void throws_are_worked_out_once(void **state) {
    purse p = {0};
    lim_pools pools = {.mem = from(&p)};
    const uint32_t weights[] = {1, 2}, others[] = {2, 1};
    lim_throw kept;
    lim_odds_status status;
    const lim_dist *first[100];

    (void)state;
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < 100; i++) {
            const lim_dist *dist = lim_pools_find(
                &pools, &(lim_throw){.kind = LIM_SUM, .n = 1 + i % 10, .faces = 2 + i / 10}, &kept, &status);
            assert_non_null(dist);
            if (pass == 0) first[i] = dist;
            assert_ptr_equal(dist, first[i]);
        }
    lim_throw choice = {.kind = LIM_CHOICE, .n = 2, .faces = 3, .weights = weights};
    const lim_dist *const one = lim_pools_find(&pools, &choice, &kept, &status);
    assert_ptr_not_equal(kept.weights, weights);
    assert_memory_equal(kept.weights, weights, sizeof weights);
    assert_ptr_equal(lim_pools_find(&pools, &choice, &kept, &status), one);
    choice.weights = others;
    assert_ptr_not_equal(lim_pools_find(&pools, &choice, &kept, &status), one);
    lim_pools_close(&pools);
    lim_pools_close(&pools);
    assert_int_equal(p.held, 0);
}

/* ---- numbers ------------------------------------------------------------------------------------------------------- */

static void ratios_are_in_lowest_terms(void **state) {
    lim_limb n[3] = {0, 0, 6}, d[3] = {0, 9, 0};
    lim_ratio ratio;

    (void)state;
    lim_ratio_set(&ratio, n, 3, d, 3);
    assert_ratio(&ratio, "36893488147419103232/3"); /* 2^65 */
    assert_true(lim_ratio_double(&ratio) == 36893488147419103232.0 / 3);
    lim_ratio_set(&ratio, n, 2, d, 2);
    assert_ratio(&ratio, "0/1");
    assert_true(lim_ratio_double(&ratio) == 0);
}

/* Doubles against the machine's own division, which is rightly rounded, and against ties. */
static void ratios_round_to_the_nearest_double(void **state) {
    uint64_t seed = 1;
    lim_ratio ratio;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        lim_limb part[2];
        for (int k = 0; k < 2; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            part[k] = (seed >> 11 >> (seed >> 6) % 40) + 1;
        }
        lim_ratio_set(&ratio, &part[0], 1, &part[1], 1);
        assert_true(lim_ratio_double(&ratio) == (double)part[0] / (double)part[1]);
    }
    const lim_limb one = 1, down = (UINT64_C(1) << 53) + 1, up = (UINT64_C(1) << 53) + 3;
    lim_ratio_set(&ratio, &down, 1, &one, 1);
    assert_true(lim_ratio_double(&ratio) == 9007199254740992.0);
    lim_ratio_set(&ratio, &up, 1, &one, 1);
    assert_true(lim_ratio_double(&ratio) == 9007199254740996.0);
}

/* ---- the enumerator ------------------------------------------------------------------------------------------------ */

typedef struct play {
    lim_walk *walk;
    lim_odds_status status;
    uint64_t run; /* counts from 1 */
    int mode;
} play;

static int64_t roll(play *p, lim_throw what, uint32_t name) {
    const lim_dist *dist;
    size_t choice;
    bool fresh;
    if (p->status != LIM_OK) return 0;
    p->status = lim_walk_ask(p->walk, &what, name, &dist, &choice, &fresh);
    return p->status == LIM_OK ? dist->value[choice] : 0;
}

static int64_t d(play *p, uint32_t faces) { return roll(p, (lim_throw){.kind = LIM_DIE, .n = 1, .faces = faces}, 1); }

static int64_t sum(play *p, uint32_t n, uint32_t faces) {
    return roll(p, (lim_throw){.kind = LIM_SUM, .n = n, .faces = faces}, 2);
}

static int64_t count(play *p, uint32_t n, uint32_t target) {
    return n == 0 ? 0 : roll(p, (lim_throw){.kind = LIM_COUNT, .n = n, .faces = 6, .target = target}, 3);
}

typedef int64_t (*procedure)(play *p);

/* Walks all of it; the outcome is in the walk's tally if it went well. */
static lim_odds_status walk_all(lim_walk *walk, procedure run, int mode, uint64_t most) {
    play p = {walk, LIM_OK, 0, mode};
    lim_odds_status status = lim_walk_start(walk, most);
    if (status != LIM_OK) return status;
    do {
        p.run++;
        const int64_t key = run(&p);
        if (p.status != LIM_OK) return p.status;
        status = lim_walk_end(walk, key);
    } while (status == LIM_MORE);
    return status;
}

static lim_walk walk_of(purse *p) { return (lim_walk){.tally.mem = from(p), .pools.mem = from(p)}; }

static lim_dist *built(lim_walk *walk) {
    return lim_tally_build(&walk->tally, malloc(lim_dist_bytes(walk->tally.n, walk->tally.limbs)));
}

/* Six ways for a score to end against another: pursues, holds, draws, falls back, retreats, routs. */
static int64_t response(int64_t score, int64_t other) {
    const int64_t margin = score - other;
    if (score <= 0 || margin <= -9) return 5;
    return margin >= 7 ? 0 : margin > 0 ? 1 : margin == 0 ? 2 : margin > -4 ? 3 : 4;
}

static int64_t two_rolls(play *p) {
    const int64_t first = sum(p, 2, 6);
    return response(first - 2, sum(p, 2, 6) + 1);
}

static int64_t four_dice(play *p) {
    int64_t first = d(p, 6);
    first += d(p, 6);
    const int64_t other = d(p, 6);
    return response(first - 2, other + d(p, 6) + 1);
}

static void a_fight_of_two_rolls(void **state) {
    static const procedure ways[] = {two_rolls, four_dice};
    static const uint64_t paths[] = {121, 1296};
    static const uint64_t weight[] = {1, 205, 104, 410, 485, 91};
    purse p = {0};
    lim_walk walk = walk_of(&p);

    (void)state;
    for (size_t w = 0; w < 2; w++) {
        assert_int_equal(walk_all(&walk, ways[w], 0, 1296), LIM_OK);
        assert_int_equal(walk.paths, paths[w]);
        lim_dist *const dist = built(&walk);
        assert_int_equal(dist->n, 6);
        assert_int_equal(dist->total[0], 1296);
        for (size_t i = 0; i < 6; i++) {
            assert_int_equal(dist->value[i], i);
            assert_int_equal(dist->weight[i], weight[i]);
        }
        free(dist);
    }
    lim_walk_close(&walk);
    assert_int_equal(p.held, 0);
}

/* Four dice hit on 4 or more, the misses are thrown once more, 4 or more saves. */
static int64_t side(play *p) {
    const int64_t first = count(p, 4, 4), hits = first + count(p, 4 - (uint32_t)first, 4);
    return hits - count(p, (uint32_t)hits, 4);
}

static int64_t both_sides(play *p) {
    const int64_t a = side(p);
    return 5 * a + side(p);
}

static void hits_throws_again_and_saves(void **state) {
    purse p = {0};
    lim_walk walk = walk_of(&p);

    (void)state;
    assert_int_equal(walk_all(&walk, both_sides, 0, 1000000), LIM_OK);
    assert_int_equal(walk.paths, 55 * 55);
    lim_dist *const dist = built(&walk);
    assert_int_equal(dist->n, 25);
    assert_chance(dist, 0, "390625/16777216");
    assert_chance(dist, 25, "0/1");
    free(dist);
    lim_walk_close(&walk);
    assert_int_equal(p.held, 0);
}

/* Paths over 2, 6, 42 and 5: their common denominator is none of theirs. */
static int64_t crooked(play *p) {
    if (d(p, 2) == 1) return d(p, 5) == 1;
    if (d(p, 3) == 1) return 2;
    return d(p, 7) == 1 ? 3 : 4;
}

static void paths_with_other_denominators_add_up(void **state) {
    purse p = {0};
    lim_walk walk = walk_of(&p);

    (void)state;
    assert_int_equal(walk_all(&walk, crooked, 0, 100), LIM_OK);
    assert_int_equal(walk.paths, 5 + 1 + 2 * 7);
    lim_dist *const dist = built(&walk);
    assert_chance(dist, 0, "2/5");
    assert_chance(dist, 1, "1/10");
    assert_chance(dist, 2, "1/6");
    assert_chance(dist, 3, "1/21");
    assert_chance(dist, 4, "2/7");
    free(dist);
    lim_walk_close(&walk);
    assert_int_equal(p.held, 0);
}

static int64_t nothing_thrown(play *p) { return 40 + p->mode; }

static void no_throw_is_one_path(void **state) {
    purse p = {0};
    lim_walk walk = walk_of(&p);

    (void)state;
    assert_int_equal(walk_all(&walk, nothing_thrown, 2, 1), LIM_OK);
    assert_int_equal(walk.paths, 1);
    lim_dist *const dist = built(&walk);
    assert_chance(dist, 42, "1/1");
    free(dist);
    lim_walk_close(&walk);
}

/* Each way of not being pure: on the third run, or when the first path is run again. */
static int64_t impure(play *p) {
    const bool later = p->run > 2, last = p->run > 6;
    const int64_t first = roll(p, (lim_throw){.kind = LIM_DIE, .n = 1, .faces = p->mode == 1 && later ? 8 : 6},
                               p->mode == 2 && later ? 9 : 1);
    switch (p->mode) {
    case 3: return last ? first : first + d(p, 1);
    case 4: return last ? first + d(p, 1) : first;
    case 5: return last ? 99 : first;
    default: return first;
    }
}

/* The throw before the last is dropped while a prefix is repeated. */
static int64_t forgetful(play *p) { return p->run == 2 ? 0 : d(p, 2) + d(p, 2); }

static void what_is_not_pure_is_found_out(void **state) {
    static const lim_odds_status bites[] = {LIM_OK,           LIM_OTHER_THROW, LIM_OTHER_THROW,
                                            LIM_FEWER_THROWS, LIM_MORE_THROWS, LIM_OTHER_END};
    purse p = {0};
    lim_walk walk = walk_of(&p);

    (void)state;
    for (int mode = 0; mode < (int)COUNT(bites); mode++)
        assert_int_equal(walk_all(&walk, impure, mode, 100), bites[mode]);
    assert_int_equal(walk_all(&walk, forgetful, 0, 100), LIM_FEWER_THROWS);
    assert_int_equal(walk_all(&walk, impure, 0, 100), LIM_OK); /* and the walk is good for more */
    lim_walk_close(&walk);
    assert_int_equal(p.held, 0);
}

static void paths_are_counted(void **state) {
    purse p = {0};
    lim_walk walk = walk_of(&p);

    (void)state;
    assert_int_equal(walk_all(&walk, two_rolls, 0, 120), LIM_TOO_MANY);
    assert_int_equal(walk_all(&walk, two_rolls, 0, 121), LIM_OK);
    assert_int_equal(walk_all(&walk, nothing_thrown, 0, 0), LIM_TOO_MANY);
    lim_walk_close(&walk);
}

/* 100 dice of 1,000 faces, one after another: 10^300. */
static int64_t long_odds(play *p) {
    for (int64_t n = 0; n < p->mode; n++)
        if (count(p, 1, 7) + roll(p, (lim_throw){.kind = LIM_COUNT, .n = 1, .faces = 1000, .target = 1000}, 4) == 0)
            return n;
    return p->mode;
}

static void weights_grow_past_128_bits(void **state) {
    purse p = {0};
    lim_walk walk = walk_of(&p);
    char text[2 * LIM_NAT_DIGITS + 4];
    lim_ratio ratio;

    (void)state;
    assert_int_equal(walk_all(&walk, long_odds, 100, 1000), LIM_OK);
    assert_int_equal(walk.paths, 101);
    assert_true(walk.tally.limbs > 2);
    lim_dist *const dist = built(&walk);
    assert_chance(dist, 0, "999/1000");
    assert_chance(dist, 1, "999/1000000");
    lim_dist_chance(dist, 100, 101, &ratio);
    assert_int_equal(lim_ratio_text(&ratio, text), 3 + 300);
    assert_memory_equal(text, "1/1000000", 9);
    assert_int_equal(strspn(text + 3, "0"), 300);
    lim_dist_chance(dist, 0, dist->n, &ratio);
    assert_ratio(&ratio, "1/1");
    free(dist);
    assert_int_equal(walk_all(&walk, long_odds, 2000, 10000), LIM_TOO_WIDE); /* 10^6000 */
    lim_walk_close(&walk);
    assert_int_equal(p.held, 0);
}

/* ---- distributions as values, and as sources ----------------------------------------------------------------------- */

static lim_dist *dist_of(size_t n, const int64_t *value, const lim_limb *weight) {
    lim_dist *const dist = lim_dist_place(malloc(lim_dist_bytes(n, 2)), n, 2);
    for (size_t i = 0; i < n; i++) {
        dist->value[i] = value[i];
        dist->weight[2 * i] = weight[i];
    }
    lim_dist_tidy(dist);
    return dist;
}

static void a_distribution_answers(void **state) {
    static const int64_t value[] = {-7, -1, 0, 2, 10};
    static const lim_limb weight[] = {4, 0, 8, 12, 8};
    lim_ratio ratio, chance[3];

    (void)state;
    lim_dist *const dist = dist_of(5, value, weight);
    assert_int_equal(dist->n, 4);
    assert_int_equal(dist->total[0], 8);
    assert_int_equal(dist->limbs, 1);
    lim_dist_mean(dist, &ratio);
    assert_ratio(&ratio, "19/8");
    lim_dist_variance(dist, &ratio);
    assert_ratio(&ratio, "1727/64"); /* (49 + 12 + 200) / 8 - 361 / 64 */
    assert_int_equal(lim_dist_quantile(dist, 0), -7);
    assert_int_equal(lim_dist_quantile(dist, 0.125), -7);
    assert_int_equal(lim_dist_quantile(dist, 0.126), 0);
    assert_int_equal(lim_dist_quantile(dist, 0.5), 2);
    assert_int_equal(lim_dist_quantile(dist, 1), 10);
    assert_int_equal(lim_dist_from(dist, -8), 0);
    assert_int_equal(lim_dist_from(dist, 1), 2);
    assert_int_equal(lim_dist_from(dist, 11), 4);
    assert_int_equal(lim_dist_find(dist, -1), 4);
    static const size_t picks[] = {0, 1, 1, 2, 2, 2, 3, 3};
    for (lim_limb draw = 0; draw < 8; draw++) assert_int_equal(lim_dist_pick(dist, &draw), picks[draw]);
    lim_dist_compare(dist, dist, chance);
    assert_ratio(&chance[0], "23/64");
    assert_ratio(&chance[1], "9/32");
    assert_ratio(&chance[2], "23/64");
    free(dist);
}

static lim_dist *nested;

static int64_t from_inside(play *p) {
    return 100 * roll(p, (lim_throw){.kind = LIM_FROM, .n = 1, .dist = nested}, 5) +
           roll(p, (lim_throw){.kind = LIM_FROM, .n = 1, .dist = nested}, 6);
}

/* One side worked out, and used twice: the odds of the flat procedure, in 25 paths instead of 3,025. */
static void a_distribution_is_a_source(void **state) {
    purse p = {0};
    lim_walk walk = walk_of(&p);

    (void)state;
    assert_int_equal(walk_all(&walk, side, 0, 100), LIM_OK);
    assert_int_equal(walk.paths, 55);
    nested = built(&walk);
    assert_int_equal(walk_all(&walk, from_inside, 0, 100), LIM_OK);
    assert_int_equal(walk.paths, 25);
    lim_dist *const joint = built(&walk);
    assert_int_equal(walk_all(&walk, both_sides, 0, 10000), LIM_OK);
    lim_dist *const flat = built(&walk);
    assert_int_equal(joint->n, flat->n);
    for (size_t i = 0; i < flat->n; i++) flat->value[i] = flat->value[i] / 5 * 100 + flat->value[i] % 5;
    assert_true(lim_dist_equal(joint, flat));
    free(joint);
    free(flat);
    free(nested);
    lim_walk_close(&walk);
    assert_int_equal(p.held, 0);
}

/* ---- memory that runs out ------------------------------------------------------------------------------------------ */

/* All that takes memory: many throws, keys and answers, weights that widen, a choice. */
static int64_t greedy(play *p) {
    static const uint32_t weights[] = {1, 2, 3};
    int64_t key = roll(p, (lim_throw){.kind = LIM_CHOICE, .n = 3, .faces = 6, .weights = weights}, 7);
    if (key == 1) return long_odds(p);
    for (uint32_t n = 1; n <= 15; n++) key += roll(p, (lim_throw){.kind = LIM_SUM, .n = n, .faces = 1}, n);
    key = key * 1000 + sum(p, 10, 10);
    return key * 1000 + roll(p, (lim_throw){.kind = LIM_HIGHEST, .n = 3, .faces = 4, .target = 2}, 1);
}

static lim_odds_status greedy_all(lim_walk *walk) { return walk_all(walk, greedy, 60, 100000); }

static void every_want_of_memory_is_told_and_leaves_nothing(void **state) {
    size_t failures = 0;
    lim_odds_status status;

    (void)state;
    do {
        purse p = {.fail_at = ++failures};
        lim_walk walk = walk_of(&p);
        status = greedy_all(&walk);
        assert_true(status == LIM_OK || status == LIM_NO_MEMORY);
        if (status == LIM_NO_MEMORY) { /* the same walk serves again once there is memory */
            p.fail_at = 0;
            assert_int_equal(greedy_all(&walk), LIM_OK);
        }
        lim_walk_close(&walk);
        lim_walk_close(&walk);
        assert_int_equal(p.held, 0);
    } while (status != LIM_OK);
    assert_true(failures > 30);
}

/* GMP's own memory is never touched: it would end the process when there is none. */
static void *no_block(size_t bytes) {
    fail_msg("GMP asked for %zu bytes", bytes);
    return NULL;
}

static void *no_other_block(void *block, size_t old_bytes, size_t new_bytes) {
    (void)block;
    (void)old_bytes;
    return no_block(new_bytes);
}

static void no_return(void *block, size_t bytes) {
    (void)block;
    (void)no_block(bytes);
}

/* Numbers as wide as any may be, through all that is done to them. */
static void the_widest_numbers_need_no_memory_of_gmp(void **state) {
    static lim_limb n[LIM_NAT_LIMBS], d[LIM_NAT_LIMBS];
    static char text[2 * LIM_NAT_DIGITS + 4];
    static lim_ratio ratio, chance[3];
    const int64_t value[] = {-3, 0, INT64_C(1) << 61};

    (void)state;
    lim_dist *const dist = lim_dist_place(malloc(lim_dist_bytes(3, LIM_NAT_LIMBS)), 3, LIM_NAT_LIMBS);
    for (size_t i = 0; i < LIM_NAT_LIMBS; i++) {
        n[i] = UINT64_C(0x9E3779B97F4A7C15) * (i + 1);
        d[i] = UINT64_C(0xD1B54A32D192ED03) * (i + 7) | 1;
        for (size_t k = 0; k < 3; k++) dist->weight[k * LIM_NAT_LIMBS + i] = (n[i] >> 3) + (d[i] >> (3 + k));
    }
    memcpy(dist->value, value, sizeof value);
    lim_dist_tidy(dist);
    assert_int_equal(dist->limbs, LIM_NAT_LIMBS);
    lim_ratio_set(&ratio, n, LIM_NAT_LIMBS, d, LIM_NAT_LIMBS);
    assert_true(lim_ratio_text(&ratio, text) > 2 * 4900);
    lim_dist_mean(dist, &ratio);
    assert_true(lim_ratio_double(&ratio) > 0);
    lim_dist_variance(dist, &ratio);
    assert_true(lim_ratio_text(&ratio, text) > 2 * 9000);
    assert_true(lim_ratio_double(&ratio) > 0);
    lim_dist_compare(dist, dist, chance);
    for (int k = 0; k < 3; k++) assert_true(lim_ratio_double(&chance[k]) > 0);
    assert_true(lim_ratio_double(&chance[0]) == lim_ratio_double(&chance[2]));
    free(dist);
}

int main(void) {
    mp_set_memory_functions(no_block, no_other_block, no_return);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_throw_is_what_its_faces_make_it),
        cmocka_unit_test(targets_off_the_die_are_certain),
        cmocka_unit_test(best_four_of_ten),
        cmocka_unit_test(throws_too_large_are_refused),
        cmocka_unit_test(throws_are_worked_out_once),
        cmocka_unit_test(ratios_are_in_lowest_terms),
        cmocka_unit_test(ratios_round_to_the_nearest_double),
        cmocka_unit_test(the_widest_numbers_need_no_memory_of_gmp),
        cmocka_unit_test(a_fight_of_two_rolls),
        cmocka_unit_test(hits_throws_again_and_saves),
        cmocka_unit_test(paths_with_other_denominators_add_up),
        cmocka_unit_test(no_throw_is_one_path),
        cmocka_unit_test(what_is_not_pure_is_found_out),
        cmocka_unit_test(paths_are_counted),
        cmocka_unit_test(weights_grow_past_128_bits),
        cmocka_unit_test(a_distribution_answers),
        cmocka_unit_test(a_distribution_is_a_source),
        cmocka_unit_test(every_want_of_memory_is_told_and_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
