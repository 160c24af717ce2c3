/* Named dice: Philox against its published answers, streams die by die, fairness, and golden rolls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "dice.h"
#include "philox.h"
#include "stream_at.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const lim_event battle = {UINT64_C(0x0123456789abcdef), 3, 7, 11, 13, 1};

static void philox_gives_its_published_answers(void **state) {
    static const struct {
        uint32_t counter[4], key[2], words[4];
    } known[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(known); i++) {
        uint32_t words[4], run[4 * 9];
        lim_philox_block(known[i].counter, known[i].key, words);
        assert_memory_equal(words, known[i].words, sizeof words);
        lim_philox_run(known[i].counter, known[i].key, 9, run);
        assert_memory_equal(run, known[i].words, sizeof words);
    }
}

static void wide_runs_are_the_portable_ones(void **state) {
    static const uint32_t first[] = {0, 5, UINT32_MAX - 3, 0x80000000};
    enum { BLOCKS = 43 };

    (void)state;
    for (size_t f = 0; f < COUNT(first); f++)
        for (size_t n = 0; n <= BLOCKS; n++) {
            const uint32_t counter[4] = {first[f], 0x9abcdef0, (uint32_t)n, 3}, key[2] = {0xdeadbeef, 0x1234567};
            uint32_t wide[4 * BLOCKS + 1], narrow[4 * BLOCKS + 1];
            wide[4 * n] = narrow[4 * n] = 12345; /* nothing is written past the end */
            lim_philox_run(counter, key, n, wide);
            lim_philox_run_portable(counter, key, n, narrow);
            assert_memory_equal(wide, narrow, (4 * n + 1) * sizeof *wide);
        }
}

static void wide_bounded_draws_are_the_words_bounded(void **state) {
    static const uint32_t faces[] = {1, 2, 6, 10, 100, 1000000, 3000000000u};
    size_t refused = 0, given = 0;

    (void)state;
    if (!lim_philox_wide()) {
        uint32_t out[32];
        assert_false(lim_philox_bounded((const uint32_t[4]){0}, (const uint32_t[2]){0}, 6, 4, out));
        return;
    }
    for (size_t f = 0; f < COUNT(faces); f++)
        for (uint32_t run = 0; run < 200; run++) {
            const uint32_t counter[4] = {8 * run, 1, 2, 0}, key[2] = {run, 9};
            const uint32_t threshold = (0u - faces[f]) % faces[f];
            uint32_t word[32], out[32];
            bool good = true;
            lim_philox_run_portable(counter, key, LIM_PHILOX_WIDE, word);
            for (int i = 0; i < 32; i++) good = good && (uint32_t)((uint64_t)word[i] * faces[f]) >= threshold;
            assert_int_equal(lim_philox_bounded(counter, key, faces[f], threshold, out), good);
            refused += !good;
            given += good;
            for (int i = 0; good && i < 32; i++) assert_int_equal(out[i], ((uint64_t)word[i] * faces[f] >> 32) + 1);
        }
    assert_true(refused > 100 && given > 1000);
}

/* Most words of a die with three thousand million faces are drawn more than once. */
static const uint32_t sizes[] = {1, 2, 3, 6, 10, 20, 100, 1000, 1000000, 3000000000u};

static void a_die_found_alone_is_the_die_of_the_sequence(void **state) {
    enum { DICE = 300 };

    (void)state;
    for (size_t f = 0; f < COUNT(sizes); f++) {
        lim_stream stream, alone;
        lim_stream_open(&stream, &battle, 42);
        lim_stream_open(&alone, &battle, 42);
        for (uint32_t n = 0; n < DICE; n++) {
            assert_int_equal(lim_stream_next(&stream), n);
            const uint32_t die = lim_stream_die(&stream, sizes[f]);
            assert_in_range(die, 1, sizes[f]);
            assert_int_equal(stream_at(&alone, n, sizes[f]), die);
            assert_int_equal(stream_at(&stream, n, sizes[f]), die);
        }
        assert_int_equal(lim_stream_next(&alone), 0);
    }
}

static void many_at_once_are_the_same_dice(void **state) {
    static const size_t parts[] = {1, 3, 31, 0, 64, 5, 100, 33, 32, 200};

    (void)state;
    for (size_t f = 0; f < COUNT(sizes); f++) {
        lim_stream one, many;
        uint32_t out[201];
        lim_stream_open(&one, &battle, 7);
        lim_stream_open(&many, &battle, 7);
        for (size_t p = 0; p < COUNT(parts); p++) {
            out[parts[p]] = 0;
            lim_stream_fill(&many, sizes[f], parts[p], out);
            assert_int_equal(out[parts[p]], 0);
            for (size_t i = 0; i < parts[p]; i++) assert_int_equal(out[i], lim_stream_die(&one, sizes[f]));
            assert_int_equal(lim_stream_next(&many), lim_stream_next(&one));
        }
    }
}

