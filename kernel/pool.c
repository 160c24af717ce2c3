/* Throws: faces to a value, exact distributions, and a cache of them. */
#include "pool.h"

#include <string.h>

/* Limb operations one distribution may cost: well under a second. */
static const double WORK_MAX = 2.5e8;

uint32_t lim_throw_dice(const lim_throw *what) {
    switch (what->kind) {
    case LIM_SUM:
    case LIM_COUNT:
    case LIM_HIGHEST:
    case LIM_LOWEST: return what->n;
    case LIM_PERCENTILE: return 2;
    default: return 1;
    }
}

uint32_t lim_throw_faces(const lim_throw *what) {
    if (what->kind == LIM_FROM) return (uint32_t)what->dist->n;
    return what->kind == LIM_D10Z || what->kind == LIM_PERCENTILE ? 10 : what->faces;
}

uint32_t lim_throw_lowest_face(const lim_throw *what) {
    return what->kind == LIM_D10Z || what->kind == LIM_PERCENTILE ? 0 : 1;
}

bool lim_throw_same(const lim_throw *a, const lim_throw *b) {
    if (a->kind != b->kind || a->n != b->n || a->faces != b->faces || a->target != b->target) return false;
    if (a->kind == LIM_CHOICE) return memcmp(a->weights, b->weights, a->n * sizeof *a->weights) == 0;
    return a->kind != LIM_FROM || lim_dist_equal(a->dist, b->dist);
}

static int64_t add_sorted(const lim_throw *what, const uint32_t *faces) {
    uint32_t sorted[LIM_DICE_MAX];
    for (uint32_t i = 0; i < what->n; i++) {
        uint32_t at = i;
        for (; at > 0 && sorted[at - 1] > faces[i]; at--) sorted[at] = sorted[at - 1];
        sorted[at] = faces[i];
    }
    const uint32_t first = what->kind == LIM_LOWEST ? 0 : what->n - what->target;
    int64_t sum = 0;
    for (uint32_t i = 0; i < what->target; i++) sum += sorted[first + i];
    return sum;
}

int64_t lim_throw_value(const lim_throw *what, const uint32_t *faces) {
    int64_t value = 0;
    switch (what->kind) {
    case LIM_SUM:
        for (uint32_t i = 0; i < what->n; i++) value += faces[i];
        return value;
    case LIM_COUNT:
        for (uint32_t i = 0; i < what->n; i++) value += faces[i] >= what->target;
        return value;
    case LIM_HIGHEST:
    case LIM_LOWEST: return add_sorted(what, faces);
    case LIM_PERCENTILE: return 10 * (int64_t)faces[0] + faces[1];
    case LIM_CHOICE: {
        uint32_t rest = faces[0];
        while (rest > what->weights[value]) rest -= what->weights[value++];
        return value + 1;
    }
    case LIM_FROM: return what->dist->value[faces[0] - 1];
    default: return faces[0];
    }
}

/* ---- exact distributions ---- */

/* Limbs that faces^n fits in. */
static size_t limbs_of_power(uint32_t faces, uint32_t n) {
    size_t bits = 1;
    while (faces >> bits != 0 && bits < 32) bits++;
    return n * bits / 64 + 1;
}

static lim_dist *new_dist(const lim_alloc *mem, size_t n, size_t limbs, double work, lim_odds_status *status) {
    *status = LIM_TOO_WIDE;
    if (n > LIM_OUTCOMES_MAX || limbs > LIM_NAT_LIMBS || work * (double)limbs > WORK_MAX) return NULL;
    lim_dist *const dist = lim_dist_new(mem, n, limbs);
    *status = dist == NULL ? LIM_NO_MEMORY : LIM_OK;
    return dist;
}

/* 1 .. n, or from 0, equally likely; or by weights. */
static lim_dist *dist_flat(uint32_t n, int64_t lowest, const uint32_t *weights, const lim_alloc *mem,
                           lim_odds_status *status) {
    lim_dist *const dist = new_dist(mem, n, 1, n, status);
    for (uint32_t i = 0; dist != NULL && i < n; i++) {
        dist->value[i] = lowest + i;
        dist->weight[i] = weights == NULL ? 1 : weights[i];
    }
    return dist;
}

/* Each die turns the weights into sums over windows of `faces`: running totals, then differences. */
static lim_dist *dist_sum(uint32_t n, uint32_t faces, const lim_alloc *mem, lim_odds_status *status) {
    const size_t w = limbs_of_power(faces, n), outcomes = n * (size_t)(faces - 1) + 1;
    lim_dist *const dist = new_dist(mem, outcomes, w, (double)outcomes * n * 2, status);
    if (dist == NULL) return NULL;
    lim_limb *const a = dist->weight;
    a[0] = 1;
    for (size_t die = 1, last = 0; die <= n; die++) {
        last += faces - 1;
        for (size_t s = 1; s <= last; s++) (void)mpn_add_n(a + s * w, a + s * w, a + (s - 1) * w, (mp_size_t)w);
        for (size_t s = last; s >= faces; s--) (void)mpn_sub_n(a + s * w, a + s * w, a + (s - faces) * w, (mp_size_t)w);
    }
    for (size_t s = 0; s < outcomes; s++) dist->value[s] = (int64_t)(n + s);
    return dist;
}

