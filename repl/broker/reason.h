/* Why something was not done, in one sentence. No Lua. */
#ifndef LIM_REPL_REASON_H
#define LIM_REPL_REASON_H

#include <stdbool.h>

enum { LIM_REASON_ROOM = 1024 };

/* Why something was not done. */
typedef struct lim_reason {
    char text[LIM_REASON_ROOM];
} lim_reason;

/* Writes a reason, cut where it is too long; returns false. */
bool lim_fail(lim_reason *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
