/* Bases under way, and rays: see geometry.h. */
#include "geometry.h"

#include <math.h>
#include <string.h>

/* ---- slides ---- */

/* Narrows a span to when [low, high], which closes in at `speed`, meets [-half, half]. False when it never does. A ray
 * that comes square on meets an edge at one moment on two axes, which rounding must not part: hence a thousandth of a
 * micrometre. */
static bool narrow(lim_span *span, double low, double high, double speed, double half) {
    if (speed == 0) return low <= half && high >= -half;
    double time = 1 / speed, one = (low - half) * time, two = (high + half) * time;
    *span = (lim_span){lim_most(span->from, lim_least(one, two)), lim_least(span->to, lim_most(one, two))};
    return span->from <= span->to + 1e-3;
}

/* How far to the left of the way of a slide's centre a place lies. */
static inline double aside(const lim_motion *m, lim_vec place) {
    return lim_vec_cross(m->along, lim_vec_sub(place, m->rect.at));
}

/* Half of what a slide sweeps at speed v, across its way, and a micrometre more; across v turned: along it. */
static double half_sweep(const lim_motion *m, lim_vec v, double clearance) {
    return fabs(v.y) * m->rect.half_width + fabs(v.x) * m->rect.half_depth + 2 * m->skin + clearance + 1;
}

/* Does the whole shape lie further to one side, or further ahead, than that? */
static bool passes_by(const lim_motion *m, const lim_box *b, double wide, double ahead) {
    lim_vec middle = lim_box_middle(*b), way = {fabs(m->along.x), fabs(m->along.y)}, back = {way.y, way.x};
    lim_vec size = {(b->x1 - b->x0) / 2, (b->y1 - b->y0) / 2};
    return fabs(aside(m, middle)) > wide + lim_vec_dot(back, size) ||
           lim_vec_dot(m->along, lim_vec_sub(middle, m->rect.at)) > ahead + lim_vec_dot(way, size);
}

/* When a slide at speed v, unbounded both ways, meets the segment pq, both in the mover's axes; the base larger by
 * `more` on every side. */
static bool slide_edge(const lim_motion *m, lim_vec v, lim_vec p, lim_vec q, double more, lim_span *span) {
    double hw = m->rect.half_width + more, hd = m->rect.half_depth + more;
    *span = (lim_span){-INFINITY, INFINITY};
    if (!narrow(span, lim_least(p.x, q.x), lim_most(p.x, q.x), v.x, hw) ||
        !narrow(span, lim_least(p.y, q.y), lim_most(p.y, q.y), v.y, hd))
        return false;
    lim_vec normal = lim_vec_right(lim_vec_sub(p, q));
    double c = lim_vec_dot(normal, p), x = fabs(normal.x), y = fabs(normal.y);
    return x + y == 0 || narrow(span, c, c, lim_vec_dot(normal, v), x * hw + y * hd);
}

/* ---- slides past a segment at a distance ---- */

/* When d + v t lies between low and high. Nothing is a span that ends before it begins. */
static lim_span in_box(lim_vec d, lim_vec v, lim_vec low, lim_vec high) {
    lim_span span = {-INFINITY, INFINITY};
    lim_vec half = {(high.x - low.x) / 2, (high.y - low.y) / 2}, middle = lim_vec_along(low, half, 1);
    double x = middle.x - d.x, y = middle.y - d.y;
    bool in = narrow(&span, x, x, v.x, half.x) && narrow(&span, y, y, v.y, half.y);
    return in ? span : (lim_span){INFINITY, -INFINITY};
}

/* When d + v t is `radius` or less long; v has length 1. */
static lim_span in_circle(lim_vec d, lim_vec v, double radius) {
    double half = lim_vec_dot(d, v), root = half * half - lim_vec_dot(d, d) + radius * radius;
    return root < 0 ? (lim_span){INFINITY, -INFINITY} : (lim_span){-half - sqrt(root), -half + sqrt(root)};
}

static void widen(lim_span *span, lim_span by) {
    if (by.from > by.to) return;
    *span = (lim_span){lim_least(span->from, by.from), lim_most(span->to, by.to)};
}

/* When a slide at speed v is within `clearance` of the segment pq, all in the mover's axes. What it sweeps, grown so
 * far, is convex: there is one stretch, and it is that of all its parts. */
static lim_span slide_near(const lim_motion *m, lim_vec v, lim_vec p, lim_vec q, double clearance) {
    double hw = m->rect.half_width, hd = m->rect.half_depth, length = lim_vec_length(lim_vec_sub(q, p));
    lim_span span = {INFINITY, -INFINITY};
    lim_vec back = {-v.x, -v.y}, edge = {0, 0};
    lim_span met;
    if (length > 0) edge = (lim_vec){(q.x - p.x) / length, (q.y - p.y) / length};
    if (slide_edge(m, v, p, q, 0, &met)) widen(&span, met);
    for (int i = 0; i < 4; i++) { /* either end in the base grown sideways, or in depth */
        lim_vec half = {hw + (i & 1 ? clearance : 0), hd + (i & 1 ? 0 : clearance)};
        widen(&span, in_box(i & 2 ? q : p, back, (lim_vec){-half.x, -half.y}, half));
    }
    for (int i = 0; i < 4; i++) {
        lim_vec corner = {i & 1 ? hw : -hw, i & 2 ? hd : -hd}, d = lim_vec_sub(corner, p);
        widen(&span, in_circle(d, v, clearance));
        widen(&span, in_circle(lim_vec_sub(corner, q), v, clearance));
        if (length > 0)
            widen(&span, in_box((lim_vec){lim_vec_dot(d, edge), lim_vec_cross(edge, d)},
                                (lim_vec){lim_vec_dot(v, edge), lim_vec_cross(edge, v)}, (lim_vec){0, -clearance},
                                (lim_vec){length, clearance}));
    }
    return span;
}

