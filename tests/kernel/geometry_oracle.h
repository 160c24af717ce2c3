/* Random shapes with fixed seeds, and GEOS to hold the geometry against. */
#ifndef GEOMETRY_ORACLE_H
#define GEOMETRY_ORACLE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <geos_c.h>

#include "geometry.h"

#define MOST_VERTICES 64

/* A group's set-up and its end: its state is a handle of GEOS. */
static inline int open_geos(void **state) {
    *state = GEOS_init_r();
    return *state == NULL;
}

static inline int close_geos(void **state) {
    GEOS_finish_r(*state);
    return 0;
}

/* lim_alloc.realloc on the heap. */
static inline void *from_heap(void *context, void *block, size_t old_bytes, size_t new_bytes) {
    (void)context, (void)old_bytes;
    if (new_bytes > 0) return realloc(block, new_bytes);
    free(block);
    return NULL;
}

/* The moves by their names. */
static inline lim_step slide(int64_t distance, int32_t angle) { return (lim_step){LIM_SLIDE, angle, distance}; }

static inline lim_step wheel(bool right, int32_t angle) {
    return (lim_step){right ? LIM_WHEEL_RIGHT : LIM_WHEEL_LEFT, angle, 0};
}

static inline lim_step pivot(int32_t angle) { return (lim_step){LIM_PIVOT, angle, 0}; }

/* splitmix64 */
static inline uint64_t any(uint64_t *seed) {
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline int64_t between(uint64_t *seed, int64_t low, int64_t high) {
    return low + (int64_t)(any(seed) % (uint64_t)(high - low + 1));
}

typedef struct random_shape {
    lim_shape shape;
    lim_base base;
    lim_point points[MOST_VERTICES];
    lim_vec vertices[MOST_VERTICES];
    uint32_t count;
} random_shape;

/* One draw after another: C leaves the order within an initialiser open. */
static inline lim_point any_point(uint64_t *seed, int64_t reach) {
    int64_t x = between(seed, -reach, reach), y = between(seed, -reach, reach);
    return (lim_point){x, y};
}

static inline lim_base any_base(uint64_t *seed, int64_t reach) {
    bool quarter = between(seed, 0, 3) == 0;
    lim_point at = any_point(seed, reach);
    int64_t width = between(seed, 5000, 90000), depth = between(seed, 5000, 40000);
    int32_t facing = (int32_t)(quarter ? 90000 * between(seed, 0, 3) : between(seed, 0, 359999));
    return (lim_base){at.x, at.y, width, depth, facing};
}

/* A star-shaped area around a random place, either way round. */
static inline void any_area(uint64_t *seed, int64_t reach, random_shape *r) {
    lim_fault fault;
    do {
        r->count = (uint32_t)between(seed, 3, 24);
        lim_point at = any_point(seed, reach);
        int32_t sense = between(seed, 0, 1) ? 1 : -1;
        for (uint32_t i = 0; i < r->count; i++) {
            lim_vec way = lim_angle_vec(sense * (int32_t)(i * 360000u / r->count));
            double far = (double)between(seed, 20000, 120000);
            r->points[i] = (lim_point){at.x + lim_round(way.x * far), at.y + lim_round(way.y * far)};
        }
    } while (!lim_area_shape(r->points, r->count, r->vertices, &r->shape, &fault));
}

static inline void any_line(uint64_t *seed, int64_t reach, random_shape *r) {
    lim_fault fault;
    do {
        r->count = (uint32_t)between(seed, 2, 6);
        for (uint32_t i = 0; i < r->count; i++) r->points[i] = any_point(seed, reach);
    } while (!lim_line_shape(r->points, r->count, r->vertices, &r->shape, &fault));
}

static inline void any_shape(uint64_t *seed, int64_t reach, random_shape *r) {
    switch (between(seed, 0, 3)) {
    case 0:
        r->points[0] = any_point(seed, reach);
        lim_point_shape(r->points[0], r->vertices, &r->shape);
        break;
    case 1: any_line(seed, reach, r); break;
    case 2: any_area(seed, reach, r); break;
    default: r->base = any_base(seed, reach); lim_base_shape(&r->base, r->vertices, &r->shape);
    }
}

/* The same base by libm, for GEOS. */
static inline void libm_corners(const lim_base *b, double x[4], double y[4]) {
    double turn = (double)b->facing * 3.14159265358979323846 / 180000, s = sin(turn), c = cos(turn);
    static const double across[4] = {-0.5, 0.5, 0.5, -0.5}, up[4] = {0.5, 0.5, -0.5, -0.5};
    for (int i = 0; i < 4; i++) {
        double u = across[i] * (double)b->width, w = up[i] * (double)b->depth;
        x[i] = (double)b->x + u * c + w * s;
        y[i] = (double)b->y - u * s + w * c;
    }
}

static inline GEOSGeometry *geos_points(GEOSContextHandle_t h, const double *x, const double *y, uint32_t count,
                                        bool area) {
    uint32_t total = area ? count + 1 : count;
    GEOSCoordSequence *s = GEOSCoordSeq_create_r(h, total, 2);
    for (uint32_t i = 0; i < total; i++) GEOSCoordSeq_setXY_r(h, s, i, x[i % count], y[i % count]);
    if (count == 1) return GEOSGeom_createPoint_r(h, s);
    return area ? GEOSGeom_createPolygon_r(h, GEOSGeom_createLinearRing_r(h, s), NULL, 0)
                : GEOSGeom_createLineString_r(h, s);
}

static inline GEOSGeometry *geos_base(GEOSContextHandle_t h, const lim_base *b) {
    double x[4], y[4];
    libm_corners(b, x, y);
    return geos_points(h, x, y, 4, true);
}

static inline GEOSGeometry *geos_of(GEOSContextHandle_t h, const random_shape *r) {
    double x[MOST_VERTICES], y[MOST_VERTICES];
    if (r->shape.kind == LIM_BASE) return geos_base(h, &r->base);
    for (uint32_t i = 0; i < r->shape.count; i++) {
        x[i] = r->vertices[i].x;
        y[i] = r->vertices[i].y;
    }
    return geos_points(h, x, y, r->shape.count, r->shape.kind == LIM_AREA);
}

static inline double geos_distance(GEOSContextHandle_t h, const GEOSGeometry *a, const GEOSGeometry *b) {
    double d = -1;
    assert_int_equal(GEOSDistance_r(h, a, b, &d), 1);
    return d;
}

/* Area of what two have in common. */
static inline double geos_common(GEOSContextHandle_t h, const GEOSGeometry *a, const GEOSGeometry *b) {
    GEOSGeometry *both = GEOSIntersection_r(h, a, b);
    double area = -1;
    assert_non_null(both);
    assert_int_equal(GEOSArea_r(h, both, &area), 1);
    GEOSGeom_destroy_r(h, both);
    return area;
}

#define assert_near(a, b, by)                                                                                          \
    do {                                                                                                               \
        double near_a = (double)(a), near_b = (double)(b);                                                             \
        if (!(fabs(near_a - near_b) <= (by))) fail_msg("%s is %.6f, %s is %.6f", #a, near_a, #b, near_b);              \
    } while (0)

#endif
