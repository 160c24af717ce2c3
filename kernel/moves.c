/* Where a move ends and what it costs: see geometry.h. */
#include "geometry.h"

lim_vec lim_step_pivot(const lim_base *base, lim_step step) {
    lim_vec corners[4];
    lim_shape shape;
    lim_base_shape(base, corners, &shape);
    return step.kind == LIM_PIVOT ? shape.rect.at : corners[step.kind == LIM_WHEEL_RIGHT ? 1 : 0];
}

int32_t lim_step_turn(lim_step step) { return step.kind == LIM_WHEEL_LEFT ? -step.angle : step.angle; }

/* A corner's way, rounded once. */
static int64_t arc_length(double radius, int32_t angle) {
    int64_t length = lim_round(radius * lim_angle_radians(angle));
    return length < 0 ? -length : length;
}

lim_move lim_base_step(const lim_base *base, lim_step step) {
    lim_base to = *base;
    if (step.kind == LIM_SLIDE) {
        lim_vec way = lim_angle_vec((int64_t)base->facing + step.angle);
        to.x += lim_round(way.x * (double)step.distance);
        to.y += lim_round(way.y * (double)step.distance);
        return (lim_move){to, step.distance < 0 ? -step.distance : step.distance};
    }
    lim_vec pivot = lim_step_pivot(base, step), turn = lim_angle_vec(lim_step_turn(step));
    lim_vec d = lim_vec_sub((lim_vec){(double)base->x, (double)base->y}, pivot);
    to.x = lim_round(pivot.x + d.x * turn.y + d.y * turn.x);
    to.y = lim_round(pivot.y + d.y * turn.y - d.x * turn.x);
    to.facing = lim_angle_normal((int64_t)base->facing + lim_step_turn(step));
    lim_vec half = {(double)base->width / 2, (double)base->depth / 2};
    return (lim_move){to, arc_length(step.kind == LIM_PIVOT ? lim_vec_length(half) : 2 * half.x, step.angle)};
}

int32_t lim_wheel_angle(const lim_base *base, int64_t distance) {
    double width = (double)base->width, most = ((double)distance + 1) / (width * lim_angle_radians(1));
    int32_t angle = (int32_t)lim_least(most, LIM_TURN);
    while (arc_length(width, angle) > distance) /* by the very charge, so that the two always agree */
        angle--;
    return angle;
}
