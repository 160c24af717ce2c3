/* Bases under way, and rays: see geometry.h. */
#include "geometry.h"

#include <math.h>

#define SKIN 3.0 /* more than LIM_TOUCH and what rounding a centre can add */

lim_motion lim_motion_ray(lim_vec from, lim_vec to, double width) {
    lim_vec d = lim_vec_sub(to, from);
    double length = lim_vec_length(d), half = width / 2;
    lim_vec along = length > 0 ? (lim_vec){d.x / length, d.y / length} : (lim_vec){0, 1};
    lim_vec ends[2] = {from, to};
    return (lim_motion){.rect = {from, along, half, 0},
                        .along = along,
                        .length = length,
                        .box = lim_box_grown(lim_box_of(ends, 2), half)};
}

lim_motion lim_motion_of(const lim_base *base, lim_step step) {
    lim_rect r = lim_base_rect(base);
    double reach = lim_vec_length((lim_vec){r.half_width, r.half_depth});
    lim_motion m;
    if (step.kind == LIM_SLIDE) {
        lim_vec way = lim_angle_vec((int64_t)base->facing + step.angle);
        m = lim_motion_ray(r.at, lim_vec_along(r.at, way, (double)step.distance), 2 * reach);
        m.along = step.distance < 0 ? (lim_vec){-way.x, -way.y} : way;
        m.length = (double)(step.distance < 0 ? -step.distance : step.distance);
    } else {
        lim_vec pivot = lim_step_pivot(base, step);
        m = lim_motion_ray(pivot, pivot, 2 * (reach + lim_vec_length(lim_vec_sub(r.at, pivot))));
        m.pivot = pivot;
        m.length = fabs(lim_angle_radians(step.angle));
        m.sense = lim_step_turn(step) < 0 ? -1 : 1;
    }
    m.rect = (lim_rect){r.at, r.ahead, r.half_width - SKIN, r.half_depth - SKIN};
    m.skin = SKIN;
    return m;
}

/* ---- slides ---- */

/* When a slide meets something: without its skin, which decides, and with it, which dates it. */
typedef struct meeting {
    lim_span bare, whole;
} meeting;

/* Narrows both to when [low, high], which closes in at `speed`, meets [-half, half]; the skin adds
 * `skin` to half. False when it never does. A ray that comes square on meets an edge at one moment on two
 * axes, which rounding must not part: hence a thousandth of a micrometre. */
static bool narrow(meeting *m, double low, double high, double speed, double half, double skin) {
    if (speed == 0) return low <= half && high >= -half;
    double time = 1 / speed, one = (low - half) * time, two = (high + half) * time, more = skin * fabs(time);
    double from = lim_least(one, two), to = lim_most(one, two);
    m->bare = (lim_span){lim_most(m->bare.from, from), lim_least(m->bare.to, to)};
    m->whole = (lim_span){lim_most(m->whole.from, from - more), lim_least(m->whole.to, to + more)};
    return m->bare.from <= m->bare.to + 1e-3;
}

/* The way of a slide in the mover's axes. */
static lim_vec local_way(const lim_motion *m) {
    return (lim_vec){lim_vec_dot(m->along, lim_vec_right(m->rect.ahead)), lim_vec_dot(m->along, m->rect.ahead)};
}

/* Does the whole shape lie to one side of all that a slide sweeps? */
static bool passes_by(const lim_motion *m, const lim_shape *shape) {
    lim_box b = shape->box;
    lim_vec v = local_way(m), d = lim_vec_sub(lim_box_middle(b), m->rect.at);
    double own = fabs(v.y) * m->rect.half_width + fabs(v.x) * m->rect.half_depth + 2 * m->skin;
    double reach = fabs(m->along.y) * (b.x1 - b.x0) + fabs(m->along.x) * (b.y1 - b.y0);
    return fabs(lim_vec_cross(m->along, d)) > own + reach / 2 + 1;
}

/* When a slide at speed v, unbounded both ways, meets the segment pq, both in the mover's axes. */
static bool slide_edge(const lim_motion *m, lim_vec v, lim_vec p, lim_vec q, meeting *met) {
    double hw = m->rect.half_width, hd = m->rect.half_depth;
    *met = (meeting){{-INFINITY, INFINITY}, {-INFINITY, INFINITY}};
    if (!narrow(met, lim_least(p.x, q.x), lim_most(p.x, q.x), v.x, hw, m->skin) ||
        !narrow(met, lim_least(p.y, q.y), lim_most(p.y, q.y), v.y, hd, m->skin))
        return false;
    lim_vec normal = lim_vec_right(lim_vec_sub(p, q));
    double c = lim_vec_dot(normal, p), x = fabs(normal.x), y = fabs(normal.y);
    return x + y == 0 || narrow(met, c, c, lim_vec_dot(normal, v), x * hw + y * hd, (x + y) * m->skin);
}

