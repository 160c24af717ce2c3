/* Where a move ends and what it costs: see geometry.h. */
#include "geometry.h"

#include <math.h>

lim_vec lim_step_pivot(const lim_rect *frame, lim_step step) {
    lim_vec corners[4];
    lim_shape shape;
    lim_rect_shape(*frame, corners, &shape);
    return step.kind == LIM_PIVOT ? frame->at : corners[step.kind == LIM_WHEEL_RIGHT ? 1 : 0];
}

int32_t lim_step_turn(lim_step step) { return step.kind == LIM_WHEEL_LEFT ? -step.angle : step.angle; }

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
    lim_vec pivot = lim_step_pivot(frame, step), turn = lim_angle_vec(lim_step_turn(step));
    lim_vec d = lim_vec_turned(lim_vec_sub((lim_vec){(double)base->x, (double)base->y}, pivot), turn);
    to.x = lim_round(pivot.x + d.x);
    to.y = lim_round(pivot.y + d.y);
    to.facing = lim_angle_normal((int64_t)base->facing + lim_step_turn(step));
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
            box = (lim_box){lim_least(box.x0, p.x), lim_least(box.y0, p.y), lim_most(box.x1, p.x),
                            lim_most(box.y1, p.y)};
        }
    }
    lim_vec middle = lim_box_middle(box);
    frame.at = lim_vec_along(lim_vec_along(frame.at, lim_vec_right(frame.ahead), middle.x), frame.ahead, middle.y);
    frame.half_width = (box.x1 - box.x0) / 2;
    frame.half_depth = (box.y1 - box.y0) / 2;
    return frame;
}

double lim_base_overhang(const lim_base *base, lim_vec size) {
    lim_vec corners[4];
    lim_shape shape;
    lim_base_shape(base, corners, &shape);
    return lim_most(lim_most(-shape.box.x0, -shape.box.y0), lim_most(shape.box.x1 - size.x, shape.box.y1 - size.y));
}
