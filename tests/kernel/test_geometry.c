/* The geometry against GEOS on random shapes, against libm, and on cases worked by hand. */
#include "geometry_oracle.h"

#include <geos_c.h>

#define MM(n) ((int64_t)(n)*1000)

/* ---- numbers ---- */

static void angles_agree_with_libm(void **state) {
    (void)state;
    const double pi = 3.14159265358979323846;
    for (int32_t a = -720000; a <= 720000; a += 37) {
        lim_vec v = lim_angle_vec(a);
        assert_near(v.x, sin(a * pi / 180000), 4e-15);
        assert_near(v.y, cos(a * pi / 180000), 4e-15);
    }
    static const double exact[8][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    for (int i = 0; i < 4; i++) {
        lim_vec v = lim_angle_vec(90000 * i);
        assert_true(v.x == exact[i][0] && v.y == exact[i][1]);
    }
    uint64_t seed = 1;
    for (int i = 0; i < 20000; i++) {
        double x = (double)between(&seed, -1000000, 1000000), y = (double)between(&seed, -1000000, 1000000);
        if (i < 100) x = i < 50 ? 0 : x, y = i < 50 ? y : 0;
        assert_near(lim_atan2(y, x), atan2(y, x), 2e-15);
    }
    assert_true(lim_atan2(0, 0) == 0);
    for (int32_t a = 0; a < 360000; a += 7) {
        lim_vec v = lim_angle_vec(a);
        assert_int_equal(lim_vec_bearing((lim_vec){1e6 * v.x, 1e6 * v.y}), a);
    }
}

static void rounding_is_declared(void **state) {
    (void)state;
    assert_int_equal(lim_round_mm(INT64_MIN, LIM_DOWN), INT64_MIN / 1000);
    assert_int_equal(lim_round_mm(-1500, LIM_NEAREST), -2);
    assert_int_equal(lim_round_mm(1999, LIM_DOWN), 2);
    assert_int_equal(lim_round_mm(1998, LIM_DOWN), 2);
    assert_int_equal(lim_round_mm(1997, LIM_DOWN), 1);
    assert_int_equal(lim_round_mm(2002, LIM_UP), 2);
    assert_int_equal(lim_round_mm(2003, LIM_UP), 3);
    assert_int_equal(lim_round_mm(2499, LIM_NEAREST), 2);
    assert_int_equal(lim_round_mm(2500, LIM_NEAREST), 3);
    assert_int_equal(lim_round_mm(-1999, LIM_DOWN), -2);
    assert_int_equal(lim_round_mm(-1500, LIM_DOWN), -1);
    assert_int_equal(lim_round(0.49999999999999994), 0);
    assert_int_equal(lim_round(-2.5), -3);
    assert_int_equal(lim_angle_normal(-1), 359999);
    assert_int_equal(lim_angle_turn(350000, 10000), 20000);
    assert_int_equal(lim_angle_turn(10000, 350000), -20000);
    assert_int_equal(lim_angle_turn(0, 180000), 180000);
}

/* ---- distance ---- */

static void distances_agree_with_geos(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 2;
    int met = 0, apart = 0;
    for (int i = 0; i < 6000; i++) {
        random_shape a, b;
        any_shape(&seed, 200000, &a);
        any_shape(&seed, 200000, &b);
        GEOSGeometry *ga = geos_of(h, &a), *gb = geos_of(h, &b);
        double wanted = geos_distance(h, ga, gb);
        lim_vec on_a, on_b;
        double got = lim_shape_near(&a.shape, &b.shape, &on_a, &on_b);
        assert_near(got, wanted, 1e-4);
        assert_near(lim_vec_length(lim_vec_sub(on_a, on_b)), wanted, 1e-4);
        lim_gap gap = lim_shape_gap(&a.shape, &b.shape), back = lim_shape_gap(&b.shape, &a.shape);
        assert_int_equal(gap.distance, back.distance);
        GEOSGeometry *pa = geos_points(h, &on_a.x, &on_a.y, 1, false), *pb = geos_points(h, &on_b.x, &on_b.y, 1, false);
        assert_near(geos_distance(h, pa, ga), 0, 1e-4);
        assert_near(geos_distance(h, pb, gb), 0, 1e-4);
        wanted > 0 ? apart++ : met++;
        GEOSGeom_destroy_r(h, ga), GEOSGeom_destroy_r(h, gb), GEOSGeom_destroy_r(h, pa), GEOSGeom_destroy_r(h, pb);
    }
    assert_true(met > 300 && apart > 3000);
}

static void the_oracle_bites(void **state) {
    GEOSContextHandle_t h = *state;
    lim_base a = {0, 0, 60000, 15000, 30000}, b = {200000, 10000, 60000, 15000, 0};
    lim_vec ca[4], cb[4];
    lim_shape sa, sb;
    lim_base_shape(&a, ca, &sa);
    b.x += 10;
    lim_base_shape(&b, cb, &sb);
    b.x -= 10;
    GEOSGeometry *ga = geos_base(h, &a), *gb = geos_base(h, &b);
    lim_vec on_a, on_b;
    assert_true(fabs(lim_shape_near(&sa, &sb, &on_a, &on_b) - geos_distance(h, ga, gb)) > 5);
    GEOSGeom_destroy_r(h, ga), GEOSGeom_destroy_r(h, gb);
}

static void contact_is_judged(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 3;
    int count[3] = {0, 0, 0};
    for (int i = 0; i < 4000; i++) {
        lim_base a = any_base(&seed, 60000), b = any_base(&seed, 60000);
        lim_vec ca[4], cb[4];
        lim_shape sa, sb;
        lim_base_shape(&a, ca, &sa);
        lim_base_shape(&b, cb, &sb);
        lim_contact c = lim_shape_contact(&sa, &sb);
        GEOSGeometry *ga = geos_base(h, &a), *gb = geos_base(h, &b);
        count[c.state]++;
        if (c.state == LIM_APART) assert_near(c.margin, geos_distance(h, ga, gb), 0.51);
        if (c.state == LIM_OVERLAPPING) {
            assert_true(geos_common(h, ga, gb) > 0);
            assert_near(lim_vec_length(lim_vec_of(c.nudge)), (double)-c.margin, 1.5);
            a.x += c.nudge.x;
            a.y += c.nudge.y;
            lim_base_shape(&a, ca, &sa);
            assert_int_equal(lim_shape_contact(&sa, &sb).state, LIM_TOUCHING);
        }
        GEOSGeom_destroy_r(h, ga), GEOSGeom_destroy_r(h, gb);
    }
    assert_true(count[LIM_APART] > 500 && count[LIM_OVERLAPPING] > 500);
    for (int64_t gap = -3; gap <= 3; gap++) { /* what LIM_TOUCH forgives */
        lim_base a = {0, 0, 60000, 15000, 0}, b = {0, 15000 + gap, 60000, 15000, 180000};
        lim_vec ca[4], cb[4];
        lim_shape sa, sb;
        lim_base_shape(&a, ca, &sa);
        lim_base_shape(&b, cb, &sb);
        lim_contact c = lim_shape_contact(&sa, &sb);
        assert_int_equal(c.state, gap == 3 ? LIM_APART : gap == -3 ? LIM_OVERLAPPING : LIM_TOUCHING);
        assert_int_equal(c.margin, gap);
    }
}

/* ---- areas ---- */

static void points_in_areas_agree_with_geos(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 4;
    int in = 0, out = 0;
    for (int i = 0; i < 4000; i++) {
        random_shape a;
        any_area(&seed, 50000, &a);
        lim_point p = any_point(&seed, 150000);
        double x = (double)p.x, y = (double)p.y;
        GEOSGeometry *ga = geos_of(h, &a), *gp = geos_points(h, &x, &y, 1, false), *edge = GEOSBoundary_r(h, ga);
        double margin = geos_distance(h, gp, edge);
        bool inside = GEOSContains_r(h, ga, gp) == 1;
        lim_verdict v = lim_area_holds(&a.shape, p);
        if (margin > 3) {
            assert_int_equal(v.yes, inside);
            assert_near(v.margin, inside ? margin : -margin, 0.51);
            inside ? in++ : out++;
        }
        GEOSGeom_destroy_r(h, ga), GEOSGeom_destroy_r(h, gp), GEOSGeom_destroy_r(h, edge);
    }
    assert_true(in > 500 && out > 500);
    random_shape square = {.points = {{0, 0}, {0, 1000}, {1000, 1000}, {1000, 0}}};
    lim_fault fault;
    assert_true(lim_area_shape(square.points, 4, square.vertices, &square.shape, &fault));
    assert_true(lim_area_holds(&square.shape, (lim_point){1002, 500}).yes);
    assert_false(lim_area_holds(&square.shape, (lim_point){1003, 500}).yes);
}

static void outlines_are_checked_as_geos_does(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 5;
    int good = 0, bad = 0;
    GEOSContext_setNoticeHandler_r(h, NULL);
    for (int i = 0; i < 5000; i++) {
        random_shape a = {.count = (uint32_t)between(&seed, 3, 7)};
        double x[8], y[8];
        int64_t reach = i % 2 ? 6 : 100000; /* few places make many touches */
        bool repeats = false;
        for (uint32_t j = 0; j < a.count; j++) {
            a.points[j] = (lim_point){between(&seed, 0, reach), between(&seed, 0, reach)};
            x[j] = (double)a.points[j].x;
            y[j] = (double)a.points[j].y;
            repeats = repeats || (j > 0 && x[j] == x[j - 1] && y[j] == y[j - 1]);
        }
        repeats = repeats || (x[0] == x[a.count - 1] && y[0] == y[a.count - 1]);
        lim_fault fault = {.why = LIM_WHY_FEW};
        bool taken = lim_area_shape(a.points, a.count, a.vertices, &a.shape, &fault);
        if (repeats) {
            assert_false(taken);
            assert_int_equal(fault.why, LIM_WHY_REPEATS);
            continue;
        }
        GEOSGeometry *g = geos_points(h, x, y, a.count, true);
        assert_int_equal(taken, GEOSisValid_r(h, g) == 1);
        taken ? good++ : bad++;
        if (!taken) {
            assert_int_equal(fault.why, LIM_WHY_CROSSES);
            double at_x = (double)fault.at.x, at_y = (double)fault.at.y;
            GEOSGeometry *at = geos_points(h, &at_x, &at_y, 1, false);
            for (int e = 0; e < 2; e++) {
                uint32_t from = e ? fault.j : fault.i, to = (from + 1) % a.count;
                double ex[2] = {x[from], x[to]}, ey[2] = {y[from], y[to]};
                GEOSGeometry *edge = geos_points(h, ex, ey, 2, false);
                assert_near(geos_distance(h, at, edge), 0, 1);
                GEOSGeom_destroy_r(h, edge);
            }
            GEOSGeom_destroy_r(h, at);
        }
        GEOSGeom_destroy_r(h, g);
    }
    assert_true(good > 500 && bad > 500);
}

static void bad_outlines_are_named(void **state) {
    (void)state;
    lim_fault fault;
    lim_vec vertices[3];
    lim_shape shape;
    lim_point points[3] = {{0, 0}, {5, 5}, {0, LIM_REACH + 1}};
    assert_false(lim_line_shape(points, 1, vertices, &shape, &fault));
    assert_int_equal(fault.why, LIM_WHY_FEW);
    assert_false(lim_area_shape(points, 2, vertices, &shape, &fault));
    assert_int_equal(fault.why, LIM_WHY_FEW);
    assert_false(lim_area_shape(points, 3, vertices, &shape, &fault));
    assert_int_equal(fault.why, LIM_WHY_REACH);
    assert_int_equal(fault.i, 2);
}

/* ---- arcs and faces ---- */

/* The arc as an area that reaches far beyond every target here. */
static GEOSGeometry *geos_arc(GEOSContextHandle_t h, const lim_base *b, bool rear, int32_t half) {
    double x[4], y[4], far = 4e6;
    libm_corners(b, x, y);
    int left = rear ? 2 : 0, right = rear ? 3 : 1; /* as seen along the arc */
    int32_t ahead = b->facing + (rear ? 180000 : 0);
    const double pi = 3.14159265358979323846;
    double l = (ahead - half) * pi / 180000, r = (ahead + half) * pi / 180000, a = ahead * pi / 180000;
    double px[6] = {x[left],
                    x[right],
                    x[right] + far * sin(r),
                    x[right] + far * (sin(r) + sin(a)),
                    x[left] + far * (sin(l) + sin(a)),
                    x[left] + far * sin(l)};
    double py[6] = {y[left],
                    y[right],
                    y[right] + far * cos(r),
                    y[right] + far * (cos(r) + cos(a)),
                    y[left] + far * (cos(l) + cos(a)),
                    y[left] + far * cos(l)};
    return geos_points(h, px, py, 6, true);
}

static void arcs_agree_with_geos(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 6;
    int yes = 0, no = 0;
    for (int i = 0; i < 6000; i++) {
        lim_base base = any_base(&seed, 50000);
        random_shape target;
        any_shape(&seed, 250000, &target);
        bool rear = between(&seed, 0, 1);
        int32_t half = (int32_t)between(&seed, 1, 5) * 15000;
        GEOSGeometry *arc = geos_arc(h, &base, rear, half), *g = geos_of(h, &target);
        double away = geos_distance(h, arc, g);
        lim_verdict v = lim_base_arc(&base, rear, half, &target.shape);
        if (v.margin > 0 || v.margin < -LIM_TOUCH) {
            assert_int_equal(v.yes, away == 0);
            assert_true(v.yes || away >= (double)-v.margin - 1); /* no line is nearer than the arc */
            assert_int_equal(v.margin >= 0, v.angle >= 0);
        }
        double x = (double)v.at.x, y = (double)v.at.y;
        GEOSGeometry *at = geos_points(h, &x, &y, 1, false), *edge = GEOSBoundary_r(h, arc);
        assert_near(geos_distance(h, at, g), 0, 1);
        if (v.yes) assert_near(geos_distance(h, at, edge), v.margin, 2);
        v.yes ? yes++ : no++;
        GEOSGeom_destroy_r(h, arc), GEOSGeom_destroy_r(h, g), GEOSGeom_destroy_r(h, at), GEOSGeom_destroy_r(h, edge);
    }
    assert_true(yes > 1000 && no > 1000);
}

static void arcs_name_what_decides(void **state) {
    (void)state;
    lim_base base = {0, 0, MM(60), MM(20), 0};
    lim_vec vertex;
    lim_shape p;
    lim_point_shape((lim_point){MM(130), MM(110)}, &vertex, &p); /* on the right line */
    lim_verdict v = lim_base_arc(&base, false, 45000, &p);
    assert_true(v.yes && v.margin == 0 && v.decider == LIM_RIGHT && v.angle == 0);
    lim_point_shape((lim_point){MM(-140), MM(110)}, &vertex, &p);
    v = lim_base_arc(&base, false, 45000, &p);
    assert_true(!v.yes && v.decider == LIM_LEFT);
    assert_near(v.margin, -7071, 1);
    assert_near(v.angle, -(47726 - 45000), 1);
    lim_point_shape((lim_point){0, MM(9)}, &vertex, &p);
    v = lim_base_arc(&base, false, 45000, &p);
    assert_true(!v.yes && v.decider == LIM_FRONT && v.margin == -1000);
    lim_point_shape((lim_point){MM(-200), MM(-50)}, &vertex, &p);
    v = lim_base_arc(&base, true, 45000, &p);
    assert_true(!v.yes && v.decider == LIM_LEFT);
    lim_point_shape((lim_point){MM(5), MM(-30)}, &vertex, &p);
    v = lim_base_arc(&base, true, 0, &p);
    assert_true(v.yes && v.margin == MM(20) && v.decider == LIM_REAR);
    v = lim_base_arc(&base, true, 90000, &p);
    assert_true(v.yes && v.margin == MM(20));
}

static void sides_are_told_apart(void **state) {
    (void)state;
    static const struct {
        int64_t x, y;
        lim_face face, next;
    } places[] = {
        {0, 100, LIM_FRONT, LIM_LEFT},    {5, 100, LIM_FRONT, LIM_RIGHT},   {130, 110, LIM_FRONT, LIM_RIGHT},
        {130, 100, LIM_RIGHT, LIM_FRONT}, {130, -100, LIM_RIGHT, LIM_REAR}, {130, -111, LIM_REAR, LIM_RIGHT},
        {-130, -111, LIM_REAR, LIM_LEFT}, {-130, 0, LIM_LEFT, LIM_FRONT},   {-130, 111, LIM_FRONT, LIM_LEFT},
    };
    for (int32_t facing = 0; facing < 360000; facing += 30000) {
        lim_base base = {MM(7), MM(-3), MM(60), MM(20), facing};
        lim_rect r = lim_base_rect(&base);
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            lim_vec at = lim_vec_along(lim_vec_along(r.at, lim_vec_right(r.ahead), (double)MM(places[i].x)), r.ahead,
                                       (double)MM(places[i].y));
            lim_facing f = lim_base_side(&base, 45000, lim_round_point(at));
            assert_int_equal(f.face, places[i].face);
            if (i > 0 && i != 7) /* those two lie midway */
                assert_int_equal(f.next, places[i].next);
        }
    }
    lim_base base = {0, 0, MM(60), MM(20), 0};
    lim_facing f = lim_base_side(&base, 45000, (lim_point){MM(130), MM(100)});
    assert_near(f.margin, 7071, 1);
    assert_near(f.angle, 45000 - 41987, 1);
}

