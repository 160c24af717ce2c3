/* Chains: their states in order, chances in doubles, and round after round. See chain_exact.c for exact solutions. */
#include "chain.h"

#include <string.h>

static const uint32_t NEVER = UINT32_MAX;

/* ---- states in order ------------------------------------------------------------------------------------------------ */

/* One block for all arrays of the chain. */
static bool take_block(lim_chain *c) {
    const size_t n = c->states, longs = n * sizeof *c->step + (2 * n + 1) * sizeof *c->first + c->edges * sizeof *c->p;
    c->bytes = longs + (c->edges + 5 * n + 1) * sizeof *c->order;
    char *at = c->block = lim_grow(&c->mem, NULL, 0, c->bytes);
    if (at == NULL) return false;
    memset(at, 0, c->bytes);
    c->step = (void *)at;
    c->first = (void *)(at += n * sizeof *c->step);
    c->next = c->first + n + 1;
    c->p = (void *)(c->next + n);
    c->order = (void *)(c->p + c->edges);
    c->part = c->order + n;
    c->head = c->part + n;
    c->low = c->head + n + 1;
    c->stack = c->low + n;
    c->to = (void *)(c->stack + n);
    return true;
}

/* The chances of a distribution's outcomes, within two units in the last place. */
static void chances_of(const lim_dist *dist, double *p) {
    const bool narrow = dist->limbs == 1 && dist->total[0] <= INT64_MAX;
    const double share = narrow ? 1 / (double)dist->total[0] : 0;
    for (size_t i = 0; i < dist->n; i++) {
        lim_ratio chance;
        if (narrow) {
            p[i] = (double)(int64_t)dist->weight[i] * share;
            continue;
        }
        lim_dist_chance(dist, i, i + 1, &chance);
        p[i] = lim_ratio_double(&chance);
    }
}

/* Where each round leads. */
static lim_chain_status connect(lim_chain *c, const lim_dist *const *step) {
    size_t edge = 0;
    for (size_t s = 0; s < c->states; s++) {
        const lim_dist *const dist = c->step[s] = step[s];
        c->first[s] = edge;
        c->part[s] = NEVER;
        c->at = s;
        chances_of(dist, c->p + edge);
        for (size_t i = 0; i < dist->n; i++, edge++) {
            const int64_t value = dist->value[i];
            if (value == 0 || value > (int64_t)c->states || value < -INT32_MAX) return LIM_CHAIN_NO_STATE;
            if (value < 0 && (size_t)-value > c->ends) c->ends = (size_t)-value;
            c->to[edge] = (int32_t)(value > 0 ? value - 1 : value);
        }
    }
    c->first[c->states] = edge;
    return LIM_CHAIN_OK;
}

/* Tarjan's search, without recursion: a part is closed when all that it leads to is. Parts are placed from the back, so
 * each stands before those that it leads to. */
typedef struct search {
    uint32_t met, waiting, depth, back; /* states met; on c->stack, from its top those under way */
} search;

static void enter(lim_chain *c, search *f, uint32_t *path, uint32_t s) {
    path[f->depth++] = s;
    c->low[s] = ++f->met;
    c->next[s] = c->first[s];
    c->head[s] = f->met; /* its own number, while searching */
    c->stack[f->waiting++] = s;
}

static void close_part(lim_chain *c, search *f, uint32_t s) {
    uint32_t member;
    do {
        member = c->stack[--f->waiting];
        c->part[member] = (uint32_t)c->parts;
        c->order[--f->back] = member;
    } while (member != s);
    c->parts++;
}

static uint32_t find_parts(lim_chain *c, uint32_t *path) {
    search f = {.back = (uint32_t)c->states};
    enter(c, &f, path, 0);
    while (f.depth > 0) {
        const uint32_t s = path[f.depth - 1];
        if (c->next[s] < c->first[s + 1]) {
            const int32_t to = c->to[c->next[s]++];
            if (to < 0) continue;
            if (c->low[to] == 0)
                enter(c, &f, path, (uint32_t)to);
            else if (c->part[to] == NEVER && c->head[to] < c->low[s])
                c->low[s] = c->head[to];
            continue;
        }
        if (c->low[s] == c->head[s]) close_part(c, &f, s);
        if (--f.depth > 0 && c->low[s] < c->low[path[f.depth - 1]]) c->low[path[f.depth - 1]] = c->low[s];
    }
    memmove(c->order, c->order + f.back, f.met * sizeof *c->order);
    return f.met;
}

