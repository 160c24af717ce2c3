/* Lua tables as geometry and back: see shapes.h. */
#include "shapes.h"

#include <lauxlib.h>
#include <string.h>

const char *const lim_face_names[] = {"front", "right", "rear", "left", NULL};

void lim_need_table(lua_State *L, int index, const char *arg) {
    if (lua_istable(L, index)) return;
    if (luaL_getmetafield(L, index, "__index") != LUA_TNIL)
        lua_pop(L, 1);
    else
        lim_refuse(L, arg, "%s must be a table, got %s", arg, luaL_typename(L, index));
}

/* The whole number on top, which it pops. */
static int64_t take_int(lua_State *L, const char *arg, int64_t low, int64_t high) {
    int whole = 0;
    lua_Integer n = lua_type(L, -1) == LUA_TNUMBER ? lua_tointegerx(L, -1, &whole) : 0;
    if (!whole) lim_refuse(L, arg, "%s must be a whole number, got %s", arg, lim_show(L, -1));
    if (n < low || n > high)
        lim_refuse(L, arg, "%s must be %I to %I, got %I", arg, (lua_Integer)low, (lua_Integer)high, n);
    lua_pop(L, 1);
    return n;
}

int64_t lim_get_int(lua_State *L, int index, const char *arg, const char *name, int64_t low, int64_t high,
                    int64_t missing) {
    index = lua_absindex(L, index);
    if (lua_getfield(L, index, name) == LUA_TNIL && missing >= low && missing <= high) {
        lua_pop(L, 1);
        return missing;
    }
    if (lua_isinteger(L, -1)) { /* the common case builds no path */
        lua_Integer n = lua_tointeger(L, -1);
        if (n >= low && n <= high) {
            lua_pop(L, 1);
            return n;
        }
    }
    const char *path = lua_pushfstring(L, "%s.%s", arg, name);
    lua_insert(L, -2);
    int64_t n = take_int(L, path, low, high);
    lua_pop(L, 1);
    return n;
}

int64_t lim_check_length(lua_State *L, int index, const char *arg) {
    lua_pushvalue(L, index);
    return take_int(L, arg, 0, LIM_REACH);
}

int32_t lim_check_angle(lua_State *L, int index, const char *arg) {
    lua_pushvalue(L, index);
    return (int32_t)take_int(L, arg, -LIM_TURN, LIM_TURN);
}

lim_face lim_check_face(lua_State *L, int index) { return (lim_face)luaL_checkoption(L, index, NULL, lim_face_names); }

static bool within(int64_t n, int64_t low, int64_t high) { return n >= low && n <= high; }

/* Reads so many of x, y, width, depth and facing, which are whole numbers on the table: the common case builds no path
 * and looks for nothing else. How many it found before one that is left out; 0 when something is not as it should be. */
static int read_plain(lua_State *L, int index, int many, lim_base *base) {
    static const char *const names[] = {"x", "y", "width", "depth", "facing"};
    int64_t at[5] = {0, 0, LIM_BASE_LEAST, LIM_BASE_LEAST, 0};
    int n = 0;
    for (; n < many && lua_getfield(L, index, names[n]) != LUA_TNIL; n++) {
        if (!lua_isinteger(L, -1)) break;
        at[n] = lua_tointeger(L, -1);
    }
    const bool odd = n < many && !lua_isnil(L, -1);
    lua_pop(L, n < many ? n + 1 : n);
    if (odd || !within(at[0], -LIM_REACH, LIM_REACH) || !within(at[1], -LIM_REACH, LIM_REACH) ||
        !within(at[2], LIM_BASE_LEAST, LIM_REACH) || !within(at[3], LIM_BASE_LEAST, LIM_REACH) ||
        !within(at[4], -4 * LIM_TURN, 4 * LIM_TURN))
        return 0;
    *base = (lim_base){.x = at[0], .y = at[1], .width = at[2], .depth = at[3], .facing = lim_angle_normal(at[4])};
    return n;
}