static lim_facing met(lim_base base, lim_base other) {
    lim_vec corners[4];
    lim_shape shape;
    lim_base_shape(&other, corners, &shape);
    return lim_base_met(&base, &shape);
}

static void the_face_met_is_found(void **state) {
    (void)state;
    for (int32_t facing = 0; facing < 360000; facing += 90000) {
        lim_base base = {0, 0, MM(60), MM(20), facing}, other = {0, 0, MM(60), MM(20), facing};
        for (int face = 0; face < 4; face++) {
            int64_t away = face % 2 ? MM(60) : MM(20);
            lim_move m = lim_base_step(&other, slide(away, 90000 * face));
            assert_int_equal(met(base, m.base).face, face); /* flush, corner to corner */
            m = lim_base_step(&m.base, slide(MM(5), 90000 * face + 90000));
            assert_int_equal(met(base, m.base).face, face);
            m = lim_base_step(&m.base, slide(MM(50), 90000 * face));
            assert_int_equal(met(base, m.base).face, face);
        }
    }
    lim_base base = {0, 0, MM(60), MM(20), 0}, point = {MM(10), MM(100), MM(10), MM(10), 45000};
    lim_facing f = met(base, point);
    assert_int_equal(f.face, LIM_FRONT);
    assert_int_equal(f.next, LIM_RIGHT);
    assert_near(f.margin, MM(20), 1);
}

