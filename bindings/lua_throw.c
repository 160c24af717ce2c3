/* The throw functions that a procedure gets: `dice.sum(2, 6, "score", "a.1")`. See dice_source.h. */
#include "dice_source.h"

#include <lauxlib.h>
#include <string.h>

/* Upvalues of a throw function: the source's address, which is quickest had, the source, the metatable of dists. */
#define SELF LIM_SOURCE_SELF

static inline lim_source *source_here(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

static inline lim_stream *stream_of(lua_State *L, lim_source *s, uint32_t voice) {
    if (s->voice[voice].event != s->events) lim_find_stream(L, s, voice);
    return &s->stream[s->voice[voice].stream].stream;
}

/* The same, most often the voice that is guessed. */
static inline uint32_t voice_of(lua_State *L, lim_source *s, int index, uint32_t guess) {
    if (s->mode == LIM_WALKED) lim_look(L);
    const int given = lua_gettop(L) - index;
    const char *const label = given >= 0 ? lua_tostring(L, index) : NULL;
    const char *const name = given >= 1 ? lua_tostring(L, index + 1) : NULL;
    if ((given >= 0 && label == NULL) || (given >= 1 && name == NULL)) return lim_find_voice(L, s, index);
    return lim_has_strings(s, guess, label, name) ? guess : lim_recent_voice(L, s, index, label, name);
}

/* ---- where the faces come from ------------------------------------------------------------------------------------- */

static void throw_seeded(lim_stream *stream, const lim_throw *what, uint32_t *faces, uint32_t count) {
    if (what->kind == LIM_FROM) {
        lim_limb draw[LIM_NAT_LIMBS];
        lim_stream_below(stream, what->dist->total, what->dist->limbs, draw);
        faces[0] = (uint32_t)lim_dist_pick(what->dist, draw) + 1;
        return;
    }
    lim_stream_fill(stream, lim_throw_faces(what), count, faces);
    if (lim_throw_lowest_face(what) == 0)
        for (uint32_t i = 0; i < count; i++) faces[i]--;
}

/* Room for the record of one more throw, and for its faces. */
static inline void reserve(lua_State *L, lim_source *s, uint32_t count) {
    if (s->casts < s->cast_room && s->faces + count < s->face_room) return;
    s->cast = lim_source_more(L, s, s->cast, &s->cast_room, s->casts, 1, sizeof *s->cast);
    s->face = lim_source_more(L, s, s->face, &s->face_room, s->faces, (size_t)count + 1, sizeof *s->face);
}

/* Throws, and records it. The faces are behind the record's own until the next throw. */
static const uint32_t *throw_faces(lua_State *L, lim_source *s, const lim_throw *what, uint32_t voice) {
    const uint32_t count = lim_throw_dice(what);
    reserve(L, s, count);
    uint32_t *faces = s->face + s->faces;
    if (s->mode == LIM_SEEDED) {
        throw_seeded(stream_of(L, s, voice), what, faces, count);
    } else if (s->mode == LIM_LISTED) {
        lim_take_listed(L, SELF, what, faces, count);
    } else {
        uint32_t told[LIM_DICE_MAX]; /* apart: whoever tells may throw from this source too */
        lim_ask_players(L, SELF, what, voice, told, count);
        reserve(L, s, count);
        faces = s->face + s->faces;
        memcpy(faces, told, count * sizeof *faces);
    }
    if (s->recording) {
        s->cast[s->casts++] = (lim_cast){voice, count, s->faces, *what};
        s->cast[s->casts - 1].what.faces = lim_throw_faces(what); /* a dist may be gone when this is read */
        s->faces += count;
    }
    return faces;
}

/* ---- the throws ---------------------------------------------------------------------------------------------------- */

/* While outcomes are enumerated the walk answers. */
static int64_t walk_throw(lua_State *L, lim_source *s, const lim_throw *what, uint32_t voice) {
    const lim_dist *dist;
    size_t choice;
    bool fresh;
    const lim_odds_status status = lim_walk_ask(s->walk, what, voice, &dist, &choice, &fresh);
    if (status != LIM_OK) return lim_odds_fail(L, status, 0);
    if (fresh && what->kind == LIM_FROM) { /* the distribution must outlive the walk */
        lua_getiuservalue(L, SELF, LIM_SOURCE_HELD);
        lua_pushvalue(L, 1);
        lua_rawsetp(L, -2, dist);
        lua_pop(L, 1);
    }
    if (s->ways > 0) {
        s->ways *= (double)dist->n;
        s->tried = s->tried * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407); /* Knuth's MMIX */
        choice = (size_t)((s->tried >> 32) % dist->n);
    }
    return dist->value[choice];
}

