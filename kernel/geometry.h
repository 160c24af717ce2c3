/* Bases, lines and areas on the table: distances, contact, arcs, faces, moves, sweeps.
 *
 * A base is an oriented rectangle, its edges numbered as its faces: front, right, rear, left. A
 * shape is a point, a line of segments, an area (a simple polygon, either way round) or a base, with
 * its vertices in double; the vertices belong to the caller and must outlive the shape. Positions
 * and lengths are micrometres up to LIM_REACH, angles thousandths of a degree clockwise.
 *
 * A judgement is a struct: yes or no, its margin (above 0 by how much it is so, below 0 by how much
 * it is not), and what decided it. All edges belong to what they bound, and LIM_TOUCH is forgiven
 * everywhere: bases that touch do not overlap. The gap between two shapes, and so the widest front
 * that can pass between them, is their distance.
 *
 * Everything is pure and takes no memory. An outline can be refused: false, and a fault. Bases and
 * points are the caller's to check: within LIM_REACH, width and depth LIM_BASE_LEAST at least. */
#ifndef LIM_GEOMETRY_H
#define LIM_GEOMETRY_H

#include "geomath.h"

#include <stdbool.h>
#include <stddef.h>

#define LIM_REACH 1000000000 /* a kilometre of table either way */
#define LIM_BASE_LEAST 100   /* no base is narrower or shallower */
#define LIM_GRIP 1000        /* what lies no deeper in something than this only touches it */

typedef enum lim_face { LIM_FRONT, LIM_RIGHT, LIM_REAR, LIM_LEFT } lim_face;

/* Centre, size (the front is width across) and facing. */
typedef struct lim_base {
    int64_t x, y, width, depth;
    int32_t facing;
} lim_base;

/* What was wrong: point i is out of reach; there are too few points; points i and j, neighbours, are the
 * same; edges i and j of an area meet at `at`; there is no memory. All count from 0. */
typedef enum lim_why { LIM_WHY_REACH, LIM_WHY_FEW, LIM_WHY_REPEATS, LIM_WHY_CROSSES, LIM_WHY_MEMORY } lim_why;

typedef struct lim_fault {
    lim_why why;
    uint32_t i, j;
    lim_point at;
} lim_fault;

typedef struct lim_box {
    double x0, y0, x1, y1;
} lim_box;

/* A base as it is worked with: `ahead` is the unit vector of its facing. */
typedef struct lim_rect {
    lim_vec at, ahead;
    double half_width, half_depth;
} lim_rect;

typedef enum lim_shape_kind { LIM_POINT, LIM_LINE, LIM_AREA, LIM_BASE } lim_shape_kind;

/* `at` are its count vertices, a base's front left, front right, rear right, rear left; `rect` is of a
 * base alone. */
typedef struct lim_shape {
    lim_shape_kind kind;
    uint32_t count;
    const lim_vec *at;
    lim_box box;
    lim_rect rect;
} lim_shape;

/* `angle` is the margin once more, as an angle; `decider` a face or an edge; `at` where it was decided. */
typedef struct lim_verdict {
    bool yes;
    int64_t margin;
    int32_t angle, decider;
    lim_point at;
} lim_verdict;

/* ---- shapes.c: bases and points as shapes, points in areas ---- */

lim_rect lim_base_rect(const lim_base *base);

/* A place in a base's own axes: x to its right, y ahead of its centre. */
static inline lim_vec lim_rect_local(const lim_rect *rect, lim_vec p) {
    lim_vec d = lim_vec_sub(p, rect->at);
    return (lim_vec){lim_vec_dot(d, lim_vec_right(rect->ahead)), lim_vec_dot(d, rect->ahead)};
}
void lim_rect_shape(lim_rect rect, lim_vec corners[4], lim_shape *shape);
void lim_base_shape(const lim_base *base, lim_vec corners[4], lim_shape *shape);
void lim_point_shape(lim_point p, lim_vec *vertex, lim_shape *shape);

/* Edges of a shape: a point has one, from itself to itself. Edge i runs from vertex i to the next. */
uint32_t lim_shape_edges(const lim_shape *shape);
static inline lim_vec lim_shape_next(const lim_shape *shape, uint32_t i) {
    return shape->at[i + 1 == shape->count ? 0 : i + 1];
}

/* Is p inside an area or base? Even-odd rule; on the boundary either answer. */
bool lim_area_contains(const lim_shape *area, lim_vec p);

lim_box lim_box_of(const lim_vec *at, uint32_t count);
lim_box lim_box_grown(lim_box box, double by);
lim_box lim_box_joined(lim_box a, lim_box b);
lim_vec lim_box_middle(lim_box box);

/* How far a box is over the edge of a table between (0, 0) and `size`, at the worst; below 0: inside. */
double lim_box_overhang(lim_box box, lim_vec size);


