/* Boxes, bases and points as shapes, and points in areas: see geometry.h. */
#include "geometry.h"

lim_box lim_box_of(const lim_vec *at, uint32_t count) {
    lim_box box = {at[0].x, at[0].y, at[0].x, at[0].y};
    for (uint32_t i = 1; i < count; i++)
        box = (lim_box){lim_least(box.x0, at[i].x), lim_least(box.y0, at[i].y), lim_most(box.x1, at[i].x),
                        lim_most(box.y1, at[i].y)};
    return box;
}

lim_box lim_box_grown(lim_box box, double by) { return (lim_box){box.x0 - by, box.y0 - by, box.x1 + by, box.y1 + by}; }

lim_box lim_box_joined(lim_box a, lim_box b) {
    return (lim_box){lim_least(a.x0, b.x0), lim_least(a.y0, b.y0), lim_most(a.x1, b.x1), lim_most(a.y1, b.y1)};
}

lim_vec lim_box_middle(lim_box box) { return (lim_vec){(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2}; }

double lim_box_overhang(lim_box b, lim_vec size) {
    return lim_most(lim_most(-b.x0, -b.y0), lim_most(b.x1 - size.x, b.y1 - size.y));
}

lim_rect lim_base_rect(const lim_base *base) {
    return (lim_rect){{(double)base->x, (double)base->y},
                      lim_angle_vec(base->facing),
                      (double)base->width / 2,
                      (double)base->depth / 2};
}

void lim_rect_shape(lim_rect r, lim_vec corners[4], lim_shape *shape) {
    lim_vec right = lim_vec_right(r.ahead);
    for (int i = 0; i < 4; i++) {
        lim_vec middle = lim_vec_along(r.at, r.ahead, i < 2 ? r.half_depth : -r.half_depth);
        corners[i] = lim_vec_along(middle, right, i == 1 || i == 2 ? r.half_width : -r.half_width);
    }
    *shape = (lim_shape){LIM_BASE, 4, corners, lim_box_of(corners, 4), r};
}

void lim_base_shape(const lim_base *base, lim_vec corners[4], lim_shape *shape) {
    lim_rect_shape(lim_base_rect(base), corners, shape);
}

void lim_point_shape(lim_point p, lim_vec *vertex, lim_shape *shape) {
    *vertex = lim_vec_of(p);
    *shape = (lim_shape){.kind = LIM_POINT, .count = 1, .at = vertex, .box = lim_box_of(vertex, 1)};
}

uint32_t lim_shape_edges(const lim_shape *shape) { return shape->kind == LIM_LINE ? shape->count - 1 : shape->count; }

bool lim_area_contains(const lim_shape *area, lim_vec p) {
    if (p.x < area->box.x0 || p.x > area->box.x1 || p.y < area->box.y0 || p.y > area->box.y1) return false;
    bool inside = false;
    lim_vec a = area->at[area->count - 1];
    for (uint32_t i = 0; i < area->count; i++) {
        lim_vec b = area->at[i];
        if ((a.y > p.y) != (b.y > p.y)) {
            double side = (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y);
            inside ^= (side > 0) == (b.y > a.y);
        }
        a = b;
    }
    return inside;
}
