/* Chains solved exactly, in whole numbers over one denominator.
 *
 * A part's determinant is that of I - P over its members, cleared of fractions: for a state alone, its total less the
 * weight of staying. Going back from the ends, each part gets a denominator: its determinant times a common multiple of
 * those that it leads to. Begun with the first state's denominator in place of 1, going on from part to part divides
 * without a remainder. */
#include "chain.h"

#include <string.h>

/* Limb multiplications that the determinants of all parts may cost: about a second. */
static const double WORK_MAX = 1e9;

/* A denominator: `above` is another that divides it, `depth` how many there are above; those below one are a list. */
typedef struct denominator {
    lim_limb *value;
    size_t limbs;
    uint32_t above, depth, below, beside;
} denominator;

enum { NONE = 0 }; /* denominators are numbered from 1; number 1 is 1 itself */

/* A part: its elimination, m × m numbers of `width` limbs, the last of which is the determinant. */
typedef struct part {
    size_t m, width, bytes;
    lim_limb *matrix;
    uint32_t denominator;
} part;

typedef struct solution {
    const lim_chain *c;
    part *parts;
    denominator *dens;
    uint32_t used, room;
    double work;       /* limb multiplications so far */
    size_t width;      /* of every number below */
    lim_limb *entered; /* by state; then of each end */
} solution;

static lim_limb *cell(const part *p, size_t i, size_t j) { return p->matrix + (i * p->m + j) * p->width; }

static const lim_limb *determinant(const part *p, size_t *limbs) {
    const lim_limb *const last = cell(p, p->m - 1, p->m - 1);
    *limbs = lim_nat_trim(last, p->width);
    return last;
}

/* ---- one part ------------------------------------------------------------------------------------------------------- */

/* out = (a × b ± c × d) / by, which leaves no remainder, in `width` limbs. */
static void combine(lim_limb *out, const lim_limb *a, const lim_limb *b, const lim_limb *c, const lim_limb *d, bool minus,
                    const lim_limb *by, size_t width) {
    lim_limb one[LIM_RATIO_LIMBS], other[LIM_RATIO_LIMBS];
    const size_t wide = 2 * width + 1;
    (void)lim_nat_multiply(one, wide, a, lim_nat_trim(a, width), b, lim_nat_trim(b, width));
    (void)lim_nat_multiply(other, wide, c, lim_nat_trim(c, width), d, lim_nat_trim(d, width));
    if (minus)
        (void)mpn_sub_n(one, one, other, (mp_size_t)wide);
    else
        (void)mpn_add_n(one, one, other, (mp_size_t)wide);
    size_t limbs = lim_nat_trim(one, wide);
    if (by != NULL) limbs = lim_nat_divide(one, one, limbs, by, lim_nat_trim(by, width));
    memcpy(out, one, limbs * sizeof *out);
    memset(out + limbs, 0, (width - limbs) * sizeof *out);
}

/* Elimination without fractions. Off the diagonal only sizes are kept: their sign is always minus, so that nothing but
 * the diagonal is ever taken away from. */
static void eliminate(part *p) {
    for (size_t k = 0; k + 1 < p->m; k++) {
        const lim_limb *const by = k > 0 ? cell(p, k - 1, k - 1) : NULL;
        for (size_t i = k + 1; i < p->m; i++)
            for (size_t j = k + 1; j < p->m; j++)
                combine(cell(p, i, j), cell(p, k, k), cell(p, i, j), cell(p, i, k), cell(p, k, j), i == j, by, p->width);
    }
}

/* Row i has what flows into member i: the weights of the others that lead to it, and on the diagonal what leaves it. */
static void fill(const lim_chain *c, part *p, size_t from, uint32_t number) {
    for (size_t j = 0; j < p->m; j++) c->low[c->order[from + j]] = (uint32_t)j;
    for (size_t j = 0; j < p->m; j++) {
        const uint32_t s = c->order[from + j];
        const lim_dist *const dist = c->step[s];
        memcpy(cell(p, j, j), dist->total, dist->limbs * sizeof(lim_limb));
        for (size_t e = c->first[s], k = 0; e < c->first[s + 1]; e++, k++) {
            if (c->to[e] < 0 || c->part[c->to[e]] != number) continue;
            lim_limb *const at = cell(p, c->low[c->to[e]], j);
            if (c->to[e] == (int32_t)s)
                (void)mpn_sub(at, at, (mp_size_t)p->width, lim_dist_weight(dist, k), (mp_size_t)dist->limbs);
            else
                memcpy(at, lim_dist_weight(dist, k), dist->limbs * sizeof(lim_limb));
        }
    }
}

