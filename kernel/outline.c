/* Lines and areas from their points, and what is wrong with an outline: see geometry.h. */
#include "geometry.h"

static bool refuse(lim_fault *fault, lim_why why, uint32_t i, uint32_t j, lim_vec at) {
    *fault = (lim_fault){why, i, j, lim_round_point(at)};
    return false;
}

bool lim_line_shape(const lim_point *points, uint32_t count, lim_vec *vertices, lim_shape *shape, lim_fault *fault) {
    if (count < 2) return refuse(fault, LIM_WHY_FEW, 0, 0, (lim_vec){0, 0});
    for (uint32_t i = 0; i < count; i++) {
        lim_point p = points[i];
        vertices[i] = lim_vec_of(p);
        if (p.x < -LIM_REACH || p.x > LIM_REACH || p.y < -LIM_REACH || p.y > LIM_REACH)
            return refuse(fault, LIM_WHY_REACH, i, i, (lim_vec){0, 0});
        if (i > 0 && p.x == points[i - 1].x && p.y == points[i - 1].y)
            return refuse(fault, LIM_WHY_REPEATS, i - 1, i, vertices[i]);
    }
    *shape = (lim_shape){.kind = LIM_LINE, .count = count, .at = vertices, .box = lim_box_of(vertices, count)};
    return true;
}

bool lim_area_shape(const lim_point *points, uint32_t count, lim_vec *vertices, lim_shape *shape, lim_fault *fault) {
    if (count < 3) return refuse(fault, LIM_WHY_FEW, 0, 0, (lim_vec){0, 0});
    if (!lim_line_shape(points, count, vertices, shape, fault)) return false;
    shape->kind = LIM_AREA;
    if (points[0].x == points[count - 1].x && points[0].y == points[count - 1].y)
        return refuse(fault, LIM_WHY_REPEATS, count - 1, 0, vertices[0]);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++) {
            lim_vec a[2] = {vertices[i], lim_shape_next(shape, i)}, b[2] = {vertices[j], lim_shape_next(shape, j)};
            lim_shape one = {.kind = LIM_LINE, .count = 2, .at = a, .box = lim_box_of(a, 2)};
            lim_shape two = {.kind = LIM_LINE, .count = 2, .at = b, .box = lim_box_of(b, 2)};
            lim_vec e = lim_vec_sub(a[1], a[0]), f = lim_vec_sub(b[1], b[0]), at = j == i + 1 ? a[1] : a[0], there;
            bool meet = lim_vec_cross(e, f) == 0 && lim_vec_dot(e, f) < 0; /* neighbours that fold back */
            if (j != i + 1 && (i > 0 || j != count - 1))
                meet = lim_box_meets(&one.box, &two.box) && lim_shape_near(&one, &two, &at, &there) < 1e-3;
            if (meet) return refuse(fault, LIM_WHY_CROSSES, i, j, at);
        }
    return true;
}
