/* Translates names of Lua into numbers of the field: ids, sides, flags, filters, subjects. See
 * field_names.h. */
#include "field_names.h"

#include <string.h>

lim_field *lim_check_field(lua_State *L) { return lim_check_kind(L, 1, lua_upvalueindex(1), LIM_FIELD); }

/* Strings get 62 bits of FNV-1a above all the integers that an id can be. */
int64_t lim_check_key(lua_State *L, int index, const char *arg) {
    if (lua_isinteger(L, index)) {
        lua_Integer id = lua_tointeger(L, index);
        if (id < -((lua_Integer)1 << 61) || id >= (lua_Integer)1 << 61)
            lim_refuse(L, arg, "%s is out of range: %I", arg, id);
        return id;
    }
    if (lua_type(L, index) != LUA_TSTRING) lim_refuse(L, arg, "%s must be an id, got %s", arg, luaL_typename(L, index));
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    return (int64_t)(hash >> 3) + ((int64_t)1 << 61);
}

int64_t lim_whole(const lim_item *item) { return item->about.nth > 0 ? item->about.whole : item->about.key; }

void lim_push_id(lua_State *L, const lim_item *item) {
    int64_t key = lim_whole(item);
    if (key < (int64_t)1 << 61) {
        lua_pushinteger(L, key);
        return;
    }
    lua_getiuservalue(L, 1, 1); /* ids */
    lua_geti(L, -1, key);
    lua_remove(L, -2);
}

void lim_set_id(lua_State *L, const char *name, const lim_item *item) {
    lim_push_id(L, item);
    lua_setfield(L, -2, name);
    if (item->about.nth > 0) lim_set_int(L, "nth", item->about.nth);
}

lim_found *lim_push_found(lua_State *L, size_t most) { return lua_newuserdatauv(L, (most + 1) * sizeof(lim_found), 0); }

/* The number of the name on top, which it pops: 1, 2, … in the order in which names turn up. */
static int name_number(lua_State *L, int uservalue, const char *arg, int most) {
    if (lua_type(L, -1) != LUA_TSTRING) lim_refuse(L, arg, "%s must be a name, got %s", arg, luaL_typename(L, -1));
    lua_getiuservalue(L, 1, uservalue); /* name names */
    lua_pushvalue(L, -2);
    if (lua_rawget(L, -2) == LUA_TNIL) { /* name names nil */
        lua_Integer n = luaL_len(L, -2) + 1;
        if (n > most) luaL_error(L, "a field knows %d different %s at most", most, arg);
        lua_pushvalue(L, -3); /* name names nil name: also in a list, which counts them */
        lua_seti(L, -3, n);
        lua_pushvalue(L, -3);
        lua_pushinteger(L, n);
        lua_rawset(L, -4); /* name names nil */
        lua_pop(L, 1);
        lua_pushinteger(L, n);
    }
    int number = (int)lua_tointeger(L, -1);
    lua_pop(L, 3);
    return number;
}

int32_t lim_get_side(lua_State *L, int index, const char *name) {
    if (lua_getfield(L, index, name) != LUA_TNIL) return name_number(L, 2, name, 1000);
    lua_pop(L, 1);
    return 0;
}

uint32_t lim_get_flags(lua_State *L, int index, const char *name) {
    uint32_t flags = 0;
    if (lua_getfield(L, index, name) != LUA_TNIL) {
        lim_need_table(L, -1, name);
        lua_Integer count = luaL_len(L, -1);
        for (lua_Integer i = 1; i <= count; i++) {
            lua_geti(L, -1, i);
            flags |= (uint32_t)1 << (name_number(L, 3, "flags", 32) - 1);
        }
    }
    lua_pop(L, 1);
    return flags;
}

void lim_except(lua_State *L, lim_picked *p, int64_t key) {
    if (p->filter.excepted == LIM_EXCEPT_MOST) luaL_error(L, "a filter leaves out %d ids at most", LIM_EXCEPT_MOST);
    p->filter.except = p->except;
    p->except[p->filter.excepted++] = key;
}

void lim_get_filter(lua_State *L, int index, lim_picked *p) {
    static const char *const kinds[] = {"base", "area", "line", "ground"};
    static const uint32_t bits[] = {LIM_ITEM_BASE, LIM_ITEM_AREA, LIM_ITEM_LINE, LIM_ITEM_AREA | LIM_ITEM_LINE};
    p->filter = (lim_filter){.except = p->except};
    if (lua_isnoneornil(L, index)) return;
    lim_need_table(L, index, "filter");
    p->filter.side = lim_get_side(L, index, "side");
    p->filter.not_side = lim_get_side(L, index, "not_side");
    p->filter.with = lim_get_flags(L, index, "with");
    p->filter.without = lim_get_flags(L, index, "without");
    if (lua_getfield(L, index, "kind") != LUA_TNIL) {
        const char *kind = lua_tostring(L, -1);
        for (int i = 0; i < 4; i++)
            if (kind != NULL && strcmp(kind, kinds[i]) == 0) p->filter.kinds = bits[i];
        if (p->filter.kinds == 0) luaL_error(L, "filter.kind must be base, area, line or ground");
    }
    lua_pop(L, 1);
    if (lua_getfield(L, index, "except") != LUA_TNIL) {
        lim_need_table(L, -1, "filter.except");
        lua_Integer count = luaL_len(L, -1);
        for (lua_Integer i = 1; i <= count; i++) {
            lua_geti(L, -1, i);
            lim_except(L, p, lim_check_key(L, -1, "filter.except"));
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
}

lim_item *lim_check_item(lua_State *L, int index, const char *arg) {
    lim_item *item = lim_field_item(lim_check_field(L), lim_check_key(L, index, arg));
    if (item == NULL) lim_refuse(L, arg, "%s: there is no %s on the field", arg, lim_show(L, index));
    return item;
}

/* A subject. Pushes one value, as lim_push_figure does. */
void lim_push_subject(lua_State *L, int index, const char *arg, lim_figure *figure, lim_picked *p) {
    if (lua_type(L, index) != LUA_TNUMBER && lua_type(L, index) != LUA_TSTRING) {
        lim_push_figure(L, index, arg, figure);
        return;
    }
    lim_item *item = lim_check_item(L, index, arg);
    figure->base = item->about.base;
    figure->shape = item->shape;
    lim_except(L, p, lim_whole(item));
    lua_pushnil(L);
}

void lim_push_subject_base(lua_State *L, int index, const char *arg, lim_figure *figure, lim_picked *p) {
    lim_push_subject(L, index, arg, figure, p);
    if (figure->shape.kind != LIM_BASE) lim_refuse(L, arg, "%s must be a base", arg);
}
