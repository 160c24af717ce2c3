/* The enumerator, and the tally it fills. */
#include "odds.h"

#include <string.h>

/* A key and its two places in the index. */
enum { KEY_BYTES = sizeof(int64_t) + 2 * sizeof(uint32_t) };

static lim_u128 load(const lim_limb *a) { return (lim_u128)a[1] << 64 | a[0]; }

static void store(lim_limb *a, lim_u128 value) {
    a[0] = (lim_limb)value;
    a[1] = (lim_limb)(value >> 64);
}

/* count numbers of `from` limbs, in a block with room for it, become as many of `to` limbs. */
static void spread(lim_limb *a, size_t count, size_t from, size_t to) {
    for (size_t i = count; i-- > 0;) {
        memmove(a + i * to, a + i * from, from * sizeof *a);
        memset(a + i * to + from, 0, (to - from) * sizeof *a);
    }
}

/* ---- tally ---- */

static size_t place_of(const lim_tally *tally, int64_t key) {
    const size_t mask = 2 * tally->room - 1;
    size_t i = (size_t)((uint64_t)key * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;
    while (tally->index[i] != 0 && tally->key[tally->index[i] - 1] != key) i = (i + 1) & mask;
    return i;
}

/* Room for that many keys, with weights that wide. */
static bool tally_reserve(lim_tally *tally, size_t room, size_t limbs) {
    if (room * limbs > tally->taken) {
        lim_limb *const weight =
            lim_grow(&tally->mem, tally->weight, tally->taken * sizeof *weight, room * limbs * sizeof *weight);
        if (weight == NULL) return false;
        tally->weight = weight;
        tally->taken = room * limbs;
    }
    if (room == tally->room) return true;
    int64_t *const key = lim_grow(&tally->mem, NULL, 0, room * KEY_BYTES);
    if (key == NULL) return false;
    if (tally->room > 0) {
        memcpy(key, tally->key, tally->n * sizeof *key);
        (void)lim_grow(&tally->mem, tally->key, tally->room * KEY_BYTES, 0);
    }
    tally->key = key;
    tally->room = room;
    tally->index = memset(key + room, 0, 2 * room * sizeof *tally->index);
    for (size_t i = 0; i < tally->n; i++) tally->index[place_of(tally, key[i])] = (uint32_t)i + 1;
    return true;
}

lim_odds_status lim_tally_start(lim_tally *tally, size_t limbs) {
    enum { USUAL = 64, LARGE = 4096 };
    if (tally->room > LARGE) /* clearing it would cost every later use */
        lim_tally_close(tally);
    tally->n = 0;
    tally->limbs = limbs;
    if (tally->room > 0) memset(tally->index, 0, 2 * tally->room * sizeof *tally->index);
    return tally_reserve(tally, tally->room > 0 ? tally->room : USUAL, limbs) ? LIM_OK : LIM_NO_MEMORY;
}

lim_odds_status lim_tally_slot(lim_tally *tally, int64_t key, size_t *slot) {
    size_t place = place_of(tally, key);
    if (tally->index[place] == 0) {
        if (tally->n == tally->room) {
            if (!tally_reserve(tally, 2 * tally->room, tally->limbs)) return LIM_NO_MEMORY;
            place = place_of(tally, key);
        }
        memset(tally->weight + tally->n * tally->limbs, 0, tally->limbs * sizeof *tally->weight);
        tally->key[tally->n++] = key;
        tally->index[place] = (uint32_t)tally->n;
    }
    *slot = tally->index[place] - 1;
    return LIM_OK;
}

/* Makes the weights `limbs` wide, which is no narrower. */
static lim_odds_status tally_widen(lim_tally *tally, size_t limbs) {
    if (!tally_reserve(tally, tally->room, limbs)) return LIM_NO_MEMORY;
    spread(tally->weight, tally->n, tally->limbs, limbs);
    tally->limbs = limbs;
    return LIM_OK;
}

lim_dist *lim_tally_build(lim_tally *tally, void *block) {
    const size_t n = tally->n, bytes = tally->limbs * sizeof(lim_limb);
    uint32_t *const order = tally->index; /* its places are not needed again */
    for (size_t i = 0; i < n; i++) order[i] = (uint32_t)i;
    for (size_t gap = n / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
        for (size_t i = gap; i < n; i++) {
            const uint32_t moved = order[i];
            size_t j = i;
            for (; j >= gap && tally->key[order[j - gap]] > tally->key[moved]; j -= gap) order[j] = order[j - gap];
            order[j] = moved;
        }
    lim_dist *const dist = lim_dist_place(block, n, tally->limbs);
    for (size_t i = 0; i < n; i++) {
        dist->value[i] = tally->key[order[i]];
        memcpy(dist->weight + i * tally->limbs, tally->weight + order[i] * tally->limbs, bytes);
    }
    lim_dist_tidy(dist);
    return dist;
}

void lim_tally_close(lim_tally *tally) {
    if (tally->weight != NULL) (void)lim_grow(&tally->mem, tally->weight, tally->taken * sizeof *tally->weight, 0);
    if (tally->key != NULL) (void)lim_grow(&tally->mem, tally->key, tally->room * KEY_BYTES, 0);
    *tally = (lim_tally){.mem = tally->mem};
}

/* ---- walk ---- */

/* The weight of the first `depth` answers; its denominator follows it. */
static lim_limb *product_at(const lim_walk *walk, size_t depth) {
    return walk->product + 2 * depth * walk->tally.limbs;
}

/* Room for that many answers, with weights that wide. */
static bool walk_reserve(lim_walk *walk, size_t room, size_t limbs) {
    const lim_alloc *const mem = &walk->tally.mem;
    const size_t need = 2 * (room + 1) * limbs;
    if (need > walk->product_limbs) {
        lim_limb *const product =
            lim_grow(mem, walk->product, walk->product_limbs * sizeof *product, need * sizeof *product);
        if (product == NULL) return false;
        walk->product = product;
        walk->product_limbs = need;
    }
    if (room > walk->room) { /* the first path is kept behind the current one */
        lim_choice *const frame = lim_grow(mem, NULL, 0, 2 * room * sizeof *frame);
        if (frame == NULL) return false;
        if (walk->room > 0) {
            memcpy(frame, walk->frame, walk->room * sizeof *frame);
            memcpy(frame + room, walk->frame + walk->room, walk->room * sizeof *frame);
            (void)lim_grow(mem, walk->frame, 2 * walk->room * sizeof *frame, 0);
        }
        walk->frame = frame;
        walk->room = room;
    }
    return true;
}

lim_odds_status lim_walk_start(lim_walk *walk, uint64_t max_paths) {
    enum { USUAL_DEPTH = 16, POOLS_KEPT = 1024, LIMBS = 2 };
    if (walk->pools.used > POOLS_KEPT) lim_pools_close(&walk->pools);
    walk->depth = walk->at = walk->first_depth = 0;
    walk->running = walk->checking = false;
    walk->paths = 0;
    walk->max_paths = max_paths;
    memset(walk->recent, 0, sizeof walk->recent);
    memset(walk->common, 0, sizeof walk->common);
    const lim_odds_status status = lim_tally_start(&walk->tally, LIMBS);
    if (status != LIM_OK) return status;
    if (!walk_reserve(walk, walk->room > 0 ? walk->room : USUAL_DEPTH, LIMBS)) return LIM_NO_MEMORY;
    walk->common[0] = 1;
    store(product_at(walk, 0), 1);
    store(product_at(walk, 0) + LIMBS, 1);
    walk->running = true;
    return LIM_OK;
}

static lim_odds_status widen(lim_walk *walk) {
    const size_t old = walk->tally.limbs, limbs = 2 * old;
    if (limbs > LIM_NAT_LIMBS) return LIM_TOO_WIDE;
    if (!walk_reserve(walk, walk->room, limbs)) return LIM_NO_MEMORY;
    const lim_odds_status status = tally_widen(&walk->tally, limbs);
    if (status == LIM_OK) spread(walk->product, 2 * (walk->depth + 1), old, limbs);
    return status;
}

/* Weighs the path with its last answer. A weight is no more than its denominator, so it fits. */
static void weigh(lim_walk *walk) {
    lim_choice *const last = &walk->frame[walk->depth - 1];
    last->value = last->dist->value[last->choice];
    const lim_limb *const weight = lim_dist_weight(last->dist, last->choice);
    const lim_limb *const before = product_at(walk, walk->depth - 1);
    const size_t limbs = walk->tally.limbs;
    if (limbs == 2)
        store(product_at(walk, walk->depth), load(before) * (last->dist->limbs == 1 ? weight[0] : load(weight)));
    else
        (void)lim_nat_multiply(product_at(walk, walk->depth), limbs, before, lim_nat_trim(before, limbs), weight,
                               lim_nat_trim(weight, last->dist->limbs));
}

static lim_odds_status push(lim_walk *walk, const lim_throw *what, uint32_t name) {
    lim_odds_status status = LIM_OK;
    if (walk->depth == walk->room && !walk_reserve(walk, 2 * walk->room, walk->tally.limbs)) return LIM_NO_MEMORY;
    lim_choice *const frame = &walk->frame[walk->depth];
    *frame = (lim_choice){*what, what->dist, name, 0, 0};
    if (what->kind != LIM_FROM) frame->dist = lim_pools_find(&walk->pools, what, &frame->what, &status);
    if (frame->dist == NULL) return status;
    for (;;) {
        const size_t limbs = walk->tally.limbs;
        const lim_limb *const before = product_at(walk, walk->depth) + limbs;
        lim_limb *const after = product_at(walk, walk->depth + 1) + limbs;
        if (lim_nat_multiply(after, limbs, before, lim_nat_trim(before, limbs), frame->dist->total, frame->dist->limbs))
            break;
        status = widen(walk);
        if (status != LIM_OK) return status;
    }
    walk->depth++;
    weigh(walk);
    return LIM_OK;
}

lim_odds_status lim_walk_ask(lim_walk *walk, const lim_throw *what, uint32_t name, const lim_dist **dist,
                             size_t *choice, bool *fresh) {
    if (!walk->running) return LIM_NO_PATH;
    *fresh = walk->at == walk->depth;
    if (*fresh) {
        const lim_odds_status status = walk->checking ? LIM_MORE_THROWS : push(walk, what, name);
        if (status != LIM_OK) return status;
    }
    const lim_choice *const frame = &walk->frame[walk->at];
    if (!*fresh && (frame->name != name || !lim_throw_same(&frame->what, what))) return LIM_OTHER_THROW;
    walk->at++;
    *dist = frame->dist;
    *choice = frame->choice;
    return LIM_OK;
}

/* scale = common / denominator of the path, the common one first made a multiple of it. */
static lim_odds_status find_scale(lim_walk *walk, lim_limb *scale, size_t *scale_limbs) {
    lim_limb path[LIM_NAT_LIMBS], shared[LIM_NAT_LIMBS], factor[LIM_NAT_LIMBS], next[LIM_NAT_LIMBS];
    size_t limbs = walk->tally.limbs;
    const lim_limb *const denominator = product_at(walk, walk->depth) + limbs;
    const size_t path_limbs = lim_nat_trim(denominator, limbs), common_limbs = lim_nat_trim(walk->common, limbs);
    memcpy(path, denominator, path_limbs * sizeof *path);
    *scale_limbs = lim_nat_divide(scale, walk->common, common_limbs, path, path_limbs);
    if (*scale_limbs != SIZE_MAX) return LIM_OK;
    const size_t shared_limbs = lim_nat_gcd(shared, walk->common, common_limbs, path, path_limbs);
    const size_t factor_limbs = lim_nat_divide(factor, path, path_limbs, shared, shared_limbs);
    while (!lim_nat_multiply(next, limbs, walk->common, common_limbs, factor, factor_limbs)) {
        const lim_odds_status status = widen(walk);
        if (status != LIM_OK) return status;
        limbs = walk->tally.limbs;
    }
    memcpy(walk->common, next, limbs * sizeof *next);
    for (size_t i = 0; i < walk->tally.n; i++) {
        lim_limb *const sum = walk->tally.weight + i * limbs;
        (void)lim_nat_multiply(sum, limbs, sum, lim_nat_trim(sum, limbs), factor, factor_limbs);
    }
    memset(walk->recent, 0, sizeof walk->recent);
    *scale_limbs = lim_nat_divide(scale, next, lim_nat_trim(next, limbs), path, path_limbs);
    return LIM_OK;
}

static lim_odds_status add_path(lim_walk *walk, int64_t key) {
    size_t slot, scale_limbs;
    lim_odds_status status = lim_tally_slot(&walk->tally, key, &slot);
    if (status != LIM_OK) return status;
    const lim_limb *weight = product_at(walk, walk->depth);
    /* Paths of equal depth mostly have equal denominators. */
    const size_t recent = walk->depth % (sizeof walk->recent / sizeof *walk->recent);
    if (walk->tally.limbs == 2 && walk->recent[recent].denominator == load(weight + 2)) {
        lim_limb *const sum = walk->tally.weight + 2 * slot;
        store(sum, load(sum) + load(weight) * walk->recent[recent].scale);
        return LIM_OK;
    }
    lim_limb scale[LIM_NAT_LIMBS] = {0}, term[LIM_NAT_LIMBS];
    status = find_scale(walk, scale, &scale_limbs);
    if (status != LIM_OK) return status;
    const size_t limbs = walk->tally.limbs;
    lim_limb *const sum = walk->tally.weight + slot * limbs;
    weight = product_at(walk, walk->depth);
    (void)lim_nat_multiply(term, limbs, weight, lim_nat_trim(weight, limbs), scale, scale_limbs);
    (void)mpn_add_n(sum, sum, term, (mp_size_t)limbs);
    if (limbs == 2) {
        walk->recent[recent].denominator = load(weight + 2);
        walk->recent[recent].scale = load(scale);
    }
    return LIM_OK;
}

lim_odds_status lim_walk_end(lim_walk *walk, int64_t key) {
    walk->running = false;
    if (walk->at < walk->depth) return LIM_FEWER_THROWS;
    if (walk->checking) return key == walk->first_key ? LIM_OK : LIM_OTHER_END;
    if (++walk->paths > walk->max_paths) return LIM_TOO_MANY;
    const lim_odds_status status = add_path(walk, key);
    if (status != LIM_OK) return status;
    lim_choice *const first = walk->frame + walk->room;
    if (walk->paths == 1) {
        walk->first_key = key;
        walk->first_depth = walk->depth;
        memcpy(first, walk->frame, walk->depth * sizeof *first);
    }
    walk->at = 0;
    while (walk->depth > 0 && walk->frame[walk->depth - 1].choice + 1 == walk->frame[walk->depth - 1].dist->n)
        walk->depth--;
    if (walk->depth > 0) {
        walk->frame[walk->depth - 1].choice++;
        weigh(walk);
    } else {
        walk->checking = true;
        walk->depth = walk->first_depth;
        memcpy(walk->frame, first, walk->depth * sizeof *first);
    }
    walk->running = true;
    return LIM_MORE;
}

void lim_walk_close(lim_walk *walk) {
    const lim_alloc mem = walk->tally.mem;
    lim_pools_close(&walk->pools);
    lim_tally_close(&walk->tally);
    if (walk->product != NULL) (void)lim_grow(&mem, walk->product, walk->product_limbs * sizeof *walk->product, 0);
    if (walk->frame != NULL) (void)lim_grow(&mem, walk->frame, 2 * walk->room * sizeof *walk->frame, 0);
    *walk = (lim_walk){.tally.mem = mem, .pools.mem = mem};
}
