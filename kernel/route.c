/* A way round what stands in it: see field.h. */
#include "field.h"

#include <math.h>

/* Its cost so far is infinite while it is unreached. */
typedef struct node {
    lim_vec at;
    double cost;
    size_t from;
    bool done;
} node;

/* What has to be avoided, and by how much. */
typedef struct bar {
    const lim_item *item;
    double clearance;
} bar;

typedef struct graph {
    node *nodes;
    bar *bars;
    size_t count, barred;
} graph;

static bool open_way(const graph *g, lim_vec from, lim_vec to) {
    lim_vec ends[2] = {from, to}, on, there;
    lim_shape way = {.kind = LIM_LINE, .count = 2, .at = ends, .box = lim_box_of(ends, 2)};
    for (size_t i = 0; i < g->barred; i++) {
        lim_box box = lim_box_grown(way.box, g->bars[i].clearance);
        const lim_shape *shape = &g->bars[i].item->shape;
        if (lim_box_meets(&box, &shape->box) && lim_shape_near(&way, shape, &on, &there) < g->bars[i].clearance - 1)
            return false;
    }
    return true;
}

/* Eight nodes about each vertex, lined up with the edge that starts there. */
static void add_corners(graph *g, const lim_shape *shape, double clearance) {
    const double out = 1.0823922002923940; /* 1 / cos 22.5 degrees: an octagon around the circle */
    for (uint32_t i = 0; i < shape->count; i++) {
        int32_t edge = lim_vec_bearing(lim_vec_sub(lim_shape_next(shape, i), shape->at[i]));
        for (int32_t k = 0; k < 8; k++) {
            lim_vec at = lim_vec_along(shape->at[i], lim_angle_vec(edge + 22500 + 45000 * k), clearance * out);
            if (open_way(g, at, at)) g->nodes[g->count++] = (node){at, INFINITY, 0, false};
        }
    }
}

/* The unfinished node with the least cost and way to go; ties to the first. */
static size_t most_hopeful(const graph *g) {
    size_t best = SIZE_MAX;
    double least = INFINITY;
    for (size_t i = 0; i < g->count; i++) {
        double hope = g->nodes[i].cost + lim_vec_length(lim_vec_sub(g->nodes[1].at, g->nodes[i].at));
        if (!g->nodes[i].done && hope < least) {
            least = hope;
            best = i;
        }
    }
    return best;
}

/* Node 0 is the start, node 1 the goal. */
static bool find_way(graph *g) {
    for (size_t i; (i = most_hopeful(g)) != SIZE_MAX && i != 1;) {
        g->nodes[i].done = true;
        for (size_t j = 1; j < g->count; j++) {
            double cost = g->nodes[i].cost + lim_vec_length(lim_vec_sub(g->nodes[j].at, g->nodes[i].at));
            if (!g->nodes[j].done && cost < g->nodes[j].cost && open_way(g, g->nodes[i].at, g->nodes[j].at)) {
                g->nodes[j].cost = cost;
                g->nodes[j].from = i;
            }
        }
    }
    return g->nodes[1].cost < INFINITY;
}

static void tell_way(const graph *g, lim_point *points, size_t most, lim_route *route) {
    *route = (lim_route){true, lim_round(g->nodes[1].cost), 1, route->avoids};
    for (size_t i = 1; i != 0; i = g->nodes[i].from) route->count++;
    for (size_t i = 1, place = route->count; place-- > 0; i = g->nodes[i].from)
        if (place < most) points[place] = lim_round_point(g->nodes[i].at);
}

bool lim_field_route(const lim_field *field, lim_point from, lim_point to, int64_t clearance, const lim_filter *filter,
                     lim_point *points, size_t most, lim_route *route, lim_fault *fault) {
    lim_vec start, goal, on, there;
    lim_shape starts, goals;
    lim_point_shape(from, &start, &starts);
    lim_point_shape(to, &goal, &goals);
    size_t bars = 0, nodes = 2, next = 0;
    const lim_box anywhere = {-INFINITY, -INFINITY, INFINITY, INFINITY};
    for (const lim_item *item; (item = lim_field_next(field, filter, anywhere, &next)) != NULL; bars++)
        nodes += 8 * item->shape.count;
    size_t bar_bytes = (bars + 1) * sizeof(bar), bytes = bar_bytes + nodes * sizeof(node);
    graph g = {.bars = lim_grow(&field->memory, NULL, 0, bytes)};
    *route = (lim_route){.found = false};
    if (g.bars == NULL) {
        *fault = (lim_fault){.why = LIM_WHY_MEMORY};
        return false;
    }
    g.nodes = (node *)(void *)((char *)g.bars + bar_bytes);
    next = 0;
    for (const lim_item *item; (item = lim_field_next(field, filter, anywhere, &next)) != NULL;) {
        double by = lim_least(lim_shape_near(&starts, &item->shape, &on, &there),
                              lim_shape_near(&goals, &item->shape, &on, &there));
        g.bars[g.barred++] = (bar){item, lim_least(by, (double)clearance)};
    }
    g.nodes[g.count++] = (node){start, 0, 0, false};
    g.nodes[g.count++] = (node){goal, INFINITY, 0, false};
    if (!open_way(&g, start, goal)) {
        lim_motion straight = lim_motion_ray(start, goal, 2 * (double)clearance);
        lim_found first;
        route->avoids = lim_field_first(field, &straight, filter, &first) ? first.item : NULL;
        for (size_t i = 0; i < g.barred; i++) add_corners(&g, &g.bars[i].item->shape, (double)clearance);
    }
    if (find_way(&g)) tell_way(&g, points, most, route);
    lim_grow(&field->memory, g.bars, bytes, 0);
    return true;
}
