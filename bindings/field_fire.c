/* Lines of fire: the part of kernel.field that kernel/fire.c answers. See lua_field.c for the rest.
 *
 *   args   {from=subject, to=subject | targets=filter, reach=um, most=n, muzzles="front|front_ends|sides|centre" or
 *           {points}, files="muzzle" or {points}, arc=angle, rear=true, off=angle, marks="nearest|all", eye=um,
 *           mark=um, tall=filter, opaque=filter, thick=um, solid=filter, pass=filter, except=ids, side=,
 *           range="muzzle|base|centre"}
 *
 * The shooter and its target are never in the way of a line. */
#include "field_names.h"

#include <string.h>

#define FEW 16

typedef struct asked {
    lim_field *field;
    lim_fire fire;
    lim_figure from;
    lim_picked tall, opaque, solid, pass, targets;
    lim_vec few[2 * FEW];
} asked;

/* ---- arguments: the table at 2 ---- */

/* Which of the words, ended by NULL, the named field is; the first when it is absent. */
static int read_word(lua_State *L, const char *name, const char *const *words) {
    int which = 0;
    if (lua_getfield(L, 2, name) != LUA_TNIL) {
        const char *word = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
        while (words[which] != NULL && strcmp(words[which], word) != 0) which++;
        if (words[which] == NULL) {
            const char *path = lua_pushfstring(L, "args.%s", name);
            lim_refuse(L, path, "%s must be %s or another of its words, got %s", path, words[0], lim_show(L, -2));
        }
    }
    lua_pop(L, 1);
    return which;
}

/* A filter in the named field; false if it is absent (or false), and then it admits everything. */
static bool read_filter(lua_State *L, const char *name, lim_picked *picked) {
    bool there = lua_getfield(L, 2, name) != LUA_TNIL && lua_toboolean(L, -1);
    if (!there) {
        lua_pop(L, 1);
        lua_pushnil(L);
    }
    lim_get_filter(L, lua_gettop(L), picked);
    lua_pop(L, 1);
    return there;
}

/* Ids in args.except, which stop nothing. */
static void read_except(lua_State *L, asked *a) {
    if (lua_getfield(L, 2, "except") != LUA_TNIL) {
        lim_need_table(L, -1, "args.except");
        lua_Integer n = luaL_len(L, -1);
        for (lua_Integer i = 1; i <= n; i++) {
            lua_geti(L, -1, i);
            int64_t key = lim_check_key(L, -1, "args.except");
            lua_pop(L, 1);
            lim_except(L, &a->tall, key);
            lim_except(L, &a->opaque, key);
            lim_except(L, &a->solid, key);
        }
    }
    lua_pop(L, 1);
}

/* Points in the list on top, into `few` when they fit; leaves one value in place of the list. */
static const lim_vec *take_points(lua_State *L, const char *arg, lim_vec *few, size_t *count) {
    lim_need_table(L, -1, arg);
    lua_Integer n = luaL_len(L, -1);
    if (n < 1 || n > 1000) lim_refuse(L, arg, "%s must hold 1 to 1000 points, got %I", arg, n);
    lim_vec *points = few;
    if (n > FEW)
        points = lua_newuserdatauv(L, (size_t)n * sizeof *points, 0);
    else
        lua_pushnil(L); /* list room */
    for (lua_Integer i = 1; i <= n; i++) {
        const char *place = lua_pushfstring(L, "%s.%d", arg, (int)i);
        lua_geti(L, -3, i);
        points[i - 1] = lim_vec_of(lim_get_point(L, -1, place));
        lua_pop(L, 2);
    }
    lua_remove(L, -2);
    *count = (size_t)n;
    return points;
}

/* The muzzles that a word names; a base's edges begin with the front, an area has one a side. */
static void name_muzzles(lua_State *L, asked *a) {
    static const char *const words[] = {"front", "front_ends", "sides", "centre", NULL};
    const lim_shape *s = &a->from.shape;
    int word = read_word(L, "muzzles", words);
    size_t n = 0, edges = word == 2 ? lim_shape_edges(s) : s->kind == LIM_BASE ? 1 : 0;
    lim_vec *at = a->few;
    if (edges > FEW)
        at = lua_newuserdatauv(L, edges * sizeof *at, 0);
    else
        lua_pushnil(L);
    for (uint32_t i = 0; i < edges && word < 3; i++) {
        lim_vec next = lim_shape_next(s, i);
        at[n++] = lim_vec_along(s->at[i], lim_vec_sub(next, s->at[i]), 0.5);
    }
    if (word == 1 && n == 1) at[n++] = s->at[0], at[n++] = s->at[1];
    if (n == 0) at[n++] = lim_box_middle(s->box);
    a->fire.muzzles = at;
    a->fire.muzzle_count = n;
}