lim_point lim_get_point(lua_State *L, int index, const char *arg) {
    lim_base plain;
    index = lua_absindex(L, index);
    lim_need_table(L, index, arg);
    if (read_plain(L, index, 2, &plain) == 2) return (lim_point){plain.x, plain.y};
    lim_point p;
    if (lua_geti(L, index, 1) != LUA_TNIL) {
        p.x = take_int(L, arg, -LIM_REACH, LIM_REACH);
        lua_geti(L, index, 2);
        p.y = take_int(L, arg, -LIM_REACH, LIM_REACH);
        return p;
    }
    lua_pop(L, 1);
    p.x = lim_get_int(L, index, arg, "x", -LIM_REACH, LIM_REACH, INT64_MIN);
    p.y = lim_get_int(L, index, arg, "y", -LIM_REACH, LIM_REACH, INT64_MIN);
    return p;
}

lim_base lim_get_base(lua_State *L, int index, const char *arg) {
    lim_base plain;
    index = lua_absindex(L, index);
    lim_need_table(L, index, arg);
    if (read_plain(L, index, 5, &plain) == 5) return plain;
    return (lim_base){
        .x = lim_get_int(L, index, arg, "x", -LIM_REACH, LIM_REACH, INT64_MIN),
        .y = lim_get_int(L, index, arg, "y", -LIM_REACH, LIM_REACH, INT64_MIN),
        .width = lim_get_int(L, index, arg, "width", LIM_BASE_LEAST, LIM_REACH, INT64_MIN),
        .depth = lim_get_int(L, index, arg, "depth", LIM_BASE_LEAST, LIM_REACH, INT64_MIN),
        .facing = lim_angle_normal(lim_get_int(L, index, arg, "facing", -4 * LIM_TURN, 4 * LIM_TURN, INT64_MIN)),
    };
}

lim_vec lim_get_size(lua_State *L, int index, const char *arg) {
    lim_need_table(L, index, arg);
    double width = (double)lim_get_int(L, index, arg, "width", 0, LIM_REACH, INT64_MIN);
    return (lim_vec){width, (double)lim_get_int(L, index, arg, "depth", 0, LIM_REACH, INT64_MIN)};
}

lim_step lim_get_step(lua_State *L, int index, const char *arg) {
    index = lua_absindex(L, index);
    lim_need_table(L, index, arg);
    int top = lua_gettop(L);
    lim_step step = {LIM_PIVOT, 0, 0};
    if (lua_getfield(L, index, "slide") != LUA_TNIL) {
        step.kind = LIM_SLIDE;
        step.distance = lim_get_int(L, index, arg, "slide", -LIM_REACH, LIM_REACH, INT64_MIN);
        step.angle = (int32_t)lim_get_int(L, index, arg, "angle", -4 * LIM_TURN, 4 * LIM_TURN, 0);
    } else if (lua_getfield(L, index, "wheel") != LUA_TNIL) {
        const char *side = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
        step.kind = strcmp(side, "right") == 0 ? LIM_WHEEL_RIGHT : LIM_WHEEL_LEFT;
        if (step.kind == LIM_WHEEL_LEFT && strcmp(side, "left") != 0)
            lim_refuse(L, lua_pushfstring(L, "%s.wheel", arg), "%s.wheel must be left or right", arg);
        step.angle = (int32_t)lim_get_int(L, index, arg, "angle", -LIM_TURN, LIM_TURN, INT64_MIN);
    } else {
        step.angle = (int32_t)lim_get_int(L, index, arg, "pivot", -LIM_TURN, LIM_TURN, INT64_MIN);
    }
    lua_settop(L, top);
    return step;
}

/* The point on top, when it is written as { x, y } with names and on the table: the common case builds no path. */
static bool is_plain_point(lua_State *L, lim_point *p) {
    if (!lua_istable(L, -1) || lua_rawlen(L, -1) > 0) return false;
    lua_getfield(L, -1, "x");
    lua_getfield(L, -2, "y"); /* point x y */
    const bool plain = lua_isinteger(L, -2) && lua_isinteger(L, -1);
    *p = (lim_point){lua_tointeger(L, -2), lua_tointeger(L, -1)};
    lua_pop(L, 2);
    return plain && p->x >= -LIM_REACH && p->x <= LIM_REACH && p->y >= -LIM_REACH && p->y <= LIM_REACH;
}

