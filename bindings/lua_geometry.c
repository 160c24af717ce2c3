/* kernel.geometry: measures bases, lines and areas, given and answered as plain tables. See shapes.h for the form of
 * points, bases, lines, areas and moves, and kernel/geometry.h for the meaning of the answers. */
#include "shapes.h"

#include <lauxlib.h>
#include <limits.h>

static int l_distance(lua_State *L) {
    lim_figure a, b;
    lim_push_figure(L, 1, "a", &a);
    lim_push_figure(L, 2, "b", &b);
    lim_gap gap = lim_shape_gap(&a.shape, &b.shape);
    lua_createtable(L, 0, 3);
    lim_set_int(L, "distance", gap.distance);
    lim_set_point(L, "from", gap.a);
    lim_set_point(L, "to", gap.b);
    return 1;
}

static int l_gap(lua_State *L) {
    lim_figure a, b;
    lim_push_figure(L, 1, "a", &a);
    lim_push_figure(L, 2, "b", &b);
    lua_pushinteger(L, lim_shape_gap(&a.shape, &b.shape).distance);
    return 1;
}

/* Where the body at the index stands, { aside, ahead, turn=0, width, depth } in the frame of a base. */
static lim_base set_down(lua_State *L, int body, lim_point at, int64_t facing) {
    enum { RIGHT = LIM_TURN / 4 };
    lim_need_table(L, body, "body");
    lim_base base = {
        .x = at.x,
        .y = at.y,
        .facing = lim_angle_normal(facing),
        .width = lim_get_int(L, body, "body", "width", LIM_BASE_LEAST, LIM_REACH, INT64_MIN),
        .depth = lim_get_int(L, body, "body", "depth", LIM_BASE_LEAST, LIM_REACH, INT64_MIN),
    };
    const int64_t ahead = lim_get_int(L, body, "body", "ahead", -LIM_REACH, LIM_REACH, INT64_MIN);
    const int64_t aside = lim_get_int(L, body, "body", "aside", -LIM_REACH, LIM_REACH, INT64_MIN);
    base = lim_base_step(&base, (lim_step){LIM_SLIDE, 0, ahead}).base;
    base = lim_base_step(&base, (lim_step){LIM_SLIDE, RIGHT, aside}).base;
    base.facing = lim_angle_normal(facing + lim_get_int(L, body, "body", "turn", -4 * LIM_TURN, 4 * LIM_TURN, 0));
    return base;
}

static int64_t get_facing(lua_State *L, int index) {
    return lim_get_int(L, index, "base", "facing", -4 * LIM_TURN, 4 * LIM_TURN, INT64_MIN);
}

/* So many figures are read without taking memory from Lua. */
enum { FEW = 16 };

/* The figures of a list, or the bases of a piece { base, bases? }, each with a value on the stack that holds its
 * vertices: in `few`, or in a block below these. */
static const lim_figure *push_figures(lua_State *L, int list, const char *arg, lim_figure *few, lua_Integer *count) {
    lim_point at = {0, 0};
    int64_t facing = 0;
    luaL_checktype(L, list, LUA_TTABLE);
    const bool piece = lua_getfield(L, list, "base") != LUA_TNIL; /* base bases? */
    const bool several = piece && lua_getfield(L, list, "bases") != LUA_TNIL;
    if (several) at = lim_get_point(L, -2, "base"), facing = get_facing(L, -2);
    const int of = several ? lua_gettop(L) : list;
    *count = piece && !several ? 1 : luaL_len(L, of);
    luaL_argcheck(L, *count >= 0 && *count < INT_MAX / 4, list, "too many");
    luaL_checkstack(L, (int)*count + 8, arg);
    lim_figure *const figures = *count <= FEW ? few : lua_newuserdatauv(L, (size_t)*count * sizeof *figures, 0);
    for (lua_Integer i = 0; i < *count; i++) {
        if (piece && !several)
            lua_getfield(L, list, "base");
        else
            lua_geti(L, of, i + 1);
        if (several) {
            figures[i].base = set_down(L, lua_gettop(L), at, facing);
            lim_base_shape(&figures[i].base, figures[i].corners, &figures[i].shape);
            lua_pop(L, 1);
        } else {
            lim_push_figure(L, -1, arg, &figures[i]); /* figure room */
            lua_remove(L, -2);
        }
    }
    return figures;
}