static int answer(lua_State *L, lim_source *s, const lim_throw *what, int label) {
    const bool walked = s->mode == LIM_WALKED;
    const uint32_t voice = s->last = voice_of(L, s, label, walked ? lim_walk_name(s->walk) : s->last);
    int64_t value;
    if (!walked)
        value = lim_throw_value(what, throw_faces(L, s, what, voice));
    else if (!lim_walk_again(s->walk, what, voice, &value))
        value = walk_throw(L, s, what, voice);
    if (what->kind == LIM_FROM) lim_push_outcome(L, 1, value);
    else lua_pushinteger(L, value);
    return 1;
}

static uint32_t refuse_number(lua_State *L, int index, lua_Integer least, lua_Integer most) {
    const lua_Integer number = luaL_checkinteger(L, index);
    if (number < least || number > most)
        luaL_argerror(L, index, lua_pushfstring(L, "must be %I to %I, got %I", least, most, number));
    return (uint32_t)number;
}

static inline uint32_t check_number(lua_State *L, int index, lua_Integer least, lua_Integer most) {
    const lua_Integer number = lua_tointegerx(L, index, NULL); /* 0 when it is no number */
    if (number <= 0 || number < least || number > most) return refuse_number(L, index, least, most);
    return (uint32_t)number;
}

static inline uint32_t check_faces(lua_State *L, int index) { return check_number(L, index, 1, LIM_FACES_MAX); }
static inline uint32_t check_dice(lua_State *L, int index) { return check_number(L, index, 0, LIM_DICE_MAX); }

/* A number that a die must reach; modifiers may take it off the die. */
static uint32_t check_target(lua_State *L, int index, uint32_t faces) {
    const lua_Integer at_least = luaL_checkinteger(L, index);
    return at_least < 1 ? 1 : at_least > faces ? faces + 1 : (uint32_t)at_least;
}

/* Where no seed throws it. */
__attribute__((noinline)) static int answer_one(lua_State *L, lim_source *s, uint32_t faces) {
    return answer(L, s, &(lim_throw){.kind = LIM_DIE, .n = 1, .faces = faces}, 2);
}

/* Records one die. The places are written one by one: a copy of a whole would wait for those just written. */
static inline void record_one(lua_State *L, lim_source *s, uint32_t voice, uint32_t faces, uint32_t face) {
    reserve(L, s, 1);
    lim_cast *const cast = &s->cast[s->casts++];
    cast->voice = voice;
    cast->dice = 1;
    cast->first = s->faces;
    cast->what.kind = LIM_DIE;
    cast->what.n = 1;
    cast->what.faces = faces;
    cast->what.target = 0;
    cast->what.apart = false;
    s->face[s->faces++] = face;
}

__attribute__((noinline)) static int throw_one(lua_State *L, lim_source *s, uint32_t faces) {
    if (s->mode != LIM_SEEDED) return answer_one(L, s, faces);
    const uint32_t voice = s->last = voice_of(L, s, 2, s->last);
    lim_stream *const stream = stream_of(L, s, voice);
    const uint32_t face = lim_stream_die(stream, faces);
    if (s->recording)
        record_one(L, s, voice, faces, face);
    else if (lua_gettop(L) == 1)
        s->single = stream;
    lua_pushinteger(L, face);
    return 1;
}

/* Most throws are one die: seeded, nameless and not recorded it takes the short way, saving few registers. */
static int t_d(lua_State *L) {
    lim_source *const s = source_here(L);
    if (s->single == NULL || lua_gettop(L) > 1) return throw_one(L, s, check_faces(L, 1));
    const lua_Integer faces = lua_tointegerx(L, 1, NULL); /* 0 when it is no number */
    if ((lua_Unsigned)faces - 1 >= LIM_FACES_MAX) check_faces(L, 1);
    lua_pushinteger(L, lim_stream_die(s->single, (uint32_t)faces));
    return 1;
}

