/* A field: many bases and the terrain, and questions about all of them at once.
 *
 * A field is a cache made from a game's state, never the state. Its items are kept in the order of
 * their keys, which the caller chooses. That order also decides between equal distances, so no answer
 * depends on the order in which the field was filled. Memory comes from the caller's allocator; only
 * put takes any, and a failed one leaves the field as it was. Questions change nothing that
 * can be seen, but share working room: one thread to a field. */
#ifndef LIM_FIELD_H
#define LIM_FIELD_H

#include "alloc.h"
#include "geometry.h"

typedef enum lim_item_kind { LIM_ITEM_BASE = 1, LIM_ITEM_AREA = 2, LIM_ITEM_LINE = 4 } lim_item_kind;

/* What is known of an item. A height above the ground stops sight, 0 stops none. `ground` is the level of
 * the ground in an area (a hill), the highest counting where areas overlap. `through` is how far sight
 * reaches that begins or ends in an area, or near a line: see lim_field_sight. `base` is of a base alone,
 * `flags` the caller's, side 0 nobody's. Several bases may be one body: `whole` is then the key
 * of all of them, and `nth` which of them it is, from 1. */
typedef struct lim_about {
    int64_t key, whole;
    lim_item_kind kind;
    int32_t side, nth;
    uint32_t flags;
    int64_t height, ground, through;
    lim_base base;
} lim_about;

typedef struct lim_item {
    lim_about about;
    lim_shape shape;
    lim_vec vertices[]; /* the shape's own */
} lim_item;

/* The box is the item's, and turns most of them away. */
typedef struct lim_slot {
    lim_box box;
    lim_item *item;
} lim_slot;

/* Slots in the order of their keys; spans are working room for the largest shape; hills are the items with `ground`. */
typedef struct lim_field {
    lim_alloc memory;
    lim_slot *slots;
    lim_span *spans;
    size_t count, room, span_room, hills;
} lim_field;

/* What to count: an item of one of `kinds` (0: any), of side `side` (0: any) and not of side `not_side`
 * (0: any), having all flags `with` and none of `without`, and neither its key nor that of its whole among `except`. */
typedef struct lim_filter {
    uint32_t kinds, with, without;
    int32_t side, not_side;
    const int64_t *except;
    size_t excepted;
} lim_filter;

/* An item, valid until it is put again or removed, and its distance; or how far a motion goes until it meets it,
 * radians for a turn. */
typedef struct lim_found {
    const lim_item *item;
    double from, to;
} lim_found;

/* Keeps the `most` least by `from` of those added one by one, equals in the order in which they came: the new count. */
size_t lim_found_keep(lim_found *found, size_t count, size_t most, lim_found more);

void lim_field_open(lim_field *field, lim_alloc memory);
void lim_field_close(lim_field *field);

/* Puts an item in, in place of one with the same key. The shape (a base's, an area's or a line's, as
 * `about.kind` says) is copied. False, fault memory, when there is none. */
bool lim_field_put(lim_field *field, const lim_about *about, const lim_shape *shape, lim_fault *fault);

/* The item of that key, or NULL. */
lim_item *lim_field_item(const lim_field *field, int64_t key);

/* Sets a base elsewhere; false if there is no base of that key. */
bool lim_field_move(lim_field *field, int64_t key, const lim_base *base);
bool lim_field_remove(lim_field *field, int64_t key);

bool lim_filter_admits(const lim_filter *filter, const lim_about *about);

/* The next item, by key, that the filter admits and whose box meets this one; *next starts at 0. NULL after
 * the last. */
const lim_item *lim_field_next(const lim_field *field, const lim_filter *filter, lim_box box, size_t *next);

/* Up to `most` items within `limit`, the nearest first. */
size_t lim_field_near(const lim_field *field, const lim_shape *shape, const lim_filter *filter, double limit,
                      lim_found *found, size_t most);

/* What a motion meets first, and where; false if nothing. */
bool lim_field_first(const lim_field *field, const lim_motion *motion, const lim_filter *filter, lim_found *first);

