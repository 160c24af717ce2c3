/* Lua patterns, matched with a meter. */
#include "pattern.h"

#include <stdbool.h>
#include <string.h>

enum {
    CHARGED_AT_ONCE = 256,
    DEEPEST = 200 /* nesting; each level is an item of the pattern */
};

static const char *match(lim_match *m, const char *s, const char *p);

static void step(lim_match *m, size_t count) {
    m->steps += count;
    if (m->steps >= CHARGED_AT_ONCE) {
        size_t steps = m->steps;
        m->steps = 0;
        m->charge(m->context, steps);
    }
}

/* ---- single characters ------------------------------------------------------------------------------------------ */

static bool between(unsigned char c, unsigned char low, unsigned char high) { return low <= c && c <= high; }

/* Is c of the class named by the lower-case letter? A letter that names none stands for itself. */
static bool of_class(unsigned char c, unsigned char letter, bool *is_class) {
    bool lower = between(c, 'a', 'z'), upper = between(c, 'A', 'Z'), digit = between(c, '0', '9');
    bool visible = between(c, 33, 126);

    *is_class = true;
    switch (letter) {
    case 'a': return lower || upper;
    case 'c': return c < 32 || c == 127;
    case 'd': return digit;
    case 'g': return visible;
    case 'l': return lower;
    case 'p': return visible && !lower && !upper && !digit;
    case 's': return c == ' ' || between(c, '\t', '\r');
    case 'u': return upper;
    case 'w': return lower || upper || digit;
    case 'x': return digit || between(c, 'a', 'f') || between(c, 'A', 'F');
    case 'z': return c == 0;
    default: *is_class = false; return false;
    }
}

static bool matches_class(unsigned char c, unsigned char letter) {
    bool is_class, inside, capital = between(letter, 'A', 'Z');

    inside = of_class(c, capital ? (unsigned char)(letter + 32) : letter, &is_class);
    return is_class ? inside != capital : letter == c;
}

/* p points at '['; the end is that of its ']'. */
static bool matches_set(lim_match *m, unsigned char c, const char *p, const char *end) {
    bool negated = p[1] == '^';

    p += negated ? 2 : 1;
    while (p < end) {
        step(m, 1);
        if (*p == '%') {
            if (matches_class(c, (unsigned char)p[1])) {
                return !negated;
            }
            p += 2;
        } else if (p + 2 < end && p[1] == '-') {
            if (between(c, (unsigned char)p[0], (unsigned char)p[2])) {
                return !negated;
            }
            p += 3;
        } else {
            if ((unsigned char)*p == c) {
                return !negated;
            }
            p++;
        }
    }
    return negated;
}

/* The end of the single-character item at p. */
static const char *item_end(lim_match *m, const char *p) {
    if (*p == '%') {
        if (p + 1 == m->pattern_end) {
            m->fail(m->context, "malformed pattern (ends with '%')");
        }
        return p + 2;
    }
    if (*p != '[') {
        return p + 1;
    }
    p += p + 1 < m->pattern_end && p[1] == '^' ? 2 : 1;
    bool first = true; /* a ']' that comes first stands for itself */
    while (p < m->pattern_end && (first || *p != ']')) {
        step(m, 1);
        p += *p == '%' ? 2 : 1;
        first = false;
    }
    if (p >= m->pattern_end) {
        m->fail(m->context, "malformed pattern (missing ']')");
    }
    return p + 1;
}

static bool matches_item(lim_match *m, const char *s, const char *p, const char *end) {
    step(m, 1);
    if (s >= m->text_end) {
        return false;
    }
    switch (*p) {
    case '.': return true;
    case '%': return matches_class((unsigned char)*s, (unsigned char)p[1]);
    case '[': return matches_set(m, (unsigned char)*s, p, end - 1);
    default: return *p == *s;
    }
}

/* ---- items that are more than one character --------------------------------------------------------------------- */

static const char *match_most(lim_match *m, const char *s, const char *p, const char *end) {
    size_t n = 0;

    while (matches_item(m, s + n, p, end)) {
        n++;
    }
    for (;; n--) {
        const char *found = match(m, s + n, end + 1);
        if (found != NULL || n == 0) {
            return found;
        }
    }
}

static const char *match_least(lim_match *m, const char *s, const char *p, const char *end) {
    for (;; s++) {
        const char *found = match(m, s, end + 1);
        if (found != NULL || !matches_item(m, s, p, end)) {
            return found;
        }
    }
}

static const char *open_capture(lim_match *m, const char *s, const char *p, ptrdiff_t kind) {
    const char *found;

    if (m->level >= LIM_CAPTURES) {
        m->fail(m->context, "too many captures");
    }
    m->capture[m->level].start = s;
    m->capture[m->level].length = kind;
    m->level++;
    found = match(m, s, p);
    if (found == NULL) {
        m->level--;
    }
    return found;
}

static const char *close_capture(lim_match *m, const char *s, const char *p) {
    int open = m->level - 1;
    const char *found;

    while (open >= 0 && m->capture[open].length != LIM_CAPTURE_OPEN) {
        open--;
    }
    if (open < 0) {
        m->fail(m->context, "invalid pattern capture");
    }
    m->capture[open].length = s - m->capture[open].start;
    found = match(m, s, p);
    if (found == NULL) {
        m->capture[open].length = LIM_CAPTURE_OPEN;
    }
    return found;
}