/* Without branches, which in a crowd of boxes would be guessed wrong at every other one: of two that are apart, one of
 * the four differences has the sign of a number below 0. The compiler takes two differences at once. */
static inline bool lim_box_meets(const lim_box *a, const lim_box *b) {
    typedef double two __attribute__((vector_size(16)));
    typedef int64_t signs __attribute__((vector_size(16)));
    const two a0 = {a->x0, a->y0}, a1 = {a->x1, a->y1}, b0 = {b->x0, b->y0}, b1 = {b->x1, b->y1};
    const signs apart = (signs)(b1 - a0) | (signs)(a1 - b0);
    return (apart[0] | apart[1]) >= 0;
}

/* Are two boxes, and so their contents, certainly more than `by` apart? Cheap: false when it is close. */
static inline bool lim_box_beyond(const lim_box *a, const lim_box *b, double by) {
    double x = a->x0 > b->x1 ? a->x0 - b->x1 : b->x0 > a->x1 ? b->x0 - a->x1 : 0;
    double y = a->y0 > b->y1 ? a->y0 - b->y1 : b->y0 > a->y1 ? b->y0 - a->y1 : 0;
    return x * x + y * y > (by + 1) * (by + 1);
}

/* ---- outline.c ---- */

/* A line of 2 points or more, an area of 3 or more; `vertices` is the caller's room for count. An area
 * must not meet itself, which costs count^2 to see. */
bool lim_line_shape(const lim_point *points, uint32_t count, lim_vec *vertices, lim_shape *shape, lim_fault *fault);
bool lim_area_shape(const lim_point *points, uint32_t count, lim_vec *vertices, lim_shape *shape, lim_fault *fault);

/* ---- distance.c: how far apart, contact ---- */

/* Unrounded distance of any two shapes, 0 where they meet, and the nearest points. */
double lim_shape_near(const lim_shape *a, const lim_shape *b, lim_vec *on_a, lim_vec *on_b);

/* The distance of a place from a shape, and where it is nearest. */
double lim_vec_near(lim_vec place, const lim_shape *shape, lim_vec *at);

/* The distance rounded, and the nearest points. */
typedef struct lim_gap {
    int64_t distance;
    lim_point a, b;
} lim_gap;

lim_gap lim_shape_gap(const lim_shape *a, const lim_shape *b);

/* As lim_area_contains, with the boundary forgiven; margin to the boundary, `at` its nearest point. */
lim_verdict lim_area_holds(const lim_shape *area, lim_point p);

typedef enum lim_touch { LIM_APART, LIM_TOUCHING, LIM_OVERLAPPING } lim_touch;

/* The margin is the gap, or below 0 the depth of the overlap; `nudge` moves the first shape until they
 * just touch, (0,0) unless they overlap; `at` is on the first, nearest the other. */
typedef struct lim_contact {
    lim_touch state;
    int64_t margin;
    lim_point nudge, at;
} lim_contact;

/* Contact of two bases or other convex areas; or of the convex hulls of lines that run along every edge
 * of theirs. */
lim_contact lim_shape_contact(const lim_shape *a, const lim_shape *b);

/* ---- arcs.c: arcs of a base, faces, frontage, strips ---- */

/* Does some part of the target lie in the arc between lines `half` outward (0..90000) from the front
 * corners, or with `rear` from the rear corners? Margin: of the part deepest in (or least far out),
 * to the line that decides, a face of the base: LIM_FRONT (LIM_REAR) its own edge, LIM_LEFT and
 * LIM_RIGHT the arc's lines on those sides of the base. `angle` is measured at that line's corner. */
lim_verdict lim_base_arc(const lim_base *base, bool rear, int32_t half, const lim_shape *target);

/* A face, the one it would have been next, and how far it is from being that. */
typedef struct lim_facing {
    lim_face face, next;
    int64_t margin;
    int32_t angle;
} lim_facing;

/* In which of the four regions does a point outside the base lie: front arc, rear arc, else flank? */
lim_facing lim_base_side(const lim_base *base, int32_t half, lim_point p);

/* Which edge does the other shape touch, or come nearest to? Margin along that edge to its corner. */
lim_facing lim_base_met(const lim_base *base, const lim_shape *other);

/* Places along an edge, from its left end as one looks out from the base. */
typedef struct lim_frontage {
    int64_t length, from, to;
} lim_frontage;

/* The stretch of an edge that has some part of the other shape squarely before it. */
lim_frontage lim_base_frontage(const lim_base *base, lim_face edge, const lim_shape *other);

/* Does the friend, a base, stand in the strip that joins an edge of a to an edge of b? Touching the
 * strip's side from outside is not standing in it. Margin: how deep, or how far away. */
lim_verdict lim_base_interposes(const lim_base *a, lim_face edge_a, const lim_base *b, lim_face edge_b,
                                const lim_shape *friendly);

