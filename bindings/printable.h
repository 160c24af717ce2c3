/* Printable text: makes text from elsewhere safe to send to a terminal.
 *
 * Names, stories, errors and paths come from files of strangers. Control characters, bytes that are not UTF-8, and
 * code points that show nothing or turn the direction of writing are replaced by escapes that can be seen:
 * \n \t \r, \x1b for other bytes, \u{202e} for other code points. */
#ifndef LIM_PRINTABLE_H
#define LIM_PRINTABLE_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What may stay besides printable code points. */
enum {
    LIM_ONE_LINE = 0,    /* nothing */
    LIM_MANY_LINES = 1,  /* newlines and tabs */
    LIM_WITH_COLOURS = 2 /* the program's own colours, which are then in the terminal's terms */
};

/* Bytes of the UTF-8 character at text[0..left), and its code point; 0 when it is not one. `left` is 1 or more. */
size_t lim_utf8(const char *text, size_t left, uint32_t *code);

/* Does a code point show, and leave the text around it as it is? */
bool lim_prints(uint32_t code);

/* Does all of text[0..bytes) print, in one line? */
bool lim_is_printable(const char *text, size_t bytes);

/* How many bytes text[0..bytes) begins with that are their own printable form at a glance: ASCII that prints. */
size_t lim_plain_bytes(const char *text, size_t bytes, int may_stay);

/* Pushes text[0..bytes) with what does not print escaped. May raise (memory). */
void lim_push_printable(lua_State *L, const char *text, size_t bytes, int may_stay);

#endif