static lim_chain_status open_part(solution *s, part *p, uint32_t number) {
    const lim_chain *const c = s->c;
    const size_t from = c->head[number];
    p->m = c->head[number + 1] - from;
    for (size_t i = 0; i < p->m && p->width <= LIM_NAT_LIMBS; i++) p->width += c->step[c->order[from + i]]->limbs;
    const double m = (double)p->m, width = (double)p->width;
    s->work += m * m * m / 3 * width * (width + 8);
    if (p->width > LIM_NAT_LIMBS || s->work > WORK_MAX) return LIM_CHAIN_TOO_WIDE;
    p->bytes = p->m * p->m * p->width * sizeof(lim_limb);
    p->matrix = lim_grow(&c->mem, NULL, 0, p->bytes);
    if (p->matrix == NULL) return LIM_CHAIN_NO_MEMORY;
    memset(p->matrix, 0, p->bytes);
    fill(c, p, from, number);
    eliminate(p);
    return LIM_CHAIN_OK;
}

/* ---- denominators --------------------------------------------------------------------------------------------------- */

static bool more_room(solution *s) {
    if (s->used + 1 < s->room) return true;
    const uint32_t room = s->room == 0 ? 64 : 2 * s->room;
    denominator *const dens =
        lim_grow(&s->c->mem, s->dens, s->room * sizeof *dens, room * sizeof *dens);
    if (dens == NULL) return false;
    s->dens = dens;
    s->room = room;
    return true;
}

/* The denominator that is `above` times value; an old one if it is there. Its number, or NONE. */
static uint32_t multiple(solution *s, uint32_t above, const lim_limb *value, size_t limbs, lim_chain_status *status) {
    lim_limb product[LIM_NAT_LIMBS];
    const lim_alloc *const mem = &s->c->mem;
    *status = LIM_CHAIN_TOO_WIDE;
    if (limbs + s->dens[above].limbs > LIM_NAT_LIMBS) return NONE;
    if (!lim_nat_multiply(product, LIM_NAT_LIMBS, s->dens[above].value, s->dens[above].limbs, value, limbs)) return NONE;
    const size_t product_limbs = lim_nat_trim(product, LIM_NAT_LIMBS);
    *status = LIM_CHAIN_OK;
    for (uint32_t i = s->dens[above].below; i != NONE; i = s->dens[i].beside)
        if (s->dens[i].limbs == product_limbs && lim_nat_compare(s->dens[i].value, product, product_limbs) == 0) return i;
    lim_limb *const own = more_room(s) ? lim_grow(mem, NULL, 0, product_limbs * sizeof *own) : NULL;
    if (own == NULL) {
        *status = LIM_CHAIN_NO_MEMORY;
        return NONE;
    }
    memcpy(own, product, product_limbs * sizeof *own);
    s->dens[++s->used] = (denominator){own, product_limbs, above, s->dens[above].depth + 1, NONE, s->dens[above].below};
    s->dens[above].below = s->used;
    return s->used;
}

static bool stands_above(const solution *s, uint32_t above, uint32_t number) {
    while (s->dens[number].depth > s->dens[above].depth) number = s->dens[number].above;
    return number == above;
}

/* The least common multiple of two denominators: mostly one of them. */
static uint32_t common(solution *s, uint32_t a, uint32_t b, lim_chain_status *status) {
    if (stands_above(s, a, b)) return b;
    if (stands_above(s, b, a)) return a;
    lim_limb shared[LIM_NAT_LIMBS], factor[LIM_NAT_LIMBS];
    const denominator *const one = &s->dens[a], *const other = &s->dens[b];
    const size_t shared_limbs = lim_nat_gcd(shared, one->value, one->limbs, other->value, other->limbs);
    const size_t factor_limbs = lim_nat_divide(factor, other->value, other->limbs, shared, shared_limbs);
    if (factor_limbs == 1 && factor[0] == 1) return a;
    return multiple(s, a, factor, factor_limbs, status);
}

