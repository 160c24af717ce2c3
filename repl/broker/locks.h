/* One process at a time adds to a file: an advisory lock that lasts as long as the open file. No Lua. */
#ifndef LIM_REPL_LOCKS_H
#define LIM_REPL_LOCKS_H

#include "disk.h"

/* Takes the lock of an open file; false when another open file has it. A file system without locks has none to take. */
bool lim_lock_take(int fd);

/* Whether another open file has the lock. */
bool lim_lock_taken(int fd);

/* Says who has it. Returns false. */
bool lim_lock_tell(int fd, const lim_place *place, lim_reason *why);

#endif
