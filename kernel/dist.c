/* Distributions as values: building, and what can be asked of one. */
#include "dist.h"

#include <string.h>

size_t lim_dist_bytes(size_t n, size_t limbs) {
    return sizeof(lim_dist) + n * sizeof(int64_t) + (n + 1) * limbs * sizeof(lim_limb);
}

lim_dist *lim_dist_place(void *block, size_t n, size_t limbs) {
    lim_dist *const dist = block;
    memset(block, 0, lim_dist_bytes(n, limbs));
    dist->bytes = lim_dist_bytes(n, limbs);
    dist->n = n;
    dist->limbs = limbs;
    dist->value = (int64_t *)(void *)(dist + 1);
    dist->total = (lim_limb *)(void *)(dist->value + n);
    dist->weight = dist->total + limbs;
    return dist;
}

lim_dist *lim_dist_new(const lim_alloc *mem, size_t n, size_t limbs) {
    void *const block = lim_grow(mem, NULL, 0, lim_dist_bytes(n, limbs));
    return block == NULL ? NULL : lim_dist_place(block, n, limbs);
}

void lim_dist_free(const lim_alloc *mem, lim_dist *dist) {
    if (dist != NULL) (void)lim_grow(mem, dist, dist->bytes, 0);
}

static void drop_zeros(lim_dist *dist) {
    size_t kept = 0;
    for (size_t i = 0; i < dist->n; i++) {
        if (lim_nat_trim(lim_dist_weight(dist, i), dist->limbs) == 0) continue;
        if (kept != i) {
            dist->value[kept] = dist->value[i];
            memcpy(dist->weight + kept * dist->limbs, lim_dist_weight(dist, i), dist->limbs * sizeof(lim_limb));
        }
        kept++;
    }
    dist->n = kept;
}

static void divide_common(lim_dist *dist) {
    const size_t limbs = dist->limbs;
    lim_limb common[LIM_NAT_LIMBS];
    size_t common_limbs = lim_nat_trim(dist->weight, limbs);
    memcpy(common, dist->weight, common_limbs * sizeof *common);
    for (size_t i = 1; i < dist->n && !(common_limbs == 1 && common[0] == 1); i++) {
        const lim_limb *const weight = lim_dist_weight(dist, i);
        common_limbs = lim_nat_gcd(common, common, common_limbs, weight, lim_nat_trim(weight, limbs));
    }
    if (common_limbs == 1 && common[0] == 1) return;
    for (size_t i = 0; i < dist->n; i++) {
        lim_limb *const weight = dist->weight + i * limbs;
        const size_t size = lim_nat_divide(weight, weight, lim_nat_trim(weight, limbs), common, common_limbs);
        memset(weight + size, 0, (limbs - size) * sizeof *weight);
    }
}

void lim_dist_tidy(lim_dist *dist) {
    drop_zeros(dist);
    divide_common(dist);
    memset(dist->total, 0, dist->limbs * sizeof(lim_limb));
    for (size_t i = 0; i < dist->n; i++)
        (void)mpn_add_n(dist->total, dist->total, lim_dist_weight(dist, i), (mp_size_t)dist->limbs);
    const size_t narrow = lim_nat_trim(dist->total, dist->limbs);
    for (size_t i = 0; i < dist->n; i++)
        memmove(dist->weight + i * narrow, lim_dist_weight(dist, i), narrow * sizeof(lim_limb));
    dist->limbs = narrow;
}

bool lim_dist_equal(const lim_dist *a, const lim_dist *b) {
    return a == b ||
           (a->n == b->n && a->limbs == b->limbs && memcmp(a->value, b->value, a->n * sizeof *a->value) == 0 &&
            memcmp(a->weight, b->weight, a->n * a->limbs * sizeof *a->weight) == 0);
}