bool lim_push_outline(lua_State *L, int index, const char *arg, bool area, lim_shape *shape, lim_fault *fault) {
    index = lua_absindex(L, index);
    lim_need_table(L, index, arg);
    lua_Integer count = luaL_len(L, index);
    if (count < 0 || count > 100000) lim_refuse(L, arg, "%s has %I points, the most is 100000", arg, count);
    size_t n = (size_t)count;
    lim_vec *vertices = lua_newuserdatauv(L, (n + 1) * (sizeof(lim_vec) + sizeof(lim_point)), 0); /* room */
    lim_point *points = (lim_point *)(void *)(vertices + n + 1);
    const int room = lua_gettop(L);
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, index, (lua_Integer)i + 1); /* room point */
        if (!is_plain_point(L, &points[i]))
            points[i] = lim_get_point(L, room + 1, lua_pushfstring(L, "%s.%d", arg, (int)(i + 1)));
        lua_settop(L, room);
    }
    return (area ? lim_area_shape : lim_line_shape)(points, (uint32_t)n, vertices, shape, fault);
}

static void push_outline(lua_State *L, int index, const char *arg, bool area, lim_figure *figure) {
    index = lua_absindex(L, index);
    const char *path = lua_pushfstring(L, "%s.%s", arg, area ? "area" : "line"); /* points path */
    lim_fault f;
    if (lim_push_outline(L, index, path, area, &figure->shape, &f)) /* points path room */
        return;
    lua_Integer i = (lua_Integer)f.i + 1, j = (lua_Integer)f.j + 1;
    switch (f.why) {
    case LIM_WHY_FEW: lim_refuse(L, path, "%s needs %d points at least", path, area ? 3 : 2); return;
    case LIM_WHY_REPEATS: lim_refuse(L, path, "%s: points %I and %I are the same", path, i, j); return;
    default:
        lim_refuse(L, path, "%s: the edges that start at points %I and %I meet at x=%I y=%I", path, i, j,
                   (lua_Integer)f.at.x, (lua_Integer)f.at.y);
    }
}

void lim_push_figure(lua_State *L, int index, const char *arg, lim_figure *figure) {
    index = lua_absindex(L, index);
    lim_need_table(L, index, arg);
    bool area = lua_getfield(L, index, "area") != LUA_TNIL, line = lua_getfield(L, index, "line") != LUA_TNIL;
    lua_pop(L, 2);
    const int plain = area || line ? 0 : read_plain(L, index, 5, &figure->base);
    if (area || line) {
        lua_getfield(L, index, area ? "area" : "line");
        push_outline(L, -1, arg, area, figure); /* points path room */
        lua_replace(L, -3);
        lua_pop(L, 1); /* room */
        return;
    }
    bool is_base = plain == 5;
    if (plain != 2 && plain != 5) {
        is_base = lua_getfield(L, index, "width") != LUA_TNIL;
        lua_pop(L, 1);
        if (is_base)
            figure->base = lim_get_base(L, index, arg);
        else
            lim_point_shape(lim_get_point(L, index, arg), figure->corners, &figure->shape);
    } else if (plain == 2) {
        lim_point_shape((lim_point){figure->base.x, figure->base.y}, figure->corners, &figure->shape);
    }
    if (is_base) lim_base_shape(&figure->base, figure->corners, &figure->shape);
    lua_pushnil(L);
}

void lim_set_int(lua_State *L, const char *name, int64_t value) {
    lua_pushinteger(L, value);
    lua_setfield(L, -2, name);
}

void lim_set_flag(lua_State *L, const char *name, bool value) {
    lua_pushboolean(L, value);
    lua_setfield(L, -2, name);
}

void lim_set_text(lua_State *L, const char *name, const char *value) {
    lua_pushstring(L, value);
    lua_setfield(L, -2, name);
}

void lim_push_point(lua_State *L, lim_point p) {
    lua_createtable(L, 0, 2);
    lim_set_int(L, "x", p.x);
    lim_set_int(L, "y", p.y);
}

void lim_set_point(lua_State *L, const char *name, lim_point p) {
    lim_push_point(L, p);
    lua_setfield(L, -2, name);
}

void lim_push_base(lua_State *L, const lim_base *base) {
    lua_createtable(L, 0, 5);
    lim_set_int(L, "x", base->x);
    lim_set_int(L, "y", base->y);
    lim_set_int(L, "facing", base->facing);
    lim_set_int(L, "width", base->width);
    lim_set_int(L, "depth", base->depth);
}
