/* The broker: starts the processes that run Lua, holds the terminal for them, and opens what they may read and write.
 *
 * A worker has one socket to the broker and nothing else; see desk.h for what it is answered. The broker never runs
 * Lua. It outlives its workers: it restores the terminal and says what happened where one dies. */
#ifndef LIM_REPL_BROKER_H
#define LIM_REPL_BROKER_H

#include "desk.h"

#include <sys/types.h>

/* What a worker is told when it begins. */
typedef struct lim_post {
    int socket;   /* to the broker */
    int member;   /* 0, or its number in the crew */
    int out;      /* where a member of the crew sends what it has to say; else -1 */
    pid_t broker; /* whose signals count */
} lim_post;

/* What a worker does; gives the exit status. */
typedef int lim_work(void *data, const lim_post *post);

/* Starts the worker and answers it until it ends; returns the exit status. `crew`: it may have helpers of its own. */
int lim_broker_run(lim_desk *desk, lim_work *work, void *data, bool crew);

#endif
