/* Where a move ends, what it costs, and a base that makes it: see geometry.h. */
#include "geometry.h"

#include <math.h>

#define SKIN 3.0 /* more than LIM_TOUCH and what rounding a centre can add */

/* What a wheel or pivot of a frame is about, and its angle clockwise. */
static lim_vec pivot_of(const lim_rect *frame, lim_step step) {
    lim_vec corners[4];
    lim_shape shape;
    lim_rect_shape(*frame, corners, &shape);
    return step.kind == LIM_PIVOT ? frame->at : corners[step.kind == LIM_WHEEL_RIGHT ? 1 : 0];
}

static int32_t turn_of(lim_step step) { return step.kind == LIM_WHEEL_LEFT ? -step.angle : step.angle; }

/* A corner's way, rounded once. */
static int64_t arc_length(double radius, int32_t angle) {
    int64_t length = lim_round(radius * lim_angle_radians(angle));
    return length < 0 ? -length : length;
}

lim_move lim_base_carried(const lim_base *base, const lim_rect *frame, int32_t facing, lim_step step) {
    lim_base to = *base;
    if (step.kind == LIM_SLIDE) {
        lim_vec way = lim_angle_vec((int64_t)facing + step.angle);
        to.x += lim_round(way.x * (double)step.distance);
        to.y += lim_round(way.y * (double)step.distance);
        return (lim_move){to, step.distance < 0 ? -step.distance : step.distance};
    }
    lim_vec pivot = pivot_of(frame, step), turn = lim_angle_vec(turn_of(step));
    lim_vec d = lim_vec_turned(lim_vec_sub((lim_vec){(double)base->x, (double)base->y}, pivot), turn);
    to.x = lim_round(pivot.x + d.x);
    to.y = lim_round(pivot.y + d.y);
    to.facing = lim_angle_normal((int64_t)base->facing + turn_of(step));
    lim_vec half = {frame->half_width, frame->half_depth};
    return (lim_move){to, arc_length(step.kind == LIM_PIVOT ? lim_vec_length(half) : 2 * half.x, step.angle)};
}

lim_move lim_base_step(const lim_base *base, lim_step step) {
    lim_rect frame = lim_base_rect(base);
    return lim_base_carried(base, &frame, base->facing, step);
}

lim_rect lim_bases_frame(const lim_base *bases, size_t count) {
    lim_rect frame = lim_base_rect(bases);
    lim_box box = {-frame.half_width, -frame.half_depth, frame.half_width, frame.half_depth};
    for (size_t i = 1; i < count; i++) {
        lim_vec corners[4];
        lim_shape shape;
        lim_base_shape(&bases[i], corners, &shape);
        for (int k = 0; k < 4; k++) {
            lim_vec p = lim_rect_local(&frame, corners[k]);
            box =
                (lim_box){lim_least(box.x0, p.x), lim_least(box.y0, p.y), lim_most(box.x1, p.x), lim_most(box.y1, p.y)};
        }
    }
    lim_vec middle = lim_box_middle(box);
    frame.at = lim_vec_along(lim_vec_along(frame.at, lim_vec_right(frame.ahead), middle.x), frame.ahead, middle.y);
    frame.half_width = (box.x1 - box.x0) / 2;
    frame.half_depth = (box.y1 - box.y0) / 2;
    return frame;
}

/* ---- under way ---- */

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

/* Finds what bounds a turn. */
static void bound_turn(lim_motion *m) {
    lim_vec corners[4], in = lim_rect_local(&m->rect, m->pivot), ends[2];
    lim_shape base;
    lim_rect_shape(m->rect, corners, &base);
    in = (lim_vec){lim_most(fabs(in.x) - m->rect.half_width, 0), lim_most(fabs(in.y) - m->rect.half_depth, 0)};
    m->near = lim_vec_length(in);
    for (int i = 0; i < 4; i++) {
        lim_vec arm = lim_vec_sub(corners[i], m->pivot);
        m->far = lim_most(m->far, lim_vec_length(arm));
        if (i == 0 || lim_vec_cross(ends[0], arm) > 0) ends[0] = arm; /* the furthest to the left */
        if (i == 0 || lim_vec_cross(ends[1], arm) < 0) ends[1] = arm; /* and to the right */
    }
    if (m->near == 0 || lim_vec_dot(ends[0], ends[1]) < 0 || m->length > lim_angle_radians(LIM_TURN / 4)) return;
    int last = m->sense > 0; /* which end of the base leads */
    ends[last] = lim_vec_turned(ends[last], lim_radian_vec(m->sense * m->length));
    for (int i = 0; i < 2; i++) {
        double size = lim_vec_length(ends[i]), side = i == 0 ? -1 : 1;
        lim_vec right = lim_vec_right(ends[i]);
        m->out[i] = (lim_vec){side * right.x / size, side * right.y / size};
    }
}

lim_motion lim_motion_in(const lim_base *base, const lim_rect *frame, int32_t facing, lim_step step) {
    lim_rect r = lim_base_rect(base);
    double reach = lim_vec_length((lim_vec){r.half_width, r.half_depth});
    lim_motion m;
    if (step.kind == LIM_SLIDE) {
        lim_vec way = lim_angle_vec((int64_t)facing + step.angle);
        m = lim_motion_ray(r.at, lim_vec_along(r.at, way, (double)step.distance), 2 * reach);
        m.along = step.distance < 0 ? (lim_vec){-way.x, -way.y} : way;
        m.length = (double)(step.distance < 0 ? -step.distance : step.distance);
    } else {
        lim_vec pivot = pivot_of(frame, step);
        m = lim_motion_ray(pivot, pivot, 2 * (reach + lim_vec_length(lim_vec_sub(r.at, pivot))));
        m.pivot = pivot;
        m.length = fabs(lim_angle_radians(step.angle));
        m.sense = turn_of(step) < 0 ? -1 : 1;
    }
    m.rect = (lim_rect){r.at, r.ahead, r.half_width - SKIN, r.half_depth - SKIN};
    m.skin = SKIN;
    if (m.sense != 0) bound_turn(&m);
    return m;
}

lim_motion lim_motion_of(const lim_base *base, lim_step step) {
    lim_rect frame = lim_base_rect(base);
    return lim_motion_in(base, &frame, base->facing, step);
}

lim_vec lim_motion_place(const lim_motion *m, lim_vec p, double at) {
    if (m->sense == 0) return lim_vec_along(p, m->along, at);
    lim_vec arm = lim_vec_turned(lim_vec_sub(p, m->pivot), lim_radian_vec(m->sense * at));
    return lim_vec_along(m->pivot, arm, 1);
}