static lim_frontage frontage(lim_base base, lim_face face, lim_base other) {
    lim_vec corners[4];
    lim_shape shape;
    lim_base_shape(&other, corners, &shape);
    return lim_base_frontage(&base, face, &shape);
}

static void frontage_agrees_with_geos(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 7;
    int some = 0;
    for (int i = 0; i < 3000; i++) {
        lim_base base = any_base(&seed, 30000), other = any_base(&seed, 90000);
        lim_face face = (lim_face)between(&seed, 0, 3);
        lim_frontage f = frontage(base, face, other);
        /* the strip squarely before the edge, cut with the other base, measured along the edge */
        double x[4], y[4], sx[4], sy[4];
        libm_corners(&base, x, y);
        int a = (int)face, b = (a + 1) % 4;
        double length = hypot(x[b] - x[a], y[b] - y[a]), ex = (x[b] - x[a]) / length, ey = (y[b] - y[a]) / length;
        double far = 1e6;
        sx[0] = x[a], sy[0] = y[a], sx[1] = x[b], sy[1] = y[b];
        sx[2] = x[b] - ey * far, sy[2] = y[b] + ex * far, sx[3] = x[a] - ey * far, sy[3] = y[a] + ex * far;
        GEOSGeometry *strip = geos_points(h, sx, sy, 4, true), *g = geos_base(h, &other);
        GEOSGeometry *both = GEOSIntersection_r(h, strip, g);
        double low = 1e9, high = -1e9;
        if (GEOSGeomTypeId_r(h, both) == GEOS_POLYGON && !GEOSisEmpty_r(h, both)) {
            const GEOSCoordSequence *s = GEOSGeom_getCoordSeq_r(h, GEOSGetExteriorRing_r(h, both));
            unsigned n = 0;
            GEOSCoordSeq_getSize_r(h, s, &n);
            for (unsigned k = 0; k < n; k++) {
                double px, py;
                GEOSCoordSeq_getXY_r(h, s, k, &px, &py);
                low = fmin(low, (px - x[a]) * ex + (py - y[a]) * ey);
                high = fmax(high, (px - x[a]) * ex + (py - y[a]) * ey);
            }
        }
        double wanted = high > low ? high - low : 0;
        assert_near(f.length, wanted, 60); /* LIM_TOUCH behind the edge counts, and slants */
        assert_int_equal(f.length, f.to - f.from);
        some += f.length > 0;
        GEOSGeom_destroy_r(h, strip), GEOSGeom_destroy_r(h, g), GEOSGeom_destroy_r(h, both);
    }
    assert_true(some > 500);
    lim_base base = {0, 0, MM(60), MM(20), 0}, other = {MM(-40), MM(20), MM(60), MM(20), 180000};
    lim_frontage f = frontage(base, LIM_FRONT, other);
    assert_true(f.length == MM(20) && f.from == 0 && f.to == MM(20));
}