/* Muzzles and files; leaves two values that hold them. */
static void read_places(lua_State *L, asked *a) {
    if (lua_getfield(L, 2, "muzzles") == LUA_TTABLE) {
        a->fire.muzzles = take_points(L, "args.muzzles", a->few, &a->fire.muzzle_count);
    } else {
        lua_pop(L, 1);
        name_muzzles(L, a);
    }
    if (lua_getfield(L, 2, "files") == LUA_TSTRING) {
        a->fire.from_muzzle = strcmp(lua_tostring(L, -1), "muzzle") == 0;
        if (!a->fire.from_muzzle)
            lim_refuse(L, "args.files", "args.files must be muzzle or points, got %s", lim_show(L, -1));
    } else if (!lua_isnil(L, -1)) {
        a->fire.files = take_points(L, "args.files", a->few + FEW, &a->fire.file_count);
    }
}

/* Reads all but the targets; leaves what must stay on the stack. */
static void read_args(lua_State *L, asked *a) {
    static const char *const marks[] = {"nearest", "all", NULL};
    static const char *const ranges[] = {"muzzle", "base", "centre", NULL};
    lua_settop(L, 2);
    lim_need_table(L, 2, "args");
    a->field = lim_check_field(L);
    a->fire = (lim_fire){.from = &a->from.shape};
    a->fire.between.ends[0] = &a->from.shape;
    read_filter(L, "tall", &a->tall);
    a->fire.between.opaques = read_filter(L, "opaque", &a->opaque);
    a->fire.between.solids = read_filter(L, "solid", &a->solid);
    a->fire.between.passes = read_filter(L, "pass", &a->pass);
    read_except(L, a);
    a->fire.between.thick = (double)lim_get_int(L, 2, "args", "thick", 0, LIM_REACH, 0);
    a->fire.between.side = lim_get_side(L, 2, "side");
    a->fire.arc = (int32_t)lim_get_int(L, 2, "args", "arc", -1, 90000, -1);
    a->fire.off = (int32_t)lim_get_int(L, 2, "args", "off", -1, LIM_TURN, -1);
    a->fire.eye = lim_get_int(L, 2, "args", "eye", 0, LIM_REACH, 0);
    a->fire.mark = lim_get_int(L, 2, "args", "mark", 0, LIM_REACH, 0);
    a->fire.reach = (double)lim_get_int(L, 2, "args", "reach", 0, 4 * (int64_t)LIM_REACH, 4 * (int64_t)LIM_REACH);
    a->fire.all_marks = read_word(L, "marks", marks) == 1;
    int range = read_word(L, "range", ranges);
    a->fire.from_base = range == 1;
    a->fire.from_centre = range == 2;
    lua_getfield(L, 2, "rear");
    a->fire.rear = lua_toboolean(L, -1);
    lua_pop(L, 1);
    lua_getfield(L, 2, "from");
    size_t before = a->tall.filter.excepted;
    lim_push_subject(L, lua_gettop(L), "args.from", &a->from, &a->tall); /* from held */
    if (a->tall.filter.excepted > before) {
        int64_t own = a->tall.except[before];
        lim_except(L, &a->opaque, own);
        lim_except(L, &a->solid, own);
        lim_except(L, &a->targets, own);
    }
    a->fire.base = a->from.shape.kind == LIM_BASE ? &a->from.base : NULL;
    read_places(L, a);
}

/* Fires at a shape; of an item, its key is left out of what may be in the way. */
static lim_shot fire_at(lua_State *L, asked *a, const lim_shape *to, const lim_item *item) {
    size_t tall = a->tall.filter.excepted, opaque = a->opaque.filter.excepted, solid = a->solid.filter.excepted;
    if (item != NULL) {
        lim_except(L, &a->tall, lim_whole(item));
        lim_except(L, &a->opaque, lim_whole(item));
        lim_except(L, &a->solid, lim_whole(item));
    }
    a->fire.between.tall = a->tall.filter;
    a->fire.between.opaque = a->opaque.filter;
    a->fire.between.solid = a->solid.filter;
    a->fire.between.pass = a->pass.filter;
    a->fire.between.ends[1] = to;
    lim_shot shot = lim_field_fire(a->field, &a->fire, to);
    a->tall.filter.excepted = tall;
    a->opaque.filter.excepted = opaque;
    a->solid.filter.excepted = solid;
    return shot;
}

