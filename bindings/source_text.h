/* Looks at the text of a rules file before Lua reads it. */
#ifndef LIM_SOURCE_TEXT_H
#define LIM_SOURCE_TEXT_H

#include <stddef.h>

/* The line of the first operator ^ in Lua's text; 0 when there is none. Strings and comments are skipped, in any of
 * Lua's forms. Of a text that Lua refuses, any answer may come. Pure; linear in the length. */
int lim_find_power(const char *text, size_t length);

#endif
