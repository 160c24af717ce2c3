/* Finds the operator ^ in a rules file.
 *
 * Lua works x^n with the C library's pow, whose last bit depends on the processor: a scenario that places a unit by it
 * would give a replay that verifies on one machine only. Nothing can take the operator out of an environment, and a pow
 * of our own in the program would not reach a Lua that is linked in another way (a module of a plain Lua, macOS, a
 * static library whose pow is bound already). So the text is refused before it is compiled, everywhere alike. All
 * else that Lua does to numbers is exact (+ - * / // and sqrt are IEEE 754's), and math.pow multiplies.
 */
#include "source_text.h"

#include <stdbool.h>
#include <string.h>

typedef struct reader {
    const char *at, *end;
    int line;
} reader;

static void advance(reader *r, const char *to) {
    for (; r->at < to; r->at++) {
        r->line += *r->at == '\n';
    }
}

/* Skips "[[...]]" or "[==[...]==]" at the reader; false when it is no long bracket. */
static bool skip_long(reader *r) {
    const char *p = r->at + 1;
    size_t level = 0;

    while (p < r->end && *p == '=') {
        p++;
        level++;
    }
    if (*r->at != '[' || p >= r->end || *p != '[') {
        return false;
    }
    for (p++; p < r->end; p++) {
        size_t n = 1;
        if (*p != ']') {
            continue;
        }
        while (n <= level && p + n < r->end && p[n] == '=') {
            n++;
        }
        if (n == level + 1 && p + n < r->end && p[n] == ']') {
            advance(r, p + n + 1);
            return true;
        }
    }
    advance(r, r->end);
    return true;
}

static void skip_comment(reader *r) {
    r->at += 2;
    if (r->at < r->end && skip_long(r)) {
        return;
    }
    while (r->at < r->end && *r->at != '\n' && *r->at != '\r') {
        r->at++;
    }
}

/* Only the quote that ends a string matters: what else may not stand in it Lua refuses. */
static void skip_string(reader *r) {
    const char quote = *r->at, *p = r->at + 1;

    while (p < r->end && *p != quote) {
        p += *p == '\\' && p + 1 < r->end ? 2 : 1;
    }
    advance(r, p < r->end ? p + 1 : p);
}

int lim_find_power(const char *text, size_t length) {
    reader r = {text, text + length, 1};

    if (memchr(text, '^', length) == NULL) {
        return 0;
    }
    while (r.at < r.end) {
        if (*r.at == '^') {
            return r.line;
        }
        if (*r.at == '-' && r.at + 1 < r.end && r.at[1] == '-') {
            skip_comment(&r);
        } else if (*r.at == '"' || *r.at == '\'') {
            skip_string(&r);
        } else if (*r.at != '[' || !skip_long(&r)) {
            advance(&r, r.at + 1);
        }
    }
    return 0;
}
