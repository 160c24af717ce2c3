/* Arcs of a base, the face met, frontage, and strips between bases: see geometry.h. */
#include "geometry.h"

#include <math.h>

/* An arc: the base (turned about, for the rear arc), its lines' angle, and its sine and cosine. */
typedef struct arc {
    lim_rect rect;
    int32_t half;
    lim_vec lines;
} arc;

static arc arc_of(const lim_base *base, bool rear, int32_t half) {
    arc a = {lim_base_rect(base), half, lim_angle_vec(half)};
    if (rear) a.rect.ahead = (lim_vec){-a.rect.ahead.x, -a.rect.ahead.y};
    return a;
}

/* How far inside each bounding line p lies: 0 the edge, 1 the right line, 2 the left line. */
typedef struct depths {
    double in[3];
} depths;

static depths depths_of(const arc *a, lim_vec p) {
    lim_vec l = lim_rect_local(&a->rect, p);
    double w = l.y - a->rect.half_depth, up = w * a->lines.x;
    return (depths){{w, (a->rect.half_width - l.x) * a->lines.y + up, (a->rect.half_width + l.x) * a->lines.y + up}};
}

static int least_of(depths d) {
    int least = d.in[1] < d.in[0] ? 1 : 0;
    return d.in[2] < d.in[least] ? 2 : least;
}

/* The angle at an arc's corner between its line and the way to p. */
static int32_t angle_from_line(const arc *a, int line, lim_vec p) {
    lim_vec to = lim_rect_local(&a->rect, p);
    double side = line == 1 || (line == 0 && to.x > 0) ? 1 : -1;
    to = (lim_vec){side * to.x - a->rect.half_width, to.y - a->rect.half_depth};
    if (lim_vec_length(to) <= LIM_TOUCH) return 0;
    int32_t angle = lim_angle_turn(line == 0 ? 90000 : a->half, lim_vec_bearing(to));
    return angle < 0 ? -angle : angle;
}

lim_verdict lim_base_arc(const lim_base *base, bool rear, int32_t half, const lim_shape *target) {
    arc a = arc_of(base, rear, half);
    lim_vec deepest = target->at[0];
    depths best = depths_of(&a, deepest);
    /* Every depth grows straight ahead, so the deepest part is on the outline: at a vertex, or where
     * two depths are equal along an edge. */
    for (uint32_t i = 0; i < lim_shape_edges(target); i++) {
        lim_vec p = target->at[i], q = lim_shape_next(target, i);
        depths from = depths_of(&a, p), to = depths_of(&a, q);
        for (int k = 0; k < 4; k++) { /* the far end, then each pair of lines */
            int one = k % 3, two = (k + 1) % 3;
            double gap = from.in[one] - from.in[two], closing = gap - (to.in[one] - to.in[two]);
            double share = k == 3 || closing == 0 ? 1 : gap / closing;
            lim_vec at = lim_vec_along(p, lim_vec_sub(q, p), share);
            depths here = depths_of(&a, at);
            if (share >= 0 && share <= 1 && here.in[least_of(here)] > best.in[least_of(best)]) {
                deepest = at;
                best = here;
            }
        }
    }
    int line = least_of(best);
    int64_t margin = lim_round(best.in[line]);
    margin = margin < 0 && margin >= -LIM_TOUCH ? 0 : margin;
    int32_t angle = angle_from_line(&a, line, deepest);
    lim_face by = line == 0 ? (rear ? LIM_REAR : LIM_FRONT) : (line == 1) == rear ? LIM_LEFT : LIM_RIGHT;
    return (lim_verdict){margin >= 0, margin, margin < 0 ? -angle : angle, (int32_t)by, lim_round_point(deepest)};
}

lim_facing lim_base_side(const lim_base *base, int32_t half, lim_point point) {
    lim_rect rect = lim_base_rect(base);
    lim_vec p = lim_vec_of(point), l = lim_rect_local(&rect, p);
    bool behind = l.y < 0; /* outside the base, only the arc at this end can hold it */
    arc a = arc_of(base, behind, half);
    int line = (l.x > 0) == behind ? 2 : 1;
    double depth = depths_of(&a, p).in[line];
    lim_face end = behind ? LIM_REAR : LIM_FRONT, flank = l.x > 0 ? LIM_RIGHT : LIM_LEFT;
    bool in = depth >= -LIM_TOUCH;
    return (lim_facing){in ? end : flank, in ? flank : end, lim_round(fabs(depth)), angle_from_line(&a, line, p)};
}

