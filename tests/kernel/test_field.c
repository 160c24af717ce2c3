/* The field against GEOS and against every item asked one by one; sight. */
#include "geometry_oracle.h"

#include <geos_c.h>

#include "field.h"

#define MM(n) ((int64_t)(n)*1000)
#define ITEMS 60

/* An allocator that counts what is out, and refuses the n-th request. */
typedef struct memory {
    size_t out, asked, refuse_at;
} memory;

static void *grow(void *context, void *block, size_t old_bytes, size_t new_bytes) {
    memory *m = context;
    if (new_bytes == 0) {
        m->out -= block == NULL ? 0 : old_bytes;
        free(block);
        return NULL;
    }
    if (++m->asked == m->refuse_at) return NULL;
    void *result = realloc(block, new_bytes);
    assert_non_null(result);
    m->out += new_bytes - (block == NULL ? 0 : old_bytes);
    return result;
}

static void put_base(lim_field *field, int64_t key, lim_base base, lim_about about) {
    lim_vec corners[4];
    lim_shape shape;
    lim_fault fault;
    lim_base_shape(&base, corners, &shape);
    about.key = key;
    about.kind = LIM_ITEM_BASE;
    about.base = base;
    assert_true(lim_field_put(field, &about, &shape, &fault));
}

static void put_shape(lim_field *field, int64_t key, const lim_shape *shape, lim_about about) {
    lim_fault fault;
    about.key = key;
    about.kind = shape->kind == LIM_AREA ? LIM_ITEM_AREA : LIM_ITEM_LINE;
    assert_true(lim_field_put(field, &about, shape, &fault));
}

static void put_area(lim_field *field, int64_t key, const lim_point *points, uint32_t count, lim_about about) {
    lim_vec vertices[8];
    lim_shape shape;
    lim_fault fault;
    assert_true(lim_area_shape(points, count, vertices, &shape, &fault));
    put_shape(field, key, &shape, about);
}

/* Bases, areas and lines; `all[i]` has the key i. */
static void fill(lim_field *field, uint64_t *seed, random_shape all[ITEMS], int64_t reach) {
    for (int i = 0; i < ITEMS; i++) {
        lim_about about = {.side = 1 + i % 2, .flags = (uint32_t)i % 4, .height = 1000};
        if (i % 5 == 0)
            any_area(seed, reach, &all[i]);
        else if (i % 7 == 0)
            any_line(seed, reach, &all[i]);
        if (i % 5 == 0 || i % 7 == 0) {
            put_shape(field, i, &all[i].shape, about);
        } else {
            all[i].base = any_base(seed, reach);
            lim_base_shape(&all[i].base, all[i].vertices, &all[i].shape);
            put_base(field, i, all[i].base, about);
        }
    }
}

static void the_nearest_agree_with_geos(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 21;
    memory m = {0, 0, 0};
    lim_field field;
    lim_field_open(&field, (lim_alloc){grow, &m});
    random_shape all[ITEMS];
    GEOSGeometry *geos[ITEMS];
    fill(&field, &seed, all, 1000000);
    for (int i = 0; i < ITEMS; i++) geos[i] = geos_of(h, &all[i]);
    for (int i = 0; i < 300; i++) {
        random_shape from;
        any_shape(&seed, 1000000, &from);
        GEOSGeometry *g = geos_of(h, &from);
        lim_found found[ITEMS];
        const lim_filter enemy = {.not_side = 1};
        double limit = (double)between(&seed, 0, 800000);
        size_t count = lim_field_near(&field, &from.shape, &enemy, limit, found, ITEMS), wanted = 0;
        double nearest = 1e18;
        for (int k = 1; k < ITEMS; k += 2) {
            double d = geos_distance(h, g, geos[k]);
            wanted += d <= limit + LIM_TOUCH;
            nearest = fmin(nearest, d);
        }
        assert_int_equal(count, wanted);
        for (size_t k = 0; k < count; k++) {
            assert_near(found[k].from, geos_distance(h, g, geos[found[k].item->about.key]), 1e-4);
            if (k > 0) {
                assert_true(found[k - 1].from <= found[k].from);
                if (found[k - 1].from == found[k].from)
                    assert_true(found[k - 1].item->about.key < found[k].item->about.key);
            }
        }
        lim_found one;
        assert_int_equal(lim_field_near(&field, &from.shape, &enemy, 1e9, &one, 1), 1);
        assert_near(one.from, nearest, 1e-4);
        GEOSGeom_destroy_r(h, g);
    }
    for (int i = 0; i < ITEMS; i++) GEOSGeom_destroy_r(h, geos[i]);
    lim_field_close(&field);
    assert_int_equal(m.out, 0);
}

