/* Fights to the finish: chains of states solved exactly. */
#include "chain.h"

#include <string.h>

typedef struct chain {
    const lim_dist *const *next;
    size_t n, start, width;            /* width: limbs of a mass */
    uint32_t *level, *waiting, *order; /* order: states by level */
    lim_limb *mass;
} chain;

/* What is left waiting lies on a cycle or behind one: going back along it, one ends on a cycle. */
static size_t find_cycle(const chain *c) {
    size_t at = 0;
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; c->waiting[i] > 0 && c->next[i] != NULL && k < c->next[i]->n; k++)
            if ((size_t)c->next[i]->value[k] != i) c->level[c->next[i]->value[k]] = (uint32_t)i;
    while (c->waiting[at] == 0) at++;
    for (size_t step = 0; step < c->n; step++) at = c->level[at];
    return at;
}

/* Sorts the states by level; false if there is a cycle. */
static bool sort_states(const chain *c) {
    size_t known = 0;
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; c->next[i] != NULL && k < c->next[i]->n; k++)
            c->waiting[c->next[i]->value[k]] += (size_t)c->next[i]->value[k] != i;
    if (c->waiting[c->start] == 0) c->order[known++] = (uint32_t)c->start;
    for (size_t done = 0; done < known; done++) {
        const size_t from = c->order[done];
        for (size_t k = 0; c->next[from] != NULL && k < c->next[from]->n; k++) {
            const size_t to = (size_t)c->next[from]->value[k];
            if (to == from) continue;
            c->level[to] = c->level[from] + 1; /* the last to reach it has the highest */
            if (--c->waiting[to] == 0) c->order[known++] = (uint32_t)to;
        }
    }
    return known == c->n;
}

/* The denominator of state i once its return to itself is left out; its limbs, 0 if it is 0. */
static size_t leaving(const chain *c, size_t i, lim_limb *out) {
    const lim_dist *const row = c->next[i];
    const size_t self = lim_dist_find(row, (int64_t)i);
    memcpy(out, row->total, row->limbs * sizeof *out);
    if (self < row->n) (void)mpn_sub_n(out, out, lim_dist_weight(row, self), (mp_size_t)row->limbs);
    return lim_nat_trim(out, row->limbs);
}

/* Their least common multiple over order[first .. last-1] into out; its limbs in *limbs. */
static lim_odds_status level_denominator(const chain *c, size_t first, size_t last, lim_limb *out, size_t *limbs,
                                         size_t *fault) {
    lim_limb d[LIM_NAT_LIMBS], shared[LIM_NAT_LIMBS];
    out[0] = *limbs = 1;
    for (size_t k = first; k < last; k++) {
        if (c->next[c->order[k]] == NULL) continue;
        *fault = c->order[k];
        size_t d_limbs = leaving(c, *fault, d);
        if (d_limbs == 0) return LIM_ENDLESS;
        if (d_limbs == *limbs && lim_nat_compare(d, out, d_limbs) == 0) continue;
        const size_t shared_limbs = lim_nat_gcd(shared, out, *limbs, d, d_limbs);
        d_limbs = lim_nat_divide(d, d, d_limbs, shared, shared_limbs);
        if (!lim_nat_multiply(out, LIM_NAT_LIMBS, out, *limbs, d, d_limbs)) return LIM_TOO_WIDE;
        *limbs = lim_nat_trim(out, LIM_NAT_LIMBS);
    }
    return LIM_OK;
}

static size_t level_end(const chain *c, size_t first) {
    size_t last = first;
    while (last < c->n && c->level[c->order[last]] == c->level[c->order[first]]) last++;
    return last;
}