static int l_nearest(lua_State *L) {
    lim_figure few[FEW], others[FEW];
    lua_Integer n, m, nth = 0, other = 0;
    const lim_figure *const a = push_figures(L, 1, "a", few, &n), *const b = push_figures(L, 2, "b", others, &m);
    int64_t least = 0;
    for (lua_Integer i = 0; i < n; i++)
        for (lua_Integer j = 0; j < m; j++) {
            const int64_t um = lim_shape_gap(&a[i].shape, &b[j].shape).distance;
            if (nth > 0 && um >= least) continue;
            least = um, nth = i + 1, other = j + 1;
        }
    lua_settop(L, 0);
    if (nth == 0) {
        lua_settop(L, 3);
        return 3;
    }
    lua_pushinteger(L, least);
    lua_pushinteger(L, nth);
    lua_pushinteger(L, other);
    return 3;
}

static int l_gaps(lua_State *L) {
    lim_figure one, few[FEW];
    lua_Integer n;
    lim_push_figure(L, 1, "a", &one);
    const lim_figure *const list = push_figures(L, 2, "b", few, &n);
    lua_createtable(L, (int)n, 0);
    for (lua_Integer i = 0; i < n; i++) {
        lua_pushinteger(L, lim_shape_gap(&one.shape, &list[i].shape).distance);
        lua_seti(L, -2, i + 1);
    }
    return 1;
}

static int l_contact(lua_State *L) {
    static const char *const states[] = {"apart", "touching", "overlapping"};
    lim_base a = lim_get_base(L, 1, "a"), b = lim_get_base(L, 2, "b");
    lim_vec ca[4], cb[4];
    lim_shape sa, sb;
    lim_base_shape(&a, ca, &sa);
    lim_base_shape(&b, cb, &sb);
    lim_contact c = lim_shape_contact(&sa, &sb);
    lua_createtable(L, 0, 5);
    lim_set_flag(L, "yes", c.state != LIM_APART);
    lim_set_text(L, "state", states[c.state]);
    lim_set_int(L, "margin", c.margin);
    lim_set_point(L, "nudge", c.nudge);
    lim_set_point(L, "at", c.at);
    return 1;
}

static int l_round_mm(lua_State *L) {
    static const char *const modes[] = {"down", "up", "nearest", NULL};
    lim_rounding mode = (lim_rounding)luaL_checkoption(L, 2, NULL, modes);
    lua_pushinteger(L, lim_round_mm(luaL_checkinteger(L, 1), mode));
    return 1;
}

static int l_bearing(lua_State *L) {
    lim_point a = lim_get_point(L, 1, "from"), b = lim_get_point(L, 2, "to");
    lua_pushinteger(L, lim_vec_bearing(lim_vec_sub(lim_vec_of(b), lim_vec_of(a))));
    return 1;
}

static int l_turn(lua_State *L) {
    lua_pushinteger(L, lim_angle_turn(luaL_checkinteger(L, 1), luaL_checkinteger(L, 2)));
    return 1;
}

static int l_step(lua_State *L) {
    lim_point from = lim_get_point(L, 1, "from");
    lim_vec way = lim_angle_vec(luaL_checkinteger(L, 2));
    double distance = (double)lim_check_length(L, 3, "distance");
    lim_push_point(L, lim_round_point(lim_vec_along(lim_vec_of(from), way, distance)));
    return 1;
}

/* ---- what is mostly asked in one go ---- */

