/* Arcs of a base, the face met, frontage, and strips between bases: see geometry.h.
 *
 * Places are worked in the base's own axes: u to its right, w ahead of its centre. */
#include "geometry.h"

#include <math.h>

typedef struct local {
    double u, w;
} local;

static local local_of(const lim_rect *rect, lim_vec p)
{
    lim_vec d = lim_vec_sub(p, rect->at);
    return (local){lim_vec_dot(d, lim_vec_right(rect->ahead)), lim_vec_dot(d, rect->ahead)};
}

/* An arc: the base (turned about, for the rear arc), and the cosine and sine of its lines. */
typedef struct arc {
    lim_rect rect;
    double cosine, sine;
} arc;

static arc arc_of(const lim_base *base, bool rear, int32_t half)
{
    lim_vec lines = lim_angle_vec(half);
    arc a = {lim_base_rect(base), lines.y, lines.x};
    if (rear)
        a.rect.ahead = (lim_vec){-a.rect.ahead.x, -a.rect.ahead.y};
    return a;
}

/* How far inside each bounding line p lies: the edge, the right line, the left line. */
static void depths(const arc *a, lim_vec p, double in[3])
{
    local l = local_of(&a->rect, p);
    double w = l.w - a->rect.half_depth;
    in[0] = w;
    in[1] = (a->rect.half_width - l.u) * a->cosine + w * a->sine;
    in[2] = (a->rect.half_width + l.u) * a->cosine + w * a->sine;
}

static int least_of(const double in[3])
{
    int least = in[1] < in[0] ? 1 : 0;
    return in[2] < in[least] ? 2 : least;
}

/* The angle at an arc's corner between its line and the way to p. */
static int32_t angle_from_line(const arc *a, int line, int32_t half, lim_vec p)
{
    double side = line == 0 ? (local_of(&a->rect, p).u < 0 ? -1 : 1) : line == 1 ? 1 : -1;
    lim_vec corner = lim_vec_along(lim_vec_along(a->rect.at, a->rect.ahead, a->rect.half_depth),
                                   lim_vec_right(a->rect.ahead), side * a->rect.half_width);
    lim_vec to = lim_vec_sub(p, corner);
    if (lim_vec_length(to) <= LIM_TOUCH)
        return 0;
    int32_t ahead = lim_vec_bearing(a->rect.ahead);
    int32_t off = lim_angle_turn(ahead, lim_vec_bearing(to));
    int32_t from_line = line == 0 ? 90000 : half;
    int32_t angle = from_line - (side > 0 ? off : -off);
    return angle < 0 ? -angle : angle;
}

/* The part of the target that lies deepest: since every depth grows straight ahead, it is on the
 * outline, at a vertex or where two depths are equal along an edge. */
static lim_vec deepest_part(const arc *a, const lim_shape *target, double best[3])
{
    lim_vec deepest = target->at[0];
    depths(a, deepest, best);
    for (uint32_t i = 0; i < lim_shape_edges(target); i++) {
        lim_vec p = target->at[i], q = lim_shape_next(target, i), edge = lim_vec_sub(q, p);
        double from[3], to[3];
        depths(a, p, from);
        depths(a, q, to);
        for (int k = 0; k < 4; k++) { /* the far end, then each pair of lines */
            int one = k % 3, two = (k + 1) % 3;
            double gap = from[one] - from[two], closing = gap - (to[one] - to[two]);
            double share = k == 3 || closing == 0 ? 1 : gap / closing;
            if (share < 0 || share > 1)
                continue;
            double in[3];
            lim_vec at = lim_vec_along(p, edge, share);
            depths(a, at, in);
            if (in[least_of(in)] > best[least_of(best)]) {
                deepest = at;
                for (int n = 0; n < 3; n++)
                    best[n] = in[n];
            }
        }
    }
    return deepest;
}

lim_verdict lim_base_arc(const lim_base *base, bool rear, int32_t half, const lim_shape *target)
{
    static const lim_face front_lines[3] = {LIM_FRONT, LIM_RIGHT, LIM_LEFT};
    static const lim_face rear_lines[3] = {LIM_REAR, LIM_LEFT, LIM_RIGHT};
    arc a = arc_of(base, rear, half);
    double in[3];
    lim_vec at = deepest_part(&a, target, in);
    int line = least_of(in);
    int64_t margin = lim_round(in[line]);
    if (margin < 0 && margin >= -LIM_TOUCH)
        margin = 0;
    int32_t angle = angle_from_line(&a, line, half, at);
    return (lim_verdict){margin >= 0, margin, margin < 0 ? -angle : angle,
                         (int32_t)(rear ? rear_lines : front_lines)[line], lim_round_point(at)};
}

lim_facing lim_base_side(const lim_base *base, int32_t half, lim_point point)
{
    lim_vec p = lim_vec_of(point);
    arc front = arc_of(base, false, half), rear = arc_of(base, true, half);
    double f[3], r[3];
    depths(&front, p, f);
    depths(&rear, p, r);
    bool ahead = f[least_of(f)] >= -LIM_TOUCH, behind = r[least_of(r)] >= -LIM_TOUCH;
    bool to_right = local_of(&front.rect, p).u > 0;
    lim_face flank = to_right ? LIM_RIGHT : LIM_LEFT;
    int f_line = to_right ? 1 : 2, r_line = to_right ? 2 : 1; /* of either arc, on this side */
    bool by_front = ahead || (!behind && -f[f_line] <= -r[r_line]);
    const arc *nearest = by_front ? &front : &rear;
    int line = by_front ? f_line : r_line;
    double margin = by_front ? f[line] : r[line];
    lim_face arc_face = by_front ? LIM_FRONT : LIM_REAR;
    bool in_arc = ahead || behind;
    return (lim_facing){in_arc ? arc_face : flank, in_arc ? flank : arc_face,
                        lim_round(margin < 0 ? -margin : margin), angle_from_line(nearest, line, half, p)};
}

