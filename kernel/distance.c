/* How far apart shapes are, and contact: see geometry.h. */
#include "geometry.h"

#include <math.h>

/* The square of a distance, and its ends: a vertex, and where it is nearest. */
typedef struct nearest {
    double square;
    lim_vec a, b;
} nearest;

/* Takes every vertex of `a` against every edge of `b`. */
static void vertices_to_edges(const lim_shape *a, const lim_shape *b, nearest *best) {
    uint32_t edges = lim_shape_edges(b);
    for (uint32_t j = 0; j < edges; j++) {
        lim_vec from = b->at[j], edge = lim_vec_sub(lim_shape_next(b, j), from);
        double length = lim_vec_dot(edge, edge), scale = length > 0 ? 1 / length : 0;
        for (uint32_t i = 0; i < a->count; i++) {
            double k = lim_vec_dot(lim_vec_sub(a->at[i], from), edge) * scale;
            k = k < 0 ? 0 : k > 1 ? 1 : k;
            lim_vec on = lim_vec_along(from, edge, k), d = lim_vec_sub(a->at[i], on);
            double square = lim_vec_dot(d, d);
            if (square < best->square) *best = (nearest){square, a->at[i], on};
        }
    }
}

/* Where two edges cross, ends apart: an end that lies on an edge is at distance 0 anyway. */
static bool edges_cross(const lim_shape *a, const lim_shape *b, lim_vec *at) {
    uint32_t edges_a = lim_shape_edges(a), edges_b = lim_shape_edges(b);
    for (uint32_t i = 0; i < edges_a; i++) {
        lim_vec p = a->at[i], e = lim_vec_sub(lim_shape_next(a, i), p);
        for (uint32_t j = 0; j < edges_b; j++) {
            lim_vec q = b->at[j], f = lim_vec_sub(lim_shape_next(b, j), q), pq = lim_vec_sub(q, p);
            double turn = lim_vec_cross(e, f), s = lim_vec_cross(pq, f), t = lim_vec_cross(pq, e);
            double sign = turn < 0 ? -1 : 1;
            turn *= sign, s *= sign, t *= sign;
            if (turn > 0 && s >= 0 && s <= turn && t >= 0 && t <= turn) {
                *at = lim_vec_along(p, e, s / turn);
                return true;
            }
        }
    }
    return false;
}

static bool shapes_meet(const lim_shape *a, const lim_shape *b, lim_vec *at) {
    if (!lim_box_meets(&a->box, &b->box)) return false;
    *at = b->at[0];
    if (a->kind >= LIM_AREA && lim_area_contains(a, *at)) return true;
    *at = a->at[0];
    return (b->kind >= LIM_AREA && lim_area_contains(b, *at)) || edges_cross(a, b, at);
}

/* The corners of one base seen from another's own axes: the nearest corner, and whether an axis parts
 * the two. No division: the reason why this exists beside the general way. */
static bool corners_to_rect(const lim_shape *corners, const lim_rect *rect, nearest *best) {
    lim_vec right = lim_vec_right(rect->ahead), close = {0, 0};
    double hw = rect->half_width, hd = rect->half_depth;
    int beyond[4] = {0, 0, 0, 0}, which = -1;
    for (int i = 0; i < 4; i++) {
        lim_vec p = lim_rect_local(rect, corners->at[i]);
        beyond[0] += p.x > hw, beyond[1] += p.x < -hw;
        beyond[2] += p.y > hd, beyond[3] += p.y < -hd;
        lim_vec on = {p.x > hw ? hw : p.x < -hw ? -hw : p.x, p.y > hd ? hd : p.y < -hd ? -hd : p.y};
        double square = (p.x - on.x) * (p.x - on.x) + (p.y - on.y) * (p.y - on.y);
        if (square < best->square) best->square = square, close = on, which = i;
    }
    if (which >= 0) {
        best->a = corners->at[which];
        best->b = lim_vec_along(lim_vec_along(rect->at, right, close.x), rect->ahead, close.y);
    }
    return beyond[0] == 4 || beyond[1] == 4 || beyond[2] == 4 || beyond[3] == 4;
}

