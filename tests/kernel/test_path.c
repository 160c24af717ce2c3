/* Paths against GEOS: the body is set down at many places on its way, and each passage must say what it does there. */
#include "geometry_oracle.h"

#include <geos_c.h>

#include "path.h"

#define MM(n) ((int64_t)(n)*1000)
#define ITEMS 12
#define PLACES 60
#define BASES 3
#define STEPS 4
#define NEAR_END 60.0 /* a thousandth of a degree at the corner of a body, and what rounding each step adds */

static void put(lim_field *field, int64_t key, const random_shape *r) {
    lim_about about = {.key = key, .kind = LIM_ITEM_AREA};
    lim_fault fault;
    if (r->shape.kind == LIM_BASE) about.kind = LIM_ITEM_BASE, about.base = r->base;
    if (r->shape.kind == LIM_LINE) about.kind = LIM_ITEM_LINE;
    assert_true(lim_field_put(field, &about, &r->shape, &fault));
}

/* A body, its way, and room for both. */
typedef struct march {
    lim_base start[BASES], end[BASES];
    lim_step steps[STEPS];
    lim_pace paces[BASES * STEPS];
    int64_t ends[STEPS];
    lim_path path;
} march;

static lim_step any_step(uint64_t *seed) {
    switch (between(seed, 0, 4)) {
    case 0: return wheel(between(seed, 0, 1), (int32_t)between(seed, -120000, 120000));
    case 1: return pivot((int32_t)between(seed, -180000, 180000));
    default: return slide(between(seed, -60000, 200000), (int32_t)between(seed, 0, 359999));
    }
}

static void any_march(uint64_t *seed, march *m) {
    m->path = (lim_path){.start = m->start, .bases = m->end, .paces = m->paces};
    m->path.count = (size_t)between(seed, 1, BASES);
    m->path.steps = (size_t)between(seed, 1, STEPS);
    for (size_t i = 0; i < m->path.count; i++) m->start[i] = any_base(seed, 90000);
    for (size_t i = 0; i < m->path.steps; i++) m->steps[i] = any_step(seed);
    lim_path_lead(&m->path, m->steps, m->ends);
}

/* Where the bases are so far on, by the moves alone. */
static void bases_at(const march *m, int64_t at, lim_base *bases) {
    memcpy(bases, m->start, sizeof m->start);
    for (size_t i = 0; i < m->path.steps; i++) {
        lim_rect frame = lim_bases_frame(bases, m->path.count);
        lim_step step = m->steps[i];
        int64_t before = i > 0 ? m->ends[i - 1] : 0, length = m->ends[i] - before, done = at - before;
        int32_t facing = bases[0].facing;
        if (done <= 0) return;
        if (done < length) {
            step.distance = step.distance < 0 ? -done : done;
            step.angle = step.kind == LIM_SLIDE ? step.angle : (int32_t)((int64_t)step.angle * done / length);
        }
        for (size_t k = 0; k < m->path.count; k++) bases[k] = lim_base_carried(&bases[k], &frame, facing, step).base;
    }
}

/* The least distance of a part of the body from a shape at a place on the path; `grown` is taken off its sides. */
static double distance_at(GEOSContextHandle_t h, const march *m, int64_t at, lim_part part, int64_t less,
                          const GEOSGeometry *g) {
    lim_base bases[BASES];
    double least = 1e18;
    bases_at(m, at, bases);
    for (size_t k = 0; k < m->path.count; k++) {
        lim_base b = bases[k];
        double x[4], y[4];
        b.width -= 2 * less;
        if (part == LIM_WHOLE) b.depth -= 2 * less;
        libm_corners(&b, x, y);
        if (part == LIM_CENTRE) x[0] = (double)b.x, y[0] = (double)b.y;
        GEOSGeometry *gb = part == LIM_WHOLE    ? geos_base(h, &b)
                           : part == LIM_CENTRE ? geos_points(h, x, y, 1, false)
                                                : geos_points(h, x, y, 2, false);
        least = fmin(least, geos_distance(h, gb, g));
        GEOSGeom_destroy_r(h, gb);
    }
    return least;
}

