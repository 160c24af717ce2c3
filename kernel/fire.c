/* Lines of fire and of sight: see field.h. */
#include "field.h"

#include <math.h>

/* The bearing of a place off a base's facing. */
static int32_t off_facing(const lim_base *base, lim_vec from, lim_vec to) {
    lim_vec way = lim_vec_sub(to, from);
    return base == NULL || (way.x == 0 && way.y == 0) ? 0 : lim_angle_turn(base->facing, lim_vec_bearing(way));
}

static bool within_off(const lim_fire *fire, int32_t off) {
    return fire->off < 0 || (off <= fire->off && -off <= fire->off);
}

/* Range and bearing, at the muzzle nearest to the target; and does anything bear? */
static void take_aim(const lim_fire *fire, const lim_shape *to, lim_shot *shot) {
    lim_vec at, on;
    for (size_t i = 0; i < fire->muzzle_count; i++) {
        double range = lim_vec_near(fire->muzzles[i], to, &at);
        if (i > 0 && range >= shot->range) continue;
        shot->range = range;
        shot->from = fire->muzzles[i];
        shot->to = at;
    }
    shot->off = off_facing(fire->base, shot->from, shot->to);
    if (fire->from_base) shot->range = lim_shape_near(fire->from, to, &on, &at);
    if (fire->from_centre) shot->range = lim_vec_near(lim_box_middle(fire->from->box), to, &at);
    shot->borne = shot->range <= fire->reach + LIM_TOUCH && (fire->all_marks || within_off(fire, shot->off));
    if (fire->arc >= 0 && fire->base != NULL) {
        shot->arc = lim_base_arc(fire->base, fire->rear, fire->arc, to);
        shot->borne = shot->borne && shot->arc.yes;
    }
}

/* Does a mark lie in the arc, and near enough to the facing from there? */
static bool bears(const lim_fire *fire, lim_vec from, lim_vec mark) {
    lim_shape place = {.kind = LIM_POINT, .count = 1, .at = &mark, .box = lim_box_of(&mark, 1)};
    bool any = fire->arc < 0 || fire->base == NULL;
    return (any || lim_base_arc(fire->base, fire->rear, fire->arc, &place).yes) &&
           within_off(fire, off_facing(fire->base, from, mark));
}

/* Looks along one more line. */
static void look_along(const lim_field *field, const lim_fire *fire, lim_vec from, lim_vec to, lim_shot *shot) {
    lim_sight line = lim_field_line(field, from, fire->eye, to, fire->mark, &fire->between), *stopped = &shot->stopped;
    bool first = !shot->line.clear && shot->line.by == NULL;
    if (first || (line.clear && !shot->line.clear)) shot->line = line;
    shot->clear += line.clear;
    if (line.clear) return;
    if (stopped->by == NULL) stopped->by = line.by, stopped->by_at = line.by_at;
    if (line.tall != NULL && stopped->tall == NULL) stopped->tall = line.tall, stopped->tall_at = line.tall_at;
    if (line.tall == NULL && stopped->solid == NULL) stopped->solid = line.solid, stopped->solid_at = line.solid_at;
    stopped->level = line.level > stopped->level ? line.level : stopped->level;
    stopped->friendly = stopped->friendly || line.friendly;
}

lim_shot lim_field_fire(const lim_field *field, const lim_fire *fire, const lim_shape *to) {
    lim_shot shot = {.borne = false};
    take_aim(fire, to, &shot);
    if (!shot.borne) return shot;
    lim_vec at;
    const lim_vec *files = fire->from_muzzle ? &shot.from : fire->files;
    size_t count = fire->from_muzzle ? 1 : fire->file_count;
    for (size_t i = 0; i < count; i++) {
        lim_vec_near(files[i], to, &at);
        look_along(field, fire, files[i], at, &shot);
    }
    if (fire->file_count > 0 && fire->between.passes)
        shot.line = lim_field_line(field, shot.from, fire->eye, shot.to, fire->mark, &fire->between);
    /* The nearest point, the middle, the vertices, the deepest in the arc. */
    uint32_t marks = !fire->all_marks || to->kind == LIM_POINT ? 1 : to->count + (fire->arc < 0 ? 2 : 3);
    for (size_t i = 0; i < fire->muzzle_count && count == 0 && shot.clear == 0; i++)
        for (uint32_t k = 0; k < marks && shot.clear == 0; k++) {
            at = k < 2 ? lim_box_middle(to->box) : k - 2 < to->count ? to->at[k - 2] : lim_vec_of(shot.arc.at);
            if (k == 0) lim_vec_near(fire->muzzles[i], to, &at);
            if (!fire->all_marks || bears(fire, fire->muzzles[i], at))
                look_along(field, fire, fire->muzzles[i], at, &shot);
        }
    return shot;
}

size_t lim_field_borne(const lim_field *field, const lim_fire *fire, const lim_filter *targets, lim_found *found,
                       size_t most) {
    const lim_box anywhere = lim_box_grown((lim_box){0, 0, 0, 0}, 2.0 * LIM_REACH);
    size_t count = 0, next = 0;
    const lim_item *item;
    while ((item = lim_field_next(field, targets, anywhere, &next)) != NULL) {
        lim_shot shot = {.borne = false};
        if (lim_box_beyond(&fire->from->box, &item->shape.box, fire->reach + LIM_TOUCH)) continue;
        take_aim(fire, &item->shape, &shot);
        if (shot.borne) count = lim_found_keep(found, count, most, (lim_found){item, shot.range, shot.range});
    }
    return count;
}

lim_sight lim_field_sight(const lim_field *field, const lim_shape *from, int64_t eye, const lim_shape *to, int64_t mark,
                          const lim_filter *filter) {
    lim_vec eyes[3] = {from->at[0], from->at[0]};
    lim_fire fire = {.from = from, .muzzles = eyes, .muzzle_count = 1, .arc = -1, .off = -1, .eye = eye, .mark = mark};
    fire.reach = INFINITY;
    fire.all_marks = fire.between.margin = true;
    fire.between.tall = *filter;
    if (from->kind == LIM_BASE) {
        eyes[0] = lim_vec_along(from->rect.at, from->rect.ahead, from->rect.half_depth);
        eyes[2] = from->at[1];
        fire.muzzle_count = 3;
    }
    return lim_field_fire(field, &fire, to).line;
}