/* Numbers the parts in their order, and finds one that nothing leads out of. */
static lim_chain_status number_parts(lim_chain *c, size_t met) {
    for (size_t at = 0, part = 0; at < met; part++) {
        const uint32_t closed = c->part[c->order[at]]; /* the last part that was closed stands first */
        bool leaves = false;
        c->at = c->order[at];
        c->head[part] = (uint32_t)at;
        for (; at < met && c->part[c->order[at]] == closed; at++) {
            const uint32_t s = c->order[at];
            for (size_t e = c->first[s]; e < c->first[s + 1]; e++)
                leaves = leaves || c->to[e] < 0 || c->part[c->to[e]] != closed;
        }
        if (!leaves) return LIM_CHAIN_ENDLESS;
    }
    c->head[c->parts] = (uint32_t)met;
    for (size_t i = 0; i < met; i++) c->part[c->order[i]] = (uint32_t)c->parts - 1 - c->part[c->order[i]];
    return LIM_CHAIN_OK;
}

lim_chain_status lim_chain_open(lim_chain *c, const lim_dist *const *step, size_t states) {
    const lim_alloc mem = c->mem;
    *c = (lim_chain){.mem = mem, .states = states};
    for (size_t s = 0; s < states; s++) c->edges += step[s]->n;
    if (c->edges >= INT32_MAX || !take_block(c)) return LIM_CHAIN_NO_MEMORY;
    lim_chain_status status = connect(c, step);
    if (status != LIM_CHAIN_OK) return status;
    const size_t bytes = states * sizeof *c->stack;
    uint32_t *const path = lim_grow(&mem, NULL, 0, bytes);
    if (path == NULL) return LIM_CHAIN_NO_MEMORY;
    const uint32_t met = find_parts(c, path);
    (void)lim_grow(&mem, path, bytes, 0);
    return number_parts(c, met);
}

void lim_chain_close(lim_chain *c) {
    const lim_alloc mem = c->mem;
    if (c->block != NULL) (void)lim_grow(&mem, c->block, c->bytes, 0);
    *c = (lim_chain){.mem = mem};
}

/* ---- doubles -------------------------------------------------------------------------------------------------------- */

/* How often the states of one part are met, given how often it is entered at each: by elimination, every term
 * positive. matrix[i * m + j]: from member i to member j. */
static void meet_members(size_t m, double *matrix, double *met) {
    for (size_t k = m; k-- > 0;) { /* leave out member k: what passes through it goes on to the others or leaves */
        const double stays = 1 - matrix[k * m + k];
        for (size_t j = 0; j < k; j++) matrix[k * m + j] /= stays;
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < k; j++) matrix[i * m + j] += matrix[i * m + k] * matrix[k * m + j];
        for (size_t j = 0; j < k; j++) met[j] += met[k] * matrix[k * m + j];
    }
    for (size_t k = 0; k < m; k++) {
        for (size_t i = 0; i < k; i++) met[k] += met[i] * matrix[i * m + k];
        met[k] /= 1 - matrix[k * m + k];
    }
}

/* The members' chances of each other. */
static void fill_members(const lim_chain *c, size_t from, size_t m, double *matrix, uint32_t *place) {
    memset(matrix, 0, m * m * sizeof *matrix);
    for (size_t i = 0; i < m; i++) place[c->order[from + i]] = (uint32_t)i;
    for (size_t i = 0; i < m; i++) {
        const uint32_t s = c->order[from + i];
        for (size_t e = c->first[s]; e < c->first[s + 1]; e++)
            if (c->to[e] >= 0 && c->part[c->to[e]] == c->part[s]) matrix[i * m + place[c->to[e]]] = c->p[e];
    }
}

