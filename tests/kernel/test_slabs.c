/* Blocks of every size keep what is written into them, while others are taken, resized and given back. */
#include "slabs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BLOCKS = 400, STEPS = 200000, LONGEST = 1400 };

typedef struct {
    unsigned char *at;
    size_t size;
    unsigned char mark;
} block;

static uint32_t draw(uint32_t *state, uint32_t below) {
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % below;
}

static void fill(block *b, unsigned char mark) {
    b->mark = mark;
    if (b->size > 0) memset(b->at, mark, b->size);
}

static void assert_filled(const block *b, size_t size) {
    for (size_t i = 0; i < size; i++) assert_int_equal(b->at[i], b->mark);
}

static void keeps_what_is_written(void **state) {
    (void)state;
    lim_slabs *slabs = lim_slabs_new();
    static block blocks[BLOCKS];
    uint32_t random = 1;

    assert_non_null(slabs);
    memset(blocks, 0, sizeof blocks);
    for (int step = 0; step < STEPS; step++) {
        block *b = &blocks[draw(&random, BLOCKS)];
        const size_t size = draw(&random, 4) == 0 ? 0 : draw(&random, draw(&random, 3) == 0 ? LONGEST : 100);
        const size_t both = size < b->size ? size : b->size;
        unsigned char *moved = lim_slabs_allocate(slabs, b->at, b->at == NULL ? 5 : b->size, size);
        assert_int_equal(moved == NULL, size == 0);
        assert_int_equal((uintptr_t)moved % _Alignof(max_align_t), 0);
        *b = (block){.at = moved, .size = size, .mark = b->mark};
        assert_filled(b, both);
        fill(b, (unsigned char)step);
    }
    for (int i = 0; i < BLOCKS; i++) {
        assert_filled(&blocks[i], blocks[i].size);
        if (blocks[i].at != NULL) assert_null(lim_slabs_allocate(slabs, blocks[i].at, blocks[i].size, 0));
    }
    lim_slabs_free(slabs);
}

/* No two blocks of a slab, or of the next, overlap. */
static void do_not_overlap(void **state) {
    (void)state;
    lim_slabs *slabs = lim_slabs_new();
    unsigned char *blocks[3000];

    for (size_t i = 0; i < 3000; i++) {
        blocks[i] = lim_slabs_allocate(slabs, NULL, 0, 48);
        assert_non_null(blocks[i]);
        memset(blocks[i], (int)(i % 251), 48);
    }
    for (size_t i = 0; i < 3000; i++)
        for (size_t at = 0; at < 48; at++) assert_int_equal(blocks[i][at], i % 251);
    for (size_t i = 0; i < 3000; i++) (void)lim_slabs_allocate(slabs, blocks[i], 48, 0);
    lim_slabs_free(slabs);
    lim_slabs_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_what_is_written),
        cmocka_unit_test(do_not_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