/* Of the bases that the filter admits, the one that a base overlaps deepest, and how deep, by `to`. False if none. */
bool lim_field_overlap(const lim_field *field, const lim_shape *base, const lim_filter *filter, lim_found *deepest);

/* The level of the ground: the highest of the areas there, or 0. */
int64_t lim_field_ground(const lim_field *field, lim_vec at);

/* ---- sight.c: one line ---- */

/* Whether the line from-to is clear, and what decided it where. Clear: the margin is how far beside the line
 * the next thing is that could stop it, `by` NULL and -1 if there is none. Stopped: how much of the line
 * it covers, below 0; by_at is how far out that begins. The rest is for lim_field_line: the first thing that stops the
 * line by its height, and the first solid one; the highest ground under those, and whether a friend is among them; how
 * far the line runs in areas that let it out of them or into them, and whether one does both. */
typedef struct lim_sight {
    bool clear, friendly, shared;
    int64_t margin, level;
    const lim_item *by, *tall, *solid;
    double by_at, tall_at, solid_at, out, into;
    lim_point from, to, at;
} lim_sight;

/* What may stop a line of fire: by its height, as for sight; whatever its height, if `solids` bodies, if `opaques`
 * ground that the line runs in for more than `thick`, which counts as tall. Areas of `pass`, if `passes`, do not when
 * the shape at either end stands in them, and a bare hill under either end does not. */
typedef struct lim_between {
    lim_filter tall, opaque, solid, pass;
    bool opaques, solids, passes, margin; /* margin: of a clear line too */
    int32_t side;                         /* whose bodies are friends */
    double thick;
    const lim_shape *ends[2];
} lim_between;

/* One such line. */
lim_sight lim_field_line(const lim_field *field, lim_vec from, int64_t eye, lim_vec to, int64_t mark,
                         const lim_between *between);

/* ---- fire.c: from one thing to another ---- */

/* Can `to` be seen from `from`, eyes and mark so high above the ground each? One clear line is enough,
 * from a point or, of a base, from the middle or an end of its front, to a point or, of anything else,
 * its nearest point, its middle or a vertex. A line is stopped
 *   by a base or area it crosses below its top (the ground there and its height; of a hill its level);
 *   by an area that holds an end of it only past `through`, counted inside;
 *   by a line (wall, hedge) it crosses below its top, but not within `through` of an end.
 * Touching a corner or an edge (10 micrometres) does not stop it; a seam between bases does. */
lim_sight lim_field_sight(const lim_field *field, const lim_shape *from, int64_t eye, const lim_shape *to, int64_t mark,
                          const lim_filter *filter);

/* How a shooter fires: range and bearing are taken at the muzzles; lines begin there, or at the files, each of which
 * has one of its own to the nearest point of the target; from_muzzle: the one nearest to it is the only file. An arc or
 * an angle off the facing below 0 is any. With all_marks a line may end at the nearest point, the middle, a vertex or
 * the point deepest in the arc. */
typedef struct lim_fire {
    const lim_shape *from;
    const lim_base *base; /* NULL: it is none, and has no arc */
    const lim_vec *muzzles, *files;
    size_t muzzle_count, file_count;
    bool rear, all_marks, from_muzzle;
    bool from_base, from_centre; /* range is measured from the shape, or from its middle */
    int32_t arc, off;
    int64_t eye, mark;
    double reach;
    lim_between between;
} lim_fire;

/* What comes of it. Not borne, for it is out of arc or reach: no line was looked along. `line` is the first clear one,
 * else the first, and with files the one from the muzzle; `stopped` has what stops the others, each as the first line
 * stopped by it says. */
typedef struct lim_shot {
    bool borne;
    double range;
    int32_t off;
    lim_vec from, to;
    lim_verdict arc;
    size_t clear;
    lim_sight line, stopped;
} lim_shot;

lim_shot lim_field_fire(const lim_field *field, const lim_fire *fire, const lim_shape *to);

/* Up to `most` items at which something bears, the nearest first, with their range. */
size_t lim_field_borne(const lim_field *field, const lim_fire *fire, const lim_filter *targets, lim_found *found,
                       size_t most);

#endif