/* ---- answers ---- */

static void set_stop(lua_State *L, const char *name, const char *at_name, const lim_item *item, double at) {
    if (item == NULL) return;
    lim_set_id(L, name, item);
    lim_set_int(L, at_name, lim_round(at));
}

static void push_shot(lua_State *L, const asked *a, const lim_shot *shot) {
    const lim_sight *line = &shot->line, *stopped = &shot->stopped;
    lua_createtable(L, 0, 8);
    lim_set_flag(L, "yes", shot->borne && shot->clear > 0);
    lim_set_int(L, "um", lim_round(shot->range));
    if (a->fire.base != NULL) lim_set_int(L, "off", shot->off);
    if (a->fire.arc >= 0 && a->fire.base != NULL) {
        lim_set_int(L, "margin", shot->arc.margin);
        lim_set_text(L, "face", lim_face_names[shot->arc.decider]);
    }
    if (!shot->borne) {
        lim_set_flag(L, "borne", false);
        return;
    }
    if (a->fire.file_count > 0) lim_set_int(L, "clear", (int64_t)shot->clear);
    set_stop(L, "by", "at", stopped->by, stopped->by_at);
    set_stop(L, "tall", "tall_at", stopped->tall, stopped->tall_at);
    set_stop(L, "solid", "solid_at", stopped->solid, stopped->solid_at);
    if (stopped->friendly) lim_set_flag(L, "friend", true);
    if (stopped->level > 0) lim_set_int(L, "level", stopped->level);
    if (line->out > 0) lim_set_int(L, "out", lim_round(line->out));
    if (line->into > 0) lim_set_int(L, "into", lim_round(line->into));
    if (line->shared) lim_set_flag(L, "shared", true);
}

static int l_fire(lua_State *L) {
    asked a;
    lim_figure to;
    lim_picked picked;
    lua_settop(L, 2);
    lim_get_filter(L, 3, &a.targets); /* none */
    lim_get_filter(L, 3, &picked);
    read_args(L, &a);
    lua_getfield(L, 2, "to");
    lim_push_subject(L, lua_gettop(L), "args.to", &to, &picked);
    const lim_item *item = picked.filter.excepted > 0 ? lim_field_item(a.field, picked.except[0]) : NULL;
    lim_shot shot = fire_at(L, &a, &to.shape, item);
    push_shot(L, &a, &shot);
    lim_set_point(L, "from", lim_round_point(shot.from));
    lim_set_point(L, "to", lim_round_point(shot.to));
    if (shot.line.clear) {
        lim_set_point(L, "clear_from", shot.line.from);
        lim_set_point(L, "clear_to", shot.line.to);
    }
    return 1;
}

static int l_fire_at(lua_State *L) {
    asked a;
    lua_settop(L, 2);
    lim_need_table(L, 2, "args");
    if (!read_filter(L, "targets", &a.targets)) lim_refuse(L, "args.targets", "args.targets must be a filter, got nil");
    read_args(L, &a);
    lua_Integer most = lim_get_int(L, 2, "args", "most", 1, 1000000, 1000000), n = 0, clear = 0;
    lim_found *found = lim_push_found(L, a.field->count);
    size_t count = lim_field_borne(a.field, &a.fire, &a.targets.filter, found, a.field->count);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count && clear < most; i++) {
        lim_shot shot = fire_at(L, &a, &found[i].item->shape, found[i].item);
        push_shot(L, &a, &shot);
        lim_set_id(L, "id", found[i].item);
        lua_seti(L, -2, ++n);
        clear += shot.clear > 0;
    }
    return 1;
}

const luaL_Reg lim_field_fires[] = {
    {"fire", l_fire},       /* f:fire(args with from, to) -> {yes, um, off, by, at, clear, ...} */
    {"fire_at", l_fire_at}, /* f:fire_at(args with from, targets, reach) -> list of {id, yes, um, ...}, nearest first */
    {NULL, NULL}};