static void passages_agree_with_places(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 51;
    int in = 0, out = 0, turns = 0;
    for (int round = 0; round < 160; round++) {
        lim_field field;
        lim_field_open(&field, (lim_alloc){from_heap, NULL});
        random_shape all[ITEMS];
        GEOSGeometry *geos[ITEMS];
        for (int i = 0; i < ITEMS; i++) {
            do any_shape(&seed, 250000, &all[i]);
            while (all[i].shape.kind == LIM_POINT);
            put(&field, i, &all[i]);
            geos[i] = geos_of(h, &all[i]);
        }
        march m;
        any_march(&seed, &m);
        lim_look look = {.within = round % 2 ? (double)between(&seed, 1, 60000) : 0, .part = (lim_part)(round % 3)};
        lim_passage room[400];
        lim_passages found = {.at = room, .most = 400};
        lim_path_look(&field, &m.path, &look, &found);
        assert_false(found.full);
        for (int k = 0; k <= PLACES; k++) {
            int64_t at = (int64_t)m.path.length * k / PLACES;
            for (int i = 0; i < ITEMS; i++) {
                bool inside = false, near_end = false;
                for (size_t n = 0; n < found.count; n++) {
                    const lim_passage *p = &room[n];
                    double to_from = fabs((double)at - p->from), to_to = fabs((double)at - p->to);
                    if (p->item->about.key != i) continue;
                    inside = inside || ((double)at >= p->from && (double)at <= p->to);
                    near_end = near_end || fmin(to_from, to_to) < NEAR_END;
                }
                double gap = distance_at(h, &m, at, look.part, 0, geos[i]);
                bool sure = fabs(gap - look.within) > NEAR_END;
                if (look.within == 0) /* a skin and more inside */
                    sure = gap > NEAR_END || distance_at(h, &m, at, look.part, 20, geos[i]) == 0;
                if (near_end || !sure) continue;
                assert_int_equal(inside, gap <= look.within);
                inside ? in++ : out++;
                turns += m.steps[0].kind != LIM_SLIDE;
            }
        }
        for (size_t n = 1; n < found.count; n++)
            if (room[n].item == room[n - 1].item) assert_true(room[n].from > room[n - 1].to);
        for (int i = 0; i < ITEMS; i++) GEOSGeom_destroy_r(h, geos[i]);
        lim_field_close(&field);
    }
    assert_true(in > 8000 && out > 30000 && turns > 20000);
}

/* The ends of a touch at a distance, to the micrometre: a slide is set down there and measured. */
/* The bounds of a turn leave out no stretch that is found without them. */
static void bounds_of_turns_leave_nothing_out(void **state) {
    (void)state;
    uint64_t seed = 61;
    int some = 0, passed = 0;
    for (int i = 0; i < 20000; i++) {
        lim_base line[2] = {any_base(&seed, 30000), any_base(&seed, 30000)};
        random_shape other;
        any_shape(&seed, 200000, &other);
        lim_step step = i % 3 == 0 ? pivot((int32_t)between(&seed, -180000, 180000))
                                   : wheel(i % 2, (int32_t)between(&seed, -100000, 100000));
        lim_rect frame = lim_bases_frame(line, 2);
        lim_motion bound = lim_motion_in(&line[i % 4 == 0], &frame, line[0].facing, step), free = bound;
        free.near = 0, free.far = INFINITY, free.out[0] = free.out[1] = (lim_vec){0, 0};
        lim_span one[LIM_SPANS(MOST_VERTICES)], two[LIM_SPANS(MOST_VERTICES)];
        double within = i % 5 < 2 ? 0 : (double)between(&seed, 1, 80000);
        size_t count = lim_motion_spans(&bound, &other.shape, within, one);
        assert_int_equal(count, lim_motion_spans(&free, &other.shape, within, two));
        for (size_t k = 0; k < count; k++) assert_true(one[k].from == two[k].from && one[k].to == two[k].to);
        some += count > 0;
        passed += lim_turn_misses(&bound, other.shape.at, other.shape.count, within);
    }
    assert_true(some > 2000 && passed > 2000);
}

static void a_distance_is_met_exactly(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 52;
    int ends = 0;
    for (int i = 0; i < 4000; i++) {
        lim_base base = any_base(&seed, 100000);
        random_shape other;
        any_shape(&seed, 150000, &other);
        bool turn = i % 3 == 0;
        lim_step step = turn ? wheel(i % 2, (int32_t)between(&seed, -180000, 180000))
                             : slide(between(&seed, 1000, 400000), (int32_t)between(&seed, 0, 359999));
        lim_motion m = lim_motion_of(&base, step);
        lim_span spans[LIM_SPANS(MOST_VERTICES)];
        double within = (double)between(&seed, 1, 80000);
        size_t count = lim_motion_spans(&m, &other.shape, within, spans);
        GEOSGeometry *g = geos_of(h, &other);
        for (size_t k = 0; k < 2 * count; k++) {
            double at = k % 2 ? spans[k / 2].to : spans[k / 2].from;
            if (at <= 0 || at >= m.length) continue;
            lim_rect r = m.rect;
            r.at = lim_motion_place(&m, r.at, at);
            r.ahead = lim_vec_turned(r.ahead, lim_radian_vec(m.sense * at));
            r.half_width += m.skin, r.half_depth += m.skin;
            lim_vec corners[4];
            lim_shape there;
            lim_rect_shape(r, corners, &there);
            double x[4], y[4];
            for (int c = 0; c < 4; c++) x[c] = corners[c].x, y[c] = corners[c].y;
            GEOSGeometry *gb = geos_points(h, x, y, 4, true);
            assert_near(geos_distance(h, gb, g), within, 1e-3);
            GEOSGeom_destroy_r(h, gb);
            ends++;
        }
        GEOSGeom_destroy_r(h, g);
    }
    assert_true(ends > 1200);
}