static int64_t points_gap(lim_point a, lim_point b) {
    return lim_round(lim_vec_length(lim_vec_sub(lim_vec_of(b), lim_vec_of(a))));
}

static int32_t bearing_to(lim_point a, lim_point b) {
    return lim_vec_bearing(lim_vec_sub(lim_vec_of(b), lim_vec_of(a)));
}

static int l_toward(lua_State *L) {
    lim_point a = lim_get_point(L, 1, "from"), b = lim_get_point(L, 2, "to");
    lua_pushinteger(L, bearing_to(a, b));
    lua_pushinteger(L, points_gap(a, b));
    return 2;
}

static int l_along(lua_State *L) {
    lim_point a = lim_get_point(L, 1, "from"), b = lim_get_point(L, 3, "to");
    int32_t off = lim_angle_turn(luaL_checkinteger(L, 2), bearing_to(a, b));
    lua_pushinteger(L, lim_round(lim_angle_vec(off).y * (double)points_gap(a, b)));
    return 1;
}

static int l_off(lua_State *L) {
    lim_point a = lim_get_point(L, 1, "base"), b = lim_get_point(L, 2, "to");
    lua_pushinteger(L, lim_angle_turn(get_facing(L, 1), bearing_to(a, b)));
    return 1;
}

static int l_slid(lua_State *L) {
    lim_base base = lim_get_base(L, 1, "base");
    lua_Integer um = luaL_checkinteger(L, 2), angle = luaL_optinteger(L, 3, 0);
    luaL_argcheck(L, um >= -LIM_REACH && um <= LIM_REACH, 2, "out of range");
    luaL_argcheck(L, angle >= -4 * LIM_TURN && angle <= 4 * LIM_TURN, 3, "out of range");
    base = lim_base_step(&base, (lim_step){LIM_SLIDE, (int32_t)angle, um}).base;
    lim_push_base(L, &base);
    return 1;
}

static int l_before(lua_State *L) {
    lim_base base = lim_get_base(L, 1, "base");
    lim_figure at, target;
    lim_push_figure(L, 2, "target", &target);
    base = lim_base_step(&base, (lim_step){LIM_SLIDE, 0, base.depth / 2}).base;
    lim_point muzzle = {base.x, base.y};
    lim_point_shape(muzzle, at.corners, &at.shape);
    lim_gap gap = lim_shape_gap(&at.shape, &target.shape);
    lua_pushinteger(L, gap.distance);
    lua_pushinteger(L, gap.distance == 0 ? 0 : lim_angle_turn(base.facing, bearing_to(muzzle, gap.b)));
    return 2;
}

static int l_corners(lua_State *L) {
    lim_base base = lim_get_base(L, 1, "base");
    lim_vec corners[4];
    lim_shape shape;
    lim_base_shape(&base, corners, &shape);
    lua_createtable(L, 4, 0);
    for (int i = 0; i < 4; i++) {
        lim_push_point(L, lim_round_point(corners[i]));
        lua_seti(L, -2, i + 1);
    }
    return 1;
}

static int l_check_area(lua_State *L) {
    static const char *const why[] = {"reach", "points", "repeats", "crosses"};
    lim_shape shape;
    lim_fault fault;
    bool good = lim_push_outline(L, 1, "area", true, &shape, &fault);
    lua_createtable(L, 0, 4);
    lim_set_flag(L, "yes", good);
    if (good) return 1;
    lim_set_text(L, "why", why[fault.why]);
    if (fault.why == LIM_WHY_CROSSES || fault.why == LIM_WHY_REPEATS) {
        lim_set_int(L, "first", (int64_t)fault.i + 1);
        lim_set_int(L, "second", (int64_t)fault.j + 1);
        lim_set_point(L, "at", fault.at);
    }
    return 1;
}

