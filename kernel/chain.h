/* Fights to the finish: where a chain of states ends, exactly.
 *
 * Each state that is not an end has a distribution over the states that follow it. What returns to
 * the state itself is conditioned out; otherwise a state is never met again, so one pass from the
 * start, level by level (a state's level is the longest way to it), moves all the weight to the
 * ends. The weights of one moment share one denominator, the product over the levels passed of the
 * least common multiple of their states' denominators: whole numbers, and no division. */
#ifndef LIM_CHAIN_H
#define LIM_CHAIN_H

#include "odds.h"

/* next[i] is the distribution over state numbers after state i (values 0 .. n-1), NULL where i is
 * an end; every state can be reached from `start`. Fills `ends`, which it starts, with the weight
 * of each end; scratch memory comes from ends->mem and is given back. LIM_CYCLE, LIM_ENDLESS:
 * *fault is a state at fault. */
lim_odds_status lim_chain_solve(const lim_dist *const *next, size_t n, size_t start, lim_tally *ends, size_t *fault);

#endif
