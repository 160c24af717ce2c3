/* Lines between two places, and what is in their way: see field.h. */
#include "field.h"

#include <math.h>

#define GRAZE 10.0 /* so much inside a thing is touching it */

/* One line: where it runs, and its height at both ends, above the ground there until that is `raised`. */
typedef struct sightline {
    lim_motion ray;
    lim_vec from, to;
    double eye, mark;
    bool raised;
} sightline;

static void raise_ends(const lim_field *field, sightline *line) {
    if (!line->raised) line->eye += (double)lim_field_ground(field, line->from);
    if (!line->raised) line->mark += (double)lim_field_ground(field, line->to);
    line->raised = true;
}

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
static bool stops(const lim_field *field, const lim_item *item, sightline *line, lim_span *s) {
    raise_ends(field, line);
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

/* Does a body or place stand in an area, and not only touch it? */
static bool stands_in(const lim_shape *end, const lim_item *area) {
    lim_vec corners[4], on, there;
    lim_shape inner = *end;
    lim_rect r = end->rect;
    if (end->kind == LIM_AREA || end->kind == LIM_LINE) return false;
    r.half_width = lim_most(r.half_width - LIM_GRIP, 0), r.half_depth = lim_most(r.half_depth - LIM_GRIP, 0);
    if (end->kind == LIM_BASE) lim_rect_shape(r, corners, &inner);
    return lim_shape_near(&inner, &area->shape, &on, &there) == 0;
}

static bool is_bare_hill(const lim_about *about) { return about->ground > 0 && about->height == 0; }

/* Which ends of a line stand in an area that then does not stop it: 1 its start, 2 its end. Nobody's own bare hill
 * does, were it only the line that begins or ends on it. */
static int let_out(const lim_between *between, const lim_item *item, const lim_span *span, double length) {
    int ends = 0;
    bool hill = is_bare_hill(&item->about);
    if (item->about.kind != LIM_ITEM_AREA || between->ends[0] == NULL) return 0;
    for (int i = 0; i < 2; i++) {
        bool held = i == 0 ? span->from <= GRAZE : span->to >= length - GRAZE;
        lim_vec middle = lim_box_middle(between->ends[i]->box);
        bool out = hill ? held || lim_area_contains(&item->shape, middle)
                        : between->passes && lim_filter_admits(&between->pass, &item->about) &&
                              stands_in(between->ends[i], item);
        ends |= out ? 1 << i : 0;
    }
    return ends;
}

/* Notes a thing that stops the line, where it comes before what else does; of a solid one its side and level too. */
static void note(const lim_field *field, const lim_between *between, const lim_item *item, lim_span span, bool solid,
                 lim_span *first, lim_sight *sight) {
    const lim_item **one = solid ? &sight->solid : &sight->tall;
    double *at = solid ? &sight->solid_at : &sight->tall_at;
    if (*one == NULL || span.from < *at) *one = item, *at = span.from;
    if (span.from < first->from) *first = span, sight->by = item;
    if (!solid) return;
    int64_t level = lim_field_ground(field, lim_box_middle(item->shape.box));
    sight->level = level > sight->level ? level : sight->level;
    sight->friendly = sight->friendly || (between->side != 0 && item->about.side == between->side);
}

/* Notes how far the line runs in ground that lets it out of its start (1), into its end (2) or both. */
static void note_way_out(lim_sight *sight, int ends, lim_span span, double length) {
    if ((ends & 1) && span.from <= GRAZE) sight->out = lim_most(sight->out, span.to);
    if ((ends & 2) && span.to >= length - GRAZE) sight->into = lim_most(sight->into, length - span.from);
    sight->shared = sight->shared || ends == 3;
}

static lim_sight look(const lim_field *field, sightline *line, const lim_between *between) {
    lim_vec from = line->ray.rect.at, to = lim_vec_along(from, line->ray.along, line->ray.length);
    lim_sight sight = {.clear = true, .margin = -1, .from = lim_round_point(from), .to = lim_round_point(to)};
    lim_span first = {INFINITY, 0};
    const lim_filter every = {0};
    size_t next = 0;
    const lim_item *item;
    while ((item = lim_field_next(field, &every, line->ray.box, &next)) != NULL) {
        bool solid = between->solids && lim_filter_admits(&between->solid, &item->about);
        bool tall = item->about.height + item->about.ground > 0 && lim_filter_admits(&between->tall, &item->about);
        bool opaque = between->opaques && lim_filter_admits(&between->opaque, &item->about);
        size_t spans = solid || tall || opaque ? lim_motion_spans(&line->ray, &item->shape, 0, field->spans) : 0;
        for (size_t i = 0; i < spans; i++) {
            lim_span s = field->spans[i];
            int out = let_out(between, item, &s, line->ray.length);
            if (out != 0 && !is_bare_hill(&item->about)) note_way_out(&sight, out, s, line->ray.length);
            bool body = solid && s.to - s.from > GRAZE, open = out != 0 || body;
            bool through = opaque && s.to - s.from > GRAZE + between->thick;
            bool ground = !open && (through || (tall && stops(field, item, line, &s)));
            if (body || ground) note(field, between, item, s, body, &first, &sight);
        }
    }
    if (sight.by != NULL) {
        sight.clear = false;
        sight.margin = -lim_round(lim_most(first.to - first.from, 1));
        sight.at = lim_round_point(lim_vec_along(from, line->ray.along, first.from));
        sight.by_at = first.from;
    }
    return sight;
}

/* What comes nearest to a clear line, of all that is tall enough to have stopped it. */
static void pass_closest(const lim_field *field, sightline *line, const lim_filter *filter, lim_sight *sight) {
    raise_ends(field, line);
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

lim_sight lim_field_line(const lim_field *field, lim_vec from, int64_t eye, lim_vec to, int64_t mark,
                         const lim_between *between) {
    sightline line = {lim_motion_ray(from, to, 2 * LIM_TOUCH), from, to, (double)eye, (double)mark, false};
    lim_sight sight = look(field, &line, between);
    if (sight.clear && between->margin) pass_closest(field, &line, &between->tall, &sight);
    return sight;
}