/* How far the worst corner is over each side of a table that begins at (0, 0). */
static void overhangs(const lim_base *bases, size_t count, double width, double depth, double over[4]) {
    for (int i = 0; i < 4; i++) over[i] = -1e18;
    for (size_t k = 0; k < count; k++) {
        double x[4], y[4];
        libm_corners(&bases[k], x, y);
        for (int i = 0; i < 4; i++) {
            double out[4] = {-x[i], -y[i], x[i] - width, y[i] - depth};
            for (int side = 0; side < 4; side++) over[side] = fmax(over[side], out[side]);
        }
    }
}

static void the_edge_is_where_a_corner_goes_over_it(void **state) {
    (void)state;
    uint64_t seed = 53;
    int over = 0, within = 0;
    for (int round = 0; round < 1500; round++) {
        march m;
        any_march(&seed, &m);
        for (size_t i = 0; i < m.path.count; i++) m.start[i].x += 150000, m.start[i].y += 150000;
        lim_path_lead(&m.path, m.steps, m.ends);
        double slack = (double)between(&seed, 0, 1) * 5000, allowed[4];
        overhangs(m.start, m.path.count, 300000, 280000, allowed);
        lim_passage room[200];
        lim_passages found = {.at = room, .most = 200};
        lim_path_edge(&m.path, (lim_vec){300000, 280000}, slack, &found);
        assert_false(found.full);
        for (int k = 0; k <= PLACES; k++) {
            int64_t at = (int64_t)m.path.length * k / PLACES;
            bool inside = false, unsure = false, hangs = false;
            for (size_t n = 0; n < found.count; n++) {
                inside = inside || ((double)at >= room[n].from && (double)at <= room[n].to);
                unsure = unsure || fabs((double)at - room[n].from) < NEAR_END;
                unsure = unsure || fabs((double)at - room[n].to) < NEAR_END;
            }
            lim_base bases[BASES];
            double now[4];
            bases_at(&m, at, bases);
            overhangs(bases, m.path.count, 300000, 280000, now);
            for (int side = 0; side < 4; side++) {
                double more = now[side] - fmax(slack, allowed[side]);
                hangs = hangs || more > 0;
                unsure = unsure || fabs(more) < NEAR_END;
            }
            if (unsure) continue;
            assert_int_equal(inside, hangs);
            inside ? over++ : within++;
        }
    }
    assert_true(over > 10000 && within > 10000);
    lim_base base = {150000, 140000, 60000, 20000, 0};
    lim_vec corners[4];
    lim_shape shape;
    lim_base_shape(&base, corners, &shape);
    assert_near(lim_box_overhang(shape.box, (lim_vec){300000, 280000}), -120000, 1e-9);
}

static void room_is_found_from_either_side(void **state) {
    (void)state;
    uint64_t seed = 54;
    int free = 0, none = 0;
    for (int round = 0; round < 4000; round++) {
        lim_passage room[6];
        lim_passages found = {.at = room, .count = (size_t)between(&seed, 0, 6), .most = 6};
        for (size_t i = 0; i < found.count; i++) {
            double from = (double)between(&seed, 0, 60) / 2, to = from + (double)between(&seed, 1, 30) / 2;
            room[i] = (lim_passage){.from = from, .to = fmin(to, 40), .inside = from == 0 && between(&seed, 0, 1) == 0};
        }
        bool last = round % 2;
        int64_t from = between(&seed, 0, 40), at = from, wanted = -1;
        const lim_passage *by = room;
        bool yes = lim_passages_free(&found, 40, last, &at, &by);
        for (int64_t k = from; k >= 0 && k <= 40 && wanted < 0; k += last ? -1 : 1) {
            bool barred = false;
            for (size_t i = 0; i < found.count; i++) {
                double x = (double)k;
                barred = barred || (x > room[i].from && x < room[i].to) || (x == 0 && room[i].inside) ||
                         (k == 40 && room[i].to == 40);
            }
            if (!barred) wanted = k;
        }
        assert_int_equal(yes, wanted >= 0);
        if (yes) assert_int_equal(at, wanted);
        if (yes && at == from) assert_null(by);
        if (yes && at != from) assert_true(last ? by->from <= (double)at + 1 : by->to >= (double)at - 1);
        yes ? free++ : none++;
    }
    assert_true(free > 1500 && none > 80);
}