static void interposing_agrees_with_geos(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 8;
    int yes = 0, no = 0;
    for (int i = 0; i < 3000; i++) {
        lim_base a = any_base(&seed, 150000), b = any_base(&seed, 150000), c = any_base(&seed, 150000);
        lim_face ea = (lim_face)between(&seed, 0, 3), eb = (lim_face)between(&seed, 0, 3);
        double ax[4], ay[4], bx[4], by[4];
        libm_corners(&a, ax, ay);
        libm_corners(&b, bx, by);
        double x[4] = {ax[ea], ax[(ea + 1) % 4], bx[eb], bx[(eb + 1) % 4]};
        double y[4] = {ay[ea], ay[(ea + 1) % 4], by[eb], by[(eb + 1) % 4]};
        GEOSGeometry *ends = geos_points(h, x, y, 4, false), *strip = GEOSConvexHull_r(h, ends);
        GEOSGeometry *gc = geos_base(h, &c);
        lim_vec corners[4];
        lim_shape shape;
        lim_base_shape(&c, corners, &shape);
        lim_verdict v = lim_base_interposes(&a, ea, &b, eb, &shape);
        if (v.margin > LIM_TOUCH)
            assert_true(v.yes && geos_common(h, strip, gc) > 0);
        else if (v.margin < 0) {
            assert_false(v.yes);
            assert_near(geos_distance(h, strip, gc), -v.margin, 0.51);
        }
        v.yes ? yes++ : no++;
        GEOSGeom_destroy_r(h, ends), GEOSGeom_destroy_r(h, strip), GEOSGeom_destroy_r(h, gc);
    }
    assert_true(yes > 300 && no > 300);
    lim_base a = {0, 0, MM(60), MM(20), 0}, b = {0, MM(200), MM(60), MM(20), 180000},
             beside = {MM(60), 0, MM(60), MM(20), 0};
    lim_vec corners[4];
    lim_shape shape;
    lim_base_shape(&beside, corners, &shape);
    assert_false(lim_base_interposes(&a, LIM_FRONT, &b, LIM_FRONT, &shape).yes); /* a neighbour does not */
    beside.y = MM(100);
    beside.x = MM(59);
    lim_base_shape(&beside, corners, &shape);
    lim_verdict v = lim_base_interposes(&a, LIM_FRONT, &b, LIM_FRONT, &shape);
    assert_true(v.yes && v.margin == MM(1));
}

