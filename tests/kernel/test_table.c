/* Tables: every kind of axis, every fault of a declaration, and random tables against a plain search. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Builds in memory of exactly the size asked for, so that the sanitizers see a byte too many. */
static lim_table_status build(const lim_axis_spec *axes, size_t count, lim_table **table, lim_table_fault *fault) {
    size_t cells;
    lim_table_status status = lim_table_size(axes, count, &cells, fault);

    *table = NULL;
    if (status != LIM_TABLE_OK) return status;
    void *memory = malloc(lim_table_bytes(axes, count, cells));
    assert_non_null(memory);
    status = lim_table_build(memory, axes, count, cells, table, fault);
    if (status != LIM_TABLE_OK)
        free(memory);
    else
        for (size_t c = 0; c < cells; c++) (*table)->cells[c] = (int64_t)c;
    return status;
}

/* The cell of a one-axis table, or -1. */
static int64_t at(const lim_table *table, int64_t key) {
    size_t cell, axis;

    return lim_table_find(table, &key, &cell, &axis) == LIM_TABLE_OK ? table->cells[cell] : -1;
}

static void exact_keys_find_their_place(void **state) {
    static const lim_span spans[] = {{12, 12}, {2, 2}, {7, 7}};
    lim_axis_spec spec = {LIM_AXIS_EXACT, 3, spans};
    lim_table *table;
    lim_table_fault fault;

    (void)state;
    assert_int_equal(build(&spec, 1, &table, &fault), LIM_TABLE_OK);
    assert_int_equal(at(table, 12), 0);
    assert_int_equal(at(table, 2), 1);
    assert_int_equal(at(table, 7), 2);
    for (int64_t key = -2; key < 20; key++)
        if (key != 2 && key != 7 && key != 12) assert_int_equal(at(table, key), -1);
    free(table);
}

static void keys_far_apart_are_found_too(void **state) {
    static const lim_span spans[] = {{INT64_MAX, INT64_MAX}, {INT64_MIN, INT64_MIN}, {0, 0}, {1000000, 1000000}};
    lim_axis_spec spec = {LIM_AXIS_EXACT, 4, spans};
    lim_table *table;
    lim_table_fault fault;

    (void)state;
    assert_int_equal(build(&spec, 1, &table, &fault), LIM_TABLE_OK);
    for (size_t p = 0; p < 4; p++) assert_int_equal(at(table, spans[p].lo), p);
    assert_int_equal(at(table, 1), -1);
    assert_int_equal(at(table, INT64_MAX - 1), -1);
    free(table);
}

static void bands_may_be_open(void **state) {
    static const lim_span spans[] = {{5, LIM_KEY_MAX}, {LIM_KEY_MIN, -1}, {0, 4}};
    static const lim_span any[] = {{LIM_KEY_MIN, LIM_KEY_MAX}};
    lim_axis_spec spec = {LIM_AXIS_BAND, 3, spans}, whole = {LIM_AXIS_BAND, 1, any};
    lim_table *table;
    lim_table_fault fault;

    (void)state;
    assert_int_equal(build(&spec, 1, &table, &fault), LIM_TABLE_OK);
    assert_int_equal(at(table, INT64_MIN), 1);
    assert_int_equal(at(table, -1), 1);
    assert_int_equal(at(table, 0), 2);
    assert_int_equal(at(table, 4), 2);
    assert_int_equal(at(table, 5), 0);
    assert_int_equal(at(table, INT64_MAX), 0);
    free(table);
    assert_int_equal(build(&whole, 1, &table, &fault), LIM_TABLE_OK);
    assert_int_equal(at(table, INT64_MIN), 0);
    assert_int_equal(at(table, 0), 0);
    assert_int_equal(at(table, INT64_MAX), 0);
    free(table);
}

static void closed_bands_have_an_outside(void **state) {
    static const lim_span spans[] = {{1, 500}, {501, 5000}};
    lim_axis_spec spec = {LIM_AXIS_BAND, 2, spans};
    lim_table *table;
    lim_table_fault fault;

    (void)state;
    assert_int_equal(build(&spec, 1, &table, &fault), LIM_TABLE_OK);
    assert_int_equal(at(table, 0), -1);
    assert_int_equal(at(table, 500), 0);
    assert_int_equal(at(table, 501), 1);
    assert_int_equal(at(table, 5001), -1);
    free(table);
}

static void clamped_keys_stop_at_the_ends(void **state) {
    static const lim_span span = {-2, 3};
    lim_axis_spec spec = {LIM_AXIS_CLAMP, 1, &span};
    lim_table *table;
    lim_table_fault fault;

    (void)state;
    assert_int_equal(build(&spec, 1, &table, &fault), LIM_TABLE_OK);
    assert_int_equal(table->cell_count, 6);
    assert_int_equal(at(table, INT64_MIN), 0);
    assert_int_equal(at(table, -2), 0);
    assert_int_equal(at(table, 1), 3);
    assert_int_equal(at(table, INT64_MAX), 5);
    free(table);
}

static void cells_are_row_major_and_the_axis_at_fault_is_told(void **state) {
    static const lim_span rows[] = {{2, 2}, {3, 3}}, columns[] = {{10, 19}, {20, 29}, {30, LIM_KEY_MAX}};
    lim_axis_spec axes[] = {{LIM_AXIS_EXACT, 2, rows}, {LIM_AXIS_BAND, 3, columns}};
    lim_table *table;
    lim_table_fault fault;
    size_t cell, axis = 99;

    (void)state;
    assert_int_equal(build(axes, 2, &table, &fault), LIM_TABLE_OK);
    assert_int_equal(lim_table_find(table, (int64_t[]){3, 25}, &cell, &axis), LIM_TABLE_OK);
    assert_int_equal(cell, 4);
    assert_int_equal(lim_table_find(table, (int64_t[]){4, 25}, &cell, &axis), LIM_TABLE_OUTSIDE);
    assert_int_equal(axis, 0);
    assert_int_equal(lim_table_find(table, (int64_t[]){3, 9}, &cell, &axis), LIM_TABLE_OUTSIDE);
    assert_int_equal(axis, 1);
    free(table);
}

