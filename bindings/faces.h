/* Faces: what a guest's functions get of a battle, and how its functions are called.
 *
 * Between trusted code and a guest's functions stands a membrane. Each value has at most one stand-in on the other side,
 * so that the same node gives the same proxy:
 *   a table of trusted code       a proxy: an empty table, whose reads go to the table as it is now; a write raises
 *   an object (a view, a field)   a face: a proxy that shows its methods, and not what it keeps (faces are declared)
 *   a function of trusted code    a function that takes and gives stand-ins, and runs without the hook
 *   a guest's function            a function that hands it stand-ins, and runs it with the hook, within a budget
 * What a guest hands in is taken apart: stand-ins become what they stand for, its functions are entered as above, its own
 * tables are copied. So trusted code never holds a table that a guest can change, nor a guest one of trusted code, but
 * for fresh results of questions.
 */
#ifndef LIM_FACES_H
#define LIM_FACES_H

#include <lua.h>
#include <stdbool.h>

/* Makes the membrane of a state, once. May raise. */
void lim_faces_open(lua_State *L);

/* Pushes what the proxy at idx stands for, a table or an object; pushes nothing for any other value. Pure. */
bool lim_face_target(lua_State *L, int idx);

/* The same, for nothing but tables of plain data: no face of an object. */
bool lim_face_plain(lua_State *L, int idx);

/* Is a chunk of that source a guest's? Pure. */
bool lim_guest_source(lua_State *L, const char *source);

/* lua_CFunctions. */
int lim_guest_face(lua_State *L);      /* face(object, about) -> its face */
int lim_guest_stand(lua_State *L);     /* stand(value, for) */
int lim_guest_strangers(lua_State *L); /* strangers(path): functions of that file are a guest's */
int lim_guest_enter(lua_State *L);     /* enter(f, how [, run]) -> function */
int lim_guest_leave(lua_State *L);     /* leave(f) -> function */
int lim_guest_shown(lua_State *L);     /* shown(table): guests get a proxy of it, never a copy */
int lim_guest_origin(lua_State *L);    /* origin(f) -> a guest's function that f enters, or f */
int lim_guest_entries(lua_State *L);   /* entries() -> how often a guest's function was entered */

#endif