/* So do few dice added. */
static int t_sum(lua_State *L) {
    enum { FEW = 4 };
    const lim_throw what = {.kind = LIM_SUM, .n = check_dice(L, 1), .faces = check_faces(L, 2)};
    lim_source *const s = source_here(L);
    if (lua_gettop(L) > 2 || what.n > FEW) return answer(L, s, &what, 3);
    if (s->single == NULL) {
        answer(L, s, &what, 3);
        if (s->mode == LIM_SEEDED && !s->recording) s->single = stream_of(L, s, s->last);
        return 1;
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i < what.n; i++) sum += lim_stream_die(s->single, what.faces);
    lua_pushinteger(L, sum);
    return 1;
}

static int t_count(lua_State *L) {
    lim_throw what = {.kind = LIM_COUNT, .n = check_dice(L, 1), .faces = check_faces(L, 2)};
    what.target = check_target(L, 3, what.faces);
    return answer(L, source_here(L), &what, 4);
}

/* Throws n dice apart; how many show the target or more. */
static uint32_t count_apart(lua_State *L, lim_source *s, const lim_throw *what, uint32_t voice) {
    uint32_t hits = 0;
    const uint32_t *const faces = throw_faces(L, s, what, voice);
    for (uint32_t i = 0; i < what->n; i++) hits += faces[i] >= what->target;
    return hits;
}

/* Each die that reaches the first target is thrown once more, at once, for the second. Only dice of a list show their
 * order; other sources throw all first dice, then those thrown again. One die of faces × faces has the same odds. */
static int t_confirmed(lua_State *L) {
    enum { MOST_FACES = 1000 };
    const uint32_t n = check_dice(L, 1), faces = check_number(L, 2, 1, MOST_FACES);
    lim_throw first = {.kind = LIM_COUNT, .n = n, .faces = faces, .target = check_target(L, 3, faces)}, again = first;
    lim_source *const s = source_here(L);
    uint32_t hits = 0;
    again.target = check_target(L, 4, faces);
    lua_settop(L, 6);
    if (s->mode == LIM_WALKED) {
        const uint32_t ways = (faces + 1 - first.target) * (faces + 1 - again.target);
        const lim_throw both = {.kind = LIM_COUNT, .n = n, .faces = faces * faces, .target = faces * faces + 1 - ways};
        return answer(L, s, &both, 5);
    }
    lua_pushfstring(L, "%s again", luaL_optstring(L, 5, "die"));
    lua_pushvalue(L, 6);
    const uint32_t voice = voice_of(L, s, 5, s->last), voice_again = voice_of(L, s, 7, s->last);
    if (s->mode == LIM_LISTED) first.n = 1;
    for (uint32_t thrown = 0; thrown < n; thrown += first.n) {
        again.n = count_apart(L, s, &first, voice);
        if (again.n > 0) hits += count_apart(L, s, &again, voice_again);
    }
    lua_pushinteger(L, hits);
    return 1;
}

static int keep(lua_State *L, lim_kind kind) {
    const uint32_t n = check_dice(L, 2);
    const lim_throw what = {.kind = kind, .n = n, .faces = check_faces(L, 3), .target = check_number(L, 1, 0, n)};
    return answer(L, source_here(L), &what, 4);
}

static int t_highest(lua_State *L) { return keep(L, LIM_HIGHEST); }
static int t_lowest(lua_State *L) { return keep(L, LIM_LOWEST); }

static int t_d10z(lua_State *L) {
    return answer(L, source_here(L), &(lim_throw){.kind = LIM_D10Z, .n = 1, .faces = 10}, 1);
}

static int t_percentile(lua_State *L) {
    const lim_throw what = {.kind = LIM_PERCENTILE, .n = 2, .faces = 10};
    return answer(L, source_here(L), &what, 1);
}

static int t_choice(lua_State *L) {
    uint32_t weights[LIM_CHOICES_MAX];
    luaL_checktype(L, 1, LUA_TTABLE);
    const lua_Integer n = luaL_len(L, 1);
    lua_Integer sum = 0;
    luaL_argcheck(L, n >= 1 && n <= LIM_CHOICES_MAX, 1, "1 to 1000 weights are wanted");
    for (lua_Integer i = 0; i < n; i++) {
        lua_geti(L, 1, i + 1);
        luaL_argcheck(L, lua_isinteger(L, -1), 1, "weights must be whole numbers");
        const lua_Integer weight = lua_tointeger(L, -1);
        luaL_argcheck(L, weight >= 0 && weight <= LIM_FACES_MAX, 1, "a weight is out of range");
        weights[i] = (uint32_t)weight;
        sum += weight;
        lua_pop(L, 1);
    }
    luaL_argcheck(L, sum >= 1 && sum <= LIM_FACES_MAX, 1, "the weights' sum is out of range");
    const lim_throw what = {.kind = LIM_CHOICE, .n = (uint32_t)n, .faces = (uint32_t)sum, .weights = weights};
    return answer(L, source_here(L), &what, 2);
}