static void push_verdict(lua_State *L, const lim_verdict *v) {
    lua_createtable(L, 0, 5);
    lim_set_flag(L, "yes", v->yes);
    lim_set_int(L, "margin", v->margin);
    lim_set_point(L, "at", v->at);
}

static int l_holds(lua_State *L) {
    lim_figure area;
    lim_push_figure(L, 1, "area", &area);
    luaL_argcheck(L, area.shape.kind >= LIM_AREA, 1, "an area or base is wanted");
    lim_verdict v = lim_area_holds(&area.shape, lim_get_point(L, 2, "point"));
    push_verdict(L, &v);
    return 1;
}

static int32_t check_half(lua_State *L, int index) {
    int32_t half = lim_check_angle(L, index, "half");
    if (half < 0 || half > 90000) lim_refuse(L, "half", "half must be 0 to 90000, got %d", (int)half);
    return half;
}

static int l_arc(lua_State *L) {
    static const char *const ends[] = {"front", "rear", NULL};
    lim_base base = lim_get_base(L, 1, "base");
    bool rear = luaL_checkoption(L, 2, NULL, ends) == 1;
    lim_figure target;
    lim_push_figure(L, 4, "target", &target);
    lim_verdict v = lim_base_arc(&base, rear, check_half(L, 3), &target.shape);
    push_verdict(L, &v);
    lim_set_int(L, "angle", v.angle);
    lim_set_text(L, "by", lim_face_names[v.decider]);
    return 1;
}

static int push_facing(lua_State *L, const lim_facing *f) {
    lua_createtable(L, 0, 4);
    lim_set_text(L, "face", lim_face_names[f->face]);
    lim_set_text(L, "next", lim_face_names[f->next]);
    lim_set_int(L, "margin", f->margin);
    lim_set_int(L, "angle", f->angle);
    return 1;
}

static int l_side(lua_State *L) {
    lim_base base = lim_get_base(L, 1, "base");
    lim_facing f = lim_base_side(&base, check_half(L, 2), lim_get_point(L, 3, "point"));
    return push_facing(L, &f);
}

static int l_met(lua_State *L) {
    lim_base base = lim_get_base(L, 1, "base");
    lim_figure other;
    lim_push_figure(L, 2, "other", &other);
    lim_facing f = lim_base_met(&base, &other.shape);
    return push_facing(L, &f);
}

static int l_frontage(lua_State *L) {
    lim_base base = lim_get_base(L, 1, "base");
    lim_face edge = lim_check_face(L, 2);
    lim_figure other;
    lim_push_figure(L, 3, "other", &other);
    lim_frontage f = lim_base_frontage(&base, edge, &other.shape);
    lua_createtable(L, 0, 3);
    lim_set_int(L, "length", f.length);
    lim_set_int(L, "from", f.from);
    lim_set_int(L, "to", f.to);
    return 1;
}

static int l_interposes(lua_State *L) {
    lim_base a = lim_get_base(L, 1, "a"), b = lim_get_base(L, 3, "b");
    lim_face edge_a = lim_check_face(L, 2), edge_b = lim_check_face(L, 4);
    lim_figure friendly;
    lim_push_figure(L, 5, "friend", &friendly);
    luaL_argcheck(L, friendly.shape.kind == LIM_BASE, 5, "a base is wanted");
    lim_verdict v = lim_base_interposes(&a, edge_a, &b, edge_b, &friendly.shape);
    push_verdict(L, &v);
    return 1;
}

static int l_move(lua_State *L) {
    lim_base base = lim_get_base(L, 1, "base");
    lim_move move = lim_base_step(&base, lim_get_step(L, 2, "move"));
    lim_push_base(L, &move.base);
    lua_pushinteger(L, move.charged);
    return 2;
}

static int l_set_down(lua_State *L) {
    const lim_point at = lim_get_point(L, 1, "base");
    const lim_base base = set_down(L, 2, at, get_facing(L, 1));
    lim_push_base(L, &base);
    return 1;
}

