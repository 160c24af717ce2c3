/* Walks plain Lua data in its one canonical order, for whoever writes it: digests, JSON.
 *
 * Plain data is nil (at the root only), json.null, booleans, numbers, strings, lists (keys 1 to n
 * without a hole) and maps (keys all strings; visited sorted by bytes), nested as deep as 2,048. There are
 * at most 1,000,000 values and 64 MiB of text; what is reached in several ways counts each time. Tables are
 * read raw; the only metatables allowed are the two that mark what an empty table is (json.array is one),
 * and that of a frozen table, which is walked as what was frozen. Anything else is an error naming the path
 * to it, "units.3.name". */
#ifndef LIM_WALK_H
#define LIM_WALK_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum lim_walk_kind {
    LIM_WALK_NULL,
    LIM_WALK_BOOLEAN, /* integer is 0 or 1 */
    LIM_WALK_INTEGER,
    LIM_WALK_REAL,
    LIM_WALK_STRING, /* text, bytes */
    LIM_WALK_OPEN,   /* list, count: a table begins */
    LIM_WALK_ITEM,   /* list, index from 0; in a map also text, bytes: an item comes next */
    LIM_WALK_CLOSE   /* list, count */
} lim_walk_kind;

struct lim_walk_place; /* where the walk is */

typedef struct lim_walk_event {
    lim_walk_kind kind;
    bool list; /* an unmarked empty table is none */
    size_t count, index;
    lua_Integer integer;
    lua_Number real;
    const char *text; /* Lua owns it; it holds while the event is handled */
    size_t bytes;
    const struct lim_walk_place *place;
} lim_walk_event;

/* Handles one event. It may push on the stack but must leave it as it was; it may raise. */
typedef void (*lim_walk_handler)(lua_State *L, void *context, const lim_walk_event *event);

/* Walks the value at idx. May raise. */
void lim_walk(lua_State *L, int idx, lim_walk_handler handler, void *context);

/* Raises an error about the place: its path, then the message, lua_pushfstring's format. */
int lim_walk_error(lua_State *L, const struct lim_walk_place *place, const char *fmt, ...);

/* Names of the marks' metatables in the registry, made by lim_walk_marks. */
#define LIM_MARK_LIST "limber.list"
#define LIM_MARK_OBJECT "limber.object"
void lim_walk_marks(lua_State *L);

#endif
