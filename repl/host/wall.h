/* The second wall: a worker gives up, for good, every right but to compute and to use what it has been handed. */
#ifndef LIM_REPL_WALL_H
#define LIM_REPL_WALL_H

/* Leaves the process with its standard streams, of which the input is empty, and these two descriptors (the other may be
 * -1); then puts up the wall: it can open, start, connect to and signal nothing any more. `helpers`: how many processes
 * it may hear. Returns what stands: "seccomp", or "none here: " and why. */
const char *lim_wall_up(int one, int other, int helpers);

/* What lim_wall_up would return, where that is known before. */
const char *lim_wall_kind(void);

#endif