/* ---- moves ---- */

static void moves_end_where_they_should(void **state) {
    (void)state;
    uint64_t seed = 9;
    for (int i = 0; i < 5000; i++) {
        lim_base base = any_base(&seed, 1000000);
        int32_t angle = (int32_t)between(&seed, -360000, 360000);
        bool right = between(&seed, 0, 1);
        lim_move w = lim_base_step(&base, wheel(right, angle));
        double x[4], y[4], wx[4], wy[4];
        libm_corners(&base, x, y);
        libm_corners(&w.base, wx, wy);
        int held = right ? 1 : 0, outer = right ? 0 : 1;
        assert_near(hypot(wx[held] - x[held], wy[held] - y[held]), 0, 0.8); /* the corner stands */
        assert_near(w.charged, fabs(angle * 3.14159265358979 / 180000) * (double)base.width, 0.51);
        if (angle > 0 && angle < 90000) { /* the outer corner goes forward */
            double turn = base.facing * 3.14159265358979 / 180000;
            assert_true((wx[outer] - x[outer]) * sin(turn) + (wy[outer] - y[outer]) * cos(turn) > 0);
        }
        lim_move p = lim_base_step(&base, pivot(angle));
        assert_true(p.base.x == base.x && p.base.y == base.y);
        assert_int_equal(p.base.facing, lim_angle_normal(base.facing + angle));
        int64_t distance = between(&seed, -500000, 500000);
        lim_move s = lim_base_step(&base, slide(distance, angle));
        assert_int_equal(s.base.facing, base.facing);
        assert_int_equal(s.charged, llabs(distance));
        double turn = (base.facing + angle) * 3.14159265358979 / 180000;
        assert_near(s.base.x - base.x, (double)distance * sin(turn), 0.51);
        assert_near(s.base.y - base.y, (double)distance * cos(turn), 0.51);
    }
}