/* From the last part to the first. */
static lim_chain_status find_denominators(solution *s) {
    const lim_chain *const c = s->c;
    lim_chain_status status = LIM_CHAIN_OK;
    for (size_t number = c->parts; number-- > 0 && status == LIM_CHAIN_OK;) {
        part *const p = &s->parts[number];
        uint32_t lcm = 1;
        status = open_part(s, p, (uint32_t)number);
        for (size_t i = c->head[number]; i < c->head[number + 1]; i++)
            for (size_t e = c->first[c->order[i]]; e < c->first[c->order[i] + 1] && status == LIM_CHAIN_OK; e++)
                if (c->to[e] >= 0 && c->part[c->to[e]] != number)
                    lcm = common(s, lcm, s->parts[c->part[c->to[e]]].denominator, &status);
        if (status != LIM_CHAIN_OK) break;
        size_t limbs;
        const lim_limb *const value = determinant(p, &limbs);
        p->denominator = multiple(s, lcm, value, limbs, &status);
    }
    return status;
}

/* ---- from part to part ---------------------------------------------------------------------------------------------- */

/* Numbers as wide as the solution's, in `count` places; b is what enters each member, divided by the determinant. */
static void meet_members(const solution *s, const part *p, lim_limb *b) {
    const size_t w = s->width, m = p->m;
    lim_limb product[LIM_RATIO_LIMBS];
    for (size_t k = 0; k + 1 < m; k++)
        for (size_t i = k + 1; i < m; i++) {
            lim_limb *const to = b + i * w;
            const lim_limb *const pivot = cell(p, k, k), *const factor = cell(p, i, k);
            (void)lim_nat_multiply(to, w, to, lim_nat_trim(to, w), pivot, lim_nat_trim(pivot, p->width));
            (void)lim_nat_multiply(product, w, b + k * w, lim_nat_trim(b + k * w, w), factor,
                                   lim_nat_trim(factor, p->width));
            (void)mpn_add_n(to, to, product, (mp_size_t)w);
            if (k == 0) continue;
            const lim_limb *const by = cell(p, k - 1, k - 1);
            const size_t limbs = lim_nat_divide(to, to, lim_nat_trim(to, w), by, lim_nat_trim(by, p->width));
            memset(to + limbs, 0, (w - limbs) * sizeof *to);
        }
    size_t whole_limbs;
    const lim_limb *const whole = determinant(p, &whole_limbs);
    for (size_t i = m; i-- > 0;) {
        lim_limb *const to = b + i * w;
        (void)lim_nat_multiply(to, w, to, lim_nat_trim(to, w), whole, whole_limbs);
        for (size_t j = i + 1; j < m; j++) {
            const lim_limb *const factor = cell(p, i, j);
            (void)lim_nat_multiply(product, w, b + j * w, lim_nat_trim(b + j * w, w), factor,
                                   lim_nat_trim(factor, p->width));
            (void)mpn_add_n(to, to, product, (mp_size_t)w);
        }
        const lim_limb *const by = cell(p, i, i);
        const size_t limbs = lim_nat_divide(to, to, lim_nat_trim(to, w), by, lim_nat_trim(by, p->width));
        memset(to + limbs, 0, (w - limbs) * sizeof *to);
    }
}

/* What enters each member becomes how often its round is fought, over its total. */
static void meet_part(const solution *s, size_t number, lim_limb *members) {
    const part *const p = &s->parts[number];
    const size_t w = s->width;
    size_t limbs;
    const lim_limb *const whole = determinant(p, &limbs);
    for (size_t i = 0; i < p->m; i++) {
        const lim_limb *const from = s->entered + s->c->order[s->c->head[number] + i] * w;
        lim_limb *const to = members + i * w;
        size_t kept = w;
        if (limbs == 1) {
            (void)mpn_divrem_1(to, 0, from, (mp_size_t)w, whole[0]);
        } else {
            kept = lim_nat_divide(to, from, lim_nat_trim(from, w), whole, limbs);
            memset(to + kept, 0, (w - kept) * sizeof *to);
        }
    }
    if (p->m > 1) meet_members(s, p, members);
}

