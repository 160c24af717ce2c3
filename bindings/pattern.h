/* Lua patterns, matched with a meter: the language of string.find and its kin (Lua 5.4 manual, 6.4.1), with
 * ASCII classes whatever the locale, and every step counted, so that a pattern that backtracks for ever can be
 * stopped. No Lua in here. Nothing is allocated.
 */
#ifndef LIM_PATTERN_H
#define LIM_PATTERN_H

#include <stddef.h>

enum { LIM_CAPTURES = 32 };

/* Lengths of captures that are no text. */
enum { LIM_CAPTURE_OPEN = -1, LIM_CAPTURE_POSITION = -2 };

typedef struct lim_match {
    const char *text, *text_end;
    const char *pattern, *pattern_end; /* without the anchor, which is the caller's */
    /* Called every some hundred steps with the steps made since; may not return. */
    void (*charge)(void *context, size_t steps);
    /* Called with what is wrong with the pattern; does not return. */
    void (*fail)(void *context, const char *message);
    void *context;
    size_t steps; /* not yet charged */
    int depth;
    int level; /* captures so far */
    struct {
        const char *start;
        ptrdiff_t length;
    } capture[LIM_CAPTURES];
} lim_match;

/* Matches the whole pattern at `at`, within the text; returns where the match ends, or NULL. The captures are in m
 * afterwards; one may be left open, which whoever reads it refuses. */
const char *lim_match_at(lim_match *m, const char *at);

/* The first place of needle in text, or NULL; the steps are charged as above. */
const char *lim_find_plain(lim_match *m, const char *from, const char *needle, size_t length);

#endif