static bool slide_first(const lim_motion *m, const lim_shape *shape, double *at) {
    double first = INFINITY;
    meeting met;
    lim_vec v = local_way(m), p = lim_rect_local(&m->rect, shape->at[0]), q;
    for (uint32_t i = 0; i < lim_shape_edges(shape); i++, p = q) {
        q = lim_rect_local(&m->rect, lim_shape_next(shape, i));
        if (slide_edge(m, v, p, q, &met) && met.bare.to >= 0) first = lim_least(first, met.whole.from);
    }
    if (first > 0 && shape->kind >= LIM_AREA && lim_area_contains(shape, m->rect.at)) first = 0;
    *at = first < 0 ? 0 : lim_least(first, m->length);
    return first <= m->length + (m->skin > 0 ? LIM_TOUCH : 0);
}

/* Adds a span that starts no earlier than the last one did. */
static size_t add_span(lim_span *spans, size_t count, lim_span more) {
    if (count == 0 || more.from > spans[count - 1].to)
        spans[count++] = more;
    else
        spans[count - 1].to = lim_most(spans[count - 1].to, more.to);
    return count;
}

size_t lim_motion_spans(const lim_motion *m, const lim_shape *shape, lim_span *spans) {
    size_t edges = 0, count = 0;
    meeting met;
    lim_vec v = local_way(m), p = lim_rect_local(&m->rect, shape->at[0]), q;
    if (passes_by(m, shape)) return 0;
    for (uint32_t i = 0; i < lim_shape_edges(shape); i++, p = q) {
        q = lim_rect_local(&m->rect, lim_shape_next(shape, i));
        if (!slide_edge(m, v, p, q, &met) || met.bare.to < 0 || met.bare.from > m->length) continue;
        lim_span span = {lim_most(met.whole.from, 0), lim_least(met.whole.to, m->length)};
        size_t place = edges++;
        for (; place > 0 && spans[place - 1].from > span.from; place--) spans[place] = spans[place - 1];
        spans[place] = span;
    }
    /* Between meetings with the outline the base is wholly inside or wholly outside. */
    double reached = 0;
    bool area = shape->kind >= LIM_AREA;
    for (size_t i = 0; i <= edges; i++) {
        lim_span next = i < edges ? spans[i] : (lim_span){m->length, m->length};
        lim_vec middle = lim_vec_along(m->rect.at, m->along, (reached + next.from) / 2);
        if (area && (next.from > reached || edges == 0) && lim_area_contains(shape, middle))
            count = add_span(spans, count, (lim_span){reached, next.from});
        if (i < edges) count = add_span(spans, count, next);
        reached = lim_most(reached, next.to);
    }
    return count;
}

/* ---- turns ---- */

/* The least angle by which p, going round the pivot in `sense`, comes to lie on ab; or infinity. */
static double turn_to_edge(const lim_motion *m, double sense, lim_vec p, lim_vec a, lim_vec b) {
    lim_vec d = lim_vec_sub(p, m->pivot), f = lim_vec_sub(a, m->pivot), e = lim_vec_sub(b, a);
    double along = lim_vec_dot(e, e), half = lim_vec_dot(f, e), least = INFINITY;
    double root = half * half - along * (lim_vec_dot(f, f) - lim_vec_dot(d, d));
    if (root < 0 || along == 0) return least;
    for (int sign = -1; sign <= 1; sign += 2) {
        double share = (sign * sqrt(root) - half) / along;
        if (share < 0 || share > 1) continue;
        lim_vec x = lim_vec_along(f, e, share);
        double angle = -sense * lim_atan2(lim_vec_cross(d, x), lim_vec_dot(d, x));
        least = lim_least(least, angle < 0 ? angle + lim_angle_radians(LIM_TURN) : angle);
    }
    return least;
}

static bool turn_first(const lim_motion *m, const lim_shape *shape, double *at) {
    lim_vec corners[4], on, there;
    lim_shape base;
    lim_rect_shape(m->rect, corners, &base);
    *at = 0;
    if (lim_shape_near(&base, shape, &on, &there) == 0) return true;
    double first = INFINITY;
    for (uint32_t i = 0; i < shape->count; i++)
        for (uint32_t j = 0; j < 4; j++) {
            lim_vec from = corners[j], to = lim_shape_next(&base, j);
            if (i < lim_shape_edges(shape))
                first = lim_least(first, turn_to_edge(m, m->sense, from, shape->at[i], lim_shape_next(shape, i)));
            first = lim_least(first, turn_to_edge(m, -m->sense, shape->at[i], from, to));
        }
    *at = first;
    return first <= m->length;
}

int32_t lim_turn_free(const lim_base *base, lim_step step, const lim_shape *shape, double met) {
    int32_t low = 0, high = (int32_t)(met / lim_angle_radians(1)), sign = step.angle < 0 ? -1 : 1;
    while (low < high) {
        int32_t middle = (low + high + 1) / 2;
        step.angle = sign * middle;
        lim_base there = lim_base_step(base, step).base;
        lim_vec corners[4], on, other;
        lim_shape turned;
        lim_base_shape(&there, corners, &turned);
        if (lim_shape_near(&turned, shape, &on, &other) > 0)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

bool lim_motion_first(const lim_motion *m, const lim_shape *shape, double *at) {
    return m->sense != 0 ? turn_first(m, shape, at) : !passes_by(m, shape) && slide_first(m, shape, at);
}
