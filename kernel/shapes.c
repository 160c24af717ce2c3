/* Making shapes, and points in areas: see geometry.h. */
#include "geometry.h"

static bool refuse(lim_fault *fault, lim_why why, uint32_t i, uint32_t j, lim_vec at)
{
    *fault = (lim_fault){.why = why, .i = i, .j = j, .at = lim_round_point(at)};
    return false;
}

bool lim_point_check(lim_point p, lim_fault *fault)
{
    bool x_out = p.x < -LIM_REACH || p.x > LIM_REACH;
    if (!x_out && p.y >= -LIM_REACH && p.y <= LIM_REACH)
        return true;
    refuse(fault, LIM_WHY_REACH, 0, 0, (lim_vec){0, 0});
    fault->arg = x_out ? "x" : "y";
    return false;
}

bool lim_base_check(const lim_base *base, lim_fault *fault)
{
    if (!lim_point_check((lim_point){base->x, base->y}, fault))
        return false;
    bool wide = base->width >= LIM_BASE_LEAST && base->width <= LIM_REACH;
    if (wide && base->depth >= LIM_BASE_LEAST && base->depth <= LIM_REACH)
        return true;
    refuse(fault, LIM_WHY_SIZE, 0, 0, (lim_vec){0, 0});
    fault->arg = wide ? "depth" : "width";
    return false;
}

lim_box lim_box_of(const lim_vec *at, uint32_t count)
{
    lim_box box = {at[0].x, at[0].y, at[0].x, at[0].y};
    for (uint32_t i = 1; i < count; i++) {
        box = (lim_box){lim_least(box.x0, at[i].x), lim_least(box.y0, at[i].y),
                        lim_most(box.x1, at[i].x), lim_most(box.y1, at[i].y)};
    }
    return box;
}

lim_rect lim_base_rect(const lim_base *base)
{
    return (lim_rect){{(double)base->x, (double)base->y}, lim_angle_vec(base->facing),
                      (double)base->width / 2, (double)base->depth / 2};
}

void lim_rect_shape(lim_rect r, lim_vec corners[4], lim_shape *shape)
{
    lim_vec front = lim_vec_along(r.at, r.ahead, r.half_depth);
    lim_vec rear = lim_vec_along(r.at, r.ahead, -r.half_depth);
    lim_vec right = lim_vec_right(r.ahead);
    corners[0] = lim_vec_along(front, right, -r.half_width);
    corners[1] = lim_vec_along(front, right, r.half_width);
    corners[2] = lim_vec_along(rear, right, r.half_width);
    corners[3] = lim_vec_along(rear, right, -r.half_width);
    *shape = (lim_shape){LIM_BASE, 4, corners, lim_box_of(corners, 4), r};
}

void lim_base_shape(const lim_base *base, lim_vec corners[4], lim_shape *shape)
{
    lim_rect_shape(lim_base_rect(base), corners, shape);
}

void lim_point_shape(lim_point p, lim_vec *vertex, lim_shape *shape)
{
    *vertex = lim_vec_of(p);
    *shape = (lim_shape){.kind = LIM_POINT, .count = 1, .at = vertex, .box = lim_box_of(vertex, 1)};
}

bool lim_line_shape(const lim_point *points, uint32_t count, lim_vec *vertices, lim_shape *shape, lim_fault *fault)
{
    if (count < 2)
        return refuse(fault, LIM_WHY_FEW, 0, 0, (lim_vec){0, 0});
    for (uint32_t i = 0; i < count; i++) {
        vertices[i] = lim_vec_of(points[i]);
        if (!lim_point_check(points[i], fault))
            return refuse(fault, LIM_WHY_REACH, i, i, vertices[i]);
        if (i > 0 && points[i].x == points[i - 1].x && points[i].y == points[i - 1].y)
            return refuse(fault, LIM_WHY_REPEATS, i - 1, i, vertices[i]);
    }
    *shape = (lim_shape){.kind = LIM_LINE, .count = count, .at = vertices, .box = lim_box_of(vertices, count)};
    return true;
}

