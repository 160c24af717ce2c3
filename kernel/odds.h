/* The enumerator: every outcome of a procedure with its exact weight.
 *
 * A procedure is run again and again, each time with other answers: a run repeats a prefix of choices
 * made before, then takes the first untried choice. The kernel knows no procedure; the
 * caller drives:
 *
 *     lim_walk_start(walk, max_paths);
 *     do {
 *         key = run the procedure, answering each throw by lim_walk_ask;
 *         status = lim_walk_end(walk, key);
 *     } while (status == LIM_MORE);
 *
 * The weight of a path is the product of the weights of its answers, over the product of their
 * totals; paths with different denominators are brought to the least common one. When the last
 * path is done the first is run once more: a pure procedure asks the same and ends the same.
 *
 * Weights are 128 bits until that is too narrow, then as many limbs as it takes. */
#ifndef LIM_ODDS_H
#define LIM_ODDS_H

#include "pool.h"

/* Weights collected by key. Begins as {.mem = …} and nothing else. */
typedef struct lim_tally {
    lim_alloc mem;
    size_t n, room;      /* keys, and how many there is room for */
    size_t limbs, taken; /* limbs of a weight; limbs there is room for in all */
    int64_t *key;        /* in order of discovery; the owner may renumber them before building */
    lim_limb *weight;    /* weight[i * limbs ...] */
    uint32_t *index;     /* behind the keys: hash table of 2 × room places, slot + 1 or 0 */
} lim_tally;

/* Empties it, for weights of `limbs` limbs. */
lim_odds_status lim_tally_start(lim_tally *tally, size_t limbs);

/* The number of a key, new ones with weight 0. */
lim_odds_status lim_tally_slot(lim_tally *tally, int64_t key, size_t *slot);

/* The tally as a distribution in `block`, of lim_dist_bytes(tally->n, tally->limbs). Ends the
 * tally, which must hold a weight that is not 0: only lim_tally_start and _close may follow. */
lim_dist *lim_tally_build(lim_tally *tally, void *block);

void lim_tally_close(lim_tally *tally);

/* One throw answered: what was asked under which name, and the answer. */
typedef struct lim_choice {
    lim_throw what;
    const lim_dist *dist;
    uint32_t name;
    size_t choice;
    int64_t value; /* of the choice */
} lim_choice;

/* Begins as {.tally.mem = …, .pools.mem = …} and nothing else; may be used for one procedure after another. */
typedef struct lim_walk {
    lim_tally tally;        /* outcomes so far, over `common` */
    lim_pools pools;        /* distributions of the throws met */
    lim_choice *frame;      /* frame[0..depth-1]: the path; frame[at] is asked next. The first */
    size_t depth, at, room; /* path of all, for the check, is kept from frame[room] on */
    lim_limb *product;      /* 2 numbers a depth: weight of the prefix, its denominator; fixed */
    size_t product_limbs;   /* taken for `product` */
    size_t first_depth;
    int64_t first_key;
    bool running, checking; /* between start and end; running the first path again */
    uint64_t paths, max_paths;
    lim_limb common[LIM_NAT_LIMBS];
    struct {
        lim_u128 denominator, scale;
    } recent[8]; /* common / denominator, while 128 bits do */
} lim_walk;

lim_odds_status lim_walk_start(lim_walk *walk, uint64_t max_paths);

/* Answers a throw: *choice is the number of the outcome in *dist. `name` says which throw it is,
 * the same number for the same label and thrower. The weights or dist in `what` are kept until the
 * walk is over: *fresh says that `what` was met for the first time on this prefix, so that an owner
 * of a LIM_FROM can hold on to it. Fails with LIM_OTHER_THROW, LIM_MORE_THROWS, LIM_NO_PATH,
 * LIM_TOO_WIDE or LIM_NO_MEMORY. */
lim_odds_status lim_walk_ask(lim_walk *walk, const lim_throw *what, uint32_t name, const lim_dist **dist,
                             size_t *choice, bool *fresh);

/* The name of the throw that a repeated prefix expects next, 0 when there is none. */
static inline uint32_t lim_walk_name(const lim_walk *walk) {
    return walk->at < walk->depth ? walk->frame[walk->at].name : 0;
}

/* Answers a throw as lim_walk_ask does, for what repeats a prefix: true with the answer when `what`, neither LIM_CHOICE nor LIM_FROM, is
 * asked again as it was before; false, with nothing done, when lim_walk_ask must be called. */
static inline bool lim_walk_again(lim_walk *walk, const lim_throw *what, uint32_t name, int64_t *value) {
    const lim_choice *const frame = walk->frame + walk->at;
    if (!walk->running || walk->at == walk->depth || what->kind >= LIM_CHOICE || what->kind != frame->what.kind ||
        what->n != frame->what.n || what->faces != frame->what.faces || what->target != frame->what.target ||
        name != frame->name)
        return false;
    *value = frame->value;
    walk->at++;
    return true;
}

/* Ends a path with its outcome. LIM_MORE: run the procedure again; LIM_OK: all paths are walked
 * and walk->tally holds the outcomes; else a failure. */
lim_odds_status lim_walk_end(lim_walk *walk, int64_t key);

void lim_walk_close(lim_walk *walk);

#endif
