/* The half of kernel.field that is about bases and rays under way: what they meet, and the terrain on their
 * way. See lua_field.c for the rest. */
#include "field_names.h"

/* The stretches of a motion through items; pushes what holds them. */
static lim_found *push_met(lua_State *L, const lim_field *field, const lim_motion *m, const lim_picked *p,
                           size_t *count) {
    size_t most = 2 * field->count + 8;
    for (;;) {
        lim_found *found = lim_push_found(L, most);
        *count = lim_field_met(field, m, &p->filter, found, most);
        if (*count < most) return found;
        lua_pop(L, 1);
        most *= 2;
    }
}

static int push_spans(lua_State *L, const lim_field *field, const lim_motion *m, const lim_picked *p) {
    static const char *const kinds[] = {"", "base", "area", "", "line"};
    size_t count;
    lim_found *found = push_met(L, field, m, p, &count);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_createtable(L, 0, 4);
        lim_set_id(L, "id", found[i].item);
        lim_set_text(L, "kind", kinds[found[i].item->about.kind]);
        lim_set_int(L, "from", lim_round(found[i].from));
        lim_set_int(L, "to", lim_round(found[i].to));
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static lim_step check_slide(lua_State *L, int index) {
    lim_step step = lim_get_step(L, index, "move");
    if (step.kind != LIM_SLIDE) lim_refuse(L, "move", "move must be a slide");
    return step;
}

static int l_met(lua_State *L) {
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_figure figure;
    lim_step step = check_slide(L, 3);
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
    size_t count;
    lim_found *found = push_met(L, field, &m, &p, &count);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lim_push_id(L, found[i].item);
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

static void push_line(lua_State *L, const lim_found *f) {
    lua_createtable(L, 0, 4);
    lim_set_id(L, "line", f->item);
    lim_set_int(L, "height", f->item->about.height);
    lim_set_int(L, "at", lim_round(f->from));
    lim_set_int(L, "to", lim_round(f->to));
}

/* The stretch from one cut to the next, and the areas that reach over all of it. */
static void push_leg(lua_State *L, const lim_found *found, size_t count, const int64_t *cut) {
    lua_createtable(L, 0, 3); /* leg */
    lim_set_int(L, "at", cut[0]);
    lim_set_int(L, "length", cut[1] - cut[0]);
    lua_newtable(L); /* leg areas */
    for (size_t i = 0; i < count; i++) {
        bool over = lim_round(found[i].from) <= cut[0] && lim_round(found[i].to) >= cut[1];
        if (over && found[i].item->about.kind == LIM_ITEM_AREA) {
            lim_push_id(L, found[i].item);
            lua_seti(L, -2, luaL_len(L, -2) + 1);
        }
    }
    lua_setfield(L, -2, "areas");
}

static int l_legs(lua_State *L) {
    lim_field *field = lim_check_field(L);
    lim_picked p;
    lim_figure figure;
    lim_step step = check_slide(L, 3);
    lim_get_filter(L, 4, &p);
    lim_push_subject_base(L, 2, "subject", &figure, &p);
    lim_motion m = lim_motion_of(&figure.base, step);
    size_t count, at = 0;
    lim_found *found = push_met(L, field, &m, &p, &count);
    int64_t *cuts = lua_newuserdatauv(L, (2 * count + 2) * sizeof *cuts, 0);
    size_t last = lim_found_cuts(found, count, m.length, cuts) - 1;
    lua_newtable(L); /* legs */
    lua_Integer n = 0;
    for (size_t cut = 0; cut <= last; cut++) { /* lines in their places between the legs */
        for (; at < count && (cut == last || lim_round(found[at].from) <= cuts[cut]); at++) {
            if (found[at].item->about.kind == LIM_ITEM_LINE) {
                push_line(L, &found[at]);
                lua_seti(L, -2, ++n);
            }
        }
        if (cut < last) {
            push_leg(L, found, count, &cuts[cut]);
            lua_seti(L, -2, ++n);
        }
    }
    return 1;
}

const luaL_Reg lim_field_motions[] = {
    {"first", l_first}, /* f:first(base or id, move, filter?) -> {yes=clear, free, id, at, face, met=theirs, margin} */
    {"room", l_room}, /* f:room(base or id, limit, filter?) -> {left=, right=}, each as first gives it */
    {"met", l_met},   /* f:met(base or id, slide, filter?) -> list of {id, kind, from, to}, in order */
    {"legs", l_legs},   /* f:legs(base or id, slide, filter?) -> list of {at, length, areas} and {line, height, at, to} */
    {"ray", l_ray},     /* f:ray(point, point, width, filter?) -> list of {id, kind, from, to}, in order */
    {"under", l_under}, /* f:under(base, point or id, filter?) -> list of ids of areas */
    {NULL, NULL}};
