/* kernel.field: many bases and the terrain at once, and what is asked of them. See shapes.h for what a
 * point, base, line, area and move look like, and kernel/field.h for what the answers mean.
 *
 *   id       an integer, or a string; a subject is a shape, or the id of an item, which then does not
 *            count among those asked about
 *   about    {side=, flags={...}, height=, ground=, through=}, all optional
 *   filter   {kind="base|area|line", side=, not_side=, with={flags}, without={flags}, except={ids}} */
#include "field_names.h"

#include <lauxlib.h>

typedef struct lua_field {
    lim_field field; /* first: the names' functions take one for the other */
    lua_Alloc grow;
    void *context;
} lua_field;

static void *grow(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    lua_field *f = context;
    return f->grow(f->context, block, block == NULL ? 0 : old_bytes, new_bytes);
}

static int l_new(lua_State *L)
{
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

static int l_close(lua_State *L)
{
    lim_field_close(lim_check_field(L));
    return 0;
}

/* ---- putting in and taking out ---- */

static int l_put(lua_State *L)
{
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
    if (figure.shape.kind == LIM_POINT)
        lim_refuse(L, "shape", "shape must be a base, an area or a line");
    about.kind = figure.shape.kind == LIM_BASE ? LIM_ITEM_BASE
               : figure.shape.kind == LIM_AREA ? LIM_ITEM_AREA : LIM_ITEM_LINE;
    if (about.kind == LIM_ITEM_BASE)
        about.base = figure.base;
    lua_getiuservalue(L, 1, 1); /* ids */
    if (lua_geti(L, -1, about.key) != LUA_TNIL && !lua_rawequal(L, -1, 2))
        luaL_error(L, "two ids share a key; rename one");
    lua_pushvalue(L, 2);
    lua_seti(L, -3, about.key);
    if (!lim_field_put(field, &about, &figure.shape, &fault))
        return luaL_error(L, "not enough memory");
    return 0;
}

static int l_move(lua_State *L)
{
    lim_item *item = lim_check_item(L, 2, "id");
    lim_base base = lim_get_base(L, 3, "base");
    if (!lim_field_move(lim_check_field(L), item->about.key, &base))
        lim_refuse(L, "id", "only bases move");
    return 0;
}

static int l_remove(lua_State *L)
{
    lim_field *field = lim_check_field(L);
    int64_t key = lim_check_key(L, 2, "id");
    lua_pushboolean(L, lim_field_remove(field, key));
    lua_getiuservalue(L, 1, 1); /* removed ids */
    lua_pushnil(L);
    lua_seti(L, -2, key);
    lua_pop(L, 1);
    return 1;
}

static int l_has(lua_State *L)
{
    lua_pushboolean(L, lim_field_item(lim_check_field(L), lim_check_key(L, 2, "id")) != NULL);
    return 1;
}

/* ---- questions ---- */

static void set_id(lua_State *L, const char *name, const lim_item *item)
{
    lim_push_id(L, item);
    lua_setfield(L, -2, name);
}

static void push_near(lua_State *L, const lim_shape *from, const lim_found *found)
{
    lim_gap gap = lim_shape_gap(from, &found->item->shape);
    lua_createtable(L, 0, 4);
    set_id(L, "id", found->item);
    lim_set_int(L, "distance", gap.distance);
    lim_set_point(L, "from", gap.a);
    lim_set_point(L, "to", gap.b);
}

static int l_nearest(lua_State *L)
{
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_figure figure;
    lim_found found;
    double limit = lua_isnoneornil(L, 4) ? 4.0 * LIM_REACH : (double)lim_check_length(L, 4, "limit");
    lim_get_filter(L, 3, &p);
    lim_push_subject(L, 2, "subject", &figure, &p);
    if (lim_field_near(field, &figure.shape, &p.filter, limit, &found, 1) == 0)
        return 0;
    push_near(L, &figure.shape, &found);
    return 1;
}

/* Room for what may be found; anchored on the stack. */
static lim_found *push_room(lua_State *L, size_t most)
{
    return lua_newuserdatauv(L, (most + 1) * sizeof(lim_found), 0);
}

static int l_within(lua_State *L)
{
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_figure figure;
    double limit = (double)lim_check_length(L, 3, "distance");
    lim_get_filter(L, 4, &p);
    lim_push_subject(L, 2, "subject", &figure, &p);
    lim_found *found = push_room(L, field->count);
    size_t count = lim_field_near(field, &figure.shape, &p.filter, limit, found, field->count);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        push_near(L, &figure.shape, &found[i]);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* The stretches of a motion through items; pushes what holds them. */
static lim_found *push_met(lua_State *L, const lim_field *field, const lim_motion *m, const lim_picked *p, size_t *count)
{
    size_t most = 2 * field->count + 8;
    for (;;) {
        lim_found *found = push_room(L, most);
        *count = lim_field_met(field, m, &p->filter, found, most);
        if (*count < most)
            return found;
        lua_pop(L, 1);
        most *= 2;
    }
}

static int push_spans(lua_State *L, const lim_field *field, const lim_motion *m, const lim_picked *p)
{
    static const char *const kinds[] = {"", "base", "area", "", "line"};
    size_t count;
    lim_found *found = push_met(L, field, m, p, &count);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_createtable(L, 0, 4);
        set_id(L, "id", found[i].item);
        lim_set_text(L, "kind", kinds[found[i].item->about.kind]);
        lim_set_int(L, "from", lim_round(found[i].from));
        lim_set_int(L, "to", lim_round(found[i].to));
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static lim_step check_slide(lua_State *L, int index)
{
    lim_step step = lim_get_step(L, index, "move");
    if (step.kind != LIM_SLIDE)
        lim_refuse(L, "move", "move must be a slide");
    return step;
}

static int l_met(lua_State *L)
{
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_figure figure;
    lim_step step = check_slide(L, 3);
    lim_get_filter(L, 4, &p);
    lim_push_subject_base(L, 2, "subject", &figure, &p);
    lim_motion m = lim_motion_of(&figure.base, step);
    return push_spans(L, field, &m, &p);
}

static int l_ray(lua_State *L)
{
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_point from = lim_get_point(L, 2, "from"), to = lim_get_point(L, 3, "to");
    int64_t width = lim_check_length(L, 4, "width");
    lim_get_filter(L, 5, &p);
    lim_motion m = lim_motion_ray(lim_vec_of(from), lim_vec_of(to), (double)width);
    return push_spans(L, field, &m, &p);
}

static int l_under(lua_State *L)
{
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_figure figure;
    lim_get_filter(L, 3, &p);
    p.filter.kinds = LIM_ITEM_AREA;
    lim_push_subject(L, 2, "subject", &figure, &p);
    lim_motion m = figure.shape.kind == LIM_BASE ? lim_motion_of(&figure.base, (lim_step){LIM_SLIDE, 0, 0})
                                                 : lim_motion_ray(figure.shape.at[0], figure.shape.at[0], 0);
    size_t count;
    lim_found *found = push_met(L, field, &m, &p, &count);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lim_push_id(L, found[i].item);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int push_first(lua_State *L, const lim_field *field, const lim_figure *figure, lim_step step, const lim_picked *p)
{
    lim_motion m = lim_motion_of(&figure->base, step);
    lim_found found;
    bool met = lim_field_first(field, &m, &p->filter, &found);
    int64_t whole = step.kind == LIM_SLIDE ? step.distance : step.angle, sign = whole < 0 ? -1 : 1;
    int64_t free = !met ? whole * sign
                 : step.kind == LIM_SLIDE ? lim_round(found.from)
                 : lim_turn_free(&figure->base, step, &found.item->shape, found.from);
    lua_createtable(L, 0, 7);
    lim_set_flag(L, "yes", !met);
    lim_set_int(L, "free", free);
    if (!met)
        return 1;
    step.distance = sign * free;
    step.angle = step.kind == LIM_SLIDE ? step.angle : (int32_t)(sign * free);
    lim_base there = lim_base_step(&figure->base, step).base;
    lim_figure end;
    lim_base_shape(&there, end.corners, &end.shape);
    lim_facing mine = lim_base_met(&there, &found.item->shape);
    set_id(L, "id", found.item);
    lim_set_point(L, "at", lim_shape_gap(&end.shape, &found.item->shape).b);
    lim_set_text(L, "face", lim_face_names[mine.face]);
    if (found.item->about.kind == LIM_ITEM_BASE) {
        lim_facing theirs = lim_base_met(&found.item->about.base, &end.shape);
        lim_set_text(L, "met", lim_face_names[theirs.face]);
        lim_set_int(L, "margin", theirs.margin);
    }
    return 1;
}

static int l_first(lua_State *L)
{
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_figure figure;
    lim_step step = lim_get_step(L, 3, "move");
    lim_get_filter(L, 4, &p);
    lim_push_subject_base(L, 2, "subject", &figure, &p);
    return push_first(L, field, &figure, step, &p);
}

static int l_room(lua_State *L)
{
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_figure figure;
    int64_t limit = lim_check_length(L, 3, "limit");
    lim_get_filter(L, 4, &p);
    lim_push_subject_base(L, 2, "subject", &figure, &p);
    lua_createtable(L, 0, 2);
    for (int i = 0; i < 2; i++) {
        lim_step step = {LIM_SLIDE, i == 0 ? -90000 : 90000, limit};
        push_first(L, field, &figure, step, &p);
        lua_setfield(L, -2, i == 0 ? "left" : "right");
    }
    return 1;
}

static int l_legs(lua_State *L)
{
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_figure figure;
    lim_step step = check_slide(L, 3);
    lim_get_filter(L, 4, &p);
    lim_push_subject_base(L, 2, "subject", &figure, &p);
    lim_motion m = lim_motion_of(&figure.base, step);
    size_t count, lines = 0;
    lim_found *found = push_met(L, field, &m, &p, &count);
    int64_t *cuts = lua_newuserdatauv(L, (2 * count + 2) * sizeof *cuts, 0);
    size_t cut_count = lim_found_cuts(found, count, m.length, cuts);
    lua_newtable(L); /* legs */
    lua_Integer n = 0;
    for (size_t c = 0; c < cut_count; c++) {
        for (; lines < count && (lim_round(found[lines].from) <= cuts[c] || c + 1 == cut_count); lines++) {
            const lim_found *f = &found[lines];
            if (f->item->about.kind != LIM_ITEM_LINE)
                continue;
            lua_createtable(L, 0, 4);
            set_id(L, "line", f->item);
            lim_set_int(L, "height", f->item->about.height);
            lim_set_int(L, "at", lim_round(f->from));
            lim_set_int(L, "to", lim_round(f->to));
            lua_seti(L, -2, ++n);
        }
        if (c + 1 == cut_count)
            break;
        lua_createtable(L, 0, 3); /* legs leg */
        lim_set_int(L, "at", cuts[c]);
        lim_set_int(L, "length", cuts[c + 1] - cuts[c]);
        lua_newtable(L); /* legs leg areas */
        lua_Integer areas = 0;
        for (size_t i = 0; i < count; i++) {
            if (found[i].item->about.kind == LIM_ITEM_AREA && lim_round(found[i].from) <= cuts[c] &&
                lim_round(found[i].to) >= cuts[c + 1]) {
                lim_push_id(L, found[i].item);
                lua_seti(L, -2, ++areas);
            }
        }
        lua_setfield(L, -2, "areas");
        lua_seti(L, -2, ++n);
    }
    return 1;
}

static int l_sight(lua_State *L)
{
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
        set_id(L, "by", s.by);
        lim_set_point(L, "at", s.at);
    }
    lim_set_point(L, "from", s.from);
    lim_set_point(L, "to", s.to);
    return 1;
}

static int l_route(lua_State *L)
{
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_point from = lim_get_point(L, 2, "from"), to = lim_get_point(L, 3, "to");
    int64_t clearance = lim_check_length(L, 4, "clearance");
    lim_get_filter(L, 5, &p);
    lim_route route = {.count = 32};
    lim_fault fault;
    lim_point *points;
    size_t most;
    do {
        most = route.count;
        points = lua_newuserdatauv(L, most * sizeof *points, 0);
        if (!lim_field_route(field, from, to, clearance, &p.filter, points, most, &route, &fault))
            return luaL_error(L, "not enough memory");
    } while (route.count > most);
    lua_createtable(L, 0, 4);
    lim_set_flag(L, "yes", route.found);
    if (route.avoids != NULL)
        set_id(L, "avoids", route.avoids);
    if (!route.found)
        return 1;
    lim_set_int(L, "length", route.length);
    lua_createtable(L, (int)route.count, 0);
    for (size_t i = 0; i < route.count; i++) {
        lim_push_point(L, points[i]);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "points");
    return 1;
}

static int l_ground(lua_State *L)
{
    lua_pushinteger(L, lim_field_ground(lim_check_field(L), lim_vec_of(lim_get_point(L, 2, "point"))));
    return 1;
}

static const luaL_Reg methods[] = {
    {"put", l_put},           /* f:put(id, shape, about?); in place of what had that id */
    {"move", l_move},         /* f:move(id, base) */
    {"remove", l_remove},     /* f:remove(id) -> was it there */
    {"has", l_has},           /* f:has(id) -> boolean */
    {"nearest", l_nearest},   /* f:nearest(subject, filter?, limit?) -> {id, distance, from, to} or nothing */
    {"within", l_within},     /* f:within(subject, distance, filter?) -> list of {id, distance, from, to}, nearest first */
    {"first", l_first},       /* f:first(base or id, move, filter?) -> {yes=all clear, free, id, at, face, met=their face, margin} */
    {"room", l_room},         /* f:room(base or id, limit, filter?) -> {left=, right=}, each as first gives it */
    {"met", l_met},           /* f:met(base or id, slide, filter?) -> list of {id, kind, from, to}, in order */
    {"legs", l_legs},         /* f:legs(base or id, slide, filter?) -> list of {at, length, areas={ids}} and {line=id, height, at, to} */
    {"ray", l_ray},           /* f:ray(point, point, width, filter?) -> list of {id, kind, from, to}, in order */
    {"under", l_under},       /* f:under(base, point or id, filter?) -> list of ids of areas */
    {"sight", l_sight},       /* f:sight(subject, subject, {eye=, mark=}, filter?) -> {yes, margin, by=id, at, from, to} */
    {"route", l_route},       /* f:route(point, point, clearance, filter?) -> {yes, length, points, avoids=id} */
    {"ground", l_ground},     /* f:ground(point) -> level */
    {NULL, NULL}
};

static const luaL_Reg functions[] = {
    {"new", l_new}, /* new() -> field */
    {NULL, NULL}
};

int lim_open_field(lua_State *L)
{
    if (luaL_newmetatable(L, LIM_FIELD)) { /* meta */
        luaL_newlib(L, methods);
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