static lim_span room[LIM_SPANS(MOST_VERTICES)]; /* for lim_motion_first */

static void slides_stop_where_geos_says(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 10;
    int hits = 0, frees = 0, begun = 0;
    for (int i = 0; i < 6000; i++) {
        lim_base base = any_base(&seed, 150000);
        random_shape other;
        any_shape(&seed, 120000, &other);
        int32_t angle = (int32_t)between(&seed, 0, 359999);
        int64_t length = between(&seed, 1000, 400000);
        lim_motion m = lim_motion_of(&base, slide(length, angle));
        double at = -1;
        bool hit = lim_motion_first(&m, &other.shape, room, &at);
        GEOSGeometry *g = geos_of(h, &other), *start = geos_base(h, &base);
        double gap = geos_distance(h, start, g);
        /* all that the base sweeps before it meets the shape, or to the end */
        double until = hit ? at : (double)length, x[8], y[8],
               turn = (base.facing + angle) * 3.14159265358979323846 / 180000;
        libm_corners(&base, x, y);
        for (int k = 0; k < 4; k++) {
            x[4 + k] = x[k] + until * sin(turn);
            y[4 + k] = y[k] + until * cos(turn);
        }
        GEOSGeometry *points = geos_points(h, x, y, 8, false), *swept = GEOSConvexHull_r(h, points);
        GEOSGeometry *end = geos_points(h, x + 4, y + 4, 4, true);
        if (hit && at > 0) {
            hits++;
            assert_near(geos_distance(h, end, g), 0, 1e-3);
        } else if (hit) {
            begun++;
            assert_near(gap, 0, 3);
        } else {
            frees++;
        }
        if (at != 0) { /* nothing was run over on the way */
            GEOSGeometry *shrunk = GEOSBuffer_r(h, swept, -4, 8);
            assert_int_equal(GEOSIntersects_r(h, shrunk, g), 0);
            GEOSGeom_destroy_r(h, shrunk);
        }
        GEOSGeom_destroy_r(h, g), GEOSGeom_destroy_r(h, start), GEOSGeom_destroy_r(h, points);
        GEOSGeom_destroy_r(h, swept), GEOSGeom_destroy_r(h, end);
    }
    assert_true(hits > 600 && frees > 1000 && begun > 300);
}

static void what_touches_does_not_hold(void **state) {
    (void)state;
    for (int32_t facing = 0; facing < 360000; facing += 10000) {
        lim_base base = {0, 0, MM(60), MM(20), facing}, beside = lim_base_step(&base, slide(MM(60), 90000)).base;
        lim_base before = lim_base_step(&base, slide(MM(20), 0)).base;
        lim_vec cb[4], ca[4];
        lim_shape side, ahead;
        lim_base_shape(&beside, cb, &side);
        lim_base_shape(&before, ca, &ahead);
        double at;
        lim_motion forward = lim_motion_of(&base, slide(MM(100), 0)), back = lim_motion_of(&base, slide(-MM(100), 0));
        lim_motion inward = lim_motion_of(&base, slide(MM(100), 80000));
        assert_false(lim_motion_first(&forward, &side, room, &at));
        assert_false(lim_motion_first(&back, &side, room, &at));
        assert_false(lim_motion_first(&back, &ahead, room, &at));
        assert_true(lim_motion_first(&forward, &ahead, room, &at));
        assert_near(at, 0, LIM_TOUCH);
        assert_true(lim_motion_first(&inward, &side, room, &at));
        assert_near(at, 0, LIM_TOUCH);
        lim_base far = lim_base_step(&base, slide(MM(120), 0)).base; /* arriving exactly */
        lim_base_shape(&far, ca, &ahead);
        assert_true(lim_motion_first(&forward, &ahead, room, &at));
        assert_near(at, MM(100), LIM_TOUCH);
    }
}

static void spans_agree_with_geos(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 11;
    int met_twice = 0, met_once = 0;
    for (int i = 0; i < 3000; i++) {
        lim_base base = any_base(&seed, 100000);
        base.width = i % 3 ? base.width : 2000;
        random_shape other;
        any_shape(&seed, 100000, &other);
        int32_t angle = (int32_t)between(&seed, 0, 359999);
        int64_t length = between(&seed, 100000, 500000);
        lim_motion m = lim_motion_of(&base, slide(length, angle));
        lim_span spans[LIM_SPANS(MOST_VERTICES)];
        size_t count = lim_motion_spans(&m, &other.shape, 0, spans);
        GEOSGeometry *g = geos_of(h, &other);
        met_once += count == 1;
        met_twice += count > 1;
        for (int k = 0; k <= 200; k++) {
            int64_t at = length * k / 200;
            lim_base there = lim_base_step(&base, slide(at, angle)).base;
            GEOSGeometry *gb = geos_base(h, &there);
            double gap = geos_distance(h, gb, g), inside = 0;
            bool in = false, near_end = false;
            for (size_t s = 0; s < count; s++) {
                in = in || ((double)at >= spans[s].from && (double)at <= spans[s].to);
                near_end = near_end || fabs((double)at - spans[s].from) < 50 || fabs((double)at - spans[s].to) < 50;
            }
            if (gap == 0) { /* a skin deep at least */
                there.width -= 8;
                there.depth -= 8;
                GEOSGeometry *less = geos_base(h, &there);
                inside = geos_distance(h, less, g) == 0;
                GEOSGeom_destroy_r(h, less);
            }
            if (!near_end && (gap > 0 || inside > 0)) assert_int_equal(in, gap == 0);
            GEOSGeom_destroy_r(h, gb);
        }
        GEOSGeom_destroy_r(h, g);
    }
    assert_true(met_once > 300 && met_twice > 40);
}

