/* The clock: minutes of a day, and turns of any length.
 *
 * Time is whole minutes. Minute 0 is midnight at the start of the first day, and a day has 1,440
 * minutes. Times go on beyond a day; only times written for people wrap. Bounds are a battle's turns,
 * numbered from 1.
 *
 * Everything here is pure. */
#ifndef LIM_CLOCK_H
#define LIM_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LIM_DAY 1440 /* minutes */
#define LIM_CLOCK_TEXT 6

/* Writes "HH:MM" and its closing zero; days before and after wrap into 00:00 to 23:59. */
void lim_clock_format(int64_t minute, char text[LIM_CLOCK_TEXT]);

/* Reads "HH:MM" or "H:MM", 00:00 to 23:59, of exactly `bytes` bytes. False when it is not a time. */
bool lim_clock_parse(const char *text, size_t bytes, int64_t *minute);

/* Which bound a minute lies in. */
typedef struct lim_bound {
    int64_t bound; /* from 1; 0 and less before the start */
    int64_t into;  /* minutes since it began, 0 to length - 1 */
    int64_t left;  /* minutes until it ends, 1 to length */
} lim_bound;

/* Bounds of `length` minutes from `start` on. False, and nothing written, when length < 1 or the
 * times lie so far apart that their difference cannot be held. */
bool lim_clock_bound(int64_t start, int64_t length, int64_t at, lim_bound *bound);

#endif
