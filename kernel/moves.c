/* Where a move ends and what it costs: see geometry.h. */
#include "geometry.h"

/* The base turned clockwise about a point, its centre rounded to where it can stand. */
static lim_base turned(const lim_base *base, lim_vec about, int32_t angle)
{
    lim_vec turn = lim_angle_vec(angle), d = lim_vec_sub((lim_vec){(double)base->x, (double)base->y}, about);
    lim_base result = *base;
    lim_point at = lim_round_point((lim_vec){about.x + d.x * turn.y + d.y * turn.x,
                                             about.y + d.y * turn.y - d.x * turn.x});
    result.x = at.x;
    result.y = at.y;
    result.facing = lim_angle_normal((int64_t)base->facing + angle);
    return result;
}

/* A corner's way: exact radians times the radius, rounded once. */
static int64_t arc_length(double radius, int32_t angle)
{
    int64_t length = lim_round(radius * lim_angle_radians(angle));
    return length < 0 ? -length : length;
}

lim_move lim_base_slide(const lim_base *base, int64_t distance, int32_t angle)
{
    lim_vec way = lim_angle_vec((int64_t)base->facing + angle);
    lim_base result = *base;
    result.x += lim_round(way.x * (double)distance);
    result.y += lim_round(way.y * (double)distance);
    result.facing = lim_angle_normal(base->facing);
    return (lim_move){result, distance < 0 ? -distance : distance};
}

static lim_vec front_corner(const lim_base *base, bool right)
{
    lim_vec corners[4];
    lim_shape shape;
    lim_base_shape(base, corners, &shape);
    return corners[right ? 1 : 0];
}

lim_move lim_base_wheel(const lim_base *base, bool right, int32_t angle)
{
    return (lim_move){turned(base, front_corner(base, right), right ? angle : -angle),
                      arc_length((double)base->width, angle)};
}

lim_move lim_base_pivot(const lim_base *base, int32_t angle)
{
    lim_rect rect = lim_base_rect(base);
    return (lim_move){turned(base, rect.at, angle),
                      arc_length(lim_vec_length((lim_vec){rect.half_width, rect.half_depth}), angle)};
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