double lim_shape_near(const lim_shape *a, const lim_shape *b, lim_vec *on_a, lim_vec *on_b) {
    nearest of_a = {INFINITY, {0, 0}, {0, 0}}, of_b = of_a; /* a's vertices on b; b's on a */
    bool meet;
    if (a->kind == LIM_BASE && b->kind == LIM_BASE) {
        meet = !corners_to_rect(a, &b->rect, &of_a);
        meet = !corners_to_rect(b, &a->rect, &of_b) && meet;
        *on_a = of_b.square < of_a.square ? of_b.b : of_a.b;
    } else if (!(meet = shapes_meet(a, b, on_a))) {
        vertices_to_edges(a, b, &of_a);
        vertices_to_edges(b, a, &of_b);
    }
    if (meet) {
        *on_b = *on_a;
        return 0;
    }
    bool other = of_b.square < of_a.square;
    *on_a = other ? of_b.b : of_a.a;
    *on_b = other ? of_b.a : of_a.b;
    return sqrt(other ? of_b.square : of_a.square);
}

double lim_vec_near(lim_vec place, const lim_shape *shape, lim_vec *at) {
    lim_vec on;
    lim_shape one = {.kind = LIM_POINT, .count = 1, .at = &place, .box = lim_box_of(&place, 1)};
    return lim_shape_near(&one, shape, &on, at);
}

lim_gap lim_shape_gap(const lim_shape *a, const lim_shape *b) {
    lim_vec on_a, on_b;
    double distance = lim_shape_near(a, b, &on_a, &on_b);
    return (lim_gap){lim_round(distance), lim_round_point(on_a), lim_round_point(on_b)};
}

lim_verdict lim_area_holds(const lim_shape *area, lim_point point) {
    lim_vec p;
    lim_shape here;
    nearest best = {INFINITY, {0, 0}, {0, 0}};
    lim_point_shape(point, &p, &here);
    vertices_to_edges(&here, area, &best);
    bool inside = lim_area_contains(area, p);
    int64_t away = lim_round(sqrt(best.square)), margin = inside ? away : away <= LIM_TOUCH ? 0 : -away;
    return (lim_verdict){margin >= 0, margin, 0, 0, lim_round_point(best.b)};
}

/* The shallowest overlap along the normals of edges of `a`, below 0 when one of them parts the two; *axis
 * points from a to b. Normals that are not of the hull only say more, so every edge is tried both ways. */
static double depth_along(const lim_shape *a, const lim_shape *b, lim_vec *axis) {
    double least = INFINITY;
    for (uint32_t i = 0; i < 2 * lim_shape_edges(a); i++) {
        lim_vec out = lim_vec_right(lim_vec_sub(a->at[i / 2], lim_shape_next(a, i / 2)));
        double scale = (i % 2 ? -1 : 1) / lim_vec_length(out), far = -INFINITY, close = INFINITY;
        out = (lim_vec){out.x * scale, out.y * scale};
        for (uint32_t j = 0; j < a->count; j++) far = lim_most(far, lim_vec_dot(lim_vec_sub(a->at[j], a->at[0]), out));
        for (uint32_t j = 0; j < b->count; j++)
            close = lim_least(close, lim_vec_dot(lim_vec_sub(b->at[j], a->at[0]), out));
        if (far - close < least) {
            least = far - close;
            *axis = out;
        }
    }
    return least;
}

lim_contact lim_shape_contact(const lim_shape *a, const lim_shape *b) {
    lim_vec on_a, on_b, axis, other;
    double gap = lim_shape_near(a, b, &on_a, &on_b);
    double depth = depth_along(a, b, &axis), other_depth = depth_along(b, a, &other);
    if (other_depth < depth) {
        depth = other_depth;
        axis = (lim_vec){-other.x, -other.y};
    }
    lim_contact contact = {.margin = lim_round(depth < 0 ? gap : -depth), .at = lim_round_point(on_a)};
    contact.state = contact.margin > LIM_TOUCH    ? LIM_APART
                    : contact.margin < -LIM_TOUCH ? LIM_OVERLAPPING
                                                  : LIM_TOUCHING;
    if (contact.state == LIM_OVERLAPPING) contact.nudge = lim_round_point((lim_vec){-axis.x * depth, -axis.y * depth});
    return contact;
}