/* The members of a part: how often each is met, in place of how often it is entered. */
static lim_chain_status meet_part(const lim_chain *c, size_t part, double *met) {
    enum { MEMBERS_MOST = 1500 };
    const size_t from = c->head[part], m = c->head[part + 1] - from;
    const uint32_t alone = c->order[from];
    if (m == 1) {
        for (size_t e = c->first[alone]; e < c->first[alone + 1]; e++)
            if (c->to[e] == (int32_t)alone) met[alone] /= 1 - c->p[e];
        return LIM_CHAIN_OK;
    }
    if (m > MEMBERS_MOST) return LIM_CHAIN_TOO_WIDE;
    const size_t bytes = (m * m + m) * sizeof *met;
    double *const matrix = lim_grow(&c->mem, NULL, 0, bytes), *const members = matrix + m * m;
    if (matrix == NULL) return LIM_CHAIN_NO_MEMORY;
    fill_members(c, from, m, matrix, c->low);
    for (size_t i = 0; i < m; i++) members[i] = met[c->order[from + i]];
    meet_members(m, matrix, members);
    for (size_t i = 0; i < m; i++) met[c->order[from + i]] = members[i];
    (void)lim_grow(&c->mem, matrix, bytes, 0);
    return LIM_CHAIN_OK;
}

lim_chain_status lim_chain_about(const lim_chain *c, double *chance, double *rounds) {
    const size_t bytes = c->states * sizeof(double);
    double *const met = lim_grow(&c->mem, NULL, 0, bytes);
    if (met == NULL) return LIM_CHAIN_NO_MEMORY;
    memset(met, 0, bytes);
    memset(chance, 0, c->ends * sizeof *chance);
    met[0] = 1;
    *rounds = 0;
    lim_chain_status status = LIM_CHAIN_OK;
    for (size_t part = 0; part < c->parts && status == LIM_CHAIN_OK; part++) {
        status = meet_part(c, part, met);
        for (size_t i = c->head[part]; i < c->head[part + 1]; i++) {
            const uint32_t s = c->order[i];
            *rounds += met[s];
            for (size_t e = c->first[s]; e < c->first[s + 1]; e++) {
                if (c->to[e] < 0)
                    chance[-1 - c->to[e]] += met[s] * c->p[e];
                else if (c->part[c->to[e]] != part)
                    met[c->to[e]] += met[s] * c->p[e];
            }
        }
    }
    (void)lim_grow(&c->mem, met, bytes, 0);
    return status;
}

/* ---- round after round ---------------------------------------------------------------------------------------------- */

/* The least common multiple of all denominators; 0 limbs when it is too long. */
static size_t find_common(const lim_chain *c, lim_limb *common) {
    size_t limbs = 1;
    common[0] = 1;
    for (size_t i = 0; i < c->head[c->parts]; i++) {
        const lim_dist *const dist = c->step[c->order[i]];
        lim_limb shared[LIM_NAT_LIMBS], factor[LIM_NAT_LIMBS], rest[LIM_NAT_LIMBS];
        if (lim_nat_divide(rest, common, limbs, dist->total, dist->limbs) != SIZE_MAX) continue;
        const size_t shared_limbs = lim_nat_gcd(shared, common, limbs, dist->total, dist->limbs);
        const size_t factor_limbs = lim_nat_divide(factor, dist->total, dist->limbs, shared, shared_limbs);
        if (!lim_nat_multiply(common, LIM_NAT_LIMBS, common, limbs, factor, factor_limbs)) return 0;
        limbs = lim_nat_trim(common, LIM_NAT_LIMBS);
    }
    return limbs;
}

