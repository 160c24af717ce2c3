/* kernel.field: many bases and the terrain, and questions about all of them at once. See shapes.h for the form of
 * points, bases, lines, areas and moves, and kernel/field.h for the meaning of the answers. Questions about moving
 * bases and rays are in field_motion.c and field_path.c, lines of fire in field_fire.c.
 *
 *   id       an integer, or a string; a subject is a shape, or the id of an item, which then does not
 *            count among those asked about
 *   about    {side=, flags={...}, height=, ground=, through=, of=id, nth=}, all optional; of: the id of the body that
 *            has several bases, this one being its nth. Answers then name it by that id, with `nth`
 *   filter   {kind="base|area|line|ground", side=, not_side=, with={flags}, without={flags}, except={ids}} */
#include "field_names.h"

#include <lauxlib.h>

typedef struct lua_field {
    lim_field field; /* first: the names' functions take one for the other */
    lua_Alloc grow;
    void *context;
} lua_field;

static void *grow(void *context, void *block, size_t old_bytes, size_t new_bytes) {
    lua_field *f = context;
    return f->grow(f->context, block, block == NULL ? 0 : old_bytes, new_bytes);
}

static int l_new(lua_State *L) {
    lua_field *f = lua_newuserdatauv(L, sizeof *f, 3); /* field */
    f->grow = lua_getallocf(L, &f->context);
    lim_field_open(&f->field, (lim_alloc){grow, f});
    luaL_setmetatable(L, LIM_FIELD);
    for (int i = 1; i <= 3; i++) {
        lua_newtable(L); /* field names */
        lua_setiuservalue(L, -2, i);
    }
    return 1;
}

static int l_close(lua_State *L) {
    lim_field_close(lim_check_field(L));
    return 0;
}

/* ---- putting in and taking out ---- */

static int l_put(lua_State *L) {
    lim_field *field = lim_check_field(L);
    lim_figure figure;
    lim_fault fault;
    lim_about about = {.key = lim_check_key(L, 2, "id")};
    lua_settop(L, 4);
    if (lua_isnil(L, 4)) {
        lua_newtable(L);
        lua_replace(L, 4);
    }
    lim_need_table(L, 4, "about");
    about.side = lim_get_side(L, 4, "side");
    about.flags = lim_get_flags(L, 4, "flags");
    about.height = lim_get_int(L, 4, "about", "height", 0, LIM_REACH, 0);
    about.ground = lim_get_int(L, 4, "about", "ground", 0, LIM_REACH, 0);
    about.through = lim_get_int(L, 4, "about", "through", 0, LIM_REACH, 0);
    lim_push_figure(L, 3, "shape", &figure);
    if (figure.shape.kind == LIM_POINT) lim_refuse(L, "shape", "shape must be a base, an area or a line");
    about.kind = figure.shape.kind == LIM_BASE   ? LIM_ITEM_BASE
                 : figure.shape.kind == LIM_AREA ? LIM_ITEM_AREA
                                                 : LIM_ITEM_LINE;
    if (about.kind == LIM_ITEM_BASE) about.base = figure.base;
    about.nth = (int32_t)lim_get_int(L, 4, "about", "nth", 0, INT32_MAX, 0);
    lua_getiuservalue(L, 1, 1); /* ids */
    if (lua_getfield(L, 4, "of") != LUA_TNIL) {
        about.whole = lim_check_key(L, -1, "of");
        if (about.nth == 0) lim_refuse(L, "nth", "nth must say which of them it is, from 1");
        lua_seti(L, -2, about.whole);
    } else {
        about.nth = 0;
        lua_pop(L, 1);
    }
    if (lua_geti(L, -1, about.key) != LUA_TNIL && !lua_rawequal(L, -1, 2))
        luaL_error(L, "two ids share a key; rename one");
    lua_pushvalue(L, 2);
    lua_seti(L, -3, about.key);
    if (!lim_field_put(field, &about, &figure.shape, &fault)) return luaL_error(L, "not enough memory");
    return 0;
}

