/* Chains: rounds that follow one another until something ends them, solved over the distributions of their rounds.
 *
 * A chain has states, each with the distribution of what one round makes of it: a value above 0 is the state that the
 * next round begins with, a value below 0 the end of that number. The first state is where it begins. States that come
 * back to themselves, alone or together, are solved as an absorbing Markov chain. Numbers are exact, over one common
 * denominator, or doubles where a function says so. No Lua here, and no memory but the allocator's. */
#ifndef LIM_BINDINGS_CHAIN_H
#define LIM_BINDINGS_CHAIN_H

#include "odds.h"

typedef enum lim_chain_status {
    LIM_CHAIN_OK,
    LIM_CHAIN_NO_MEMORY,
    LIM_CHAIN_TOO_WIDE, /* exact numbers would be too long, or take too long */
    LIM_CHAIN_ENDLESS,  /* from `at` on no end can be reached */
    LIM_CHAIN_NO_STATE, /* a round of `at` leads to a state that there is not */
} lim_chain_status;

/* States that reach each other are a part; parts stand in an order in which rounds lead only onward. */
typedef struct lim_chain {
    lim_alloc mem;
    size_t states, ends, edges, parts;
    size_t at;               /* the state that a failure is about */
    void *block;             /* holds all that follows */
    size_t bytes;
    const lim_dist **step;   /* by state; the owner keeps them alive */
    size_t *first;           /* of a state's outcomes: first[state] .. first[state + 1] - 1 */
    int32_t *to;             /* state, or -1 - end, of each outcome */
    double *p;               /* its chance */
    uint32_t *order, *part;  /* states in order; the part of each, UINT32_MAX where it is never reached */
    uint32_t *head;          /* of a part in `order`: head[part] .. head[part + 1] - 1 */
    uint32_t *low, *stack;   /* of the search for parts; free afterwards */
    size_t *next;            /* likewise */
} lim_chain;

/* Begins as {.mem = …}. step[0..states-1] are kept. */
lim_chain_status lim_chain_open(lim_chain *chain, const lim_dist *const *step, size_t states);

/* How often each end is reached, by number from 1, into `ends`, begun as {.mem = …}; and how many rounds it takes on
 * average. Exact. */
lim_chain_status lim_chain_solve(const lim_chain *chain, lim_tally *ends, lim_ratio *rounds);

/* The same in doubles: chance[0..ends-1]. */
lim_chain_status lim_chain_about(const lim_chain *chain, double *chance, double *rounds);

/* Round after round. Begins as {0}. */
typedef struct lim_rounds {
    double *now, *next; /* chance of each state before a round; and after it */
    lim_limb *exact_now, *exact_next;
    lim_limb *common, *power; /* of every state's denominator; its power by the round */
    size_t limbs, common_limbs, power_limbs, bytes;
    bool exact; /* while the numbers fit */
} lim_rounds;

lim_chain_status lim_rounds_open(const lim_chain *chain, lim_rounds *rounds, size_t most);

/* The chance that this round is the last; and exactly, while rounds->exact. */
double lim_rounds_next(const lim_chain *chain, lim_rounds *rounds, lim_ratio *exact);

/* The chance that the rounds go on; 0 once every way has ended. */
double lim_rounds_left(const lim_chain *chain, const lim_rounds *rounds);

void lim_rounds_close(const lim_chain *chain, lim_rounds *rounds);
void lim_chain_close(lim_chain *chain);

#endif
