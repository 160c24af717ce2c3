/* Faces: what a guest's functions get in a battle, and how trusted code calls them.
 *
 * A membrane separates trusted code from a guest's functions. Each value has at most one stand-in on the other side, so
 * the same node always gives the same proxy:
 *   a table of trusted code       a proxy: an empty table whose reads go to the original; a write raises
 *   an object (a view, a field)   a face: a proxy that shows its methods and hides its fields (`face` declares it)
 *   a result under a guest's wrap a lent table, which the guest's first write makes its own (sandbox_lent.c)
 *   a function of trusted code    a function that takes and gives stand-ins, and runs without the hook
 *   a guest's function            a function that gives it stand-ins, and runs it with the hook, within a budget
 * Values from a guest are converted: a stand-in becomes its original, a guest's function is wrapped as above, a guest's
 * table is copied. So trusted code never holds a table that a guest can change, and a guest never holds a table of
 * trusted code, except fresh results of questions.
 */
#ifndef LIM_FACES_H
#define LIM_FACES_H

#include <lua.h>
#include <stdbool.h>

/* Makes the tables of the membrane in a state's registry, which owns them; a second call does nothing. May raise. */
void lim_faces_open(lua_State *L);

/* Pushes the original of the proxy at idx, a table or an object, and returns true; pushes nothing for other values. */
bool lim_face_target(lua_State *L, int idx);

/* The same for tables of plain data only: not for the face of an object. */
bool lim_face_plain(lua_State *L, int idx);

/* Replaces the function on top, through which guests call one of trusted code, by that one; false for any other. Pure. */
bool lim_guest_called(lua_State *L);

/* Is a chunk of that source a guest's? Pure. */
bool lim_guest_source(lua_State *L, const char *source);

/* lua_CFunctions. A wrong argument raises. */
int lim_guest_face(lua_State *L);      /* face(object, about) -> its face; `about` as at the function */
int lim_guest_stand(lua_State *L);     /* stand(standin, value): guests get `standin` in place of `value` */
int lim_guest_asked(lua_State *L);     /* asked(missing): missing(key, t) -> what is wrong with a key that a table t of
                                          a question does not have, or nil; a guest who reads it has that raised */
int lim_guest_lacking(lua_State *L);   /* lacking(missing): the same for what guests get of a battle and of its rules */
int lim_guest_strangers(lua_State *L); /* strangers(path): functions of that file are a guest's */
int lim_guest_enter(lua_State *L);     /* enter(f, how [, run]) -> a function that runs a guest's f; how: "battle",
                                          "pure", "build" or "resolve"; run(f, ...) begins a budget if none runs */
int lim_guest_guard(lua_State *L);     /* guard(table, look) -> table: a guest who looks into it has look() called */
int lim_guest_leave(lua_State *L);     /* leave(f [, fresh]) -> a function that guests may call, which runs trusted code's
                                          f; fresh: the tables that f gives are nobody else's, and lent */
int lim_guest_shared(lua_State *L);    /* shared(table, parent) -> table: guests may write to it; `parent` is the map of
                                          the state's nodes */
int lim_guest_shown(lua_State *L);     /* shown(table): guests get a proxy of it, never a copy */
int lim_guest_origin(lua_State *L);    /* origin(f) -> the guest's function that f runs, or f */
int lim_guest_entries(lua_State *L);   /* entries() -> how often a guest's function has run in this state */

#endif
