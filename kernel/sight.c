/* Who sees whom: see field.h. */
#include "field.h"

#include <math.h>

#define GRAZE 10.0 /* so much inside a thing is touching it */

/* One line: where it runs, and its height at both ends. */
typedef struct sightline {
    lim_motion ray;
    double eye, mark;
} sightline;

static double height_at(const sightline *line, double at) {
    return line->ray.length > 0 ? line->eye + (line->mark - line->eye) * at / line->ray.length : line->mark;
}

static double top_of(const lim_field *field, const lim_item *item, double at, const sightline *line) {
    const lim_about *about = &item->about;
    lim_vec where =
        about->kind == LIM_ITEM_BASE ? item->shape.rect.at : lim_vec_along(line->ray.rect.at, line->ray.along, at);
    int64_t ground = about->ground > 0 ? about->ground : about->height > 0 ? lim_field_ground(field, where) : 0;
    return (double)(ground + about->height);
}

/* Does the item stop the line on this stretch? Cuts the stretch to what lies below its top. */
static bool stops(const lim_field *field, const lim_item *item, const sightline *line, lim_span *s) {
    double top = top_of(field, item, (s->from + s->to) / 2, line), length = line->ray.length;
    double from = height_at(line, s->from) - top, to = height_at(line, s->to) - top;
    double through = (double)item->about.through + GRAZE;
    if (from >= 0 && to >= 0) return false;
    if (item->about.kind == LIM_ITEM_LINE) return s->from > through && s->to < length - through;
    bool holds_end = s->from <= GRAZE || s->to >= length - GRAZE;
    if (from >= 0)
        s->from += (s->to - s->from) * from / (from - to);
    else if (to >= 0)
        s->to -= (s->to - s->from) * to / (to - from);
    return s->to - s->from > (holds_end && item->about.kind == LIM_ITEM_AREA ? through : GRAZE);
}

static lim_sight look(const lim_field *field, const sightline *line, const lim_filter *filter) {
    lim_vec from = line->ray.rect.at, to = lim_vec_along(from, line->ray.along, line->ray.length);
    lim_sight sight = {.clear = true, .margin = -1, .from = lim_round_point(from), .to = lim_round_point(to)};
    lim_span first = {INFINITY, 0};
    size_t next = 0;
    const lim_item *item;
    while ((item = lim_field_next(field, filter, line->ray.box, &next)) != NULL) {
        if (item->about.height == 0 && item->about.ground == 0) continue;
        size_t spans = lim_motion_spans(&line->ray, &item->shape, 0, field->spans);
        for (size_t i = 0; i < spans; i++) {
            lim_span s = field->spans[i];
            if (stops(field, item, line, &s) && s.from < first.from) {
                first = s;
                sight.by = item;
            }
        }
    }
    if (sight.by != NULL) {
        sight.clear = false;
        sight.margin = -lim_round(lim_most(first.to - first.from, 1));
        sight.at = lim_round_point(lim_vec_along(from, line->ray.along, first.from));
    }
    return sight;
}

/* What comes nearest to a clear line, of all that is tall enough to have stopped it. */
static void pass_closest(const lim_field *field, const sightline *line, const lim_filter *filter, lim_sight *sight) {
    lim_vec ends[2] = {lim_vec_of(sight->from), lim_vec_of(sight->to)}, on, there;
    lim_shape segment = {.kind = LIM_LINE, .count = 2, .at = ends, .box = lim_box_of(ends, 2)};
    double least = INFINITY;
    size_t next = 0;
    const lim_item *item;
    while ((item = lim_field_next(field, filter, lim_box_grown(segment.box, least), &next)) != NULL) {
        if (top_of(field, item, 0, line) <= lim_least(line->eye, line->mark)) continue;
        double distance = lim_shape_near(&segment, &item->shape, &on, &there);
        if (distance < least) {
            least = distance;
            sight->by = item;
            sight->margin = lim_round(distance);
            sight->at = lim_round_point(there);
        }
    }
}

lim_sight lim_field_sight(const lim_field *field, const lim_shape *from, int64_t eye, const lim_shape *to, int64_t mark,
                          const lim_filter *filter) {
    lim_vec eyes[3] = {from->at[0], from->at[0], from->at[0]}, on;
    uint32_t count = from->kind == LIM_BASE ? 3 : 1, marks = to->kind == LIM_POINT ? 1 : to->count + 2;
    if (count == 3) {
        eyes[0] = lim_vec_along(from->rect.at, from->rect.ahead, from->rect.half_depth);
        eyes[2] = from->at[1];
    }
    lim_sight sight = {.clear = false};
    for (uint32_t n = 0; n < count * marks; n++) {
        lim_vec *eye_at = &eyes[n / marks], at = lim_box_middle(to->box);
        lim_shape one = {.kind = LIM_POINT, .count = 1, .at = eye_at, .box = lim_box_of(eye_at, 1)};
        if (n % marks == 0)
            lim_shape_near(&one, to, &on, &at);
        else if (n % marks > 1)
            at = to->at[n % marks - 2];
        int64_t from_level = eye + lim_field_ground(field, *eye_at), to_level = mark + lim_field_ground(field, at);
        sightline line = {lim_motion_ray(*eye_at, at, 2 * LIM_TOUCH), (double)from_level, (double)to_level};
        lim_sight seen = look(field, &line, filter);
        if (seen.clear) pass_closest(field, &line, filter, &seen);
        if (seen.clear || n == 0) sight = seen;
        if (seen.clear) break;
    }
    return sight;
}
