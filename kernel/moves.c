/* Where a move ends and what it costs: see geometry.h. */
#include "geometry.h"

lim_vec lim_step_pivot(const lim_base *base, lim_step step)
{
    lim_vec corners[4];
    lim_shape shape;
    lim_base_shape(base, corners, &shape);
    return step.kind == LIM_PIVOT ? shape.rect.at : corners[step.kind == LIM_WHEEL_RIGHT ? 1 : 0];
}

int32_t lim_step_turn(lim_step step)
{
    return step.kind == LIM_WHEEL_LEFT ? -step.angle : step.angle;
}

/* A corner's way, rounded once. */
static int64_t arc_length(double radius, int32_t angle)
{
    int64_t length = lim_round(radius * lim_angle_radians(angle));
    return length < 0 ? -length : length;
}

lim_move lim_base_step(const lim_base *base, lim_step step)
{
    lim_base to = *base;
    lim_vec at = {(double)base->x, (double)base->y};
    if (step.kind == LIM_SLIDE) {
        lim_point way = lim_round_point(lim_vec_along((lim_vec){0, 0}, lim_angle_vec((int64_t)base->facing + step.angle),
                                                      (double)step.distance));
        to.x += way.x;
        to.y += way.y;
        return (lim_move){to, step.distance < 0 ? -step.distance : step.distance};
    }
    lim_vec pivot = lim_step_pivot(base, step), d = lim_vec_sub(at, pivot), turn = lim_angle_vec(lim_step_turn(step));
    lim_point end = lim_round_point((lim_vec){pivot.x + d.x * turn.y + d.y * turn.x, pivot.y + d.y * turn.y - d.x * turn.x});
    to.x = end.x;
    to.y = end.y;
    to.facing = lim_angle_normal((int64_t)base->facing + lim_step_turn(step));
    lim_vec half = {(double)base->width / 2, (double)base->depth / 2};
    return (lim_move){to, arc_length(step.kind == LIM_PIVOT ? lim_vec_length(half) : 2 * half.x, step.angle)};
}

int32_t lim_wheel_angle(const lim_base *base, int64_t distance)
{
    int32_t low = 0, high = LIM_TURN; /* by the very charge, so that the two always agree */
    while (low < high) {
        int32_t middle = (low + high + 1) / 2;
        if (arc_length((double)base->width, middle) <= distance)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