/* %1: the end of the same text again, or NULL. */
static const char *match_again(lim_match *m, const char *s, char digit) {
    int n = digit - '1';

    if (n < 0 || n >= m->level || m->capture[n].length == LIM_CAPTURE_OPEN) {
        m->fail(m->context, "invalid capture index in pattern");
    }
    if (m->capture[n].length == LIM_CAPTURE_POSITION) {
        return NULL;
    }
    size_t length = (size_t)m->capture[n].length;
    step(m, 1 + length / 16);
    if ((size_t)(m->text_end - s) < length || memcmp(m->capture[n].start, s, length) != 0) {
        return NULL;
    }
    return s + length;
}

/* %bxy: the end of the balanced run that begins at s, or NULL. p points at x. */
static const char *match_balanced(lim_match *m, const char *s, const char *p) {
    size_t open = 1;

    if (p + 1 >= m->pattern_end) {
        m->fail(m->context, "malformed pattern (missing arguments to '%b')");
    }
    if (s >= m->text_end || *s != p[0]) {
        return NULL;
    }
    while (++s < m->text_end) {
        step(m, 1);
        if (*s == p[1]) {
            if (--open == 0) {
                return s + 1;
            }
        } else if (*s == p[0]) {
            open++;
        }
    }
    return NULL;
}

/* %f[set]: does the set begin to hold at s? p points at '['. */
static bool at_frontier(lim_match *m, const char *s, const char *p, const char *end) {
    unsigned char before = s == m->text ? 0 : (unsigned char)s[-1];
    unsigned char here = s == m->text_end ? 0 : (unsigned char)*s;

    return !matches_set(m, before, p, end - 1) && matches_set(m, here, p, end - 1);
}

/* ---- the pattern ------------------------------------------------------------------------------------------------ */

/* An item that is not a character: sets *s and *p behind it and returns true, or false when it does not match.
 * Captures match the whole rest themselves and are not among them. */
static bool match_special(lim_match *m, const char **s, const char **p) {
    const char *end;

    switch ((*p)[1]) {
    case 'b':
        *s = match_balanced(m, *s, *p + 2);
        *p += 4;
        return *s != NULL;
    case 'f':
        *p += 2;
        if (*p >= m->pattern_end || **p != '[') {
            m->fail(m->context, "missing '[' after '%f' in pattern");
        }
        end = item_end(m, *p);
        if (!at_frontier(m, *s, *p, end)) {
            return false;
        }
        *p = end;
        return true;
    default:
        *s = match_again(m, *s, (*p)[1]);
        *p += 2;
        return *s != NULL;
    }
}

static bool is_special(const lim_match *m, const char *p) {
    return *p == '%' && p + 1 < m->pattern_end &&
           (p[1] == 'b' || p[1] == 'f' || between((unsigned char)p[1], '0', '9'));
}

/* A character item and its quantifier at p: returns true when the match goes on behind it (then *s and *p are
 * moved), or false with the verdict on the whole rest in *found. */
static bool match_character(lim_match *m, const char **s, const char **p, const char **found) {
    const char *end = item_end(m, *p);
    char quantifier = end < m->pattern_end ? *end : 0;

    *found = NULL;
    switch (quantifier) {
    case '*': *found = match_most(m, *s, *p, end); return false;
    case '+': *found = matches_item(m, *s, *p, end) ? match_most(m, *s + 1, *p, end) : NULL; return false;
    case '-': *found = match_least(m, *s, *p, end); return false;
    case '?':
        if (matches_item(m, *s, *p, end)) {
            *found = match(m, *s + 1, end + 1);
            if (*found != NULL) {
                return false;
            }
        }
        *p = end + 1;
        return true;
    default:
        if (!matches_item(m, *s, *p, end)) {
            return false;
        }
        *s += 1;
        *p = end;
        return true;
    }
}

static const char *match_rest(lim_match *m, const char *s, const char *p) {
    const char *found;

    while (p < m->pattern_end) {
        if (*p == '(') {
            return p + 1 < m->pattern_end && p[1] == ')' ? open_capture(m, s, p + 2, LIM_CAPTURE_POSITION)
                                                         : open_capture(m, s, p + 1, LIM_CAPTURE_OPEN);
        }
        if (*p == ')') {
            return close_capture(m, s, p + 1);
        }
        if (*p == '$' && p + 1 == m->pattern_end) {
            return s == m->text_end ? s : NULL;
        }
        if (is_special(m, p)) {
            if (!match_special(m, &s, &p)) {
                return NULL;
            }
        } else if (!match_character(m, &s, &p, &found)) {
            return found;
        }
    }
    return s;
}

static const char *match(lim_match *m, const char *s, const char *p) {
    const char *found;

    if (++m->depth > DEEPEST) {
        m->fail(m->context, "pattern too complex");
    }
    step(m, 1);
    found = match_rest(m, s, p);
    m->depth--;
    return found;
}

const char *lim_match_at(lim_match *m, const char *at) {
    m->level = 0;
    m->depth = 0;
    return match(m, at, m->pattern);
}

const char *lim_find_plain(lim_match *m, const char *from, const char *needle, size_t length) {
    if (length == 0) {
        return from;
    }
    while ((size_t)(m->text_end - from) >= length) {
        const char *last = m->text_end - length;
        const char *at = memchr(from, needle[0], (size_t)(last - from) + 1);
        size_t n = 1;

        step(m, 1 + (size_t)((at == NULL ? last : at) - from) / 16);
        if (at == NULL) {
            return NULL;
        }
        while (n < length && at[n] == needle[n]) {
            n++;
        }
        step(m, n / 4);
        if (n == length) {
            return at;
        }
        from = at + 1;
    }
    return NULL;
}