static void go_on(solution *s, lim_limb *members, lim_limb *rounds) {
    const lim_chain *const c = s->c;
    const size_t w = s->width;
    for (size_t number = 0; number < c->parts; number++) {
        meet_part(s, number, members);
        for (size_t i = c->head[number]; i < c->head[number + 1]; i++) {
            const lim_limb *const met = members + (i - c->head[number]) * w;
            const lim_dist *const dist = c->step[c->order[i]];
            lim_nat_add_product(rounds, w, met, dist->total, dist->limbs);
            for (size_t e = c->first[c->order[i]], k = 0; k < dist->n; e++, k++) {
                const int32_t to = c->to[e];
                if (to >= 0 && c->part[to] == number) continue;
                const size_t place = to >= 0 ? (size_t)to : c->states + (size_t)(-1 - to);
                lim_nat_add_product(s->entered + place * w, w, met, lim_dist_weight(dist, k), dist->limbs);
            }
        }
    }
}

static lim_chain_status collect(const solution *s, lim_tally *ends, size_t limbs) {
    if (lim_tally_start(ends, limbs) != LIM_OK) return LIM_CHAIN_NO_MEMORY;
    for (size_t end = 0; end < s->c->ends; end++) {
        const lim_limb *const weight = s->entered + (s->c->states + end) * s->width;
        size_t slot;
        if (lim_nat_trim(weight, limbs) == 0) continue;
        if (lim_tally_slot(ends, (int64_t)end + 1, &slot) != LIM_OK) return LIM_CHAIN_NO_MEMORY;
        memcpy(ends->weight + slot * limbs, weight, limbs * sizeof *weight);
    }
    return LIM_CHAIN_OK;
}

/* With all denominators found: the numbers themselves. */
static lim_chain_status work(solution *s, lim_tally *ends, lim_ratio *rounds) {
    const lim_chain *const c = s->c;
    const denominator *const whole = &s->dens[s->parts[0].denominator];
    size_t members = 1, widest = 0;
    for (size_t number = 0; number < c->parts; number++) {
        if (s->parts[number].m > members) members = s->parts[number].m;
        if (s->parts[number].width > widest) widest = s->parts[number].width;
    }
    s->width = whole->limbs + 2 * widest + 2;
    if (s->width > LIM_RATIO_LIMBS - LIM_NAT_LIMBS) return LIM_CHAIN_TOO_WIDE;
    const size_t bytes = (c->states + c->ends + members + 1) * s->width * sizeof(lim_limb);
    s->entered = lim_grow(&c->mem, NULL, 0, bytes);
    if (s->entered == NULL) return LIM_CHAIN_NO_MEMORY;
    memset(s->entered, 0, bytes);
    lim_limb *const sum = s->entered + (c->states + c->ends) * s->width;
    memcpy(s->entered, whole->value, whole->limbs * sizeof(lim_limb));
    go_on(s, sum + s->width, sum);
    lim_ratio_set(rounds, sum, s->width, whole->value, whole->limbs);
    const lim_chain_status status = collect(s, ends, whole->limbs);
    (void)lim_grow(&c->mem, s->entered, bytes, 0);
    return status;
}

static void close_solution(solution *s) {
    const lim_alloc *const mem = &s->c->mem;
    const size_t parts = s->c->parts;
    for (uint32_t i = 2; i <= s->used; i++) (void)lim_grow(mem, s->dens[i].value, s->dens[i].limbs * sizeof(lim_limb), 0);
    for (size_t i = 0; s->parts != NULL && i < parts; i++)
        if (s->parts[i].matrix != NULL) (void)lim_grow(mem, s->parts[i].matrix, s->parts[i].bytes, 0);
    if (s->parts != NULL) (void)lim_grow(mem, s->parts, parts * sizeof *s->parts, 0);
    if (s->dens != NULL) (void)lim_grow(mem, s->dens, s->room * sizeof *s->dens, 0);
}

lim_chain_status lim_chain_solve(const lim_chain *c, lim_tally *ends, lim_ratio *rounds) {
    lim_limb one = 1;
    solution s = {.c = c};
    lim_chain_status status = LIM_CHAIN_NO_MEMORY;
    s.parts = lim_grow(&c->mem, NULL, 0, c->parts * sizeof *s.parts);
    if (s.parts != NULL && more_room(&s)) {
        memset(s.parts, 0, c->parts * sizeof *s.parts);
        s.used = 1;
        s.dens[1] = (denominator){&one, 1, NONE, 0, NONE, NONE};
        status = find_denominators(&s);
        if (status == LIM_CHAIN_OK) status = work(&s, ends, rounds);
    } else if (s.parts != NULL) {
        (void)lim_grow(&c->mem, s.parts, c->parts * sizeof *s.parts, 0);
        s.parts = NULL;
    }
    close_solution(&s);
    return status;
}