size_t lim_dist_from(const lim_dist *dist, int64_t value) {
    size_t low = 0, high = dist->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (dist->value[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t lim_dist_find(const lim_dist *dist, int64_t value) {
    const size_t at = lim_dist_from(dist, value);
    return at < dist->n && dist->value[at] == value ? at : dist->n;
}

size_t lim_dist_pick(const lim_dist *dist, const lim_limb *draw) {
    lim_limb running[LIM_NAT_LIMBS];
    size_t i = 0;
    if (dist->limbs == 1) {
        lim_limb sum = 0; /* all are looked at: no branch has to be guessed */
        for (size_t k = 0; k < dist->n; k++) i += (sum += dist->weight[k]) <= *draw;
        return i;
    }
    memset(running, 0, dist->limbs * sizeof *running);
    do (void)mpn_add_n(running, running, lim_dist_weight(dist, i++), (mp_size_t)dist->limbs);
    while (lim_nat_compare(running, draw, dist->limbs) <= 0);
    return i - 1;
}

void lim_dist_chance(const lim_dist *dist, size_t first, size_t last, lim_ratio *p) {
    lim_limb sum[LIM_NAT_LIMBS] = {0};
    for (size_t i = first; i < last; i++) (void)mpn_add_n(sum, sum, lim_dist_weight(dist, i), (mp_size_t)dist->limbs);
    lim_ratio_set(p, sum, dist->limbs, dist->total, dist->limbs);
}

/* Sum of weight × value^power, its positive and negative terms apart, in width limbs each. */
static void moments(const lim_dist *dist, int power, size_t width, lim_limb *plus, lim_limb *minus) {
    memset(plus, 0, width * sizeof *plus);
    memset(minus, 0, width * sizeof *minus);
    for (size_t i = 0; i < dist->n; i++) {
        const int64_t value = dist->value[i];
        const lim_limb size = value < 0 ? (lim_limb)-value : (lim_limb)value;
        lim_limb term[LIM_RATIO_LIMBS] = {0};
        memcpy(term, lim_dist_weight(dist, i), dist->limbs * sizeof *term);
        for (int k = 0; k < power; k++) (void)mpn_mul_1(term, term, (mp_size_t)width, size);
        lim_limb *const sum = value < 0 && power == 1 ? minus : plus;
        (void)mpn_add_n(sum, sum, term, (mp_size_t)width);
    }
}

/* a -= b, or, when b is the larger, a = b - a and true. */
static bool difference(lim_limb *a, const lim_limb *b, size_t n) {
    const bool negative = lim_nat_compare(a, b, n) < 0;
    if (negative)
        (void)mpn_sub_n(a, b, a, (mp_size_t)n);
    else
        (void)mpn_sub_n(a, a, b, (mp_size_t)n);
    return negative;
}

void lim_dist_mean(const lim_dist *dist, lim_ratio *mean) {
    lim_limb plus[LIM_NAT_LIMBS + 1], minus[LIM_NAT_LIMBS + 1];
    const size_t width = dist->limbs + 1;
    moments(dist, 1, width, plus, minus);
    const bool negative = difference(plus, minus, width);
    lim_ratio_set(mean, plus, width, dist->total, dist->limbs);
    mean->negative = negative;
}

/* (total × sum of w v² - (sum of w v)²) / total². */
void lim_dist_variance(const lim_dist *dist, lim_ratio *variance) {
    lim_limb first[LIM_NAT_LIMBS + 2], other[LIM_NAT_LIMBS + 2], second[LIM_NAT_LIMBS + 2];
    lim_limb mean_square[LIM_RATIO_LIMBS], square[LIM_RATIO_LIMBS];
    const size_t width = dist->limbs + 2, whole = 2 * dist->limbs + 2;
    moments(dist, 1, width, first, other);
    (void)difference(first, other, width);
    moments(dist, 2, width, second, other);
    size_t limbs = lim_nat_trim(first, width);
    (void)lim_nat_multiply(square, whole, first, limbs, first, limbs);
    limbs = lim_nat_trim(second, width);
    (void)lim_nat_multiply(mean_square, whole, second, limbs, dist->total, dist->limbs);
    (void)difference(mean_square, square, whole);
    (void)lim_nat_multiply(square, whole, dist->total, dist->limbs, dist->total, dist->limbs);
    lim_ratio_set(variance, mean_square, whole, square, whole);
}

int64_t lim_dist_quantile(const lim_dist *dist, double q) {
    lim_limb running[LIM_NAT_LIMBS] = {0};
    for (size_t i = 0; i + 1 < dist->n; i++) {
        lim_ratio p;
        (void)mpn_add_n(running, running, lim_dist_weight(dist, i), (mp_size_t)dist->limbs);
        lim_ratio_set(&p, running, dist->limbs, dist->total, dist->limbs);
        if (lim_ratio_double(&p) >= q) return dist->value[i];
    }
    return dist->value[dist->n - 1];
}

void lim_dist_compare(const lim_dist *a, const lim_dist *b, lim_ratio chance[3]) {
    const size_t width = a->limbs + b->limbs;
    lim_limb sum[3][LIM_RATIO_LIMBS] = {{0}}, whole[LIM_RATIO_LIMBS];
    lim_limb weight[LIM_RATIO_LIMBS] = {0}, below[LIM_NAT_LIMBS] = {0}, above[LIM_NAT_LIMBS];
    size_t j = 0;
    for (size_t i = 0; i < a->n; i++) {
        for (; j < b->n && b->value[j] < a->value[i]; j++)
            (void)mpn_add_n(below, below, lim_dist_weight(b, j), (mp_size_t)b->limbs);
        const bool same = j < b->n && b->value[j] == a->value[i];
        memcpy(weight, lim_dist_weight(a, i), a->limbs * sizeof *weight);
        (void)mpn_sub_n(above, b->total, below, (mp_size_t)b->limbs);
        if (same) {
            (void)mpn_sub_n(above, above, lim_dist_weight(b, j), (mp_size_t)b->limbs);
            lim_nat_add_product(sum[1], width, weight, lim_dist_weight(b, j), b->limbs);
        }
        lim_nat_add_product(sum[2], width, weight, below, b->limbs);
        lim_nat_add_product(sum[0], width, weight, above, b->limbs);
    }
    (void)lim_nat_multiply(whole, width, a->total, a->limbs, b->total, b->limbs);
    for (int k = 0; k < 3; k++) lim_ratio_set(&chance[k], sum[k], width, whole, width);
}