static void faults_of_a_declaration_are_placed(void **state) {
    static const lim_span twice[] = {{5, 5}, {2, 2}, {5, 5}}, overlap[] = {{10, 20}, {LIM_KEY_MIN, 10}},
                          gap[] = {{8, 9}, {1, 6}}, backwards[] = {{1, 2}, {4, 3}}, wide[] = {{0, INT64_MAX}},
                          whole[] = {{INT64_MIN, INT64_MAX}}, fine[] = {{1, 1}};
    static const struct {
        lim_axis_spec spec;
        lim_table_status status;
        size_t place, other;
        int64_t key;
    } cases[] = {
        {{LIM_AXIS_EXACT, 3, twice}, LIM_TABLE_TWICE, 0, 2, 5},
        {{LIM_AXIS_BAND, 2, overlap}, LIM_TABLE_OVERLAP, 1, 0, 10},
        {{LIM_AXIS_BAND, 2, gap}, LIM_TABLE_GAP, 1, 0, 7},
        {{LIM_AXIS_BAND, 2, backwards}, LIM_TABLE_BACKWARDS, 1, 1, 4},
        {{LIM_AXIS_EXACT, 0, fine}, LIM_TABLE_EMPTY, 0, 0, 0},
        {{LIM_AXIS_CLAMP, 1, wide}, LIM_TABLE_LARGE, 0, 0, 0},
        {{LIM_AXIS_CLAMP, 1, whole}, LIM_TABLE_LARGE, 0, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        lim_axis_spec axes[] = {{LIM_AXIS_EXACT, 1, fine}, cases[i].spec};
        lim_table *table;
        lim_table_fault fault;
        assert_int_equal(build(axes, 2, &table, &fault), cases[i].status);
        assert_int_equal(fault.axis, 1);
        assert_int_equal(fault.place, cases[i].place);
        assert_int_equal(fault.other, cases[i].other);
        assert_int_equal(fault.key, cases[i].key);
    }
}

static void axes_are_one_to_eight_and_cells_limited(void **state) {
    static const lim_span fine[] = {{1, 1}}, large = {1, 4096};
    lim_axis_spec axes[LIM_TABLE_AXES + 1],
        two[] = {{LIM_AXIS_CLAMP, 1, &large}, {LIM_AXIS_CLAMP, 1, &large}, {LIM_AXIS_CLAMP, 1, &large}};
    lim_table_fault fault;
    size_t cells;

    (void)state;
    for (size_t a = 0; a < COUNT(axes); a++) axes[a] = (lim_axis_spec){LIM_AXIS_EXACT, 1, fine};
    assert_int_equal(lim_table_size(axes, 0, &cells, &fault), LIM_TABLE_AXES_WRONG);
    assert_int_equal(lim_table_size(axes, LIM_TABLE_AXES, &cells, &fault), LIM_TABLE_OK);
    assert_int_equal(lim_table_size(axes, LIM_TABLE_AXES + 1, &cells, &fault), LIM_TABLE_AXES_WRONG);
    assert_int_equal(lim_table_size(two, 2, &cells, &fault), LIM_TABLE_OK);
    assert_int_equal(cells, LIM_TABLE_CELLS);
    assert_int_equal(lim_table_size(two, 3, &cells, &fault), LIM_TABLE_LARGE);
}

static uint32_t next(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Random bands, shuffled, some wide enough not to be indexed by key, against looking through them all. */
static void random_bands_agree_with_a_search(void **state) {
    uint32_t seed = 7;

    (void)state;
    for (int round = 0; round < 500; round++) {
        lim_span spans[12];
        size_t count = 1 + next(&seed) % COUNT(spans);
        int64_t width = round % 2 ? 9 : 900, from = (int64_t)(next(&seed) % 200) - 100;
        for (size_t p = 0; p < count; p++) {
            spans[p].lo = from;
            spans[p].hi = from + (int64_t)(next(&seed) % (uint32_t)width);
            from = spans[p].hi + 1;
        }
        for (size_t p = count; p-- > 1;) {
            size_t other = next(&seed) % (p + 1);
            lim_span kept = spans[p];
            spans[p] = spans[other];
            spans[other] = kept;
        }
        lim_axis_spec spec = {LIM_AXIS_BAND, count, spans};
        lim_table *table;
        lim_table_fault fault;
        assert_int_equal(build(&spec, 1, &table, &fault), LIM_TABLE_OK);
        for (int64_t key = -105; key < from + 5; key++) {
            int64_t wanted = -1;
            for (size_t p = 0; p < count; p++)
                if (spans[p].lo <= key && key <= spans[p].hi) wanted = (int64_t)p;
            assert_int_equal(at(table, key), wanted);
        }
        free(table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_keys_find_their_place),
        cmocka_unit_test(keys_far_apart_are_found_too),
        cmocka_unit_test(bands_may_be_open),
        cmocka_unit_test(closed_bands_have_an_outside),
        cmocka_unit_test(clamped_keys_stop_at_the_ends),
        cmocka_unit_test(cells_are_row_major_and_the_axis_at_fault_is_told),
        cmocka_unit_test(faults_of_a_declaration_are_placed),
        cmocka_unit_test(axes_are_one_to_eight_and_cells_limited),
        cmocka_unit_test(random_bands_agree_with_a_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
