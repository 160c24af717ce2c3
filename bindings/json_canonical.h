/* Reads JSON in the form in which kernel.json writes it: no blanks, names in their order, few escapes. Recordings are
 * written so, and are long; their tables are made as they are read, without a tree between. */
#ifndef LIM_JSON_CANONICAL_H
#define LIM_JSON_CANONICAL_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

/* Pushes the value of a text. False, with nothing pushed, where the text has another form or is no JSON: a reader of all
 * JSON then says which. May raise (memory). */
bool lim_json_canonical(lua_State *L, const char *text, size_t bytes);

#endif
