/* A source of dice, shared by kernel.dice and kernel.odds: it answers a procedure's throws.
 *
 * A source is a userdata. Its throw functions are C closures that hold it in an upvalue, so that a throw costs
 * one call and no method look-up. A label and a thrower's name, as a throw gives them, are a voice; a voice is
 * numbered once, and known again by the addresses of its two strings, which the source keeps alive. In each event
 * a voice finds its stream of dice anew: voices that stand for the same label and thrower share one.
 *
 * Its user values hold Lua values:
 *   1 voices: [label or false][name or false] = number, and at 2n and 2n + 1 the two strings of number n
 *   2 throwers: names -> numbers   3 ask counts by number   4 the list of dice, or the function that is told
 *   5 distributions that an enumeration holds on to   6 the throw functions   7 the walk of its last enumeration */
#ifndef LIM_BINDINGS_DICE_SOURCE_H
#define LIM_BINDINGS_DICE_SOURCE_H

#include "bindings.h"
#include "dice.h"
#include "odds.h"
#include "runtime.h"

#define LIM_SOURCE "limber.dice"
#define LIM_DIST "limber.dist"

enum {
    LIM_SOURCE_VOICES = 1,
    LIM_SOURCE_THROWERS,
    LIM_SOURCE_ASKS,
    LIM_SOURCE_GIVEN,
    LIM_SOURCE_HELD,
    LIM_SOURCE_THROWS,
    LIM_SOURCE_WALK,
    LIM_SOURCE_VALUES = LIM_SOURCE_WALK
};

typedef enum lim_source_mode { LIM_SEEDED, LIM_LISTED, LIM_TOLD, LIM_WALKED } lim_source_mode;

/* The dice of one label and thrower in the event under way. */
typedef struct lim_dice {
    uint32_t label, thrower;
    lim_stream stream;
} lim_dice;

typedef struct lim_voice {
    const char *label, *name; /* NULL where there is none */
    uint32_t label_hash, name_hash;
    uint64_t event; /* number of the event in which its stream was found */
    size_t stream;
} lim_voice;

typedef struct lim_cast {
    uint32_t voice, dice;
    size_t first;   /* faces[first .. first + dice - 1] */
    lim_throw what; /* its kind, n, faces and target */
} lim_cast;

typedef struct lim_source {
    lim_event event;
    uint64_t events; /* begun so far, from 1 */
    lim_source_mode mode;
    bool named, counted; /* there are throwers by name, counts of asking by thrower */
    lim_alloc mem;
    lim_voice *voice; /* numbered from 1; voice[0] is not used */
    size_t voices, voice_room;
    uint32_t last;       /* voice that threw; 0 before the first */
    uint32_t recent[16]; /* voices, by the addresses of their strings; 0 where there is none */
    lim_dice *stream;    /* this event's */
    size_t streams, stream_room;
    lim_stream *single; /* the stream of single dice without label and name; NULL when it must be looked for */
    bool recording;
    lim_cast *cast;
    size_t casts, cast_room;
    uint32_t *face; /* those recorded; there is room for one throw more */
    size_t faces, face_room;
    size_t given_at; /* of a list */
    lim_walk *walk;  /* while enumerating: the enumeration's own */
    double ways;     /* while paths are tried at random: the product of the outcomes of the throws so far; else 0 */
    uint64_t tried;  /* what the next random outcome follows from */
} lim_source;

/* The memory of L's allocator, for a kernel structure that a userdata owns; `slot` lives as long as it. */
typedef struct lim_memory {
    lua_Alloc grow;
    void *context;
} lim_memory;
lim_alloc lim_memory_of(lua_State *L, lim_memory *slot);

lim_source *lim_check_source(lua_State *L, int index);

/* The upvalue of a throw function that is its source. */
#define LIM_SOURCE_SELF lua_upvalueindex(2)

/* Room for so many more elements of an array that the source owns: `array`, or where it has moved to. */
void *lim_source_more(lua_State *L, lim_source *s, void *array, size_t *room, size_t used, size_t wanted, size_t size);

/* In a throw function: finds the stream of a voice that has not thrown in this event. */
void lim_find_stream(lua_State *L, lim_source *s, uint32_t voice);

static inline bool lim_has_strings(const lim_source *s, uint32_t voice, const char *label, const char *name) {
    return voice != 0 && s->voice[voice].label == label && s->voice[voice].name == name;
}

/* In a throw function: the number of the voice with the strings at `index` and above it, which are kept. The recent one
 * is told their addresses, and finds voices of late more quickly. */
uint32_t lim_find_voice(lua_State *L, lim_source *s, int index);
uint32_t lim_recent_voice(lua_State *L, lim_source *s, int index, const char *label, const char *name);

/* Pushes the table of throw functions of the source at index. */
void lim_push_throws(lua_State *L, int index);

/* Pushes what a throw of the source at the index is: { kind, n, faces, label, who, at_least, k, apart }. */
void lim_push_spec(lua_State *L, int source, const lim_throw *what, uint32_t dice, uint32_t faces, uint32_t voice);

/* Pushes the strings of a voice: label and name, nil where there is none. */
void lim_push_voice(lua_State *L, int source, uint32_t voice);

/* The next faces of the list of the source at the index; raises a refusal of "dice". */
void lim_take_listed(lua_State *L, int source, const lim_throw *what, uint32_t *faces, uint32_t count);

/* Faces that the function of the source at the index gives, which is told what is thrown; likewise. */
void lim_ask_players(lua_State *L, int source, const lim_throw *what, uint32_t voice, uint32_t *faces, uint32_t count);

/* The distribution held by the userdata at index; raises an argument error for anything else. */
const lim_dist *lim_check_dist(lua_State *L, int index);
const lim_dist *lim_dist_at(lua_State *L, int index, int meta); /* as lim_check_kind has it */

/* Pushes the outcome with this key, of the distribution at index. */
void lim_push_outcome(lua_State *L, int index, int64_t key);

/* Puts in place of the function at `fn` the distribution of what it gives where it gives anything, while an outer
 * enumeration of the source is under way. */
void lim_decide_odds(lua_State *L, lim_source *source, int fn);

/* Raises what a failed function of the odds means, with the place of the Lua code that asked. `fn` is the stack
 * index of the function enumerated, when it is to blame rather than its caller, else 0. Does not return. */
int lim_odds_fail(lua_State *L, lim_odds_status status, int fn);

#endif
