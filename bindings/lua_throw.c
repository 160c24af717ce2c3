/* The throw functions a procedure is handed: `dice.sum(2, 6, "score", "a.1")`. See dice_source.h. */
#include "dice_source.h"

#include "budget.h"

#include <lauxlib.h>
#include <string.h>

static void *grow(void *context, void *block, size_t old_bytes, size_t new_bytes) {
    lim_memory *memory = context;
    return memory->grow(memory->context, block, block == NULL ? 0 : old_bytes, new_bytes);
}

lim_alloc lim_memory_of(lua_State *L, lim_memory *slot) {
    slot->grow = lua_getallocf(L, &slot->context);
    return (lim_alloc){grow, slot};
}

/* Room for one more element of an array that the source owns. */
static void *more(lua_State *L, lim_source *s, void *array, size_t *room, size_t used, size_t wanted, size_t size) {
    if (used + wanted <= *room) return array;
    size_t bigger = *room * 2 > used + wanted ? *room * 2 : used + wanted + 4;
    void *block = lim_grow(&s->mem, array, *room * size, bigger * size);
    if (block == NULL) luaL_error(L, "not enough memory");
    *room = bigger;
    return block;
}

static uint32_t number_in(lua_State *L, int slot, int key_index, uint32_t missing) {
    uint32_t number = missing;
    if (lua_getiuservalue(L, lua_upvalueindex(1), slot) == LUA_TTABLE) { /* table */
        lua_pushvalue(L, key_index);
        if (lua_rawget(L, -2) == LUA_TNUMBER) number = (uint32_t)lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return number;
}

static uint32_t asked_by(lua_State *L, const lim_source *s, uint32_t thrower) {
    lua_pushinteger(L, thrower);
    uint32_t ask = number_in(L, LIM_SOURCE_ASKS, lua_gettop(L), s->event.ask);
    lua_pop(L, 1);
    return ask;
}

/* A label and thrower not heard before in this event. Their names are kept for the record. */
static lim_voice *new_voice(lua_State *L, lim_source *s, int label, uint32_t label_hash, int who, uint32_t thrower) {
    s->voice = more(L, s, s->voice, &s->voice_room, s->voices, 1, sizeof *s->voice);
    lim_voice *voice = &s->voice[s->voices];
    *voice = (lim_voice){.label = label_hash, .thrower = thrower, .labelled = label != 0, .named = who != 0};
    lim_event event = s->event;
    event.thrower = thrower;
    event.ask = asked_by(L, s, thrower);
    lim_stream_open(&voice->stream, &event, label_hash);
    lua_getiuservalue(L, lua_upvalueindex(1), LIM_SOURCE_NAMES); /* names */
    for (int i = 0; i < 2; i++) {
        int from = i == 0 ? label : who;
        if (from != 0)
            lua_pushvalue(L, from);
        else
            lua_pushboolean(L, 0);
        lua_rawseti(L, -2, (lua_Integer)(2 * s->voices + 1 + (size_t)i));
    }
    lua_pop(L, 1);
    s->last = s->voices++;
    return voice;
}

/* The voice that throws: the label at `index`, the thrower's name after it. */
static lim_voice *voice_of(lua_State *L, lim_source *s, int index) {
    size_t bytes = 0;
    uint32_t label = 0, thrower = s->event.thrower;
    int label_at = 0, who_at = 0;
    if (!lua_isnoneornil(L, index)) {
        const char *text = luaL_checklstring(L, index, &bytes);
        label = lim_name_hash(text, bytes);
        label_at = index;
    }
    if (!lua_isnoneornil(L, index + 1)) {
        const char *text = luaL_checklstring(L, index + 1, &bytes);
        who_at = index + 1;
        thrower = number_in(L, LIM_SOURCE_THROWERS, who_at, lim_name_hash(text, bytes));
    }
    for (size_t i = 0; i < s->voices; i++) {
        lim_voice *voice = &s->voice[(s->last + i) % s->voices];
        if (voice->label == label && voice->thrower == thrower && voice->named == (who_at != 0)) {
            s->last = (size_t)(voice - s->voice);
            return voice;
        }
    }
    return new_voice(L, s, label_at, label, who_at, thrower);
}

static void record(lua_State *L, lim_source *s, const lim_voice *voice, const lim_throw *what, const uint32_t *faces,
                   uint32_t count) {
    if (!s->recording) return;
    s->cast = more(L, s, s->cast, &s->cast_room, s->casts, 1, sizeof *s->cast);
    s->face = more(L, s, s->face, &s->face_room, s->faces, count, sizeof *s->face);
    s->cast[s->casts++] = (lim_cast){(uint32_t)(voice - s->voice), (uint32_t)s->faces, count, *what};
    memcpy(s->face + s->faces, faces, count * sizeof *faces);
    s->faces += count;
}

/* One face as somebody gave it, at the top of the stack; popped. */
static uint32_t given_face(lua_State *L, const lim_throw *what) {
    uint32_t lowest = lim_throw_lowest_face(what), highest = lowest + lim_throw_faces(what) - 1;
    int whole = 0;
    lua_Integer face = lua_tointegerx(L, -1, &whole);
    if (lua_type(L, -1) != LUA_TNUMBER || !whole || face < lowest || face > highest) {
        const char *came = luaL_tolstring(L, -1, NULL);
        return (uint32_t)lim_refuse(L, "dice", "dice: a face must be %d to %d, got %s", (int)lowest, (int)highest,
                                    came);
    }
    lua_pop(L, 1);
    return (uint32_t)face;
}

static void take_listed(lua_State *L, lim_source *s, const lim_throw *what, uint32_t *faces, uint32_t count) {
    lua_getiuservalue(L, lua_upvalueindex(1), LIM_SOURCE_GIVEN); /* list */
    for (uint32_t i = 0; i < count; i++) {
        if (lua_geti(L, -1, (lua_Integer)s->given_at + 1) == LUA_TNIL)
            lim_refuse(L, "dice", "dice: %d were given, and another is needed", (int)s->given_at);
        s->given_at++;
        faces[i] = given_face(L, what);
    }
    lua_pop(L, 1);
}

static const char *const kinds[] = {"d", "sum", "count", "highest", "lowest", "d10z", "percentile", "choice", "from"};

static void set_number(lua_State *L, const char *key, lua_Integer value) {
    lua_pushinteger(L, value);
    lua_setfield(L, -2, key);
}

/* Pushes what a throw is: { kind, n, faces, label, who, at_least, k }. */
static void push_spec(lua_State *L, const lim_throw *what, int label, int who) {
    lua_createtable(L, 0, 8); /* spec */
    lua_pushstring(L, kinds[what->kind]);
    lua_setfield(L, -2, "kind");
    set_number(L, "n", lim_throw_dice(what));
    set_number(L, "faces", lim_throw_faces(what));
    if (what->kind == LIM_COUNT) set_number(L, "at_least", what->target);
    if (what->kind == LIM_HIGHEST || what->kind == LIM_LOWEST) set_number(L, "k", what->target);
    if (what->kind == LIM_CHOICE) {
        lua_createtable(L, (int)what->n, 0);
        for (uint32_t i = 0; i < what->n; i++) {
            lua_pushinteger(L, what->weights[i]);
            lua_rawseti(L, -2, (lua_Integer)i + 1);
        }
        lua_setfield(L, -2, "weights");
    }
    if (!lua_isnoneornil(L, label)) {
        lua_pushvalue(L, label);
        lua_setfield(L, -2, "label");
    }
    if (!lua_isnoneornil(L, who)) {
        lua_pushvalue(L, who);
        lua_setfield(L, -2, "who");
    }
}

static void ask_players(lua_State *L, const lim_throw *what, int label, uint32_t *faces, uint32_t count) {
    lua_getiuservalue(L, lua_upvalueindex(1), LIM_SOURCE_GIVEN); /* told */
    push_spec(L, what, label, label + 1);
    lua_call(L, 1, 1); /* dice */
    if (!lua_istable(L, -1) || luaL_len(L, -1) != (lua_Integer)count)
        lim_refuse(L, "dice", "dice: %d are needed", (int)count);
    for (uint32_t i = 0; i < count; i++) {
        lua_geti(L, -1, (lua_Integer)i + 1);
        faces[i] = given_face(L, what);
    }
    lua_pop(L, 1);
}

/* A draw from a distribution: the place of the value, from 1. */
static uint32_t draw(lim_stream *stream, const lim_dist *dist) {
    lim_limb below[LIM_NAT_LIMBS];
    size_t limbs = lim_nat_trim(dist->total, dist->limbs);
    lim_stream_below(stream, dist->total, limbs, below);
    for (size_t i = limbs; i < dist->limbs; i++) below[i] = 0;
    return (uint32_t)lim_dist_pick(dist, below) + 1;
}

static void throw_seeded(lim_voice *voice, const lim_throw *what, uint32_t *faces, uint32_t count) {
    if (what->kind == LIM_FROM) {
        faces[0] = draw(&voice->stream, what->dist);
        return;
    }
    uint32_t shift = 1 - lim_throw_lowest_face(what), sides = lim_throw_faces(what);
    for (uint32_t i = 0; i < count; i++) faces[i] = lim_stream_die(&voice->stream, sides) - shift;
}

static int64_t walk_throw(lua_State *L, lim_source *s, const lim_throw *what, int label) {
    size_t bytes, choice;
    uint32_t name = 0;
    const lim_dist *dist;
    bool fresh = false;
    for (int i = label; i <= label + 1; i++) {
        if (lua_isnoneornil(L, i)) continue;
        const char *text = luaL_checklstring(L, i, &bytes);
        name = name * 16777619u + lim_name_hash(text, bytes);
    }
    lim_odds_status status = lim_walk_ask(s->walk, what, name, &dist, &choice, &fresh);
    if (status != LIM_OK) return lim_odds_fail(L, status);
    if (fresh && what->kind == LIM_FROM) { /* the distribution must outlive the walk */
        lua_getiuservalue(L, lua_upvalueindex(1), LIM_SOURCE_HELD);
        lua_pushvalue(L, 1);
        lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
        lua_pop(L, 1);
    }
    return dist->value[choice];
}

static int64_t throw_value(lua_State *L, lim_source *s, const lim_throw *what, int label) {
    if (s->mode == LIM_WALKED) return walk_throw(L, s, what, label);
    uint32_t faces[LIM_DICE_MAX];
    uint32_t count = lim_throw_dice(what);
    lim_voice *voice = voice_of(L, s, label);
    switch (s->mode) {
    case LIM_LISTED: take_listed(L, s, what, faces, count); break;
    case LIM_TOLD:
        ask_players(L, what, label, faces, count);
        voice = voice_of(L, s, label); /* the players' function may have thrown too */
        break;
    default: throw_seeded(voice, what, faces, count);
    }
    record(L, s, voice, what, faces, count);
    return lim_throw_value(what, faces);
}

static uint32_t check_number(lua_State *L, int index, lua_Integer least, lua_Integer most) {
    lua_Integer number = luaL_checkinteger(L, index);
    luaL_argcheck(L, number >= least && number <= most, index, "out of range");
    return (uint32_t)number;
}

static int answer(lua_State *L, const lim_throw *what, int label) {
    lim_source *s = lua_touserdata(L, lua_upvalueindex(1));
    lua_settop(L, label + 1);
    lua_pushinteger(L, throw_value(L, s, what, label));
    return 1;
}

static int t_d(lua_State *L) {
    lim_throw what = {.kind = LIM_DIE, .n = 1, .faces = check_number(L, 1, 1, LIM_FACES_MAX)};
    return answer(L, &what, 2);
}

static int t_sum(lua_State *L) {
    lim_throw what = {
        .kind = LIM_SUM, .n = check_number(L, 1, 1, LIM_DICE_MAX), .faces = check_number(L, 2, 1, LIM_FACES_MAX)};
    return answer(L, &what, 3);
}

static int t_count(lua_State *L) {
    lim_throw what = {.kind = LIM_COUNT,
                      .n = check_number(L, 1, 1, LIM_DICE_MAX),
                      .faces = check_number(L, 2, 1, LIM_FACES_MAX),
                      .target = check_number(L, 3, 0, LIM_FACES_MAX)};
    return answer(L, &what, 4);
}

static int keep(lua_State *L, lim_kind kind) {
    uint32_t n = check_number(L, 2, 1, LIM_DICE_MAX);
    lim_throw what = {
        .kind = kind, .n = n, .faces = check_number(L, 3, 1, LIM_FACES_MAX), .target = check_number(L, 1, 1, n)};
    return answer(L, &what, 4);
}

static int t_highest(lua_State *L) { return keep(L, LIM_HIGHEST); }
static int t_lowest(lua_State *L) { return keep(L, LIM_LOWEST); }

static int t_d10z(lua_State *L) {
    lim_throw what = {.kind = LIM_D10Z, .n = 1, .faces = 10};
    return answer(L, &what, 1);
}

static int t_percentile(lua_State *L) {
    lim_throw what = {.kind = LIM_PERCENTILE, .n = 2, .faces = 10};
    return answer(L, &what, 1);
}

static int t_choice(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    uint32_t weights[LIM_CHOICES_MAX];
    lua_Integer n = luaL_len(L, 1), sum = 0;
    luaL_argcheck(L, n >= 1 && n <= LIM_CHOICES_MAX, 1, "1 to 1000 weights are wanted");
    for (lua_Integer i = 0; i < n; i++) {
        lua_geti(L, 1, i + 1);
        lua_Integer weight = luaL_checkinteger(L, -1);
        luaL_argcheck(L, weight >= 0 && weight <= LIM_FACES_MAX, 1, "a weight is out of range");
        weights[i] = (uint32_t)weight;
        sum += weight;
        lua_pop(L, 1);
    }
    luaL_argcheck(L, sum >= 1 && sum <= LIM_FACES_MAX, 1, "the weights' sum is out of range");
    lim_throw what = {.kind = LIM_CHOICE, .n = (uint32_t)n, .faces = (uint32_t)sum, .weights = weights};
    return answer(L, &what, 2);
}

static int t_from(lua_State *L) {
    lim_throw what = {.kind = LIM_FROM, .n = 1, .dist = lim_check_dist(L, 1)};
    return answer(L, &what, 2);
}

static const luaL_Reg throws[] = {
    {"d", t_d},                   /* d(faces, label?, who?) -> 1..faces */
    {"sum", t_sum},               /* sum(n, faces, label?, who?) -> total */
    {"count", t_count},           /* count(n, faces, at_least, label?, who?) -> how many */
    {"highest", t_highest},       /* highest(k, n, faces, label?, who?) -> total of the best k */
    {"lowest", t_lowest},         /* lowest(k, n, faces, label?, who?) -> total of the worst k */
    {"d10z", t_d10z},             /* d10z(label?, who?) -> 0..9 */
    {"percentile", t_percentile}, /* percentile(label?, who?) -> 0..99, tens first */
    {"choice", t_choice},         /* choice(weights, label?, who?) -> 1..#weights */
    {"from", t_from},             /* from(dist, label?, who?) -> one of its values */
    {NULL, NULL},
};

void lim_push_throws(lua_State *L, int index) {
    index = lua_absindex(L, index);
    luaL_newlibtable(L, throws);
    lua_pushvalue(L, index);
    luaL_setfuncs(L, throws, 1);
}

/* The record so far, as a list of { kind, n, faces, label, who, dice = {…} }. */
int lim_source_record(lua_State *L);
int lim_source_record(lua_State *L) {
    const lim_source *s = lim_check_source(L, 1);
    lua_createtable(L, (int)s->casts, 0);      /* record */
    lua_getiuservalue(L, 1, LIM_SOURCE_NAMES); /* record names */
    for (size_t i = 0; i < s->casts; i++) {
        const lim_cast *cast = &s->cast[i];
        lua_rawgeti(L, -1, (lua_Integer)(2 * cast->voice + 1)); /* label, false when there is none */
        lua_rawgeti(L, -2, (lua_Integer)(2 * cast->voice + 2)); /* who */
        int label = lua_gettop(L) - 1;
        for (int at = label; at <= label + 1; at++) {
            if (lua_isboolean(L, at)) {
                lua_pushnil(L);
                lua_replace(L, at);
            }
        }
        lim_throw what = cast->what;
        if (what.kind == LIM_CHOICE) what.kind = LIM_DIE; /* its weights were the caller's; a die of their sum */
        push_spec(L, &what, label, label + 1);            /* record names label who throw */
        lua_pushstring(L, kinds[cast->what.kind]);
        lua_setfield(L, -2, "kind");
        lua_createtable(L, (int)cast->dice, 0);
        for (uint32_t die = 0; die < cast->dice; die++) {
            lua_pushinteger(L, s->face[cast->first + die]);
            lua_rawseti(L, -2, (lua_Integer)die + 1);
        }
        lua_setfield(L, -2, "dice");
        lua_rawseti(L, 2, (lua_Integer)i + 1);
        lua_settop(L, 3);
    }
    lua_settop(L, 2);
    return 1;
}