static void rays_agree_with_geos(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 12;
    int crossed = 0;
    for (int i = 0; i < 5000; i++) {
        random_shape other;
        any_area(&seed, 100000, &other);
        double x[2], y[2], total = 0, wanted;
        for (int k = 0; k < 2; k++) {
            x[k] = (double)between(&seed, -250000, 250000);
            y[k] = (double)between(&seed, -250000, 250000);
        }
        lim_motion ray = lim_motion_ray((lim_vec){x[0], y[0]}, (lim_vec){x[1], y[1]}, 0);
        lim_span spans[LIM_SPANS(MOST_VERTICES)];
        size_t count = lim_motion_spans(&ray, &other.shape, 0, spans);
        for (size_t s = 0; s < count; s++) total += spans[s].to - spans[s].from;
        GEOSGeometry *line = geos_points(h, x, y, 2, false), *g = geos_of(h, &other);
        GEOSGeometry *both = GEOSIntersection_r(h, line, g);
        assert_int_equal(GEOSLength_r(h, both, &wanted), 1);
        assert_near(total, wanted, 0.01);
        crossed += count > 0;
        GEOSGeom_destroy_r(h, line), GEOSGeom_destroy_r(h, g), GEOSGeom_destroy_r(h, both);
    }
    assert_true(crossed > 1000);
}

static void rays_square_on_an_edge_meet_it(void **state) {
    (void)state;
    uint64_t seed = 15;
    for (int i = 0; i < 20000; i++) {
        lim_base base = any_base(&seed, 1000000);
        lim_rect r = lim_base_rect(&base);
        lim_vec corners[4];
        lim_shape shape, front;
        lim_base_shape(&base, corners, &shape);
        front = (lim_shape){.kind = LIM_LINE, .count = 2, .at = corners, .box = lim_box_of(corners, 2)};
        lim_vec aside = lim_vec_right(r.ahead), way = i % 2 ? r.ahead : aside;
        double half = i % 2 ? r.half_depth : r.half_width;
        lim_motion ray = lim_motion_ray(lim_vec_along(r.at, way, -100000), lim_vec_along(r.at, way, 100000), 0);
        lim_span spans[LIM_SPANS(4)];
        double at;
        assert_int_equal(lim_motion_spans(&ray, &shape, 0, spans), 1);
        assert_near(spans[0].from, 100000 - half, 0.01);
        assert_near(spans[0].to, 100000 + half, 0.01);
        if (i % 2) assert_true(lim_motion_first(&ray, &front, room, &at));
    }
}

static void a_stream_is_as_long_as_its_width_and_the_base(void **state) {
    (void)state;
    lim_point banks[4] = {{-MM(500), MM(100)}, {MM(500), MM(100)}, {MM(500), MM(120)}, {-MM(500), MM(120)}};
    lim_vec vertices[4];
    lim_shape stream;
    lim_fault fault;
    assert_true(lim_area_shape(banks, 4, vertices, &stream, &fault));
    lim_base base = {0, 0, MM(60), MM(15), 0};
    lim_motion m = lim_motion_of(&base, slide(MM(300), 0));
    lim_span spans[LIM_SPANS(4)];
    assert_int_equal(lim_motion_spans(&m, &stream, 0, spans), 1);
    assert_near(spans[0].from, 92500, 1e-6);
    assert_near(spans[0].to, 92500 + MM(20) + MM(15), 1e-6);
    m = lim_motion_of(&base, slide(92500, 0)); /* up to the bank is not in the stream */
    assert_int_equal(lim_motion_spans(&m, &stream, 0, spans), 0);
}

static void turns_stop_where_they_touch(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 13;
    int hits = 0, frees = 0;
    for (int i = 0; i < 4000; i++) {
        lim_base base = any_base(&seed, 30000);
        random_shape other;
        any_shape(&seed, 90000, &other);
        int32_t angle = (int32_t)between(&seed, -180000, 180000), sign = angle < 0 ? -1 : 1;
        bool by_corner = between(&seed, 0, 1), right = between(&seed, 0, 1);
        GEOSGeometry *g = geos_of(h, &other), *start = geos_base(h, &base);
        if (geos_distance(h, start, g) > 5) {
            lim_motion m = by_corner ? lim_motion_of(&base, wheel(right, angle)) : lim_motion_of(&base, pivot(angle));
            double at = -1;
            bool hit = lim_motion_first(&m, &other.shape, room, &at);
            int32_t free = hit ? lim_turn_free(&base, by_corner ? wheel(right, angle) : pivot(angle), &other.shape, at)
                               : angle * sign;
            for (int k = 0; k <= 40; k++) { /* clear all the way there */
                int32_t turn = sign * (int32_t)((int64_t)free * k / 40);
                lim_base there =
                    by_corner ? lim_base_step(&base, wheel(right, turn)).base : lim_base_step(&base, pivot(turn)).base;
                GEOSGeometry *gb = geos_base(h, &there);
                there.width -= 10;
                there.depth -= 10;
                GEOSGeometry *less = geos_base(h, &there);
                assert_true(geos_distance(h, less, g) > 0);
                if (k == 40 && hit)
                    assert_true(geos_distance(h, gb, g) < 10); /* a thousandth of a degree at 200 mm is 3.5 */
                GEOSGeom_destroy_r(h, gb), GEOSGeom_destroy_r(h, less);
            }
            hit ? hits++ : frees++;
        }
        GEOSGeom_destroy_r(h, g), GEOSGeom_destroy_r(h, start);
    }
    assert_true(hits > 300 && frees > 300);
}

