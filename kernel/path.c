/* Bodies along paths: see path.h. */
#include "path.h"

#include <math.h>
#include <string.h>

#define SEAM 1e-3 /* what ends where a step does goes on where the next begins */

void lim_path_lead(lim_path *path, const lim_step *steps, int64_t *ends) {
    int64_t at = 0;
    memcpy(path->bases, path->start, path->count * sizeof *path->bases);
    for (size_t i = 0; i < path->steps; i++) {
        lim_rect frame = lim_bases_frame(path->bases, path->count);
        int32_t facing = path->bases[0].facing;
        for (size_t k = 0; k < path->count; k++) {
            lim_pace *pace = &path->paces[i * path->count + k];
            lim_move move = lim_base_carried(&path->bases[k], &frame, facing, steps[i]);
            pace->motion = lim_motion_in(&path->bases[k], &frame, facing, steps[i]);
            pace->at = (double)at;
            pace->scale = pace->motion.length > 0 ? (double)move.charged / pace->motion.length : 0;
            ends[i] = at + move.charged;
            path->bases[k] = move.base;
        }
        at = ends[i];
    }
    path->length = (double)at;
}

/* Adds a passage to those from `first` on, which are of the same item, apart and in order. */
static void add(lim_passages *found, size_t first, lim_passage more) {
    size_t i = first, last;
    while (i < found->count && found->at[i].to + SEAM < more.from) i++;
    for (last = i; last < found->count && found->at[last].from <= more.to + SEAM; last++) {
        const lim_passage *p = &found->at[last];
        bool inside = p->inside || more.inside;
        if (p->from <= more.from) more = (lim_passage){p->item, p->from, more.to, p->base, p->astride, inside};
        more.to = lim_most(more.to, p->to), more.inside = inside;
    }
    if (last == i && found->count == found->most) {
        found->full = true;
        return;
    }
    memmove(found->at + i + 1, found->at + last, (found->count - last) * sizeof *found->at);
    found->at[i] = more;
    found->count += 1 - (last - i);
}

/* A motion of a part of its base. What has no breadth would pass an edge in no time: in a turn it has a little. */
static lim_motion part_of(const lim_motion *motion, lim_part part) {
    lim_motion m = *motion;
    double thin = m.sense != 0 ? 1e-3 : 0;
    if (part == LIM_WHOLE) return m;
    if (part == LIM_FRONT_EDGE) m.rect.at = lim_vec_along(m.rect.at, m.rect.ahead, m.rect.half_depth + m.skin);
    if (part == LIM_CENTRE) m.rect.half_width = thin;
    m.rect.half_depth = thin;
    m.skin = 0;
    return m;
}

/* How far a base slides until it is off a point at its leading edge. */
static double depth_along(const lim_motion *m) {
    double ahead = fabs(lim_vec_dot(m->along, m->rect.ahead)), aside = fabs(lim_vec_cross(m->along, m->rect.ahead));
    return 2 * lim_least(m->rect.half_depth / lim_most(ahead, 1e-9), m->rect.half_width / lim_most(aside, 1e-9));
}

/* Adds the stretches of a path in a shape. */
static void add_shape(const lim_path *path, const lim_look *look, const lim_item *item, const lim_shape *shape,
                      lim_span *spans, lim_passages *found, size_t first) {
    for (size_t i = 0; i < path->count * path->steps; i++) {
        const lim_pace *pace = &path->paces[i];
        if (lim_box_beyond(&pace->motion.box, &shape->box, look->within)) continue;
        lim_motion m = part_of(&pace->motion, look->part), own = m;
        own.length = 0; /* as it sets out */
        bool inside = i < path->count && lim_motion_spans(&own, shape, look->within, spans) > 0;
        if (m.sense == 0) own.length = depth_along(&m);
        size_t under = inside && shape->kind == LIM_LINE ? lim_motion_spans(&own, shape, 0, spans) : 0;
        bool astride = under > 0 && (m.sense != 0 || spans[under - 1].to < own.length - LIM_GRIP);
        size_t count = lim_motion_spans(&m, shape, look->within, spans);
        for (size_t k = 0; k < count; k++) {
            double from = pace->at + spans[k].from * pace->scale, to = pace->at + spans[k].to * pace->scale;
            bool start = from < 0.5;
            add(found, first, (lim_passage){item, from, to, i % path->count, start && astride, start && inside});
        }
    }
}

