/* Lines of fire against GEOS, and what lies on hills and in woods at their ends. */
#include "geometry_oracle.h"

#include <geos_c.h>

#include "field.h"

#define MM(n) ((int64_t)(n)*1000)
#define ITEMS 14
#define FILES 4

static void put(lim_field *field, int64_t key, const random_shape *r, lim_about about) {
    lim_fault fault;
    about.key = key;
    about.kind = r->shape.kind == LIM_BASE ? LIM_ITEM_BASE : LIM_ITEM_AREA;
    about.base = r->base;
    assert_true(lim_field_put(field, &about, &r->shape, &fault));
}

/* How much of a straight line lies in a shape. */
static double length_in(GEOSContextHandle_t h, lim_vec from, lim_vec to, const GEOSGeometry *g) {
    double x[2] = {from.x, to.x}, y[2] = {from.y, to.y}, length = -1;
    GEOSGeometry *line = geos_points(h, x, y, 2, false), *both = GEOSIntersection_r(h, line, g);
    assert_int_equal(GEOSLength_r(h, both, &length), 1);
    GEOSGeom_destroy_r(h, line), GEOSGeom_destroy_r(h, both);
    return length;
}

static lim_vec front_of(const lim_base *base, double share) {
    double x[4], y[4];
    libm_corners(base, x, y);
    return (lim_vec){x[0] + share * (x[1] - x[0]), y[0] + share * (y[1] - y[0])};
}

static void files_are_stopped_as_geos_says(void **state) {
    GEOSContextHandle_t h = *state;
    uint64_t seed = 61;
    int clear = 0, by_body = 0, by_wood = 0;
    for (int round = 0; round < 1500; round++) {
        lim_field field;
        lim_field_open(&field, (lim_alloc){from_heap, NULL});
        random_shape all[ITEMS];
        GEOSGeometry *geos[ITEMS];
        for (int i = 0; i < ITEMS; i++) { /* the shooter, its target, bodies, woods */
            all[i].base = any_base(&seed, 400000);
            if (i < 10)
                lim_base_shape(&all[i].base, all[i].vertices, &all[i].shape);
            else
                any_area(&seed, 400000, &all[i]);
            put(&field, i, &all[i], (lim_about){.side = 1 + i % 2, .height = i < 10 ? 0 : 1000});
            geos[i] = geos_of(h, &all[i]);
        }
        const int64_t own[2] = {0, 1};
        lim_vec files[FILES], muzzle = front_of(&all[0].base, 0.5);
        for (int i = 0; i < FILES; i++) files[i] = front_of(&all[0].base, (i + 0.5) / FILES);
        lim_fire fire = {.from = &all[0].shape,
                         .base = &all[0].base,
                         .muzzles = &muzzle,
                         .muzzle_count = 1,
                         .files = files,
                         .file_count = FILES,
                         .arc = -1,
                         .off = -1,
                         .eye = 500,
                         .mark = 500,
                         .reach = 1e9};
        fire.between.tall = (lim_filter){.kinds = LIM_ITEM_AREA};
        fire.between.solid = (lim_filter){.kinds = LIM_ITEM_BASE, .except = own, .excepted = 2};
        fire.between.solids = true;
        fire.between.side = 1;
        lim_shot shot = lim_field_fire(&field, &fire, &all[1].shape);
        size_t wanted = 0;
        bool sure = true, wood = false, body = false, friendly = false;
        for (int k = 0; k < FILES; k++) {
            lim_vec at;
            bool stopped = false;
            lim_vec_near(files[k], &all[1].shape, &at);
            for (int i = 2; i < ITEMS; i++) {
                double in = length_in(h, files[k], at, geos[i]);
                sure = sure && (in < 4 || in > 16);
                if (in < 10) continue;
                stopped = true;
                wood = wood || i >= 10;
                body = body || i < 10;
                friendly = friendly || (i < 10 && i % 2 == 0);
            }
            wanted += !stopped;
        }
        if (sure) {
            assert_true(shot.borne);
            assert_int_equal(shot.clear, wanted);
            assert_int_equal(shot.stopped.by != NULL, wanted < FILES);
            assert_int_equal(shot.stopped.tall != NULL, wood);
            assert_int_equal(shot.stopped.friendly, friendly);
            if (shot.stopped.solid != NULL) assert_true(body && shot.stopped.solid->about.key < 10);
            if (body && !wood) assert_non_null(shot.stopped.solid);
            lim_vec at;
            assert_near(shot.range, lim_vec_near(muzzle, &all[1].shape, &at), 1e-6);
            clear += wanted == FILES, by_body += body, by_wood += wood;
        }
        for (int i = 0; i < ITEMS; i++) GEOSGeom_destroy_r(h, geos[i]);
        lim_field_close(&field);
    }
    assert_true(clear > 150 && by_body > 300 && by_wood > 300);
}