/* ---- stretches ---- */

/* Adds a span to those that are apart and in order. */
static size_t add_span(lim_span *spans, size_t count, lim_span more) {
    size_t first = 0, last;
    while (first < count && spans[first].to < more.from) first++;
    for (last = first; last < count && spans[last].from <= more.to; last++)
        more = (lim_span){lim_least(more.from, spans[last].from), lim_most(more.to, spans[last].to)};
    memmove(spans + first + 1, spans + last, (count - last) * sizeof *spans);
    spans[first] = more;
    return count + 1 - (last - first);
}

/* That of a slide so long, half so wide, and one edge ab, within the slide. */
static inline size_t slide_span(const lim_motion *m, lim_vec v, lim_vec a, lim_vec b, double wide, double length,
                                double clearance, lim_span *to) {
    double from = aside(m, a), there = aside(m, b);
    if (lim_least(from, there) > wide || lim_most(from, there) < -wide) return 0;
    lim_vec p = lim_rect_local(&m->rect, a), q = lim_rect_local(&m->rect, b);
    lim_span span;
    if (clearance > 0)
        span = slide_near(m, v, p, q, clearance);
    else if (!slide_edge(m, v, p, q, 0, &span))
        return 0;
    if (span.from > span.to + 1e-3 || span.to < 0 || span.from > length) return 0;
    if (m->skin > 0) slide_edge(m, v, p, q, m->skin, &span); /* met without its skin, and dated with it */
    *to = (lim_span){lim_most(span.from, 0), lim_least(span.to, length)};
    return 1;
}

/* lim_motion_spans; or, with `first`, only when the first of them begins, of a slide a little past its end too. */
static size_t some_spans(const lim_motion *m, const lim_shape *shape, double clearance, bool first, lim_span *spans) {
    size_t edges = 0, count = 0;
    double length = m->length + (first && m->sense == 0 ? 10 * m->skin : 0);
    lim_motion bare;
    if (clearance > 0) { /* of the base itself */
        bare = *m, m = &bare;
        bare.rect.half_width += bare.skin, bare.rect.half_depth += bare.skin;
        bare.skin = 0;
    }
    lim_vec v = {lim_vec_dot(m->along, lim_vec_right(m->rect.ahead)), lim_vec_dot(m->along, m->rect.ahead)};
    double wide = half_sweep(m, v, clearance), ahead = length + half_sweep(m, lim_vec_right(v), clearance);
    if (m->sense == 0 ? passes_by(m, &shape->box, wide, ahead) : lim_turn_misses(m, shape->at, shape->count, clearance))
        return 0;
    for (uint32_t i = 0, all = lim_shape_edges(shape); i < all; i++) {
        lim_span more[LIM_EDGE_SPANS];
        lim_vec a = shape->at[i], b = lim_shape_next(shape, i);
        size_t n = m->sense == 0 ? slide_span(m, v, a, b, wide, length, clearance, more)
                                 : lim_turn_spans(m, a, b, clearance, more);
        for (size_t k = 0; k < n; k++) edges = add_span(spans, edges, more[k]);
    }
    if (shape->kind < LIM_AREA) return edges;
    /* Between meetings with the outline the base is wholly inside or wholly outside. */
    double reached = 0;
    for (size_t i = 0; i <= edges && !(first && count > 0); i++) {
        lim_span next = i < edges ? spans[i] : (lim_span){length, length};
        bool gap = next.from > reached || edges == 0;
        if (gap && lim_area_contains(shape, lim_motion_place(m, m->rect.at, (reached + next.from) / 2)))
            count = add_span(spans, count, (lim_span){reached, next.from});
        if (i < edges) count = add_span(spans, count, next);
        reached = lim_most(reached, next.to);
    }
    return count;
}

size_t lim_motion_spans(const lim_motion *m, const lim_shape *shape, double clearance, lim_span *spans) {
    return some_spans(m, shape, clearance, false, spans);
}

bool lim_motion_first(const lim_motion *m, const lim_shape *shape, lim_span *spans, double *at) {
    double far = m->length + (m->sense == 0 && m->skin > 0 ? LIM_TOUCH : 0);
    bool met = some_spans(m, shape, 0, true, spans) > 0 && spans[0].from <= far;
    *at = met ? lim_least(spans[0].from, m->length) : m->length;
    return met;
}

bool lim_bases_meet(const lim_base *a, lim_step slide, const lim_base *b, lim_step other, double *at) {
    lim_motion m = lim_motion_of(a, slide), n = lim_motion_of(b, other);
    lim_vec corners[4], closing = lim_vec_sub(m.along, n.along);
    lim_shape shape;
    lim_span spans[LIM_SPANS(4)];
    double speed = lim_vec_length(closing);
    lim_base_shape(b, corners, &shape);
    if (speed > 0) m.along = (lim_vec){closing.x / speed, closing.y / speed};
    m.length *= speed;
    bool meet = lim_motion_first(&m, &shape, spans, at);
    if (meet && speed > 0) *at /= speed;
    return meet;
}