static int l_move(lua_State *L) {
    lim_item *item = lim_check_item(L, 2, "id");
    lim_base base = lim_get_base(L, 3, "base");
    if (!lim_field_move(lim_check_field(L), item->about.key, &base)) lim_refuse(L, "id", "only bases move");
    return 0;
}

static int l_remove(lua_State *L) {
    lim_field *field = lim_check_field(L);
    int64_t key = lim_check_key(L, 2, "id");
    bool removed = lim_field_remove(field, key);
    lua_pushboolean(L, removed);
    if (!removed) return 1;     /* its name stays: it may be that of several bases */
    lua_getiuservalue(L, 1, 1); /* removed ids */
    lua_pushnil(L);
    lua_seti(L, -2, key);
    lua_pop(L, 1);
    return 1;
}

static int l_has(lua_State *L) {
    lua_pushboolean(L, lim_field_item(lim_check_field(L), lim_check_key(L, 2, "id")) != NULL);
    return 1;
}

/* ---- questions ---- */

static void push_near(lua_State *L, const lim_shape *from, const lim_found *found) {
    lim_gap gap = lim_shape_gap(from, &found->item->shape);
    lua_createtable(L, 0, 4);
    lim_set_id(L, "id", found->item);
    lim_set_int(L, "distance", gap.distance);
    lim_set_point(L, "from", gap.a);
    lim_set_point(L, "to", gap.b);
}

static int l_nearest(lua_State *L) {
    lim_picked p;
    lim_figure figure;
    lim_found found;
    double limit = lua_isnoneornil(L, 4) ? 4.0 * LIM_REACH : (double)lim_check_length(L, 4, "limit");
    lim_get_filter(L, 3, &p);
    lim_push_subject(L, 2, "subject", &figure, &p);
    if (lim_field_near(lim_check_field(L), &figure.shape, &p.filter, limit, &found, 1) == 0) return 0;
    lim_push_id(L, found.item);
    lua_pushinteger(L, lim_round(found.from));
    return 2;
}

#define FEW 64

/* Those within a distance, the nearest first, at most so many, into `few` when they fit; pushes what holds the subject's
 * vertices, and those that do not. */
static lim_found *push_within(lua_State *L, lim_figure *figure, lim_found *few, size_t *count) {
    lim_field *field = lim_check_field(L);
    lim_picked p;
    double limit = (double)lim_check_length(L, 3, "distance");
    lim_get_filter(L, 4, &p);
    lim_push_subject(L, 2, "subject", figure, &p);
    lua_Integer most = luaL_optinteger(L, 5, (lua_Integer)field->count);
    if (most < 0) lim_refuse(L, "most", "most must be 0 or more");
    size_t room = (size_t)most < field->count ? (size_t)most : field->count;
    *count = room == 0 ? 0 : lim_field_near(field, &figure->shape, &p.filter, limit, few, room < FEW ? room : FEW);
    if (*count < FEW || room == FEW) return few;
    lim_found *found = lim_push_found(L, room);
    *count = lim_field_near(field, &figure->shape, &p.filter, limit, found, room);
    return found;
}