/* A scene: the shooter at (0, 0) looks north; the target is 200 mm away. */
typedef struct scene {
    lim_field field;
    random_shape shooter, target;
    lim_vec muzzle;
    lim_fire fire;
} scene;

static void stand(scene *s, random_shape *r, int64_t key, lim_base base, lim_about about) {
    r->base = base;
    lim_base_shape(&r->base, r->vertices, &r->shape);
    put(&s->field, key, r, about);
}

static void open_scene(scene *s) {
    static const int64_t own[2] = {0, 1};
    lim_field_open(&s->field, (lim_alloc){from_heap, NULL});
    stand(s, &s->shooter, 0, (lim_base){0, 0, MM(60), MM(20), 0}, (lim_about){.side = 1});
    stand(s, &s->target, 1, (lim_base){0, MM(220), MM(60), MM(20), 180000}, (lim_about){.side = 2});
    s->muzzle = (lim_vec){0, 10000};
    s->fire = (lim_fire){.from = &s->shooter.shape,
                         .base = &s->shooter.base,
                         .muzzles = &s->muzzle,
                         .muzzle_count = 1,
                         .arc = 45000,
                         .off = -1,
                         .eye = 1000,
                         .mark = 1000,
                         .reach = 1e9};
    s->fire.between.tall = (lim_filter){.except = own, .excepted = 2};
    s->fire.between.solid = (lim_filter){.kinds = LIM_ITEM_BASE, .except = own, .excepted = 2};
    s->fire.between.solids = true;
    s->fire.between.ends[0] = &s->shooter.shape;
    s->fire.between.ends[1] = &s->target.shape;
}

static void box(scene *s, int64_t key, int64_t x0, int64_t y0, int64_t x1, int64_t y1, lim_about about) {
    random_shape r = {.points = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}};
    lim_fault fault;
    assert_true(lim_area_shape(r.points, 4, r.vertices, &r.shape, &fault));
    put(&s->field, key, &r, about);
}

static lim_shot shoot(scene *s) { return lim_field_fire(&s->field, &s->fire, &s->target.shape); }

static void woods_at_the_ends_let_out_and_in(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    box(&s, 5, -MM(100), -MM(50), MM(100), MM(40), (lim_about){.height = MM(15), .flags = 1});
    box(&s, 6, -MM(100), MM(180), MM(100), MM(300), (lim_about){.height = MM(15), .flags = 1});
    lim_shot shot = shoot(&s);
    assert_int_equal(shot.clear, 0);
    assert_int_equal(shot.stopped.tall->about.key, 5);
    s.fire.between.pass = (lim_filter){.kinds = LIM_ITEM_AREA, .with = 1};
    s.fire.between.passes = true;
    shot = shoot(&s);
    assert_int_equal(shot.clear, 1);
    assert_near(shot.line.out, 30000, 1e-6);
    assert_near(shot.line.into, 30000, 1e-6);
    assert_false(shot.line.shared);
    /* A wood that a base only touches is in the way: the target backs off until a millimetre of it is in. */
    stand(&s, &s.target, 1, (lim_base){0, MM(171), MM(60), MM(20), 180000}, (lim_about){.side = 2});
    shot = shoot(&s);
    assert_int_equal(shot.clear, 1); /* before the wood, nothing is between */
    box(&s, 7, -MM(100), MM(100), MM(100), MM(110), (lim_about){.height = MM(15), .flags = 1});
    shot = shoot(&s);
    assert_int_equal(shot.stopped.tall->about.key, 7);
    assert_near(shot.stopped.tall_at, 90000, 1e-6);
    /* One wood round both. */
    box(&s, 5, -MM(100), -MM(50), MM(100), MM(300), (lim_about){.height = MM(15), .flags = 1});
    lim_field_remove(&s.field, 7);
    shot = shoot(&s);
    assert_true(shot.clear == 1 && shot.line.shared);
    lim_field_close(&s.field);
}