void lim_path_item(const lim_field *field, const lim_path *path, const lim_look *look, const lim_item *item,
                   lim_passages *found) {
    add_shape(path, look, item, &item->shape, field->spans, found, found->count);
}

lim_box lim_path_box(const lim_path *path, double within) {
    lim_box box = path->paces[0].motion.box;
    for (size_t i = 1; i < path->count * path->steps; i++) box = lim_box_joined(box, path->paces[i].motion.box);
    return lim_box_grown(box, within + LIM_TOUCH);
}

void lim_path_look(const lim_field *field, const lim_path *path, const lim_look *look, lim_passages *found) {
    const lim_box box = lim_path_box(path, look->within);
    size_t next = 0;
    const lim_item *item;
    while ((item = lim_field_next(field, &look->filter, box, &next)) != NULL)
        lim_path_item(field, path, look, item, found);
}

void lim_path_edge(const lim_path *path, lim_vec size, double over, lim_passages *found) {
    const double far = 4.0 * LIM_REACH;
    lim_box table = {-over, -over, size.x + over, size.y + over};
    for (size_t i = 0; i < path->count; i++) {
        lim_vec corners[4];
        lim_shape shape;
        lim_base_shape(&path->start[i], corners, &shape);
        table = lim_box_joined(table, shape.box);
    }
    size_t first = found->count;
    for (int side = 0; side < 4; side++) { /* all that lies beyond it */
        lim_box b = {side == 0 ? table.x1 : -far, side == 1 ? table.y1 : -far, side == 2 ? table.x0 : far,
                     side == 3 ? table.y0 : far};
        lim_vec corners[4] = {{b.x0, b.y0}, {b.x1, b.y0}, {b.x1, b.y1}, {b.x0, b.y1}};
        lim_shape beyond = {.kind = LIM_AREA, .count = 4, .at = corners, .box = b};
        lim_span spans[LIM_SPANS(4)];
        add_shape(path, &(lim_look){.within = 0}, NULL, &beyond, spans, found, first);
    }
}

/* ---- what follows from passages ---- */

void lim_passages_sort(lim_passages *found) {
    for (size_t i = 1; i < found->count; i++) {
        lim_passage one = found->at[i];
        size_t place = i;
        for (; place > 0 && found->at[place - 1].from > one.from; place--) found->at[place] = found->at[place - 1];
        found->at[place] = one;
    }
}

/* At its ends a passage only touches, unless the path begins inside it, or ends there. */
static const lim_passage *barring(const lim_passages *found, double length, double at) {
    for (size_t i = 0; i < found->count; i++) {
        const lim_passage *p = &found->at[i];
        bool after = at > p->from || (at <= 0 && p->from <= 0 && p->inside);
        if (after && (at < p->to || (at >= length && p->to >= length))) return p;
    }
    return NULL;
}

bool lim_passages_free(const lim_passages *found, double length, bool last, int64_t *at, const lim_passage **by) {
    const lim_passage *p;
    *by = NULL;
    while ((p = barring(found, length, (double)*at)) != NULL) {
        *by = p;
        if (last ? p->from <= 0 && (p->inside || *at <= 0) : p->to >= length) return false;
        *at = (int64_t)(last ? floor(p->from) : ceil(p->to));
        if ((double)*at > length) return false;
    }
    return true;
}

size_t lim_passages_cuts(const lim_passages *found, double length, int64_t *cuts) {
    size_t n = 1;
    cuts[0] = 0;
    for (size_t i = 0; i <= 2 * found->count; i++) {
        const lim_passage *p = &found->at[i / 2];
        if (i < 2 * found->count && p->item->about.kind == LIM_ITEM_LINE && (i % 2 || p->astride)) continue;
        int64_t cut = lim_round(i == 2 * found->count ? length : i % 2 ? p->to : p->from);
        size_t place = n;
        while (cuts[place - 1] > cut) place--;
        if (cuts[place - 1] == cut) continue;
        memmove(cuts + place + 1, cuts + place, (n++ - place) * sizeof *cuts);
        cuts[place] = cut;
    }
    return n;
}
