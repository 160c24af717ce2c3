/* The field: its items, and what is near them or in the way of a motion. See field.h. */
#include "field.h"

#include <math.h>
#include <string.h>

void lim_field_open(lim_field *field, lim_alloc memory) { *field = (lim_field){.memory = memory}; }

static size_t item_bytes(uint32_t vertices) { return sizeof(lim_item) + vertices * sizeof(lim_vec); }

static void drop_item(lim_field *field, lim_item *item) {
    lim_grow(&field->memory, item, item_bytes(item->shape.count), 0);
}

void lim_field_close(lim_field *field) {
    for (size_t i = 0; i < field->count; i++) drop_item(field, field->slots[i].item);
    lim_grow(&field->memory, field->slots, field->room * sizeof *field->slots, 0);
    lim_grow(&field->memory, field->spans, field->span_room * sizeof *field->spans, 0);
    lim_field_open(field, field->memory);
}

/* Where the key is or belongs, in a field that has slots. */
static lim_slot *slot_of(const lim_field *field, int64_t key) {
    size_t low = 0, high = field->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (field->slots[middle].item->about.key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return field->slots + low;
}

lim_item *lim_field_item(const lim_field *field, int64_t key) {
    if (field->count == 0) return NULL;
    const lim_slot *slot = slot_of(field, key);
    return slot < field->slots + field->count && slot->item->about.key == key ? slot->item : NULL;
}

/* An array with room for `wanted` things of `size`; NULL, and all as it was, when there is no memory. */
static void *roomy(lim_field *field, void *array, size_t *room, size_t wanted, size_t size) {
    if (wanted <= *room) return array;
    void *larger = lim_grow(&field->memory, array, *room * size, 2 * wanted * size);
    *room = larger ? 2 * wanted : *room;
    return larger;
}

bool lim_field_put(lim_field *field, const lim_about *about, const lim_shape *shape, lim_fault *fault) {
    lim_slot *slots = roomy(field, field->slots, &field->room, field->count + 1, sizeof *slots);
    field->slots = slots ? slots : field->slots;
    lim_span *spans = roomy(field, field->spans, &field->span_room, LIM_SPANS(shape->count), sizeof *spans);
    field->spans = spans ? spans : field->spans;
    lim_item *item = slots && spans ? lim_grow(&field->memory, NULL, 0, item_bytes(shape->count)) : NULL;
    if (item == NULL) {
        *fault = (lim_fault){.why = LIM_WHY_MEMORY};
        return false;
    }
    item->about = *about;
    item->shape = *shape;
    item->shape.at = item->vertices;
    memcpy(item->vertices, shape->at, shape->count * sizeof *shape->at);
    lim_field_remove(field, about->key);
    lim_slot *slot = slot_of(field, about->key);
    memmove(slot + 1, slot, (size_t)(field->slots + field->count++ - slot) * sizeof *slot);
    *slot = (lim_slot){item->shape.box, item};
    field->hills += about->ground > 0;
    return true;
}

bool lim_field_move(lim_field *field, int64_t key, const lim_base *base) {
    lim_item *item = lim_field_item(field, key);
    if (item == NULL || item->about.kind != LIM_ITEM_BASE) return false;
    item->about.base = *base;
    lim_base_shape(base, item->vertices, &item->shape);
    slot_of(field, key)->box = item->shape.box;
    return true;
}

bool lim_field_remove(lim_field *field, int64_t key) {
    lim_item *item = lim_field_item(field, key);
    if (item == NULL) return false;
    lim_slot *slot = slot_of(field, key);
    field->hills -= item->about.ground > 0;
    drop_item(field, item);
    memmove(slot, slot + 1, (size_t)(field->slots + --field->count - slot) * sizeof *slot);
    return true;
}

bool lim_filter_admits(const lim_filter *f, const lim_about *a) {
    if ((f->kinds != 0 && !(f->kinds & a->kind)) || (f->side != 0 && a->side != f->side) ||
        (f->not_side != 0 && a->side == f->not_side) || (a->flags & f->with) != f->with || (a->flags & f->without))
        return false;
    for (size_t i = 0; i < f->excepted; i++)
        if (f->except[i] == (a->nth > 0 ? a->whole : a->key)) return false;
    return true;
}

const lim_item *lim_field_next(const lim_field *field, const lim_filter *filter, lim_box box, size_t *next) {
    if (field->count == 0) return NULL; /* and there may be no slots */
    for (const lim_slot *slot = field->slots + *next, *end = field->slots + field->count; slot < end; slot++)
        if (lim_box_meets(&box, &slot->box) && lim_filter_admits(filter, &slot->item->about)) {
            *next = (size_t)(slot + 1 - field->slots);
            return slot->item;
        }
    return NULL;
}

size_t lim_found_keep(lim_found *found, size_t count, size_t most, lim_found more) {
    if (count == most && (most == 0 || more.from >= found[most - 1].from)) return count;
    size_t place = count < most ? count : most - 1;
    for (; place > 0 && found[place - 1].from > more.from; place--) found[place] = found[place - 1];
    found[place] = more;
    return count < most ? count + 1 : most;
}

size_t lim_field_near(const lim_field *field, const lim_shape *shape, const lim_filter *filter, double limit,
                      lim_found *found, size_t most) {
    size_t count = 0, next = 0;
    const lim_item *item;
    limit += LIM_TOUCH;
    while ((item = lim_field_next(field, filter, lim_box_grown(shape->box, limit), &next)) != NULL) {
        lim_vec on, there;
        if (lim_box_beyond(&shape->box, &item->shape.box, limit)) continue;
        double distance = lim_shape_near(shape, &item->shape, &on, &there);
        if (distance <= limit) count = lim_found_keep(found, count, most, (lim_found){item, distance, distance});
        if (count == most) limit = lim_least(limit, found[most - 1].from);
    }
    return count;
}

bool lim_field_first(const lim_field *field, const lim_motion *motion, const lim_filter *filter, lim_found *first) {
    size_t next = 0;
    const lim_item *item;
    double at;
    lim_motion m = *motion; /* up to the first so far */
    const lim_box box = lim_box_grown(m.box, LIM_TOUCH);
    *first = (lim_found){NULL, 2 * motion->length + 1, motion->length};
    while ((item = lim_field_next(field, filter, box, &next)) != NULL)
        if (lim_motion_first(&m, &item->shape, field->spans, &at) && at < first->from)
            *first = (lim_found){item, at, motion->length}, m.length = at;
    return first->item != NULL;
}

bool lim_field_overlap(const lim_field *field, const lim_shape *base, const lim_filter *filter, lim_found *deepest) {
    size_t next = 0;
    const lim_item *item;
    *deepest = (lim_found){NULL, 0, 0};
    while ((item = lim_field_next(field, filter, base->box, &next)) != NULL) {
        if (item->about.kind != LIM_ITEM_BASE) continue;
        lim_contact c = lim_shape_contact(base, &item->shape);
        if (c.state == LIM_OVERLAPPING && -(double)c.margin > deepest->to)
            *deepest = (lim_found){item, 0, -(double)c.margin};
    }
    return deepest->item != NULL;
}

int64_t lim_field_ground(const lim_field *field, lim_vec at) {
    const lim_filter areas = {.kinds = LIM_ITEM_AREA};
    int64_t level = 0;
    size_t next = 0;
    const lim_item *item;
    if (field->hills == 0) return 0;
    while ((item = lim_field_next(field, &areas, (lim_box){at.x, at.y, at.x, at.y}, &next)) != NULL)
        if (item->about.ground > level && lim_area_contains(&item->shape, at)) level = item->about.ground;
    return level;
}