static void nobodys_own_hill_stops_him(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    box(&s, 5, -MM(100), -MM(50), MM(100), MM(40), (lim_about){.ground = MM(20)});
    assert_int_equal(shoot(&s).clear, 1); /* downhill */
    box(&s, 5, -MM(100), MM(5), MM(100), MM(40), (lim_about){.ground = MM(20)});
    assert_int_equal(shoot(&s).clear, 1); /* only the muzzles are on it */
    box(&s, 5, -MM(100), -MM(50), MM(100), MM(40), (lim_about){.ground = MM(20)});
    box(&s, 6, -MM(100), MM(80), MM(100), MM(120), (lim_about){.ground = MM(20)});
    lim_shot shot = shoot(&s); /* behind the next one */
    assert_int_equal(shot.clear, 0);
    assert_int_equal(shot.stopped.tall->about.key, 6);
    box(&s, 6, -MM(100), MM(80), MM(100), MM(300), (lim_about){.ground = MM(20)});
    assert_int_equal(shoot(&s).clear, 1); /* from hill to hill */
    stand(&s, &s.shooter, 9, (lim_base){0, MM(150), MM(60), MM(20), 0}, (lim_about){.side = 1});
    s.fire.between.side = 1;
    shot = shoot(&s); /* over a friend on the hill */
    assert_true(shot.clear == 0 && shot.stopped.tall == NULL && shot.stopped.friendly);
    assert_int_equal(shot.stopped.solid->about.key, 9);
    assert_int_equal(shot.stopped.level, MM(20));
    lim_field_close(&s.field);
}

static void what_bears_and_what_does_not(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    stand(&s, &s.target, 1, (lim_base){MM(260), MM(100), MM(60), MM(20), 270000}, (lim_about){.side = 2});
    lim_shot shot = shoot(&s);
    assert_false(shot.borne || shot.arc.yes);
    assert_true(shot.arc.margin < 0 && shot.arc.decider == LIM_RIGHT);
    s.fire.arc = 90000;
    assert_true(shoot(&s).borne);
    s.fire.off = 60000;
    shot = shoot(&s);
    assert_true(!shot.borne && shot.off > 60000 && shot.off < 90000);
    s.fire.off = shot.off;
    shot = shoot(&s);
    assert_true(shot.borne && shot.clear == 1);
    s.fire.reach = shot.range - 3;
    assert_false(shoot(&s).borne);
    s.fire.reach = shot.range - 1;
    assert_true(shoot(&s).borne);
    stand(&s, &s.target, 1, (lim_base){-MM(260), MM(100), MM(60), MM(20), 90000}, (lim_about){.side = 2});
    s.fire.reach = 1e9;
    assert_true(shoot(&s).borne); /* as far to the left */
    s.fire.off--;
    shot = shoot(&s);
    assert_true(!shot.borne && shot.off == -s.fire.off - 1);
    lim_field_close(&s.field);
}