static void dice_of_different_sizes_share_one_sequence(void **state) {
    lim_stream stream;

    (void)state;
    lim_stream_open(&stream, &battle, 8);
    for (uint32_t n = 0; n < 200; n++) {
        const uint32_t faces = sizes[n % COUNT(sizes)];
        assert_int_equal(lim_stream_die(&stream, faces), stream_at(&stream, n, faces));
    }
}

/* ---- golden rolls: the same from every compiler, on every machine -------------------------------------------------- */

static void golden_rolls_stand(void **state) {
    static const struct {
        uint32_t faces;
        uint32_t dice[12];
    } golden[] = {
        {2, {1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 2, 1}},
        {6, {3, 6, 5, 1, 1, 1, 1, 2, 2, 3, 5, 1}},
        {10, {4, 9, 8, 1, 1, 1, 2, 4, 4, 4, 8, 2}},
        {100, {36, 89, 72, 2, 1, 1, 15, 34, 32, 36, 74, 12}},
        {1000000, {355644, 881915, 716004, 15576, 8538, 1881, 144608, 332690, 314774, 352673, 738962, 115466}},
        {3000000000u,
         {1066930920u, 2645744319u, 2148010009u, 46727386u, 25611681u, 5640860u, 433822727u, 998067854u, 944320751u,
          1058016815u, 1362396144u, 346397643u}},
    };

    (void)state;
    for (size_t g = 0; g < COUNT(golden); g++) {
        lim_stream stream;
        lim_stream_open(&stream, &battle, lim_name_hash("score", 5));
        for (size_t n = 0; n < 12; n++) assert_int_equal(lim_stream_die(&stream, golden[g].faces), golden[g].dice[n]);
    }
}

static void names_become_the_same_numbers_everywhere(void **state) {
    (void)state;
    assert_int_equal(lim_name_hash("", 0), 0x811c9dc5);
    assert_int_equal(lim_name_hash("a", 1), 0xe40c292c);
    assert_int_equal(lim_name_hash("foobar", 6), 0xbf9cf968);
    assert_int_equal(lim_name_hash("\xff", 1), (0x811c9dc5u ^ 0xffu) * 16777619u);
}

/* ---- a die's name -------------------------------------------------------------------------------------------------- */

enum { SAMPLE = 64 };

static void throw_sample(const lim_event *event, uint32_t label, uint32_t out[SAMPLE]) {
    lim_stream stream;
    lim_stream_open(&stream, event, label);
    lim_stream_fill(&stream, 1000000, SAMPLE, out);
}

static void every_part_of_the_name_makes_other_dice(void **state) {
    lim_event other[8];
    uint32_t seen[10][SAMPLE], again[SAMPLE];

    (void)state;
    for (size_t i = 0; i < COUNT(other); i++) other[i] = battle;
    other[1].seed ^= 1;
    other[2].seed ^= UINT64_C(1) << 63;
    other[3].turn++;
    other[4].step++;
    other[5].procedure++;
    other[6].thrower++;
    other[7].ask++;
    for (size_t i = 0; i < COUNT(other); i++) throw_sample(&other[i], 5, seen[i]);
    throw_sample(&battle, 6, seen[8]);
    throw_sample(&battle, UINT32_MAX, seen[9]);
    for (size_t i = 0; i < COUNT(seen); i++)
        for (size_t j = 0; j < i; j++) {
            size_t same = 0;
            for (size_t n = 0; n < SAMPLE; n++) same += seen[i][n] == seen[j][n];
            assert_true(same < 3);
        }
    throw_sample(&battle, 5, again);
    assert_memory_equal(again, seen[0], sizeof again);
}

static void streams_side_by_side_do_not_touch(void **state) {
    lim_stream first, second;
    uint32_t alone[SAMPLE];

    (void)state;
    throw_sample(&battle, 1, alone);
    lim_stream_open(&first, &battle, 1);
    lim_stream_open(&second, &battle, 2);
    for (size_t n = 0; n < SAMPLE; n++) {
        assert_int_equal(lim_stream_die(&first, 1000000), alone[n]);
        for (size_t k = 0; k < n % 5; k++) (void)lim_stream_die(&second, 3000000000u);
    }
}

/* ---- fairness ------------------------------------------------------------------------------------------------------ */

/* Chi-squared of `dice` against equal chances, less its mean, in its own standard deviations. */
static double unfairness(const uint32_t *tally, uint32_t faces, double dice) {
    double chi = 0, freedom = faces - 1, expected = dice / faces;
    for (uint32_t f = 0; f < faces; f++) chi += (tally[f] - expected) * (tally[f] - expected) / expected;
    double off = chi - freedom;
    return off * off / (2 * freedom); /* squared, so that no square root is needed */
}