/* ---- the same bits everywhere ---- */

static void mix(uint64_t *hash, const void *bytes, size_t count) {
    const unsigned char *b = bytes;
    for (size_t i = 0; i < count; i++) *hash = (*hash ^ b[i]) * 1099511628211u;
}

static void mix_double(uint64_t *hash, double x) {
    uint64_t bits;
    x = x == 0 ? 0 : x; /* one zero */
    memcpy(&bits, &x, sizeof bits);
    for (int i = 0; i < 8; i++) { /* lowest byte first on every machine */
        unsigned char byte = (unsigned char)(bits >> (8 * i));
        mix(hash, &byte, 1);
    }
}

/* The hash below was written down once; whatever compiler, options or machine, the bits are these. */
static void results_have_the_same_bits_everywhere(void **state) {
    (void)state;
    uint64_t seed = 14, hash = 14695981039346656037u;
    for (int i = 0; i < 3000; i++) {
        lim_base base = any_base(&seed, 60000), other = any_base(&seed, 60000);
        random_shape shape;
        any_shape(&seed, 100000, &shape);
        lim_vec corners[4], on_a, on_b;
        lim_shape sb, so;
        lim_base_shape(&base, corners, &sb);
        for (int k = 0; k < 4; k++) {
            mix_double(&hash, corners[k].x);
            mix_double(&hash, corners[k].y);
        }
        mix_double(&hash, lim_atan2(corners[0].y, corners[0].x));
        mix_double(&hash, lim_shape_near(&sb, &shape.shape, &on_a, &on_b));
        mix_double(&hash, on_a.x + on_b.y);
        lim_verdict v = lim_base_arc(&base, i % 2, 45000, &shape.shape);
        mix_double(&hash, (double)v.margin + v.angle);
        lim_base_shape(&other, corners, &so);
        lim_contact c = lim_shape_contact(&sb, &so);
        mix_double(&hash, (double)(c.margin + c.nudge.x - c.nudge.y));
        lim_move m = lim_base_step(&base, wheel(i % 2, (int32_t)between(&seed, 0, 90000)));
        mix_double(&hash, (double)(m.charged + m.base.x - m.base.y));
        lim_span spans[LIM_SPANS(MOST_VERTICES)];
        lim_motion motion = lim_motion_of(&base, slide(200000, (int32_t)between(&seed, 0, 359999)));
        size_t count = lim_motion_spans(&motion, &shape.shape, 0, spans);
        for (size_t k = 0; k < count; k++) mix_double(&hash, spans[k].from - spans[k].to);
        double at = 0;
        motion = lim_motion_of(&base, pivot(90000));
        if (lim_motion_first(&motion, &shape.shape, room, &at)) mix_double(&hash, at);
        count = lim_motion_spans(&motion, &shape.shape, 20000, spans);
        for (size_t k = 0; k < count; k++) mix_double(&hash, spans[k].from - spans[k].to);
    }
    if (hash != 0xdef139bc75027697u) fail_msg("the hash is 0x%016llx", (unsigned long long)hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_agree_with_libm),
        cmocka_unit_test(rounding_is_declared),
        cmocka_unit_test(distances_agree_with_geos),
        cmocka_unit_test(the_oracle_bites),
        cmocka_unit_test(contact_is_judged),
        cmocka_unit_test(points_in_areas_agree_with_geos),
        cmocka_unit_test(outlines_are_checked_as_geos_does),
        cmocka_unit_test(bad_outlines_are_named),
        cmocka_unit_test(arcs_agree_with_geos),
        cmocka_unit_test(arcs_name_what_decides),
        cmocka_unit_test(sides_are_told_apart),
        cmocka_unit_test(the_face_met_is_found),
        cmocka_unit_test(frontage_agrees_with_geos),
        cmocka_unit_test(interposing_agrees_with_geos),
        cmocka_unit_test(moves_end_where_they_should),
        cmocka_unit_test(slides_stop_where_geos_says),
        cmocka_unit_test(what_touches_does_not_hold),
        cmocka_unit_test(spans_agree_with_geos),
        cmocka_unit_test(rays_agree_with_geos),
        cmocka_unit_test(rays_square_on_an_edge_meet_it),
        cmocka_unit_test(a_stream_is_as_long_as_its_width_and_the_base),
        cmocka_unit_test(turns_stop_where_they_touch),
        cmocka_unit_test(results_have_the_same_bits_everywhere),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_geos, close_geos);
}