/* Moves the mass of state i, already over the new denominator but for its own part, onwards. */
static void move_mass(const chain *c, size_t i, size_t used, const lim_limb *level, size_t level_limbs) {
    const lim_dist *const row = c->next[i];
    lim_limb own[LIM_NAT_LIMBS], *const mass = c->mass + i * c->width;
    const size_t own_limbs = lim_nat_divide(own, level, level_limbs, own, leaving(c, i, own));
    if (own_limbs != 1 || own[0] != 1)
        (void)lim_nat_multiply(mass, used, mass, lim_nat_trim(mass, used), own, own_limbs);
    for (size_t k = 0; k < row->n; k++)
        if ((size_t)row->value[k] != i)
            lim_nat_add_product(c->mass + (size_t)row->value[k] * c->width, used, mass, lim_dist_weight(row, k),
                                row->limbs);
}

/* Level by level, all that is still to be moved is put over the level's denominator. */
static void move_all(const chain *c) {
    lim_limb level[LIM_NAT_LIMBS];
    size_t limbs, fault, bits = 0;
    c->mass[c->start * c->width] = 1;
    for (size_t first = 0, last; first < c->n; first = last) {
        last = level_end(c, first);
        (void)level_denominator(c, first, last, level, &limbs, &fault);
        bits += mpn_sizeinbase(level, (mp_size_t)limbs, 2);
        const size_t used = bits / 64 + 1;
        for (size_t k = 0; k < c->n; k++) {
            lim_limb *const mass = c->mass + c->order[k] * c->width;
            const size_t mass_limbs = k >= last || c->next[c->order[k]] == NULL ? lim_nat_trim(mass, used) : 0;
            if (mass_limbs > 0) (void)lim_nat_multiply(mass, used, mass, mass_limbs, level, limbs);
        }
        for (size_t k = first; k < last; k++)
            if (c->next[c->order[k]] != NULL) move_mass(c, c->order[k], used, level, limbs);
    }
}

static lim_odds_status solve(chain *c, lim_tally *ends, size_t *fault) {
    lim_limb level[LIM_NAT_LIMBS];
    size_t bits = 0, limbs, slot;
    if (!sort_states(c)) {
        *fault = find_cycle(c);
        return LIM_CYCLE;
    }
    for (size_t first = 0, last; first < c->n; first = last) {
        last = level_end(c, first);
        const lim_odds_status status = level_denominator(c, first, last, level, &limbs, fault);
        if (status != LIM_OK) return status;
        bits += mpn_sizeinbase(level, (mp_size_t)limbs, 2);
    }
    c->width = bits / 64 + 1;
    if (c->width > LIM_NAT_LIMBS) return LIM_TOO_WIDE;
    const size_t bytes = c->n * c->width * sizeof *c->mass;
    c->mass = lim_grow(&ends->mem, NULL, 0, bytes);
    if (c->mass == NULL) return LIM_NO_MEMORY;
    memset(c->mass, 0, bytes);
    move_all(c);
    lim_odds_status status = lim_tally_start(ends, c->width);
    for (size_t i = 0; i < c->n && status == LIM_OK; i++)
        if (c->next[i] == NULL) {
            status = lim_tally_slot(ends, (int64_t)i, &slot);
            if (status == LIM_OK)
                memcpy(ends->weight + slot * c->width, c->mass + i * c->width, c->width * sizeof *c->mass);
        }
    (void)lim_grow(&ends->mem, c->mass, bytes, 0);
    return status;
}

lim_odds_status lim_chain_solve(const lim_dist *const *next, size_t n, size_t start, lim_tally *ends, size_t *fault) {
    const size_t bytes = 3 * n * sizeof(uint32_t);
    uint32_t *const scratch = lim_grow(&ends->mem, NULL, 0, bytes);
    if (scratch == NULL) return LIM_NO_MEMORY;
    memset(scratch, 0, bytes);
    chain c = {next, n, start, 0, scratch, scratch + n, scratch + 2 * n, NULL};
    const lim_odds_status status = solve(&c, ends, fault);
    (void)lim_grow(&ends->mem, scratch, bytes, 0);
    return status;
}