/* Do segments ab and cd have a point in common, ends included, and which? */
static bool segments_meet(lim_vec a, lim_vec b, lim_vec c, lim_vec d, lim_vec *at)
{
    lim_vec ab = lim_vec_sub(b, a), cd = lim_vec_sub(d, c), ac = lim_vec_sub(c, a);
    double turn = lim_vec_cross(ab, cd), side = lim_vec_cross(ac, ab);
    if (turn != 0) {
        double s = lim_vec_cross(ac, cd) / turn, t = side / turn;
        *at = lim_vec_along(a, ab, s);
        return s >= 0 && s <= 1 && t >= 0 && t <= 1;
    }
    double length = lim_vec_dot(ab, ab), s = lim_vec_dot(ac, ab), t = s + lim_vec_dot(cd, ab);
    double low = s < t ? s : t, high = s < t ? t : s;
    *at = low < 0 ? a : s < t ? c : d;
    return side == 0 && low <= length && high >= 0;
}

bool lim_area_shape(const lim_point *points, uint32_t count, lim_vec *vertices, lim_shape *shape, lim_fault *fault)
{
    if (count < 3)
        return refuse(fault, LIM_WHY_FEW, 0, 0, (lim_vec){0, 0});
    if (!lim_line_shape(points, count, vertices, shape, fault))
        return false;
    shape->kind = LIM_AREA;
    if (points[0].x == points[count - 1].x && points[0].y == points[count - 1].y)
        return refuse(fault, LIM_WHY_REPEATS, count - 1, 0, vertices[0]);
    for (uint32_t i = 0; i < count; i++) {
        lim_vec a = vertices[i], b = lim_shape_next(shape, i), at;
        for (uint32_t j = i + 1; j < count; j++) {
            lim_vec c = vertices[j], d = lim_shape_next(shape, j);
            bool follows = j == i + 1, precedes = i == 0 && j == count - 1;
            bool meet = follows || precedes ? false : segments_meet(a, b, c, d, &at);
            if (follows || precedes) { /* neighbours share a point; they must not fold back on each other */
                lim_vec e = lim_vec_sub(b, a), f = lim_vec_sub(d, c);
                meet = lim_vec_cross(e, f) == 0 && lim_vec_dot(e, f) < 0;
                at = follows ? b : a;
            }
            if (meet)
                return refuse(fault, LIM_WHY_CROSSES, i, j, at);
        }
    }
    return true;
}

uint32_t lim_shape_edges(const lim_shape *shape)
{
    return shape->kind == LIM_LINE ? shape->count - 1 : shape->count;
}

bool lim_area_contains(const lim_shape *area, lim_vec p)
{
    if (p.x < area->box.x0 || p.x > area->box.x1 || p.y < area->box.y0 || p.y > area->box.y1)
        return false;
    bool inside = false;
    lim_vec a = area->at[area->count - 1];
    for (uint32_t i = 0; i < area->count; i++) {
        lim_vec b = area->at[i];
        if ((a.y > p.y) != (b.y > p.y)) {
            double side = (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y);
            inside ^= (side > 0) == (b.y > a.y);
        }
        a = b;
    }
    return inside;
}

lim_verdict lim_area_holds(const lim_shape *area, lim_point p)
{
    lim_vec v = lim_vec_of(p), on, best_on = {0, 0};
    lim_shape here;
    lim_point_shape(p, &v, &here);
    double best = -1;
    uint32_t edge = 0;
    for (uint32_t i = 0; i < area->count; i++) {
        lim_vec ends[2] = {area->at[i], lim_shape_next(area, i)};
        lim_shape side = {.kind = LIM_LINE, .count = 2, .at = ends};
        double d = lim_shape_near(&side, &here, &on, &v);
        if (best < 0 || d < best) {
            best = d;
            best_on = on;
            edge = i;
        }
    }
    bool inside = lim_area_contains(area, v);
    int64_t margin = lim_round(inside ? best : -best);
    if (!inside && margin >= -LIM_TOUCH)
        margin = 0;
    return (lim_verdict){margin >= 0, margin, 0, (int32_t)edge, lim_round_point(best_on)};
}

bool lim_box_meets(const lim_box *a, const lim_box *b)
{
    return a->x0 <= b->x1 && a->x1 >= b->x0 && a->y0 <= b->y1 && a->y1 >= b->y0;
}

lim_box lim_box_grown(lim_box box, double by)
{
    return (lim_box){box.x0 - by, box.y0 - by, box.x1 + by, box.y1 + by};
}