/* A value of a distribution that is thrown by the seed and not recorded takes a short way too. */
static int t_from(lua_State *L) {
    const lim_throw what = {.kind = LIM_FROM, .n = 1, .dist = lim_dist_at(L, 1, lua_upvalueindex(3))};
    lim_source *const s = source_here(L);
    uint32_t face;
    if (s->mode != LIM_SEEDED || s->recording) return answer(L, s, &what, 2);
    s->last = voice_of(L, s, 2, s->last);
    throw_seeded(stream_of(L, s, s->last), &what, &face, 1);
    lim_push_outcome(L, 1, what.dist->value[face - 1]);
    return 1;
}

/* What a function gives that throws until it gives anything, and how often it threw. Odds are those of one throw on the
 * condition that it decides; there, how often has no last value, and is nil. */
static int t_again(lua_State *L) {
    enum { TRIES_MOST = 1000000 };
    lim_source *const s = source_here(L);
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 3);
    if (s->mode == LIM_WALKED) {
        lim_decide_odds(L, s, 1);
        const lim_throw what = {.kind = LIM_FROM, .n = 1, .dist = lim_check_dist(L, 1)};
        return answer(L, s, &what, 2);
    }
    for (lua_Integer tries = 1; tries <= TRIES_MOST; tries++) {
        lua_pushvalue(L, 1);
        lua_call(L, 0, 1);
        if (!lua_isnil(L, -1)) {
            lua_pushinteger(L, tries);
            return 2;
        }
        lua_pop(L, 1);
    }
    return luaL_error(L, "dice.again: no throw decides anything");
}

/* The dice themselves, not what they make. Where outcomes are enumerated each die is an answer of its own. */
static int t_dice(lua_State *L) {
    const lim_throw all = {.kind = LIM_SUM, .n = check_dice(L, 1), .faces = check_faces(L, 2), .apart = true};
    const lim_throw one = {.kind = LIM_DIE, .n = 1, .faces = all.faces};
    lim_source *const s = source_here(L);
    lua_settop(L, 4);
    const uint32_t voice = voice_of(L, s, 3, s->last);
    const uint32_t *const faces = s->mode == LIM_WALKED ? NULL : throw_faces(L, s, &all, voice);
    lua_createtable(L, (int)all.n, 0);
    for (uint32_t i = 0; i < all.n; i++) {
        lua_pushinteger(L, faces != NULL ? faces[i] : walk_throw(L, s, &one, voice));
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static const luaL_Reg throws[] = {
    {"d", t_d},                   /* d(faces, label?, who?) -> 1..faces */
    {"sum", t_sum},               /* sum(n, faces, label?, who?) -> total */
    {"count", t_count},           /* count(n, faces, at_least, label?, who?) -> how many */
    {"confirmed", t_confirmed},   /* confirmed(n, faces, at_least, again, label?, who?) -> how many, thrown twice */
    {"highest", t_highest},       /* highest(k, n, faces, label?, who?) -> total of the best k */
    {"lowest", t_lowest},         /* lowest(k, n, faces, label?, who?) -> total of the worst k */
    {"d10z", t_d10z},             /* d10z(label?, who?) -> 0..9 */
    {"percentile", t_percentile}, /* percentile(label?, who?) -> 0..99, tens thrown first */
    {"choice", t_choice},         /* choice(weights, label?, who?) -> 1..#weights */
    {"from", t_from},             /* from(dist, label?, who?) -> one of its values */
    {"again", t_again},           /* again(fn, label?, who?) -> what fn() gives, called until it is not nil; how often */
    {"dice", t_dice},             /* dice(n, faces, label?, who?) -> list of n faces */
    {NULL, NULL},
};

void lim_push_throws(lua_State *L, int index) {
    index = lua_absindex(L, index);
    luaL_newlibtable(L, throws);
    lua_pushlightuserdata(L, lim_check_source(L, index));
    lua_pushvalue(L, index);
    luaL_getmetatable(L, LIM_DIST);
    luaL_setfuncs(L, throws, 3);
}