/* From the ends of the front too, and at any part of the target: one clear line is enough. */
static void any_muzzle_and_any_mark_will_do(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    random_shape screen;
    stand(&s, &screen, 7, (lim_base){0, MM(100), MM(40), MM(10), 0}, (lim_about){.side = 2});
    lim_shot shot = shoot(&s);
    assert_true(shot.clear == 0 && shot.stopped.solid->about.key == 7);
    assert_near(shot.stopped.by_at, 85000, 1e-6);
    const lim_vec ends[3] = {{0, 10000}, {-30000, 10000}, {30000, 10000}};
    s.fire.muzzles = ends;
    s.fire.muzzle_count = 3;
    s.fire.all_marks = true;
    shot = shoot(&s);
    assert_int_equal(shot.clear, 1);
    assert_near(shot.range, 200000, 1e-6);
    s.fire.from_muzzle = true;
    assert_int_equal(shoot(&s).clear, 0); /* from the muzzle nearest to it, straight on */
    lim_field_close(&s.field);
}

/* A part of the target beside what hides its middle, its nearest point and its first corner is seen. */
static void the_last_mark_will_do(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    random_shape screen;
    stand(&s, &screen, 7, (lim_base){MM(25), MM(100), MM(70), MM(10), 0}, (lim_about){.side = 2});
    assert_int_equal(shoot(&s).clear, 0);
    s.fire.all_marks = true;
    lim_shot shot = shoot(&s);
    assert_true(shot.clear == 1 && shot.line.to.x == -MM(30));
    lim_field_close(&s.field);
}

/* What stops the files: of the first that is stopped, of the first stopped by ground, of the first by bodies alone. */
static void each_kind_of_stop_is_of_its_own_file(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    random_shape near, far;
    const lim_vec files[2] = {{-20000, 10000}, {20000, 10000}};
    stand(&s, &near, 7, (lim_base){-MM(20), MM(60), MM(20), MM(10), 0}, (lim_about){.side = 0});
    stand(&s, &far, 8, (lim_base){MM(20), MM(150), MM(20), MM(10), 0}, (lim_about){.side = 0});
    box(&s, 5, -MM(40), MM(90), -MM(5), MM(110), (lim_about){.height = MM(15)});
    s.fire.files = files;
    s.fire.file_count = 2;
    lim_shot shot = shoot(&s);
    assert_int_equal(shot.clear, 0);
    assert_int_equal(shot.stopped.by->about.key, 7);
    assert_int_equal(shot.stopped.tall->about.key, 5);
    assert_int_equal(shot.stopped.solid->about.key, 8);
    assert_false(shot.stopped.friendly); /* of no side */
    lim_field_close(&s.field);
}

static void the_nearest_that_bear_come_first(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    random_shape more;
    stand(&s, &more, 8, (lim_base){MM(30), MM(160), MM(20), MM(20), 180000}, (lim_about){.side = 2});
    stand(&s, &more, 9, (lim_base){0, -MM(60), MM(20), MM(20), 180000}, (lim_about){.side = 2});
    stand(&s, &more, 10, (lim_base){0, MM(900), MM(20), MM(20), 180000}, (lim_about){.side = 2});
    const lim_filter enemies = {.kinds = LIM_ITEM_BASE, .side = 2};
    lim_found found[8];
    s.fire.reach = 500000;
    assert_int_equal(lim_field_borne(&s.field, &s.fire, &enemies, found, 8), 2);
    assert_int_equal(found[0].item->about.key, 8);
    assert_int_equal(found[1].item->about.key, 1);
    assert_near(found[1].from, 200000, 1e-6);
    assert_int_equal(lim_field_borne(&s.field, &s.fire, &enemies, found, 1), 1);
    lim_field_close(&s.field);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_stopped_as_geos_says),
        cmocka_unit_test(woods_at_the_ends_let_out_and_in),
        cmocka_unit_test(nobodys_own_hill_stops_him),
        cmocka_unit_test(what_bears_and_what_does_not),
        cmocka_unit_test(any_muzzle_and_any_mark_will_do),
        cmocka_unit_test(the_nearest_that_bear_come_first),
        cmocka_unit_test(the_last_mark_will_do),
        cmocka_unit_test(each_kind_of_stop_is_of_its_own_file),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_geos, close_geos);
}