/* ---- moves.c: where a move ends and what it costs ---- */

/* A slide is straight, `angle` off the facing: 0 forward, 90000 to the right, 45000 an incline; it has a
 * distance, below 0 the other way. A wheel is about a front corner, forward when angle > 0; a pivot about
 * the centre, clockwise when angle > 0. */
typedef enum lim_step_kind { LIM_SLIDE, LIM_WHEEL_LEFT, LIM_WHEEL_RIGHT, LIM_PIVOT } lim_step_kind;
typedef struct lim_step {
    lim_step_kind kind;
    int32_t angle;
    int64_t distance;
} lim_step;

/* The base after it, and the micrometres charged: a slide's distance, or the arc of the corner that goes
 * furthest, which for a wheel is the outer front one. */
typedef struct lim_move {
    lim_base base;
    int64_t charged;
} lim_move;

lim_move lim_base_step(const lim_base *base, lim_step step);

/* What a base that stands rigidly with others does in a step of them all: `frame` is round them, with the facing of
 * the first, which is the one that `facing` is of. A base alone is its own frame. */
lim_move lim_base_carried(const lim_base *base, const lim_rect *frame, int32_t facing, lim_step step);

/* The smallest rectangle round several bases that has the facing of the first. */
lim_rect lim_bases_frame(const lim_base *bases, size_t count);

/* ---- motion.c: sweeps against shapes ---- */

/* A base under way, or a ray, which is a base of no depth. Whether a base meets something is judged
 * with a skin of 3 micrometres taken off it all round, so that it slides along and away from what it
 * touches. Made by the functions below; read `length` and `box` (of all that is swept) only.
 * Lengths are micrometres, of a turn radians. */
typedef struct lim_motion {
    lim_rect rect; /* without the skin */
    lim_vec along, pivot;
    double skin, sense, length; /* sense: 0 a slide, 1 a turn clockwise, -1 the other way */
    lim_box box;
    double near, far; /* a turn sweeps only between these distances from the pivot, */
    lim_vec out[2];   /* and on the inner side of two lines through it with these outward normals; null: no such line */
} lim_motion;

lim_motion lim_motion_of(const lim_base *base, lim_step step);

/* The same of a base that stands with others in a frame. */
lim_motion lim_motion_in(const lim_base *base, const lim_rect *frame, int32_t facing, lim_step step);
lim_motion lim_motion_ray(lim_vec from, lim_vec to, double width);

/* Where a place on its base is then. */
lim_vec lim_motion_place(const lim_motion *motion, lim_vec place, double at);

/* The largest part of a turn, in whole thousandths of a degree, that leaves a gap to a shape which
 * lim_motion_first says is met after `met` radians; 0 if none does. */
int32_t lim_turn_free(const lim_base *base, lim_step step, const lim_shape *shape, double met);

typedef struct lim_span {
    double from, to;
} lim_span;

/* Every stretch of a motion during which some part of it is in the shape, in order; a span of a slide runs from the
 * front edge entering to the rear edge leaving, cut to the slide. With a clearance above 0: during which the base, with
 * its skin, is so near to the shape or nearer. `spans` has room for LIM_SPANS(count of the shape); should a turn come
 * and go LIM_EDGE_SPANS times at one edge, the rest is one stretch. Slides: the separating axes of a moving box and a
 * segment (Ericson, Real-Time Collision Detection, 5.5.8). Turns: corners on circles against edges, both ways. */
#define LIM_EDGE_SPANS 8
#define LIM_SPANS(count) (LIM_EDGE_SPANS * (size_t)(count) + 1)
size_t lim_motion_spans(const lim_motion *motion, const lim_shape *shape, double clearance, lim_span *spans);

/* How far can it go until it meets the shape? False if it never does; 0 if it overlaps from the start. A slide ends
 * where the whole base touches, and what it touches at its end it has met; a turn where the base without its skin does.
 * `spans` is working room, as above. */
bool lim_motion_first(const lim_motion *motion, const lim_shape *shape, lim_span *spans, double *at);

/* How far two bases that slide at one speed go until they meet; false if they do not within the first one's slide. */
bool lim_bases_meet(const lim_base *a, lim_step slide, const lim_base *b, lim_step other, double *at);

/* ---- turns.c: what motion.c asks of wheels and pivots ---- */

/* Do the bounds of a turn (near, far, out) prove that the hull of these points stays farther from it than the
 * clearance? A quick look: may say no where it does, never yes where it does not. */
bool lim_turn_misses(const lim_motion *motion, const lim_vec *at, size_t count, double clearance);

/* lim_motion_spans of one edge, at most LIM_EDGE_SPANS. */
size_t lim_turn_spans(const lim_motion *motion, lim_vec a, lim_vec b, double clearance, lim_span *spans);

#endif