static int l_within(lua_State *L) {
    lim_figure figure;
    size_t count;
    lim_found few[FEW], *found = push_within(L, &figure, few, &count);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        push_near(L, &figure.shape, &found[i]);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int l_near(lua_State *L) {
    lim_figure figure;
    size_t count;
    lim_found few[FEW], *found = push_within(L, &figure, few, &count);
    for (int i = 0; i < 3; i++) lua_createtable(L, (int)count, 0); /* ids distances places */
    for (size_t i = 0; i < count; i++) {
        const int32_t nth = found[i].item->about.nth;
        lim_push_id(L, found[i].item);
        lua_rawseti(L, -4, (lua_Integer)i + 1);
        lua_pushinteger(L, lim_round(found[i].from));
        lua_rawseti(L, -3, (lua_Integer)i + 1);
        lua_pushinteger(L, nth > 0 ? nth : 1);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 3;
}

static int l_sight(lua_State *L) {
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_figure from, to;
    lim_need_table(L, 4, "heights");
    int64_t eye = lim_get_int(L, 4, "heights", "eye", 0, LIM_REACH, 0);
    int64_t mark = lim_get_int(L, 4, "heights", "mark", 0, LIM_REACH, 0);
    lim_get_filter(L, 5, &p);
    lim_push_subject(L, 2, "from", &from, &p);
    lim_push_subject(L, 3, "to", &to, &p);
    lim_sight s = lim_field_sight(field, &from.shape, eye, &to.shape, mark, &p.filter);
    lua_createtable(L, 0, 6);
    lim_set_flag(L, "yes", s.clear);
    if (s.by != NULL) {
        lim_set_int(L, "margin", s.margin);
        lim_set_id(L, "by", s.by);
        lim_set_point(L, "at", s.at);
    }
    lim_set_point(L, "from", s.from);
    lim_set_point(L, "to", s.to);
    return 1;
}

static int l_overlaps(lua_State *L) {
    lim_picked p;
    lim_figure figure;
    lim_found found;
    lim_get_filter(L, 3, &p);
    lim_push_subject_base(L, 2, "subject", &figure, &p);
    if (!lim_field_overlap(lim_check_field(L), &figure.shape, &p.filter, &found)) return 0;
    lim_push_id(L, found.item);
    lua_pushinteger(L, lim_round(found.to));
    return 2;
}

static int l_ground(lua_State *L) {
    lua_pushinteger(L, lim_field_ground(lim_check_field(L), lim_vec_of(lim_get_point(L, 2, "point"))));
    return 1;
}

static const luaL_Reg methods[] = {
    {"put", l_put},         /* f:put(id, shape, about?); in place of what had that id */
    {"move", l_move},       /* f:move(id, base) */
    {"remove", l_remove},   /* f:remove(id) -> was it there */
    {"has", l_has},         /* f:has(id) -> boolean */
    {"nearest", l_nearest}, /* f:nearest(subject, filter?, limit?) -> id, distance; or nothing */
    {"within",
     l_within}, /* f:within(subject, distance, filter?, most?) -> list of {id, distance, from, to}, nearest first */
    {"near", l_near},   /* f:near(subject, distance, filter?, most?) -> ids, distances, which bases; nearest first */
    {"sight", l_sight}, /* f:sight(subject, subject, {eye=, mark=}, filter?) -> {yes, margin, by=id, at, from, to} */
    {"overlaps",
     l_overlaps},         /* f:overlaps(base or id, filter?) -> id of what it overlaps deepest, how deep; or nothing */
    {"ground", l_ground}, /* f:ground(point) -> level */
    {NULL, NULL}};

static const luaL_Reg functions[] = {{"new", l_new}, /* new() -> field */
                                     {NULL, NULL}};

int lim_open_field(lua_State *L) {
    if (luaL_newmetatable(L, LIM_FIELD)) { /* meta */
        const luaL_Reg *const parts[] = {methods, lim_field_motions, lim_field_paths, lim_field_fires};
        lua_newtable(L); /* meta methods */
        for (int i = 0; i < 4; i++) {
            lua_pushvalue(L, -2); /* for lim_check_kind */
            luaL_setfuncs(L, parts[i], 1);
        }
        lua_setfield(L, -2, "__index");
        lua_pushcfunction(L, l_close);
        lua_setfield(L, -2, "__gc");
        lua_pushboolean(L, 0);
        lua_setfield(L, -2, "__metatable");
    }
    lua_pop(L, 1);
    luaL_newlib(L, functions);
    return 1;
}
