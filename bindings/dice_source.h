/* A source of dice, as kernel.dice and kernel.odds share it: who answers a procedure's throws.
 *
 * A source is a userdata. Its throw functions are C closures that hold it in an upvalue, so that a throw costs
 * one call and no method look-up. What it needs of Lua is in its user values:
 *   1 label and thrower names by stream number   2 throwers: names -> numbers   3 ask counts by number
 *   4 the list of dice, or the function that is told   5 what an enumeration holds on to */
#ifndef LIM_BINDINGS_DICE_SOURCE_H
#define LIM_BINDINGS_DICE_SOURCE_H

#include "bindings.h"
#include "dice.h"
#include "odds.h"

#define LIM_SOURCE "limber.dice"
#define LIM_DIST "limber.dist"

enum { LIM_SOURCE_NAMES = 1, LIM_SOURCE_THROWERS, LIM_SOURCE_ASKS, LIM_SOURCE_GIVEN, LIM_SOURCE_HELD };

typedef enum lim_source_mode { LIM_SEEDED, LIM_LISTED, LIM_TOLD, LIM_WALKED } lim_source_mode;

/* The dice of one label and thrower within an event. */
typedef struct lim_voice {
    uint32_t label, thrower;
    bool labelled, named;
    lim_stream stream;
} lim_voice;

typedef struct lim_cast {
    uint32_t voice, first, dice; /* faces[first .. first + dice - 1] */
    lim_throw what;              /* its kind, n, faces and target */
} lim_cast;

typedef struct lim_source {
    lim_event event;
    lim_source_mode mode;
    lim_alloc mem;
    lim_voice *voice; /* this event's, in order of first use */
    size_t voices, voice_room, last;
    bool recording;
    lim_cast *cast;
    size_t casts, cast_room;
    uint32_t *face;
    size_t faces, face_room;
    size_t given_at; /* of a list */
    lim_walk *walk;  /* while enumerating: the enumeration's own */
} lim_source;

/* The memory of L's allocator, for a kernel structure that a userdata owns; `slot` lives as long as it. */
typedef struct lim_memory {
    lua_Alloc grow;
    void *context;
} lim_memory;
lim_alloc lim_memory_of(lua_State *L, lim_memory *slot);

lim_source *lim_check_source(lua_State *L, int index);

/* Pushes the table of throw functions of the source at index. */
void lim_push_throws(lua_State *L, int index);

/* The distribution held by the userdata at index; raises an argument error for anything else. */
const lim_dist *lim_check_dist(lua_State *L, int index);

/* Raises what a failed function of the odds means. Does not return. */
int lim_odds_fail(lua_State *L, lim_odds_status status);

#endif
