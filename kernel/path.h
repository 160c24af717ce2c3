/* Paths: what a moving body meets, and where, exactly.
 *
 * A body is one base, or several that move rigidly as one: their frame is the smallest rectangle round them that faces
 * as the first, and the steps of a path are those of the frame. Places on a path are micrometres from its start: of a
 * slide its way, of a wheel or pivot the arc of the frame's corner that goes furthest. */
#ifndef LIM_PATH_H
#define LIM_PATH_H

#include "field.h"

/* One base in one step: where on the path that begins, and how far a unit of the motion's length goes on it. */
typedef struct lim_pace {
    lim_motion motion;
    double at, scale;
} lim_pace;

/* The paces of all bases in the first step, then those in the next; `start` and `bases` are the caller's. One motion
 * alone, a ray say, is a path of one pace at 0 with the scale 1. */
typedef struct lim_path {
    size_t count, steps;
    const lim_base *start; /* where it stands */
    lim_base *bases;       /* where it ends */
    lim_pace *paces;       /* count x steps */
    double length;
} lim_path;

/* Leads bases, at least one, through steps: moves `bases` to where they end, and writes where each step ends. */
void lim_path_lead(lim_path *path, const lim_step *steps, int64_t *ends);

/* What is looked for on a path: items of the filter that the body comes within a distance of, or overlaps when that is
 * 0; and what of each base counts: all, its front edge, its centre. */
typedef enum lim_part { LIM_WHOLE, LIM_FRONT_EDGE, LIM_CENTRE } lim_part;
typedef struct lim_look {
    lim_filter filter;
    double within;
    lim_part part;
} lim_look;

/* A stretch of the path: with what item, NULL for the table's edge, and which base begins it. A line is astride when
 * all of it that the body gets over lies under it from the start, by LIM_GRIP at least. `inside`: the body is in it
 * at the start, and does not only touch it there. */
typedef struct lim_passage {
    const lim_item *item;
    double from, to;
    size_t base;
    bool astride, inside;
} lim_passage;

/* Passages found so far: the caller's room for `most`. `full` says that there were more. */
typedef struct lim_passages {
    lim_passage *at;
    size_t count, most;
    bool full;
} lim_passages;

/* What may be within so far of a path lies in it. */
lim_box lim_path_box(const lim_path *path, double within);

/* Add to the passages, those of one item together and in order: with one item, or with all that a look admits; the
 * stretches during which some corner is over a side of a table between (0, 0) and `size` by more than `over`, and by
 * more than any was at the start. */
void lim_path_item(const lim_field *field, const lim_path *path, const lim_look *look, const lim_item *item,
                   lim_passages *found);
void lim_path_look(const lim_field *field, const lim_path *path, const lim_look *look, lim_passages *found);
void lim_path_edge(const lim_path *path, lim_vec size, double over, lim_passages *found);

/* Puts passages in the order in which they begin, equals as they were. */
void lim_passages_sort(lim_passages *found);

/* The last whole place up to *at, or the first from there on, that is in none of the passages. False if there is none.
 * *by: the passage next to it on the side of where *at was, or NULL. */
bool lim_passages_free(const lim_passages *found, double length, bool last, int64_t *at, const lim_passage **by);

/* Where the ground changes along sorted passages: 0, each place once in order at which one of an area begins or ends,
 * or a line is come to, and `length`. `cuts` has room for 2 count + 2. Returns how many. */
size_t lim_passages_cuts(const lim_passages *found, double length, int64_t *cuts);

#endif
