/* Tables of rules: up to eight axes of integer keys, and a cell for every combination of places.
 *
 * An axis has places, numbered from 0 in the order they are declared, and a key finds its place:
 *   exact   one place a key                        a roll 2, 3, … 12; the number of a name
 *   band    one place a span of keys, no gaps      "under 10", "10 to 19", "95 and more"
 *   clamp   one place a key of a range; a key outside it counts as the nearest end
 * Cells lie row-major in the order of the axes: the last axis runs fastest.
 *
 * A table is one block of memory that the caller owns, built once and then never changed; looking
 * up allocates nothing. Everything here is a pure function of its arguments and that block. */
#ifndef LIM_TABLE_H
#define LIM_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LIM_TABLE_AXES 8
#define LIM_TABLE_CELLS ((size_t)1 << 24) /* more than this is refused */

/* The open ends of a band. */
#define LIM_KEY_MIN INT64_MIN
#define LIM_KEY_MAX INT64_MAX

typedef enum lim_axis_kind { LIM_AXIS_EXACT, LIM_AXIS_BAND, LIM_AXIS_CLAMP } lim_axis_kind;

/* Both ends belong to the span. */
typedef struct lim_span {
    int64_t lo, hi;
} lim_span;

/* What an axis is declared as. Exact: spans of one key each. Band: spans in any order. Clamp: one
 * span, a place for each of its keys. */
typedef struct lim_axis_spec {
    lim_axis_kind kind;
    size_t count;
    const lim_span *spans;
} lim_axis_spec;

typedef enum lim_table_status {
    LIM_TABLE_OK,
    LIM_TABLE_AXES_WRONG, /* no axis, or more than LIM_TABLE_AXES */
    LIM_TABLE_EMPTY,      /* an axis without a place */
    LIM_TABLE_BACKWARDS,  /* a span whose end lies before its beginning */
    LIM_TABLE_TWICE,      /* an exact key that two places have */
    LIM_TABLE_OVERLAP,    /* a key in two bands */
    LIM_TABLE_GAP,        /* a key in no band, between two */
    LIM_TABLE_LARGE,      /* more cells than LIM_TABLE_CELLS */
    LIM_TABLE_OUTSIDE     /* looking up: a key that has no place */
} lim_table_status;

/* Where a declaration is wrong: the axis, the places concerned as declared (one of them, or both
 * sides of the clash or gap), and the first key that has two places or none. */
typedef struct lim_table_fault {
    size_t axis, place, other;
    int64_t key;
} lim_table_fault;

/* One axis, made ready: its spans in ascending order. */
typedef struct lim_axis {
    int64_t lo, hi;    /* the ends; of an open side, the innermost key of the last span */
    bool below, above; /* keys beyond lo or hi count as lo or hi */
    bool dense;        /* place_of is indexed by key - lo, else it goes with starts and ends */
    size_t count;      /* spans */
    uint32_t places;
    const int64_t *starts, *ends;
    const uint32_t *place_of; /* NULL: the place is key - lo */
} lim_axis;

typedef struct lim_table {
    size_t axis_count, cell_count;
    lim_axis axes[LIM_TABLE_AXES];
    int64_t *cells; /* cell_count of them, 0 until the caller fills them in */
} lim_table;

/* How many cells a table over these axes has. Refuses what cannot be a table, `fault` saying where;
 * gaps, overlaps and keys given twice are found by lim_table_build. */
lim_table_status lim_table_size(const lim_axis_spec *axes, size_t count, size_t *cells, lim_table_fault *fault);

/* Bytes of memory that lim_table_build needs for axes that lim_table_size accepted. */
size_t lim_table_bytes(const lim_axis_spec *axes, size_t count, size_t cells);

/* Builds a table in `memory`, which has lim_table_bytes bytes, is aligned for any type and belongs
 * to the caller; *table lies inside it. The specs are not needed afterwards. */
lim_table_status lim_table_build(void *memory, const lim_axis_spec *axes, size_t count, size_t cells, lim_table **table,
                                 lim_table_fault *fault);

/* Finds the cell for one key an axis. LIM_TABLE_OUTSIDE leaves the axis at fault in *axis. */
lim_table_status lim_table_find(const lim_table *table, const int64_t *keys, size_t *cell, size_t *axis);

#endif