lim_chain_status lim_rounds_open(const lim_chain *c, lim_rounds *r, size_t most) {
    lim_limb common[LIM_NAT_LIMBS];
    const size_t n = c->states;
    r->common_limbs = find_common(c, common);
    r->exact = r->common_limbs > 0;
    r->limbs = r->exact ? (most + 1) * mpn_sizeinbase(common, (mp_size_t)r->common_limbs, 2) / 64 + 2 : 1;
    if (r->limbs > LIM_NAT_LIMBS) r->limbs = LIM_NAT_LIMBS;
    r->bytes = 2 * n * sizeof *r->now + (2 * n + 1) * r->limbs * sizeof(lim_limb) + LIM_NAT_LIMBS * sizeof(lim_limb);
    r->now = lim_grow(&c->mem, NULL, 0, r->bytes);
    if (r->now == NULL) return LIM_CHAIN_NO_MEMORY;
    memset(r->now, 0, r->bytes);
    r->next = r->now + n;
    r->exact_now = (lim_limb *)(void *)(r->next + n);
    r->exact_next = r->exact_now + n * r->limbs;
    r->power = r->exact_next + n * r->limbs;
    r->common = r->power + r->limbs;
    memcpy(r->common, common, r->common_limbs * sizeof *common);
    r->now[0] = 1;
    r->exact_now[0] = r->power[0] = 1;
    r->power_limbs = 1;
    return LIM_CHAIN_OK;
}

/* One round of exact numbers; the sum of those that end into `ended`. */
static void exact_round(const lim_chain *c, lim_rounds *r, lim_limb *ended) {
    const size_t limbs = r->limbs, width = r->power_limbs + r->common_limbs; /* what the numbers fill by now */
    memset(r->exact_next, 0, c->states * limbs * sizeof *r->exact_next);
    memset(ended, 0, limbs * sizeof *ended);
    for (size_t i = 0; i < c->head[c->parts]; i++) {
        const uint32_t s = c->order[i];
        lim_limb scale[LIM_NAT_LIMBS], *const now = r->exact_now + s * limbs;
        const size_t now_limbs = lim_nat_trim(now, width);
        if (now_limbs == 0) continue;
        const lim_dist *const dist = c->step[s];
        const size_t scale_limbs = lim_nat_divide(scale, r->common, r->common_limbs, dist->total, dist->limbs);
        (void)lim_nat_multiply(now, width, now, now_limbs, scale, scale_limbs);
        for (size_t e = c->first[s], k = 0; e < c->first[s + 1]; e++, k++)
            lim_nat_add_product(c->to[e] < 0 ? ended : r->exact_next + (size_t)c->to[e] * limbs, width, now,
                                lim_dist_weight(dist, k), dist->limbs);
    }
    lim_limb *const swap = r->exact_now;
    r->exact_now = r->exact_next;
    r->exact_next = swap;
}

double lim_rounds_next(const lim_chain *c, lim_rounds *r, lim_ratio *exact) {
    double ended = 0;
    memset(r->next, 0, c->states * sizeof *r->next);
    for (size_t i = 0; i < c->head[c->parts]; i++) {
        const uint32_t s = c->order[i];
        if (r->now[s] == 0) continue;
        for (size_t e = c->first[s]; e < c->first[s + 1]; e++)
            *(c->to[e] < 0 ? &ended : &r->next[c->to[e]]) += r->now[s] * c->p[e];
    }
    double *const swap = r->now;
    r->now = r->next;
    r->next = swap;
    r->exact = r->exact && r->power_limbs + r->common_limbs <= r->limbs;
    if (r->exact) {
        lim_limb sum[LIM_NAT_LIMBS];
        exact_round(c, r, sum);
        (void)lim_nat_multiply(r->power, r->limbs, r->power, r->power_limbs, r->common, r->common_limbs);
        r->power_limbs = lim_nat_trim(r->power, r->limbs);
        lim_ratio_set(exact, sum, r->limbs, r->power, r->power_limbs);
    }
    return ended;
}

double lim_rounds_left(const lim_chain *c, const lim_rounds *r) {
    double left = 0;
    for (size_t s = 0; s < c->states; s++) left += r->now[s];
    return left;
}

void lim_rounds_close(const lim_chain *c, lim_rounds *r) {
    double *const block = r->now < r->next ? r->now : r->next;
    if (block != NULL) (void)lim_grow(&c->mem, block, r->bytes, 0);
    *r = (lim_rounds){0};
}
