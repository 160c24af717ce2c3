/* Tables of rules: checking a declaration, laying it out, looking up. */
#include "table.h"

#include <string.h>

#define NO_PLACE UINT32_MAX
#define DENSE_KEYS 256 /* an axis whose ends lie no further apart is indexed by the key itself */

/* Keys from lo to hi, both included, as a count that cannot overflow; 0 stands for 2^64. */
static uint64_t keys_between(int64_t lo, int64_t hi) { return (uint64_t)hi - (uint64_t)lo + 1; }

static size_t place_count(const lim_axis_spec *spec) {
    if (spec->kind != LIM_AXIS_CLAMP) return spec->count;
    uint64_t keys = keys_between(spec->spans[0].lo, spec->spans[0].hi);
    return keys == 0 || keys > LIM_TABLE_CELLS ? LIM_TABLE_CELLS + 1 : (size_t)keys;
}

lim_table_status lim_table_size(const lim_axis_spec *axes, size_t count, size_t *cells, lim_table_fault *fault) {
    size_t product = 1;

    *fault = (lim_table_fault){0};
    if (count == 0 || count > LIM_TABLE_AXES) return LIM_TABLE_AXES_WRONG;
    for (size_t a = 0; a < count; a++) {
        const lim_axis_spec *spec = &axes[a];
        fault->axis = a;
        if (spec->count == 0) return LIM_TABLE_EMPTY;
        for (size_t p = 0; p < spec->count; p++)
            if (spec->spans[p].hi < spec->spans[p].lo) {
                fault->place = fault->other = p;
                fault->key = spec->spans[p].lo;
                return LIM_TABLE_BACKWARDS;
            }
        size_t places = place_count(spec);
        if (places > LIM_TABLE_CELLS / product) return LIM_TABLE_LARGE;
        product *= places;
    }
    *cells = product;
    return LIM_TABLE_OK;
}

/* Bytes rounded up so that what follows is aligned for an int64_t. */
static size_t aligned(size_t bytes) { return (bytes + sizeof(int64_t) - 1) / sizeof(int64_t) * sizeof(int64_t); }

static size_t axis_bytes(size_t spans) {
    return 2 * spans * sizeof(int64_t) + aligned((spans > DENSE_KEYS ? spans : DENSE_KEYS) * sizeof(uint32_t));
}

size_t lim_table_bytes(const lim_axis_spec *axes, size_t count, size_t cells) {
    size_t bytes = aligned(sizeof(lim_table)) + cells * sizeof(int64_t);

    for (size_t a = 0; a < count; a++) bytes += axis_bytes(axes[a].count);
    return bytes;
}

/* Sorts the spans into starts, ends and places. Declarations are short and mostly in order. */
static void sort_spans(const lim_axis_spec *spec, int64_t *starts, int64_t *ends, uint32_t *places) {
    for (size_t p = 0; p < spec->count; p++) {
        size_t at = p;
        for (; at > 0 && starts[at - 1] > spec->spans[p].lo; at--) {
            starts[at] = starts[at - 1];
            ends[at] = ends[at - 1];
            places[at] = places[at - 1];
        }
        starts[at] = spec->spans[p].lo;
        ends[at] = spec->spans[p].hi;
        places[at] = (uint32_t)p;
    }
}

static lim_table_status check_neighbours(const lim_axis_spec *spec, const int64_t *starts, const int64_t *ends,
                                         const uint32_t *places, lim_table_fault *fault) {
    for (size_t i = 1; i < spec->count; i++) {
        fault->place = places[i - 1];
        fault->other = places[i];
        fault->key = starts[i];
        if (starts[i] <= ends[i - 1]) return spec->kind == LIM_AXIS_EXACT ? LIM_TABLE_TWICE : LIM_TABLE_OVERLAP;
        if (spec->kind == LIM_AXIS_BAND && starts[i] != ends[i - 1] + 1) {
            fault->key = ends[i - 1] + 1;
            return LIM_TABLE_GAP;
        }
    }
    return LIM_TABLE_OK;
}

/* Turns the sorted places into an array by key, in the same memory, which has room for DENSE_KEYS.
 * From the last span down, because a key's slot never lies below its span's. */
