/* Moving bases and rays: the part of kernel.field that finds what they meet, and the terrain on their way. See
 * lua_field.c for the rest. */
#include "field_names.h"
#include "path.h"

#define FEW 64

/* The stretches of a motion through items, in order, into `few` when they fit. */
static lim_passages find_met(lua_State *L, const lim_field *field, const lim_motion *m, const lim_picked *p,
                             lim_passage *few) {
    const lim_look look = {.filter = p->filter};
    lim_pace pace = {.motion = *m, .scale = 1};
    const lim_path path = {.count = 1, .steps = 1, .paces = &pace, .length = m->length};
    lim_passages found = {.at = few, .most = FEW};
    lim_path_look(field, &path, &look, &found);
    while (found.full) {
        size_t most = 2 * found.most;
        found = (lim_passages){.at = lua_newuserdatauv(L, most * sizeof *few, 0), .most = most};
        lim_path_look(field, &path, &look, &found);
    }
    lim_passages_sort(&found);
    return found;
}

static int push_spans(lua_State *L, const lim_field *field, const lim_motion *m, const lim_picked *p) {
    static const char *const kinds[] = {"", "base", "area", "", "line"};
    lim_passage few[FEW];
    lim_passages found = find_met(L, field, m, p, few);
    lua_createtable(L, (int)found.count, 0);
    for (size_t i = 0; i < found.count; i++) {
        lua_createtable(L, 0, 4);
        lim_set_id(L, "id", found.at[i].item);
        lim_set_text(L, "kind", kinds[found.at[i].item->about.kind]);
        lim_set_int(L, "from", lim_round(found.at[i].from));
        lim_set_int(L, "to", lim_round(found.at[i].to));
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int l_met(lua_State *L) {
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_figure figure;
    lim_step step = lim_get_step(L, 3, "move");
    if (step.kind != LIM_SLIDE) lim_refuse(L, "move", "move must be a slide");
    lim_get_filter(L, 4, &p);
    lim_push_subject_base(L, 2, "subject", &figure, &p);
    lim_motion m = lim_motion_of(&figure.base, step);
    return push_spans(L, field, &m, &p);
}

static int l_ray(lua_State *L) {
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_point from = lim_get_point(L, 2, "from"), to = lim_get_point(L, 3, "to");
    int64_t width = lim_check_length(L, 4, "width");
    lim_get_filter(L, 5, &p);
    lim_motion m = lim_motion_ray(lim_vec_of(from), lim_vec_of(to), (double)width);
    return push_spans(L, field, &m, &p);
}

static int l_under(lua_State *L) {
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_figure figure;
    lim_get_filter(L, 3, &p);
    p.filter.kinds = LIM_ITEM_AREA;
    lim_push_subject(L, 2, "subject", &figure, &p);
    if (figure.shape.kind != LIM_BASE && figure.shape.kind != LIM_POINT)
        lim_refuse(L, "subject", "subject must be a base or a point");
    lim_motion m = figure.shape.kind == LIM_BASE ? lim_motion_of(&figure.base, (lim_step){LIM_SLIDE, 0, 0})
                                                 : lim_motion_ray(figure.shape.at[0], figure.shape.at[0], 0);
    lim_passage few[FEW];
    lim_passages found = find_met(L, field, &m, &p, few);
    lua_createtable(L, (int)found.count, 0);
    for (size_t i = 0; i < found.count; i++) {
        lim_push_id(L, found.at[i].item);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int push_first(lua_State *L, const lim_field *field, const lim_figure *figure, lim_step step,
                      const lim_picked *p) {
    lim_motion m = lim_motion_of(&figure->base, step);
    lim_found found;
    bool met = lim_field_first(field, &m, &p->filter, &found);
    int64_t whole = step.kind == LIM_SLIDE ? step.distance : step.angle, sign = whole < 0 ? -1 : 1;
    int64_t free = !met                     ? whole * sign
                   : step.kind == LIM_SLIDE ? lim_round(found.from)
                                            : lim_turn_free(&figure->base, step, &found.item->shape, found.from);
    lua_createtable(L, 0, 7);
    lim_set_flag(L, "yes", !met);
    lim_set_int(L, "free", free);
    if (!met) return 1;
    step.distance = sign * free;
    step.angle = step.kind == LIM_SLIDE ? step.angle : (int32_t)(sign * free);
    lim_base there = lim_base_step(&figure->base, step).base;
    lim_figure end;
    lim_base_shape(&there, end.corners, &end.shape);
    lim_facing mine = lim_base_met(&there, &found.item->shape);
    lim_set_id(L, "id", found.item);
    lim_set_point(L, "at", lim_shape_gap(&end.shape, &found.item->shape).b);
    lim_set_text(L, "face", lim_face_names[mine.face]);
    if (found.item->about.kind == LIM_ITEM_BASE) {
        lim_facing theirs = lim_base_met(&found.item->about.base, &end.shape);
        lim_set_text(L, "met", lim_face_names[theirs.face]);
        lim_set_int(L, "margin", theirs.margin);
    }
    return 1;
}

static int l_first(lua_State *L) {
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_figure figure;
    lim_step step = lim_get_step(L, 3, "move");
    lim_get_filter(L, 4, &p);
    lim_push_subject_base(L, 2, "subject", &figure, &p);
    return push_first(L, field, &figure, step, &p);
}

static int l_room(lua_State *L) {
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

const luaL_Reg lim_field_motions[] = {
    {"first", l_first}, /* f:first(base or id, move, filter?) -> {yes=clear, free, id, at, face, met=theirs, margin} */
    {"room", l_room},   /* f:room(base or id, limit, filter?) -> {left=, right=}, each as first gives it */
    {"met", l_met},     /* f:met(base or id, slide, filter?) -> list of {id, kind, from, to}, in order */
    {"ray", l_ray},     /* f:ray(point, point, width, filter?) -> list of {id, kind, from, to}, in order */
    {"under", l_under}, /* f:under(base, point or id, filter?) -> list of ids of areas */
    {NULL, NULL}};
