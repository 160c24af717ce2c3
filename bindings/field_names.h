/* Translates names of Lua into numbers of the field: ids, sides, flags, filters, subjects.
 *
 * Everywhere the field is argument 1. Its user values: 1 key -> id, 2 name of a side -> number, 3 name of a
 * flag -> its bit. A key is an integer id itself, or a hash of a string id. Readers raise refusals. */
#ifndef LIM_BINDINGS_FIELD_NAMES_H
#define LIM_BINDINGS_FIELD_NAMES_H

#include "field.h"
#include "shapes.h"

#include <lauxlib.h>

#define LIM_FIELD "limber.field" /* the metatable; a field's userdata starts with its lim_field */
#define LIM_EXCEPT_MOST 128

/* A filter, and the keys that it leaves out. */
typedef struct lim_picked {
    lim_filter filter;
    int64_t except[LIM_EXCEPT_MOST + 1];
} lim_picked;

lim_field *lim_check_field(lua_State *L);
int64_t lim_check_key(lua_State *L, int index, const char *arg);

/* The key of the body that an item is, or is one of the bases of; and its id. */
int64_t lim_whole(const lim_item *item);
void lim_push_id(lua_State *L, const lim_item *item);

/* Sets a field of the table on top to the item's id. */
void lim_set_id(lua_State *L, const char *name, const lim_item *item);

/* Pushes room for so many of what may be found, and one more. */
lim_found *lim_push_found(lua_State *L, size_t most);

/* The item with that id; refused if there is none. */
lim_item *lim_check_item(lua_State *L, int index, const char *arg);

/* The side, or the flags in the list, in the named field of a table; 0 when it is absent. */
int32_t lim_get_side(lua_State *L, int index, const char *name);
uint32_t lim_get_flags(lua_State *L, int index, const char *name);

/* A filter, none or nil for one that admits everything. */
void lim_get_filter(lua_State *L, int index, lim_picked *picked);

/* A shape, or the id of an item, which is then left out of `picked`. Pushes one value, which must stay as long
 * as the figure is used. */
void lim_push_subject(lua_State *L, int index, const char *arg, lim_figure *figure, lim_picked *picked);
void lim_push_subject_base(lua_State *L, int index, const char *arg, lim_figure *figure, lim_picked *picked);

/* Leaves an item out of `picked`; refused when too many are. */
void lim_except(lua_State *L, lim_picked *picked, int64_t key);

/* The methods in field_motion.c, field_path.c and field_fire.c. */
extern const luaL_Reg lim_field_motions[], lim_field_paths[], lim_field_fires[];

#endif