lim_facing lim_base_met(const lim_base *base, const lim_shape *other) {
    lim_vec corners[4], on, there;
    lim_shape shape;
    lim_base_shape(base, corners, &shape);
    lim_shape_near(&shape, other, &on, &there);
    double hw = shape.rect.half_width, hd = shape.rect.half_depth;
    lim_vec l = lim_rect_local(&shape.rect, on), m = lim_rect_local(&shape.rect, lim_box_middle(other->box));
    double inside[4] = {hd - l.y, hw - l.x, hd + l.y, hw + l.x};
    double beyond[4] = {m.y - hd, m.x - hw, -m.y - hd, -m.x - hw}; /* decides at a corner */
    lim_face face = LIM_FRONT;
    for (lim_face i = LIM_RIGHT; i <= LIM_LEFT; i++) {
        double nearer = inside[face] - inside[i];
        if (nearer > LIM_TOUCH || (nearer >= -LIM_TOUCH && beyond[i] > beyond[face])) face = i;
    }
    lim_face one = (face + 1) % 4, two = (face + 3) % 4, next = inside[one] <= inside[two] ? one : two;
    return (lim_facing){face, next, lim_round(lim_most(inside[next], 0)), 0};
}

lim_frontage lim_base_frontage(const lim_base *base, lim_face edge, const lim_shape *other) {
    lim_vec corners[4];
    lim_shape shape;
    lim_base_shape(base, corners, &shape);
    lim_vec start = corners[edge], along = lim_vec_sub(lim_shape_next(&shape, (uint32_t)edge), start);
    double length = lim_vec_length(along), low = INFINITY, high = -INFINITY;
    along = (lim_vec){along.x / length, along.y / length};
    for (uint32_t i = 0; i < 2 * lim_shape_edges(other); i++) { /* each edge from either end */
        lim_vec one = other->at[i / 2], two = lim_shape_next(other, i / 2);
        lim_vec p = lim_vec_sub(i % 2 ? two : one, start), q = lim_vec_sub(i % 2 ? one : two, start);
        double out_p = lim_vec_cross(along, p) + LIM_TOUCH, out_q = lim_vec_cross(along, q) + LIM_TOUCH;
        double at = lim_vec_dot(p, along), far = lim_vec_dot(q, along);
        if (out_p < 0 && out_q < 0) continue;
        if (out_p < 0) /* behind the edge: from where it comes out */
            at += (far - at) * out_p / (out_p - out_q);
        low = lim_least(low, at);
        high = lim_most(high, at);
    }
    if (low >= length || high <= 0) return (lim_frontage){0, 0, 0};
    int64_t from = lim_round(lim_most(low, 0)), to = lim_round(lim_least(high, length));
    return (lim_frontage){to - from, from, to};
}

lim_verdict lim_base_interposes(const lim_base *a, lim_face edge_a, const lim_base *b, lim_face edge_b,
                                const lim_shape *friendly) {
    lim_vec ca[4], cb[4];
    lim_shape sa, sb;
    lim_base_shape(a, ca, &sa);
    lim_base_shape(b, cb, &sb);
    /* A line between all four ends runs along every edge of the strip, whichever way the bases stand. */
    lim_vec p = ca[edge_a], q = lim_shape_next(&sa, (uint32_t)edge_a);
    lim_vec r = cb[edge_b], s = lim_shape_next(&sb, (uint32_t)edge_b), ends[8] = {p, q, r, s, p, r, q, s};
    lim_shape strip = {.kind = LIM_LINE, .count = 8, .at = ends, .box = lim_box_of(ends, 8)};
    lim_contact c = lim_shape_contact(friendly, &strip);
    return (lim_verdict){c.state == LIM_OVERLAPPING, -c.margin, 0, 0, c.at};
}