lim_facing lim_base_met(const lim_base *base, const lim_shape *other)
{
    lim_vec corners[4], on, there;
    lim_shape shape;
    lim_base_shape(base, corners, &shape);
    lim_shape_near(&shape, other, &on, &there);
    double hw = shape.rect.half_width, hd = shape.rect.half_depth;
    local l = local_of(&shape.rect, on);
    double from_edge[4] = {hd - l.w, hw - l.u, hd + l.w, hw + l.u};
    lim_vec middle = {(other->box.x0 + other->box.x1) / 2, (other->box.y0 + other->box.y1) / 2};
    local m = local_of(&shape.rect, middle);
    double beyond[4] = {m.w - hd, m.u - hw, -m.w - hd, -m.u - hw}; /* decides at a corner */
    lim_face face = LIM_FRONT, next = m.u > 0 ? LIM_RIGHT : LIM_LEFT;
    for (lim_face i = LIM_RIGHT; i <= LIM_LEFT; i++) {
        double nearer = from_edge[face] - from_edge[i];
        if (nearer > LIM_TOUCH || (nearer >= -LIM_TOUCH && beyond[i] > beyond[face]))
            face = i;
    }
    bool across = face == LIM_FRONT || face == LIM_REAR;
    double place = across ? l.u : l.w, half = across ? hw : hd;
    double margin = place < 0 ? half + place : half - place;
    if (across)
        next = l.u > 0 ? LIM_RIGHT : LIM_LEFT;
    else
        next = l.w > 0 ? LIM_FRONT : LIM_REAR;
    return (lim_facing){face, next, lim_round(margin > 0 ? margin : 0), 0};
}

lim_frontage lim_base_frontage(const lim_base *base, lim_face edge, const lim_shape *other)
{
    lim_vec corners[4];
    lim_shape shape;
    lim_base_shape(base, corners, &shape);
    lim_vec start = corners[edge], along = lim_vec_sub(lim_shape_next(&shape, (uint32_t)edge), start);
    double length = lim_vec_length(along), low = INFINITY, high = -INFINITY;
    along = (lim_vec){along.x / length, along.y / length};
    for (uint32_t i = 0; i < lim_shape_edges(other); i++) {
        lim_vec p = lim_vec_sub(other->at[i], start), q = lim_vec_sub(lim_shape_next(other, i), start);
        double out_p = lim_vec_cross(along, p) + LIM_TOUCH, out_q = lim_vec_cross(along, q) + LIM_TOUCH;
        double at_p = lim_vec_dot(p, along), at_q = lim_vec_dot(q, along);
        if (out_p < 0 && out_q < 0)
            continue;
        if (out_p < 0)
            at_p += (at_q - at_p) * out_p / (out_p - out_q);
        else if (out_q < 0)
            at_q += (at_p - at_q) * out_q / (out_q - out_p);
        low = lim_least(low, lim_least(at_p, at_q));
        high = lim_most(high, lim_most(at_p, at_q));
    }
    low = low > 0 ? low : 0;
    high = high < length ? high : length;
    if (low > high)
        return (lim_frontage){0, 0, 0};
    int64_t from = lim_round(low), to = lim_round(high);
    return (lim_frontage){to - from, from, to};
}

static uint32_t hull_add(lim_vec *hull, uint32_t count, uint32_t keep, lim_vec p)
{
    while (count >= keep &&
           lim_vec_cross(lim_vec_sub(hull[count - 1], hull[count - 2]), lim_vec_sub(p, hull[count - 1])) >= 0)
        count--;
    hull[count] = p;
    return count + 1;
}

/* The convex hull of four points, clockwise. Andrew's monotone chain, 1979. */
static uint32_t hull_of(lim_vec points[4], lim_vec hull[8])
{
    for (int i = 1; i < 4; i++)
        for (int j = i; j > 0; j--) {
            lim_vec a = points[j - 1], b = points[j];
            if (a.x < b.x || (a.x == b.x && a.y <= b.y))
                break;
            points[j - 1] = b;
            points[j] = a;
        }
    uint32_t count = 0;
    for (int i = 0; i < 4; i++)
        count = hull_add(hull, count, 2, points[i]);
    uint32_t keep = count + 1;
    for (int i = 2; i >= 0; i--)
        count = hull_add(hull, count, keep, points[i]);
    return count - 1;
}

lim_verdict lim_base_interposes(const lim_base *a, lim_face edge_a, const lim_base *b, lim_face edge_b,
                                const lim_shape *friendly)
{
    lim_vec ca[4], cb[4], hull[8];
    lim_shape sa, sb;
    lim_base_shape(a, ca, &sa);
    lim_base_shape(b, cb, &sb);
    lim_vec ends[4] = {ca[edge_a], lim_shape_next(&sa, (uint32_t)edge_a),
                       cb[edge_b], lim_shape_next(&sb, (uint32_t)edge_b)};
    uint32_t count = hull_of(ends, hull);
    lim_shape strip = {.kind = LIM_AREA, .count = count, .at = hull, .box = lim_box_of(hull, count)};
    lim_contact c = lim_shape_contact(friendly, &strip);
    return (lim_verdict){c.state == LIM_OVERLAPPING, -c.margin, 0, 0, c.at};
}