static void filters_pick(void **state) {
    (void)state;
    lim_about about = {.key = 5, .kind = LIM_ITEM_AREA, .side = 2, .flags = 6};
    const int64_t others[] = {1, 5};
    const struct {
        lim_filter filter;
        bool yes;
    } cases[] = {
        {{0}, true},
        {{.kinds = LIM_ITEM_AREA}, true},
        {{.kinds = LIM_ITEM_BASE | LIM_ITEM_LINE}, false},
        {{.side = 2}, true},
        {{.side = 1}, false},
        {{.not_side = 2}, false},
        {{.not_side = 1}, true},
        {{.with = 2}, true},
        {{.with = 3}, false},
        {{.without = 1}, true},
        {{.without = 4}, false},
        {{.except = others, .excepted = 1}, true},
        {{.except = others, .excepted = 2}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(lim_filter_admits(&cases[i].filter, &about), cases[i].yes);
}

/* The same items put in in another order, some twice, some taken out and put back, some moved there. */
static void answers_do_not_depend_on_the_filling(void **state) {
    (void)state;
    uint64_t seed = 22;
    memory m = {0, 0, 0};
    lim_field one, two;
    lim_field_open(&one, (lim_alloc){grow, &m});
    lim_field_open(&two, (lim_alloc){grow, &m});
    lim_base bases[ITEMS];
    for (int i = 0; i < ITEMS; i++) { /* in rows, so that many distances are equal */
        bases[i] = (lim_base){MM(100) * (i % 8), MM(100) * (i / 8), MM(60), MM(20), 0};
        put_base(&one, i, bases[i], (lim_about){0});
    }
    for (int n = 0; n < 300; n++) {
        int i = (int)between(&seed, 0, ITEMS - 1);
        if (n % 3 == 0) lim_field_remove(&two, i);
        put_base(&two, i, bases[(i + n) % ITEMS], (lim_about){0});
    }
    for (int i = ITEMS - 1; i >= 0; i--) {
        if (!lim_field_move(&two, i, &bases[i])) put_base(&two, i, bases[i], (lim_about){0});
    }
    assert_int_equal(one.count, two.count);
    for (int i = 0; i < 200; i++) {
        random_shape from;
        from.base = bases[between(&seed, 0, ITEMS - 1)];
        lim_base_shape(&from.base, from.vertices, &from.shape);
        lim_found a[ITEMS], b[ITEMS];
        const lim_filter every = {0};
        size_t na = lim_field_near(&one, &from.shape, &every, 300000, a, 20);
        size_t nb = lim_field_near(&two, &from.shape, &every, 300000, b, 20);
        assert_int_equal(na, nb);
        for (size_t k = 0; k < na; k++) assert_int_equal(a[k].item->about.key, b[k].item->about.key);
    }
    assert_null(lim_field_item(&one, ITEMS));
    assert_false(lim_field_move(&one, ITEMS, &bases[0]));
    assert_false(lim_field_remove(&one, -1));
    assert_true(lim_field_remove(&one, 7));
    assert_null(lim_field_item(&one, 7));
    lim_field_close(&one);
    lim_field_close(&two);
    lim_field_close(&two);
    assert_int_equal(m.out, 0);
}

static lim_span room[LIM_SPANS(MOST_VERTICES)]; /* for lim_motion_first */

static void motions_meet_what_each_shape_says(void **state) {
    (void)state;
    uint64_t seed = 23;
    memory m = {0, 0, 0};
    lim_field field;
    lim_field_open(&field, (lim_alloc){grow, &m});
    random_shape all[ITEMS];
    fill(&field, &seed, all, 600000);
    int met = 0, turned = 0;
    for (int i = 0; i < 2000; i++) {
        lim_base base = any_base(&seed, 600000);
        bool turn = i % 4 == 0;
        lim_motion motion =
            turn ? lim_motion_of(&base, wheel(i % 8 == 0, (int32_t)between(&seed, 0, 90000)))
                 : lim_motion_of(&base, slide(between(&seed, 0, 300000), (int32_t)between(&seed, 0, 359999)));
        const lim_filter bases = {.kinds = LIM_ITEM_BASE};
        double least = 1e18, at;
        int64_t who = -1;
        for (int k = 0; k < ITEMS; k++) {
            if (all[k].shape.kind == LIM_BASE && lim_motion_first(&motion, &all[k].shape, room, &at) && at < least) {
                least = at;
                who = k;
            }
        }
        lim_found first;
        assert_int_equal(lim_field_first(&field, &motion, &bases, &first), who >= 0);
        if (who >= 0) {
            assert_int_equal(first.item->about.key, who);
            assert_true(first.from == least);
            turn ? turned++ : met++;
        }
    }
    assert_true(met > 500 && turned > 50);
    lim_field_close(&field);
    assert_int_equal(m.out, 0);
}

static void memory_may_fail_at_any_moment(void **state) {
    (void)state;
    bool done = false;
    for (size_t n = 1; !done; n++) {
        memory m = {0, 0, n};
        lim_field field;
        lim_field_open(&field, (lim_alloc){grow, &m});
        done = true;
        for (int i = 0; i < 40; i++) {
            lim_base base = {MM(100) * i, 0, MM(60), MM(20), 0};
            lim_about about = {.key = i / 2, .kind = LIM_ITEM_BASE, .base = base};
            lim_vec corners[4];
            lim_shape shape;
            lim_fault fault = {.why = LIM_WHY_FEW};
            lim_base_shape(&base, corners, &shape);
            size_t before = field.count;
            bool was = lim_field_item(&field, about.key) != NULL;
            if (!lim_field_put(&field, &about, &shape, &fault)) {
                done = false;
                assert_int_equal(fault.why, LIM_WHY_MEMORY);
                assert_int_equal(field.count, before);
                assert_int_equal(lim_field_item(&field, about.key) != NULL, was);
            }
        }
        lim_field_close(&field);
        assert_int_equal(m.out, 0);
        assert_true(n < 200);
    }
}

static void the_deepest_overlap_is_found(void **state) {
    (void)state;
    memory m = {0, 0, 0};
    lim_field field;
    lim_found found;
    const lim_filter every = {0}, but_first = {.except = (const int64_t[]){1}, .excepted = 1};
    lim_base base = {0, 0, MM(60), MM(20), 0};
    lim_vec corners[4];
    lim_shape shape;
    lim_base_shape(&base, corners, &shape);
    lim_field_open(&field, (lim_alloc){grow, &m});
    put_base(&field, 1, (lim_base){0, MM(15), MM(60), MM(20), 0}, (lim_about){0});
    put_base(&field, 2, (lim_base){MM(58), 0, MM(60), MM(20), 0}, (lim_about){0});
    put_base(&field, 3, (lim_base){0, -MM(20), MM(60), MM(20), 0}, (lim_about){0}); /* touches */
    assert_true(lim_field_overlap(&field, &shape, &every, &found));
    assert_true(found.item->about.key == 1 && found.to == MM(5));
    assert_true(lim_field_overlap(&field, &shape, &but_first, &found));
    assert_true(found.item->about.key == 2 && found.to == MM(2));
    base.x = -MM(200);
    lim_base_shape(&base, corners, &shape);
    assert_false(lim_field_overlap(&field, &shape, &every, &found));
    lim_field_close(&field);
}

/* ---- sight ---- */

static lim_sight look(lim_field *field, lim_point from, int64_t eye, lim_point to, int64_t mark) {
    lim_vec a, b;
    lim_shape sa, sb;
    const lim_filter every = {0};
    lim_point_shape(from, &a, &sa);
    lim_point_shape(to, &b, &sb);
    return lim_field_sight(field, &sa, eye, &sb, mark, &every);
}

static void sight_on_flat_ground_agrees_with_geos(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 24;
    int clear = 0, stopped = 0;
    for (int round = 0; round < 20; round++) {
        memory m = {0, 0, 0};
        lim_field field;
        lim_field_open(&field, (lim_alloc){grow, &m});
        random_shape all[ITEMS];
        GEOSGeometry *geos[ITEMS];
        fill(&field, &seed, all, 1000000);
        for (int i = 0; i < ITEMS; i++) geos[i] = geos_of(h, &all[i]);
        for (int i = 0; i < 100; i++) {
            lim_point ends[2];
            double x[2], y[2];
            for (int k = 0; k < 2; k++) {
                ends[k] = any_point(&seed, 900000);
                x[k] = (double)ends[k].x;
                y[k] = (double)ends[k].y;
            }
            GEOSGeometry *line = geos_points(h, x, y, 2, false);
            bool blocked = false, doubtful = false;
            double closest = 1e18;
            for (int k = 0; k < ITEMS; k++) {
                GEOSGeometry *both = GEOSIntersection_r(h, line, geos[k]);
                double inside, d = geos_distance(h, line, geos[k]);
                assert_int_equal(GEOSLength_r(h, both, &inside), 1);
                bool wall = all[k].shape.kind == LIM_LINE;
                blocked = blocked || (wall ? d == 0 : inside > 60);
                doubtful = doubtful || (!wall && d < 5 && inside < 60);
                closest = fmin(closest, d);
                GEOSGeom_destroy_r(h, both);
            }
            lim_sight s = look(&field, ends[0], 0, ends[1], 0);
            if (!doubtful) {
                assert_int_equal(s.clear, !blocked);
                if (s.clear) assert_near(s.margin, closest, 1);
                s.clear ? clear++ : stopped++;
            }
            if (!s.clear) {
                double at_x = (double)s.at.x, at_y = (double)s.at.y;
                GEOSGeometry *at = geos_points(h, &at_x, &at_y, 1, false);
                assert_true(geos_distance(h, at, geos[s.by->about.key]) < 60);
                GEOSGeom_destroy_r(h, at);
            }
            GEOSGeom_destroy_r(h, line);
        }
        for (int i = 0; i < ITEMS; i++) GEOSGeom_destroy_r(h, geos[i]);
        lim_field_close(&field);
    }
    assert_true(clear > 100 && stopped > 500);
}

static const lim_point hill[4] = {{-MM(50), MM(100)}, {MM(50), MM(100)}, {MM(50), MM(200)}, {-MM(50), MM(200)}};
static const lim_point wood[4] = {{-MM(50), MM(300)}, {MM(50), MM(300)}, {MM(50), MM(340)}, {-MM(50), MM(340)}};

static void heights_and_depths_of_sight(void **state) {
    (void)state;
    memory m = {0, 0, 0};
    lim_field field;
    lim_field_open(&field, (lim_alloc){grow, &m});
    put_area(&field, 1, hill, 4, (lim_about){.ground = MM(20), .through = MM(15)});
    put_area(&field, 2, wood, 4, (lim_about){.height = MM(10), .through = MM(25)});
    lim_sight s = look(&field, (lim_point){0, 0}, MM(2), (lim_point){0, MM(250)}, MM(2));
    assert_true(!s.clear && s.by->about.key == 1 && s.at.y == MM(100)); /* the hill between */
    assert_int_equal(s.margin, -MM(100));
    assert_true(look(&field, (lim_point){0, MM(10)}, MM(2), (lim_point){0, MM(110)}, MM(2)).clear);  /* on the crest */
    assert_false(look(&field, (lim_point){0, MM(10)}, MM(2), (lim_point){0, MM(150)}, MM(2)).clear); /* behind it */
    assert_false(look(&field, (lim_point){0, MM(190)}, MM(2), (lim_point){0, MM(350)}, MM(2)).clear);
    assert_true(look(&field, (lim_point){0, MM(190)}, MM(2), (lim_point){0, MM(500)}, MM(2)).clear); /* over the wood */
    assert_true(look(&field, (lim_point){0, MM(120)}, MM(2), (lim_point){0, MM(180)}, MM(2)).clear); /* along the top */
    s = look(&field, (lim_point){0, MM(250)}, MM(2), (lim_point){0, MM(325)}, MM(2));
    assert_true(s.clear); /* 25 mm into the wood */
    s = look(&field, (lim_point){0, MM(250)}, MM(2), (lim_point){0, MM(326)}, MM(2));
    assert_true(!s.clear && s.by->about.key == 2 && s.margin == -MM(26));
    s = look(&field, (lim_point){MM(40), MM(250)}, MM(2), (lim_point){MM(60), MM(350)}, MM(2));
    assert_true(!s.clear); /* through its corner, with no end in it */
    s = look(&field, (lim_point){MM(53), MM(250)}, MM(2), (lim_point){MM(53), MM(400)}, MM(2));
    assert_true(s.clear && s.by->about.key == 2 && s.margin == MM(3));
    lim_field_close(&field);
}

static void walls_and_lines_of_bases(void **state) {
    (void)state;
    memory m = {0, 0, 0};
    lim_field field;
    lim_field_open(&field, (lim_alloc){grow, &m});
    lim_point ends[2] = {{-MM(100), MM(50)}, {MM(100), MM(50)}};
    lim_vec vertices[2];
    lim_shape wall;
    lim_fault fault;
    assert_true(lim_line_shape(ends, 2, vertices, &wall, &fault));
    put_shape(&field, 1, &wall, (lim_about){.height = MM(3), .through = MM(5)});
    assert_false(look(&field, (lim_point){0, 0}, MM(2), (lim_point){0, MM(90)}, MM(2)).clear);
    assert_true(look(&field, (lim_point){0, 0}, MM(4), (lim_point){0, MM(90)}, MM(4)).clear);
    assert_true(look(&field, (lim_point){0, 0}, MM(2), (lim_point){0, MM(55)}, MM(2)).clear); /* behind the wall */
    assert_false(look(&field, (lim_point){0, 0}, MM(2), (lim_point){0, MM(56)}, MM(2)).clear);
    /* two friends side by side: nothing looks between them */
    put_base(&field, 2, (lim_base){-MM(30), -MM(50), MM(60), MM(20), 0}, (lim_about){.height = MM(2)});
    put_base(&field, 3, (lim_base){MM(30), -MM(50), MM(60), MM(20), 0}, (lim_about){.height = MM(2)});
    lim_sight s = look(&field, (lim_point){0, 0}, 0, (lim_point){0, -MM(200)}, 0);
    assert_false(s.clear);
    lim_field_move(&field, 3, &(lim_base){MM(31), -MM(50), MM(60), MM(20), 0});
    assert_true(look(&field, (lim_point){500, 0}, 0, (lim_point){500, -MM(200)}, 0).clear);
    /* a base sees from its front, past what hides its middle */
    lim_base gun = {0, -MM(300), MM(60), MM(20), 0};
    lim_vec corners[4], mark;
    lim_shape from, to;
    lim_base_shape(&gun, corners, &from);
    lim_point_shape((lim_point){-MM(29), -MM(100)}, &mark, &to);
    const lim_filter every = {0};
    put_base(&field, 4, (lim_base){MM(10), -MM(200), MM(60), MM(20), 0}, (lim_about){.height = MM(2)});
    s = lim_field_sight(&field, &from, 0, &to, 0, &every);
    assert_true(s.clear && s.from.x == -MM(30) && s.by->about.key == 4);
    lim_field_close(&field);
}

/* A line that falls from 20 mm to the ground over 200 mm, and what stands beneath it or beside it. */
static void margins_between_unequal_levels(void **state) {
    (void)state;
    static const struct {
        int64_t height, from, length;
    } woods[] = {{MM(12), MM(100), MM(40)}, {MM(10), MM(100), MM(40)}, {MM(8), MM(120), MM(20)}, {MM(6), 0, 0}};
    for (int back = 0; back < 2; back++) {
        lim_point low = {0, MM(200)}, high = {0, 0};
        memory m = {0, 0, 0};
        lim_field field;
        lim_field_open(&field, (lim_alloc){grow, &m});
        for (size_t i = 0; i < sizeof woods / sizeof *woods; i++) {
            const lim_point between[4] = {{-MM(9), MM(100)}, {MM(9), MM(100)}, {MM(9), MM(140)}, {-MM(9), MM(140)}};
            put_area(&field, 2, between, 4, (lim_about){.height = woods[i].height});
            lim_sight s = back ? look(&field, low, 0, high, MM(20)) : look(&field, high, MM(20), low, 0);
            assert_int_equal(s.clear, woods[i].length == 0);
            if (s.clear) continue;
            assert_int_equal(s.margin, -woods[i].length);
            assert_int_equal(s.at.y, back ? MM(140) : woods[i].from);
        }
        const lim_point beside[4] = {{MM(7), MM(90)}, {MM(9), MM(90)}, {MM(9), MM(95)}, {MM(7), MM(95)}};
        lim_field_remove(&field, 2);
        put_area(&field, 3, beside, 4, (lim_about){.height = MM(1)}); /* higher than the lower end: it could stop one */
        lim_sight s = back ? look(&field, low, 0, high, MM(20)) : look(&field, high, MM(20), low, 0);
        assert_true(s.clear && s.by != NULL && s.margin == MM(7));
        s = back ? look(&field, low, MM(1), high, MM(20)) : look(&field, high, MM(20), low, MM(1));
        assert_true(s.clear && s.by == NULL && s.margin == -1);
        lim_field_close(&field);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_agree_with_geos),
        cmocka_unit_test(filters_pick),
        cmocka_unit_test(answers_do_not_depend_on_the_filling),
        cmocka_unit_test(motions_meet_what_each_shape_says),
        cmocka_unit_test(memory_may_fail_at_any_moment),
        cmocka_unit_test(sight_on_flat_ground_agrees_with_geos),
        cmocka_unit_test(heights_and_depths_of_sight),
        cmocka_unit_test(walls_and_lines_of_bases),
        cmocka_unit_test(margins_between_unequal_levels),
        cmocka_unit_test(the_deepest_overlap_is_found),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_geos, close_geos);
}
