/* Wheels and pivots against shapes: see geometry.h. */
#include "geometry.h"

#include <math.h>

#define MOST_MOMENTS 52 /* 4 corners by 2 lines, 8 pairs of corner and end, 2 ends by 4 sides, twice each, and 2 ends */

#define ROOM 10.0 /* more than any skin: bounds pass by nothing that the exact way would find */

bool lim_turn_misses(const lim_motion *m, const lim_vec *at, size_t count, double clearance) {
    double room = clearance + ROOM, least = m->near - room;
    bool beyond[2] = {true, true}, within = least > 0;
    for (size_t i = 0; i < count && (beyond[0] || beyond[1] || within); i++) {
        lim_vec arm = lim_vec_sub(at[i], m->pivot);
        beyond[0] = beyond[0] && lim_vec_dot(arm, m->out[0]) > room;
        beyond[1] = beyond[1] && lim_vec_dot(arm, m->out[1]) > room;
        within = within && lim_vec_dot(arm, arm) < least * least;
    }
    return beyond[0] || beyond[1] || within;
}

/* Is an edge further from the pivot than all that is swept? */
static bool is_far(const lim_motion *m, lim_vec a, lim_vec b, double clearance) {
    lim_vec from = lim_vec_sub(a, m->pivot), edge = lim_vec_sub(b, a);
    double length = lim_vec_dot(edge, edge), k = length > 0 ? -lim_vec_dot(from, edge) / length : 0;
    lim_vec on = lim_vec_along(from, edge, k < 0 ? 0 : k > 1 ? 1 : k);
    double far = m->far + clearance + ROOM;
    return lim_vec_dot(on, on) > far * far;
}

/* The moments of a turn at which something may begin or end. */
typedef struct moments {
    double at[MOST_MOMENTS];
    size_t count;
} moments;

/* Adds the moments at which an arm that goes round clockwise (sense 1) or the other way (-1) reaches so far along a
 * normal. */
static void add_crossing(moments *list, const lim_motion *m, double sense, lim_vec arm, lim_vec normal, double reach) {
    double scale = lim_vec_length(arm) * lim_vec_length(normal), share = scale > 0 ? reach / scale : 2;
    if (share < -1 || share > 1) return;
    double middle = -sense * lim_atan2(lim_vec_cross(arm, normal), lim_vec_dot(arm, normal));
    double half = lim_atan2(sqrt(1 - share * share), share), full = lim_angle_radians(LIM_TURN);
    for (int i = -1; i <= 1; i += 2) {
        size_t place = list->count;
        double at = middle + i * half;
        at += at < 0 ? full : at >= full ? -full : 0;
        if (at <= 0 || at >= m->length) continue;
        for (; place > 0 && list->at[place - 1] > at; place--) list->at[place] = list->at[place - 1];
        list->at[place] = at;
        list->count++;
    }
}

/* Every moment at which a corner comes to lie on a line beside ab or so far from an end of it, or an end on a line
 * beside an edge of the base. */
static void find_moments(const lim_motion *m, lim_vec a, lim_vec b, double clearance, moments *list) {
    lim_vec corners[4], edge = lim_vec_sub(b, a), right = lim_vec_right(m->rect.ahead);
    lim_shape base;
    double length = lim_vec_length(edge);
    lim_rect_shape(m->rect, corners, &base);
    lim_vec normal = length > 0 ? lim_vec_right((lim_vec){edge.x / length, edge.y / length}) : edge;
    lim_vec ends[2] = {lim_vec_sub(a, m->pivot), lim_vec_sub(b, m->pivot)}, at = lim_vec_sub(m->rect.at, m->pivot);
    for (int i = 0; i < 4; i++) {
        lim_vec arm = lim_vec_sub(corners[i], m->pivot);
        double beside = lim_vec_dot(normal, ends[0]);
        add_crossing(list, m, m->sense, arm, normal, beside + clearance);
        if (clearance > 0) add_crossing(list, m, m->sense, arm, normal, beside - clearance);
        for (int k = 0; k < 2 && clearance > 0; k++)
            add_crossing(list, m, m->sense, arm, ends[k],
                         (lim_vec_dot(arm, arm) + lim_vec_dot(ends[k], ends[k]) - clearance * clearance) / 2);
    }
    for (int i = 0; i < 4; i++) {
        lim_vec axis = i < 2 ? right : m->rect.ahead;
        double out = (i < 2 ? m->rect.half_width : m->rect.half_depth) + clearance;
        for (int k = 0; k < 2; k++)
            add_crossing(list, m, -m->sense, ends[k], axis, lim_vec_dot(axis, at) + (i % 2 ? out : -out));
    }
}

static bool is_near(const lim_motion *m, double at, const lim_shape *edge, double clearance) {
    lim_vec corners[4], on, there;
    lim_shape base;
    lim_rect rect = m->rect;
    rect.at = lim_motion_place(m, rect.at, at);
    rect.ahead = lim_vec_turned(rect.ahead, lim_radian_vec(m->sense * at));
    lim_rect_shape(rect, corners, &base);
    return lim_shape_near(&base, edge, &on, &there) <= clearance;
}

size_t lim_turn_spans(const lim_motion *m, lim_vec a, lim_vec b, double clearance, lim_span *spans) {
    lim_vec ends[2] = {a, b};
    lim_shape edge = {.kind = LIM_LINE, .count = 2, .at = ends, .box = lim_box_of(ends, 2)};
    moments list = {.count = 0};
    if (lim_box_beyond(&m->box, &edge.box, clearance) || is_far(m, a, b, clearance) ||
        lim_turn_misses(m, ends, 2, clearance))
        return 0;
    if (m->length > 0) find_moments(m, a, b, clearance, &list);
    size_t count = 0;
    double from = 0;
    bool before = false;
    for (size_t i = 0; i <= list.count; i++) { /* between two moments nothing begins or ends */
        double to = i < list.count ? list.at[i] : m->length;
        if (to - from < 1e-12 && i > 0) continue;
        bool near = is_near(m, (from + to) / 2, &edge, clearance);
        if (near && (before || count == LIM_EDGE_SPANS))
            spans[count - 1].to = to;
        else if (near)
            spans[count++] = (lim_span){from, to};
        before = near;
        from = to;
    }
    return count;
}

int32_t lim_turn_free(const lim_base *base, lim_step step, const lim_shape *shape, double met) {
    int32_t sign = step.angle < 0 ? -1 : 1;
    lim_vec corners[4], on, there;
    lim_shape turned;
    for (int32_t free = (int32_t)(met / lim_angle_radians(1)); free > 0; free--) {
        step.angle = sign * free;
        lim_base stands = lim_base_step(base, step).base;
        lim_base_shape(&stands, corners, &turned);
        if (lim_shape_near(&turned, shape, &on, &there) > 0) return free;
    }
    return 0;
}
