/* Reads JSON in the form in which kernel.json writes it: no blanks, names in their order, no escapes. Recordings are
 * written so, and are long; their tables are made as they are read, without a tree between. */
#ifndef LIM_JSON_CANONICAL_H
#define LIM_JSON_CANONICAL_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

/* What a value is held to. */
struct lim_json_limits {
    bool plain;        /* no null, no number with more than six decimals; what is empty gets no mark */
    int deepest;       /* how deep tables may be nested */
    const char *whole; /* under this name of the outermost object numbers are whole; NULL: under none */
};

/* Pushes the value of a text, and counts the values in its tables. False, with nothing pushed, where the text has
 * another form, goes beyond the limits or is no JSON: a reader of all JSON then says which. May raise (memory). */
bool lim_json_canonical(lua_State *L, const char *text, size_t bytes, struct lim_json_limits limits,
                        lua_Integer *values);

#endif