static lim_dist *dist_count(uint32_t n, uint32_t faces, uint32_t target, const lim_alloc *mem,
                            lim_odds_status *status) {
    const size_t w = limbs_of_power(faces, n);
    lim_dist *const dist = new_dist(mem, n + 1, w, (double)n * n, status);
    if (dist == NULL) return NULL;
    const uint32_t miss = target <= 1 ? 0 : target > faces ? faces : target - 1, hit = faces - miss;
    lim_limb *const a = dist->weight;
    a[0] = 1;
    for (size_t die = 1; die <= n; die++)
        for (size_t k = die + 1; k-- > 0;) {
            (void)mpn_mul_1(a + k * w, a + k * w, (mp_size_t)w, miss);
            if (k > 0) (void)mpn_addmul_1(a + k * w, a + (k - 1) * w, (mp_size_t)w, hit);
        }
    for (size_t k = 0; k <= n; k++) dist->value[k] = (int64_t)k;
    return dist;
}

/* How the best k of n fall, faces taken from the top: while fewer than k dice have been placed,
 * part[m][s] is the weight of m dice placed and s kept; once the rest of the k show this face,
 * what remains may show it or anything lower, and the throw is decided. */
typedef struct best {
    uint32_t n, faces, k;
    size_t w, sums; /* limbs of a weight; places for s */
    lim_limb *part, *ways, *term;
} best;

/* ways[j] = n-m choose j, 0 <= j <= n-m. */
static void choose_row(const best *b, uint32_t m) {
    const uint32_t rest = b->n - m;
    memset(b->ways, 0, (b->n + 1) * b->w * sizeof *b->ways);
    b->ways[0] = 1;
    for (uint32_t j = 0; j < rest; j++) {
        lim_limb *const next = b->ways + (j + 1) * b->w;
        (void)mpn_mul_1(next, b->ways + j * b->w, (mp_size_t)b->w, rest - j);
        (void)mpn_divrem_1(next, 0, next, (mp_size_t)b->w, j + 1);
    }
}

static void best_place(const best *b, uint32_t face, uint32_t m, lim_limb *decided) {
    const uint32_t rest = b->n - m, need = b->k - m;
    const size_t w = b->w;
    /* Of the rest, `need` or more show this face and the others less. */
    memset(b->term, 0, w * sizeof *b->term);
    for (uint32_t j = need; j <= rest; j++) {
        (void)mpn_mul_1(b->term, b->term, (mp_size_t)w, face - 1);
        (void)mpn_add_n(b->term, b->term, b->ways + j * w, (mp_size_t)w);
    }
    const size_t term_limbs = lim_nat_trim(b->term, w);
    for (size_t s = (size_t)m; s <= (size_t)m * b->faces; s++) {
        const lim_limb *const from = b->part + (m * b->sums + s) * w;
        if (lim_nat_trim(from, w) == 0) continue;
        for (uint32_t j = 1; j < need; j++)
            lim_nat_add_product(b->part + ((m + j) * b->sums + s + j * face) * w, w, from, b->ways + j * w, w);
        lim_nat_add_product(decided + (s + need * face - b->k) * w, w, from, b->term, term_limbs);
    }
}

static lim_dist *dist_best(uint32_t n, uint32_t faces, uint32_t k, bool lowest, const lim_alloc *mem,
                           lim_odds_status *status) {
    const size_t w = limbs_of_power(faces, n), sums = (size_t)k * faces + 1;
    best b = {n, faces, k, w, sums, NULL, NULL, NULL};
    const double work = (double)faces * k * ((double)k * (double)sums / 2 + n);
    lim_dist *const dist = new_dist(mem, sums - k, w, work, status);
    if (dist == NULL) return NULL;
    const size_t limbs = (k * sums + n + 2) * w;
    b.part = lim_grow(mem, NULL, 0, limbs * sizeof(lim_limb));
    if (b.part == NULL) {
        lim_dist_free(mem, dist);
        *status = LIM_NO_MEMORY;
        return NULL;
    }
    memset(b.part, 0, limbs * sizeof(lim_limb));
    b.ways = b.part + k * sums * w;
    b.term = b.ways + (n + 1) * w;
    b.part[0] = 1;
    for (uint32_t face = faces; face >= 1; face--)
        for (uint32_t m = k; m-- > 0;) {
            choose_row(&b, m);
            best_place(&b, face, m, dist->weight);
        }
    (void)lim_grow(mem, b.part, limbs * sizeof(lim_limb), 0);
    for (size_t s = 0; s < dist->n; s++) dist->value[s] = (int64_t)(k + s);
    if (lowest) /* the mirror image: face f for faces + 1 - f */
        for (size_t s = 0, t = dist->n - 1; s < t; s++, t--)
            for (size_t i = 0; i < w; i++) {
                const lim_limb swap = dist->weight[s * w + i];
                dist->weight[s * w + i] = dist->weight[t * w + i];
                dist->weight[t * w + i] = swap;
            }
    return dist;
}