static int l_overhang(lua_State *L) {
    lim_base base = lim_get_base(L, 1, "base");
    lim_vec corners[4], size = lim_get_size(L, 2, "table");
    lim_shape shape;
    lim_base_shape(&base, corners, &shape);
    lua_pushinteger(L, lim_round(lim_box_overhang(shape.box, size)));
    return 1;
}

static int l_meet(lua_State *L) {
    lim_base a = lim_get_base(L, 1, "a"), b = lim_get_base(L, 3, "b");
    lim_step slide = lim_get_step(L, 2, "slide"), other = lim_get_step(L, 4, "other");
    if (slide.kind != LIM_SLIDE) lim_refuse(L, "slide", "slide must be a slide");
    if (other.kind != LIM_SLIDE) lim_refuse(L, "other", "other must be a slide");
    double at;
    if (!lim_bases_meet(&a, slide, &b, other, &at)) return 0;
    lua_pushinteger(L, lim_round(at));
    return 1;
}

static const luaL_Reg functions[] = {
    {"distance", l_distance}, /* distance(a, b) -> {distance, from=point, to=point}; any shapes */
    {"gap", l_gap},           /* gap(a, b) -> um; the distance alone */
    {"nearest", l_nearest},   /* nearest(list, list) -> um, i, j: the least gap of one of each; nil where none is. In
                                 place of a list: {base=, bases={as set_down has them}?} */
    {"gaps", l_gaps},         /* gaps(a, list) -> {um}: the gap to each of them */
    {"contact", l_contact},   /* contact(base, base) -> {yes, state="apart|touching|overlapping", margin, nudge, at} */
    {"round_mm", l_round_mm}, /* round_mm(um, "down|up|nearest") -> mm */
    {"bearing", l_bearing},   /* bearing(from, to) -> angle */
    {"turn", l_turn},         /* turn(from_angle, to_angle) -> least turn, clockwise above 0 */
    {"toward", l_toward},     /* toward(from, to) -> bearing, um: of points, or the middles of bases */
    {"along", l_along},       /* along(from, angle, to) -> um from one point to another as one looks that way */
    {"off", l_off},           /* off(base, point) -> angle off its front, clockwise above 0 */
    {"slid", l_slid},         /* slid(base, um, angle=0) -> base */
    {"before", l_before},     /* before(base, target) -> um, angle: to the target from the middle of the front edge, and
                                 how far off the front that is */
    {"step", l_step},         /* step(point, angle, distance) -> point */
    {"corners", l_corners},   /* corners(base) -> {front left, front right, rear right, rear left} */
    {"check_area", l_check_area}, /* check_area(points) -> {yes, why=points|repeats|crosses|reach, first, second, at} */
    {"holds", l_holds},           /* holds(area, point) -> {yes, margin, at} */
    {"arc", l_arc},               /* arc(base, "front|rear", half, target) -> {yes, margin, angle, by=face, at} */
    {"side", l_side},             /* side(base, half, point) -> {face, next=face, margin, angle} */
    {"met", l_met},               /* met(base, other) -> {face, next=face, margin, angle=0} */
    {"frontage", l_frontage},     /* frontage(base, face, other) -> {length, from, to} */
    {"interposes", l_interposes}, /* interposes(a, face, b, face, friend) -> {yes, margin, at} */
    {"move", l_move},             /* move(base, move) -> base, charged */
    {"set_down", l_set_down},     /* set_down(base, {aside, ahead, turn=0, width, depth}) -> the base of it */
    {"overhang", l_overhang},     /* overhang(base, {width, depth}) -> um over the edge of a table */
    {"meet", l_meet},             /* meet(base, slide, base, slide) -> um that both go until they meet, or nothing */
    {NULL, NULL}};

int lim_open_geometry(lua_State *L) {
    luaL_newlib(L, functions);
    return 1;
}
