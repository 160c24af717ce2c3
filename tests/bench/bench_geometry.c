/* Geometry timed against GEOS in the same run. A ratio is GEOS's time over ours; only another answer fails. */
#define _POSIX_C_SOURCE 200809L
#include "field.h"

#include <geos_c.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BASES 512
#define AREAS 200
#define POINTS 1024
#define ROUNDS 7

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static uint64_t any(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static int64_t between(uint64_t *seed, int64_t low, int64_t high)
{
    return low + (int64_t)(any(seed) % (uint64_t)(high - low + 1));
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static GEOSGeometry *geos_shape(GEOSContextHandle_t h, const lim_shape *s)
{
    GEOSCoordSequence *c = GEOSCoordSeq_create_r(h, s->count + 1, 2);
    for (uint32_t i = 0; i <= s->count; i++)
        GEOSCoordSeq_setXY_r(h, c, i, s->at[i % s->count].x, s->at[i % s->count].y);
    return GEOSGeom_createPolygon_r(h, GEOSGeom_createLinearRing_r(h, c), NULL, 0);
}

/* Runs both ROUNDS times in turn; a row of the bench of the least times (tests/bench/ratio.lua). */
typedef double (*work)(void *all);

static int compare(const char *name, void *all, work ours, work theirs, double calls, double floor)
{
    double a[ROUNDS], b[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        double start = now(), one = ours(all), middle = now(), two = theirs(all), end = now();
        if (fabs(one - two) > 1e-6 * (fabs(two) + 1)) {
            printf("%s: the answers differ, %.6f and %.6f\n", name, one, two);
            return 1;
        }
        a[i] = (middle - start) / calls;
        b[i] = (end - middle) / calls;
    }
    qsort(a, ROUNDS, sizeof *a, by_size);
    qsort(b, ROUNDS, sizeof *b, by_size);
    double mine = a[0], peer = b[0];
    printf("%s\t%.4f\t%.2f\tx as fast as GEOS\t%.0f ns\t>=\n", name, peer / mine, floor, mine);
    return 0;
}

/* ---- distance of oriented rectangles, from the integers of the state ---- */

typedef struct rectangles {
    GEOSContextHandle_t h;
    lim_base bases[BASES];
    lim_shape shapes[BASES];
    lim_vec corners[BASES][4];
    GEOSGeometry *geos[BASES];
} rectangles;

static double our_distances(void *all)
{
    rectangles *r = all;
    double sum = 0;
    lim_vec on_a, on_b;
    for (int k = 0; k < 100; k++)
        for (int i = 1; i < BASES; i++) {
            lim_vec ca[4], cb[4];
            lim_shape a, b;
            lim_base_shape(&r->bases[i - 1], ca, &a);
            lim_base_shape(&r->bases[i], cb, &b);
            sum += lim_shape_near(&a, &b, &on_a, &on_b);
        }
    return sum;
}

static double our_ready_distances(void *all)
{
    rectangles *r = all;
    double sum = 0;
    lim_vec on_a, on_b;
    for (int k = 0; k < 100; k++)
        for (int i = 1; i < BASES; i++)
            sum += lim_shape_near(&r->shapes[i - 1], &r->shapes[i], &on_a, &on_b);
    return sum;
}

static double geos_distances(void *all)
{
    rectangles *r = all;
    double sum = 0, d;
    for (int k = 0; k < 100; k++)
        for (int i = 1; i < BASES; i++) {
            GEOSDistance_r(r->h, r->geos[i - 1], r->geos[i], &d);
            sum += d;
        }
    return sum;
}

/* ---- a segment among polygons ---- */

typedef struct polygons {
    GEOSContextHandle_t h;
    lim_field field;
    lim_vec ends[POINTS][2];
    GEOSGeometry *lines[POINTS];
    const GEOSPreparedGeometry *prepared[AREAS];
    GEOSSTRtree *tree;
} polygons;

static double our_crossings(void *all)
{
    polygons *p = all;
    double met = 0;
    const lim_filter every = {0};
    lim_found found;
    for (int i = 0; i < POINTS; i++) {
        lim_motion ray = lim_motion_ray(p->ends[i][0], p->ends[i][1], 0);
        met += lim_field_first(&p->field, &ray, &every, &found);
    }
    return met;
}

typedef struct probe {
    polygons *p;
    const GEOSGeometry *line;
    int met;
} probe;

static void meet(void *item, void *user)
{
    probe *q = user;
    if (!q->met)
        q->met = GEOSPreparedIntersects_r(q->p->h, *(const GEOSPreparedGeometry **)item, q->line) == 1;
}

static double geos_crossings(void *all)
{
    polygons *p = all;
    double met = 0;
    for (int i = 0; i < POINTS; i++) {
        probe q = {p, p->lines[i], 0};
        GEOSSTRtree_query_r(p->h, p->tree, p->lines[i], meet, &q);
        met += q.met;
    }
    return met;
}

/* ---- points in a polygon of 32 vertices ---- */

typedef struct inside {
    GEOSContextHandle_t h;
    lim_shape area;
    lim_vec vertices[32], points[POINTS];
    GEOSGeometry *geos[POINTS];
    const GEOSPreparedGeometry *prepared;
} inside;

static double our_insides(void *all)
{
    inside *in = all;
    double count = 0;
    for (int k = 0; k < 100; k++)
        for (int i = 0; i < POINTS; i++)
            count += lim_area_contains(&in->area, in->points[i]);
    return count;
}

static double geos_insides(void *all)
{
    inside *in = all;
    double count = 0;
    for (int k = 0; k < 100; k++)
        for (int i = 0; i < POINTS; i++)
            count += GEOSPreparedContains_r(in->h, in->prepared, in->geos[i]) == 1;
    return count;
}

static void make_area(uint64_t *seed, int64_t x, int64_t y, int64_t low, int64_t high, uint32_t count,
                      lim_vec *vertices, lim_shape *shape)
{
    lim_point points[32];
    lim_fault fault;
    for (uint32_t i = 0; i < count; i++) {
        lim_vec way = lim_angle_vec((int64_t)i * 360000 / count);
        double far = (double)between(seed, low, high);
        points[i] = (lim_point){x + lim_round(way.x * far), y + lim_round(way.y * far)};
    }
    if (!lim_area_shape(points, count, vertices, shape, &fault))
        abort();
}

static void *grow(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    (void)context, (void)old_bytes;
    if (new_bytes > 0)
        return realloc(block, new_bytes);
    free(block);
    return NULL;
}

static GEOSGeometry *geos_line(GEOSContextHandle_t h, const lim_vec ends[2])
{
    GEOSCoordSequence *c = GEOSCoordSeq_create_r(h, 2, 2);
    for (unsigned k = 0; k < 2; k++)
        GEOSCoordSeq_setXY_r(h, c, k, ends[k].x, ends[k].y);
    return GEOSGeom_createLineString_r(h, c);
}

int main(void)
{
    static rectangles r;
    static polygons p;
    static inside in;
    uint64_t seed = 1;
    GEOSContextHandle_t h = r.h = p.h = in.h = GEOS_init_r();
    for (int i = 0; i < BASES; i++) {
        r.bases[i] = (lim_base){between(&seed, 0, 2400000), between(&seed, 0, 1800000), between(&seed, 20000, 80000),
                                between(&seed, 15000, 30000), (int32_t)between(&seed, 0, 359999)};
        lim_base_shape(&r.bases[i], r.corners[i], &r.shapes[i]);
        r.geos[i] = geos_shape(h, &r.shapes[i]);
    }
    double calls = 100.0 * (BASES - 1);
    int bad = compare("rectangles, distance", &r, our_distances, geos_distances, calls, 6);
    bad += compare("  the same, shapes made before", &r, our_ready_distances, geos_distances, calls, 6);

    lim_field_open(&p.field, (lim_alloc){grow, NULL});
    p.tree = GEOSSTRtree_create_r(h, 10);
    for (int i = 0; i < AREAS; i++) {
        lim_vec vertices[12];
        lim_shape shape;
        lim_fault fault;
        make_area(&seed, between(&seed, 0, 2400000), between(&seed, 0, 1800000), 15000, 50000, 12, vertices, &shape);
        lim_about about = {.key = i, .kind = LIM_ITEM_AREA};
        if (!lim_field_put(&p.field, &about, &shape, &fault))
            return 1;
        GEOSGeometry *g = geos_shape(h, &shape);
        p.prepared[i] = GEOSPrepare_r(h, g);
        GEOSSTRtree_insert_r(h, p.tree, g, &p.prepared[i]);
    }
    for (int i = 0; i < POINTS; i++) {
        lim_vec from = {(double)between(&seed, 0, 2400000), (double)between(&seed, 0, 1800000)};
        lim_vec way = lim_angle_vec(between(&seed, 0, 359999));
        p.ends[i][0] = from;
        p.ends[i][1] = lim_vec_along(from, way, 400000);
        p.lines[i] = geos_line(h, p.ends[i]);
    }
    bad += compare("segment v 200 polygons", &p, our_crossings, geos_crossings, POINTS, 2);

    make_area(&seed, 0, 0, 60000, 100000, 32, in.vertices, &in.area);
    in.prepared = GEOSPrepare_r(h, geos_shape(h, &in.area));
    for (int i = 0; i < POINTS; i++) {
        in.points[i] = (lim_vec){(double)between(&seed, -100000, 100000), (double)between(&seed, -100000, 100000)};
        in.geos[i] = GEOSGeom_createPointFromXY_r(h, in.points[i].x, in.points[i].y);
    }
    bad += compare("point in a 32-gon", &in, our_insides, geos_insides, 100.0 * POINTS, 1);
    lim_field_close(&p.field);
    GEOS_finish_r(h);
    return bad > 0;
}