lim_dist *lim_throw_dist(const lim_throw *what, const lim_alloc *mem, lim_odds_status *status) {
    lim_dist *dist = NULL;
    switch (what->kind) {
    case LIM_DIE: dist = dist_flat(what->faces, 1, NULL, mem, status); break;
    case LIM_SUM: dist = dist_sum(what->n, what->faces, mem, status); break;
    case LIM_COUNT: dist = dist_count(what->n, what->faces, what->target, mem, status); break;
    case LIM_D10Z: dist = dist_flat(10, 0, NULL, mem, status); break;
    case LIM_PERCENTILE: dist = dist_flat(100, 0, NULL, mem, status); break;
    case LIM_CHOICE: dist = dist_flat(what->n, 1, what->weights, mem, status); break;
    case LIM_HIGHEST:
    case LIM_LOWEST:
        dist = what->target == 0 ? dist_flat(1, 0, NULL, mem, status)
               : what->target == what->n
                   ? dist_sum(what->n, what->faces, mem, status)
                   : dist_best(what->n, what->faces, what->target, what->kind == LIM_LOWEST, mem, status);
        break;
    case LIM_FROM: *status = LIM_TOO_WIDE; break;
    }
    if (dist != NULL) lim_dist_tidy(dist);
    return dist;
}

/* ---- the cache ---- */

static size_t hash_throw(const lim_throw *what) {
    uint64_t hash = (uint64_t)what->kind << 56 ^ (uint64_t)what->n << 40 ^ (uint64_t)what->target << 20 ^ what->faces;
    if (what->kind == LIM_CHOICE)
        for (uint32_t i = 0; i < what->n; i++) hash = (hash ^ what->weights[i]) * UINT64_C(0x9E3779B97F4A7C15);
    hash *= UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(hash >> 32);
}

static lim_pool *pool_slot(lim_pool *slot, size_t size, const lim_throw *what) {
    size_t i = hash_throw(what) & (size - 1);
    while (slot[i].dist != NULL && !lim_throw_same(&slot[i].what, what)) i = (i + 1) & (size - 1);
    return &slot[i];
}

static bool pools_widen(lim_pools *pools) {
    const size_t size = pools->size == 0 ? 16 : 2 * pools->size;
    lim_pool *const slot = lim_grow(&pools->mem, NULL, 0, size * sizeof *slot);
    if (slot == NULL) return false;
    memset(slot, 0, size * sizeof *slot);
    for (size_t i = 0; i < pools->size; i++)
        if (pools->slot[i].dist != NULL) *pool_slot(slot, size, &pools->slot[i].what) = pools->slot[i];
    if (pools->slot != NULL) (void)lim_grow(&pools->mem, pools->slot, pools->size * sizeof *slot, 0);
    pools->slot = slot;
    pools->size = size;
    return true;
}

const lim_dist *lim_pools_find(lim_pools *pools, const lim_throw *what, lim_throw *kept, lim_odds_status *status) {
    *status = LIM_NO_MEMORY;
    if (4 * pools->used >= 3 * pools->size && !pools_widen(pools)) return NULL;
    lim_pool *const slot = pool_slot(pools->slot, pools->size, what);
    if (slot->dist == NULL) {
        uint32_t *weights = NULL;
        const size_t bytes = what->n * sizeof *weights;
        if (what->kind == LIM_CHOICE) {
            weights = lim_grow(&pools->mem, NULL, 0, bytes);
            if (weights == NULL) return NULL;
            memcpy(weights, what->weights, bytes);
        }
        lim_dist *const dist = lim_throw_dist(what, &pools->mem, status);
        if (dist == NULL) {
            if (weights != NULL) (void)lim_grow(&pools->mem, weights, bytes, 0);
            return NULL;
        }
        slot->what = *what;
        slot->what.weights = weights;
        slot->dist = dist;
        pools->used++;
    }
    *kept = slot->what;
    *status = LIM_OK;
    return slot->dist;
}

void lim_pools_close(lim_pools *pools) {
    for (size_t i = 0; i < pools->size; i++) {
        lim_pool *const slot = &pools->slot[i];
        if (slot->dist != NULL && slot->what.weights != NULL)
            (void)lim_grow(&pools->mem, (void *)(uintptr_t)slot->what.weights,
                           slot->what.n * sizeof *slot->what.weights, 0);
        lim_dist_free(&pools->mem, slot->dist);
    }
    if (pools->slot != NULL) (void)lim_grow(&pools->mem, pools->slot, pools->size * sizeof *pools->slot, 0);
    *pools = (lim_pools){.mem = pools->mem};
}