static void every_die_size_is_fair(void **state) {
    enum { DICE = 200000, MOST = 100 };
    static uint32_t out[1000];

    (void)state;
    for (uint32_t faces = 2; faces <= MOST; faces = faces < 20 ? faces + 1 : faces + 20) {
        uint32_t streams[MOST] = {0}, along[MOST] = {0};
        lim_event event = battle;
        lim_stream stream;
        lim_stream_open(&stream, &event, faces);
        for (size_t done = 0; done < DICE; done += COUNT(out)) {
            lim_stream_fill(&stream, faces, COUNT(out), out);
            for (size_t i = 0; i < COUNT(out); i++) along[out[i] - 1]++;
        }
        for (event.ask = 0; event.ask < DICE; event.ask++) { /* the first die of many names */
            lim_stream_open(&stream, &event, faces);
            streams[stream_at(&stream, 0, faces) - 1]++;
        }
        assert_true(unfairness(along, faces, DICE) < 16);
        assert_true(unfairness(streams, faces, DICE) < 16);
    }
}

static void the_measure_of_fairness_bites(void **state) {
    enum { DICE = 200000 };
    uint32_t tally[6] = {0};
    lim_stream stream;

    (void)state;
    lim_stream_open(&stream, &battle, 1);
    for (size_t n = 0; n < DICE; n++) tally[lim_stream_die(&stream, 64) % 6]++; /* 64 is no multiple of 6 */
    assert_true(unfairness(tally, 6, DICE) > 100);
}

/* Faces above 2^31 are refused nearly half the time: a bias in the second draws would show in the thirds. */
static void refused_words_leave_no_bias(void **state) {
    enum { DICE = 60000 };
    uint32_t thirds[3] = {0};
    lim_stream stream;

    (void)state;
    lim_stream_open(&stream, &battle, 3);
    for (size_t n = 0; n < DICE; n++) thirds[(lim_stream_die(&stream, 3000000000u) - 1) / 1000000000u]++;
    assert_true(unfairness(thirds, 3, DICE) < 16);
}

static void draws_below_any_bound_are_fair(void **state) {
    static const struct {
        lim_limb bound[3];
        size_t limbs;
    } cases[] = {{{7}, 1}, {{1}, 1}, {{UINT64_MAX, 2}, 2}, {{0, 0, 5}, 3}, {{3, 0, 1}, 3}};

    (void)state;
    for (size_t c = 0; c < COUNT(cases); c++) {
        enum { DRAWS = 20000 };
        const size_t limbs = cases[c].limbs;
        const lim_limb top = cases[c].bound[limbs - 1];
        uint32_t tally[7] = {0};
        lim_stream stream;
        lim_stream_open(&stream, &battle, 9);
        for (uint32_t n = 0; n < DRAWS; n++) {
            lim_limb out[3];
            assert_int_equal(lim_stream_next(&stream), n);
            lim_stream_below(&stream, cases[c].bound, limbs, out);
            assert_true(lim_nat_compare(out, cases[c].bound, limbs) < 0);
            if (out[limbs - 1] < 7) tally[out[limbs - 1]]++;
        }
        if (c == 0 || c == 3) assert_true(unfairness(tally, (uint32_t)top, DRAWS) < 16);
        if (c == 2) assert_true(unfairness(tally, 3, DRAWS) < 16); /* 3 · 2^64 - 1: 0, 1 and 2 on top */
    }
}

static void a_wide_draw_is_one_die(void **state) {
    const lim_limb bound[2] = {0, 1};
    lim_limb out[2];
    lim_stream stream;

    (void)state;
    lim_stream_open(&stream, &battle, 10);
    (void)lim_stream_die(&stream, 6);
    lim_stream_below(&stream, bound, 2, out);
    for (uint32_t n = 2; n < 50; n++) assert_int_equal(lim_stream_die(&stream, 6), stream_at(&stream, n, 6));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(philox_gives_its_published_answers),
        cmocka_unit_test(wide_runs_are_the_portable_ones),
        cmocka_unit_test(wide_bounded_draws_are_the_words_bounded),
        cmocka_unit_test(a_die_found_alone_is_the_die_of_the_sequence),
        cmocka_unit_test(many_at_once_are_the_same_dice),
        cmocka_unit_test(dice_of_different_sizes_share_one_sequence),
        cmocka_unit_test(golden_rolls_stand),
        cmocka_unit_test(names_become_the_same_numbers_everywhere),
        cmocka_unit_test(every_part_of_the_name_makes_other_dice),
        cmocka_unit_test(streams_side_by_side_do_not_touch),
        cmocka_unit_test(every_die_size_is_fair),
        cmocka_unit_test(the_measure_of_fairness_bites),
        cmocka_unit_test(refused_words_leave_no_bias),
        cmocka_unit_test(draws_below_any_bound_are_fair),
        cmocka_unit_test(a_wide_draw_is_one_die),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