static void spread(lim_axis *axis, uint32_t *place_of) {
    size_t slot = (size_t)(axis->hi - axis->lo) + 1;

    for (size_t i = axis->count; i-- > 0;) {
        uint32_t place = place_of[i];
        int64_t lo = axis->starts[i] < axis->lo ? axis->lo : axis->starts[i];
        int64_t hi = axis->ends[i] > axis->hi ? axis->hi : axis->ends[i];
        while (slot > (size_t)(hi - axis->lo) + 1) place_of[--slot] = NO_PLACE;
        while (slot > (size_t)(lo - axis->lo)) place_of[--slot] = place;
    }
    axis->dense = true;
}

static lim_table_status build_axis(lim_axis *axis, const lim_axis_spec *spec, char *memory, lim_table_fault *fault) {
    size_t n = spec->count;
    int64_t *starts = (int64_t *)(void *)memory, *ends = starts + n;
    uint32_t *places = (uint32_t *)(void *)(ends + n);

    sort_spans(spec, starts, ends, places);
    lim_table_status status = check_neighbours(spec, starts, ends, places, fault);
    if (status != LIM_TABLE_OK) return status;
    axis->count = n;
    axis->places = (uint32_t)place_count(spec);
    axis->starts = starts;
    axis->ends = ends;
    axis->place_of = places;
    if (spec->kind == LIM_AXIS_CLAMP) {
        axis->lo = starts[0];
        axis->hi = ends[0];
        axis->below = axis->above = axis->dense = true;
        axis->place_of = NULL;
        return LIM_TABLE_OK;
    }
    bool band = spec->kind == LIM_AXIS_BAND;
    axis->below = band && starts[0] == LIM_KEY_MIN;
    axis->above = band && ends[n - 1] == LIM_KEY_MAX;
    axis->lo = axis->below ? ends[0] : starts[0];
    axis->hi = axis->above ? starts[n - 1] : ends[n - 1];
    if (axis->hi < axis->lo) /* one band, open at both ends */
        axis->hi = axis->lo;
    uint64_t keys = keys_between(axis->lo, axis->hi);
    if (keys != 0 && keys <= DENSE_KEYS) spread(axis, places);
    return LIM_TABLE_OK;
}

lim_table_status lim_table_build(void *memory, const lim_axis_spec *axes, size_t count, size_t cells, lim_table **table,
                                 lim_table_fault *fault) {
    lim_table *made = memory;
    char *free_memory = (char *)memory + aligned(sizeof *made);

    memset(memory, 0, lim_table_bytes(axes, count, cells));
    *fault = (lim_table_fault){0};
    made->axis_count = count;
    made->cell_count = cells;
    made->cells = (int64_t *)(void *)free_memory;
    free_memory += cells * sizeof(int64_t);
    for (size_t a = 0; a < count; a++) {
        fault->axis = a;
        lim_table_status status = build_axis(&made->axes[a], &axes[a], free_memory, fault);
        if (status != LIM_TABLE_OK) return status;
        free_memory += axis_bytes(axes[a].count);
    }
    *table = made;
    return LIM_TABLE_OK;
}

/* The place of a key between lo and hi among sorted spans. */
static uint32_t search(const lim_axis *axis, int64_t key) {
    size_t from = 0, to = axis->count;

    while (to - from > 1) {
        size_t middle = from + (to - from) / 2;
        if (axis->starts[middle] <= key)
            from = middle;
        else
            to = middle;
    }
    return key <= axis->ends[from] ? axis->place_of[from] : NO_PLACE;
}

static uint32_t find_place(const lim_axis *axis, int64_t key) {
    if (key < axis->lo) {
        if (!axis->below) return NO_PLACE;
        key = axis->lo;
    } else if (key > axis->hi) {
        if (!axis->above) return NO_PLACE;
        key = axis->hi;
    }
    if (!axis->dense) return search(axis, key);
    return axis->place_of ? axis->place_of[key - axis->lo] : (uint32_t)(key - axis->lo);
}

lim_table_status lim_table_find(const lim_table *table, const int64_t *keys, size_t *cell, size_t *axis) {
    size_t at = 0;

    for (size_t a = 0; a < table->axis_count; a++) {
        uint32_t place = find_place(&table->axes[a], keys[a]);
        if (place == NO_PLACE) {
            *axis = a;
            return LIM_TABLE_OUTSIDE;
        }
        at = at * table->axes[a].places + place;
    }
    *cell = at;
    return LIM_TABLE_OK;
}
