/* Lua tables as geometry and back, for kernel.geometry and kernel.field.
 *
 *   point   {x=, y=} or {x, y}                       base   {x=, y=, facing=, width=, depth=}
 *   line    {line={point, ...}}                      area   {area={point, ...}}
 *   move    {slide=um, angle=}, {wheel="left"|"right", angle=} or {pivot=angle}
 *
 * Whole numbers: micrometres, thousandths of a degree. Readers raise a refusal that names the place
 * ("unit.area.3.x"); `arg` is the path so far. They leave the stack as it was unless they say other. */
#ifndef LIM_BINDINGS_SHAPES_H
#define LIM_BINDINGS_SHAPES_H

#include "bindings.h"
#include "geometry.h"

extern const char *const lim_face_names[];

typedef struct lim_figure {
    lim_shape shape;
    lim_base base; /* of a base */
    lim_vec corners[4];
} lim_figure;

/* Refuses what is not a table, or does not read like one. */
void lim_need_table(lua_State *L, int index, const char *arg);

/* A whole number in the named field, between low and high; `missing` when it is absent, which is refused
 * if `missing` lies outside them. */
int64_t lim_get_int(lua_State *L, int index, const char *arg, const char *name, int64_t low, int64_t high,
                    int64_t missing);
int64_t lim_check_length(lua_State *L, int index, const char *arg); /* 0..LIM_REACH */
int32_t lim_check_angle(lua_State *L, int index, const char *arg);
lim_face lim_check_face(lua_State *L, int index);

lim_point lim_get_point(lua_State *L, int index, const char *arg);

/* The width and depth of a table. */
lim_vec lim_get_size(lua_State *L, int index, const char *arg);
lim_base lim_get_base(lua_State *L, int index, const char *arg);
lim_step lim_get_step(lua_State *L, int index, const char *arg);

/* Any shape. Pushes one value, which holds the vertices and must stay until the figure is done with. */
void lim_push_figure(lua_State *L, int index, const char *arg, lim_figure *figure);

/* The vertices of an area or line; pushes what holds them. Raises nothing for a bad outline: returns
 * false and the fault. */
bool lim_push_outline(lua_State *L, int index, const char *arg, bool area, lim_shape *shape, lim_fault *fault);

void lim_push_point(lua_State *L, lim_point p);
void lim_push_base(lua_State *L, const lim_base *base);

/* Set fields of the table on top. */
void lim_set_int(lua_State *L, const char *name, int64_t value);
void lim_set_flag(lua_State *L, const char *name, bool value);
void lim_set_text(lua_State *L, const char *name, const char *value);
void lim_set_point(lua_State *L, const char *name, lim_point p);

#endif
