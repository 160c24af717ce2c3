/* How a worker begins: a process of its own, with a socket to the broker. No Lua. */
#ifndef LIM_REPL_WORKER_H
#define LIM_REPL_WORKER_H

#include "broker.h"

enum { LIM_GRACE = 5 }; /* seconds: for a worker that was told to end, and for a message that has begun */

/* Starts a worker; its process, and the broker's end of its socket. -1 when none can be started. */
pid_t lim_worker_begin(lim_work *work, void *data, const lim_post *post, int *socket);

#endif