static void a_line_is_astride_behind_the_leading_edge_only(void **state) {
    (void)state;
    lim_field field;
    lim_field_open(&field, (lim_alloc){from_heap, NULL});
    static const struct {
        int64_t y, slide;
        bool found, astride;
        int64_t rise; /* from its left end to its right end */
    } cases[] = {
        {9500, 50000, true, false, 0},    {8500, 50000, true, true, 0},     {-9500, 50000, true, true, 0},
        {9500, 5000, true, false, 0}, /* however short the slide */
        {-9500, -50000, true, false, 0},  {-8500, -50000, true, true, 0},   {30000, 50000, true, false, 0},
        {30000, -50000, false, false, 0}, {10000, -50000, false, false, 0}, {0, 0, true, true, 0},
        {-20000, 50000, true, false, 60000}, {-20000, 5000, true, false, 60000}, /* some of it before the base */
        {-5000, 50000, true, true, 10000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        random_shape hedge = {.points = {{-MM(200), cases[i].y}, {MM(200), cases[i].y + cases[i].rise}}};
        lim_fault fault;
        assert_true(lim_line_shape(hedge.points, 2, hedge.vertices, &hedge.shape, &fault));
        put(&field, 1, &hedge);
        march m = {.start = {{0, 0, MM(60), MM(20), 0}}, .steps = {slide(cases[i].slide, 0)}};
        m.path = (lim_path){1, 1, m.start, m.end, m.paces, 0};
        lim_path_lead(&m.path, m.steps, m.ends);
        lim_passage room[4];
        lim_passages found = {.at = room, .most = 4};
        const lim_look look = {.within = 0};
        lim_path_look(&field, &m.path, &look, &found);
        assert_int_equal(found.count, cases[i].found);
        if (found.count > 0) assert_int_equal(room[0].astride, cases[i].astride);
    }
    lim_field_close(&field);
}

static void several_bases_wheel_about_the_corner_of_them_all(void **state) {
    (void)state;
    march m = {.start = {{0, 0, MM(60), MM(20), 0}, {MM(60), MM(0), MM(60), MM(20), 0}}, .steps = {wheel(true, 90000)}};
    m.path = (lim_path){2, 1, m.start, m.end, m.paces, 0};
    lim_path_lead(&m.path, m.steps, m.ends);
    assert_int_equal(m.ends[0], 188496); /* a quarter of a circle, 120 mm about (90, 10) */
    assert_true(m.end[0].x == MM(80) && m.end[0].y == MM(100) && m.end[0].facing == 90000);
    assert_true(m.end[1].x == MM(80) && m.end[1].y == MM(40) && m.end[1].facing == 90000);
}

static void two_that_close_meet_half_way(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 55;
    int met = 0, missed = 0;
    for (int i = 0; i < 3000; i++) {
        lim_base a = any_base(&seed, 100000), b = any_base(&seed, 100000);
        lim_step one = slide(between(&seed, 1000, 150000), (int32_t)between(&seed, 0, 359999));
        lim_step other = slide(one.distance, (int32_t)between(&seed, 0, 359999));
        double at, least = 1e18;
        GEOSGeometry *ga = geos_base(h, &a), *gb = geos_base(h, &b);
        bool apart = geos_distance(h, ga, gb) > 10, meet = lim_bases_meet(&a, one, &b, other, &at);
        GEOSGeom_destroy_r(h, ga), GEOSGeom_destroy_r(h, gb);
        if (!apart) continue;
        int64_t until = meet ? lim_round(at) : one.distance;
        for (int k = 0; k <= 40; k++) {
            lim_base x = lim_base_step(&a, slide(until * k / 40, one.angle)).base;
            lim_base y = lim_base_step(&b, slide(until * k / 40, other.angle)).base;
            ga = geos_base(h, &x), gb = geos_base(h, &y);
            least = geos_distance(h, ga, gb);
            if (k < 40) assert_true(least > 0);
            GEOSGeom_destroy_r(h, ga), GEOSGeom_destroy_r(h, gb);
        }
        if (meet) assert_near(least, 0, 4);
        meet ? met++ : missed++;
    }
    assert_true(met > 200 && missed > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passages_agree_with_places),
        cmocka_unit_test(bounds_of_turns_leave_nothing_out),
        cmocka_unit_test(a_distance_is_met_exactly),
        cmocka_unit_test(the_edge_is_where_a_corner_goes_over_it),
        cmocka_unit_test(room_is_found_from_either_side),
        cmocka_unit_test(a_line_is_astride_behind_the_leading_edge_only),
        cmocka_unit_test(several_bases_wheel_about_the_corner_of_them_all),
        cmocka_unit_test(two_that_close_meet_half_way),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_geos, close_geos);
}
