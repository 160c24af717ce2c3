/* Budgets: limits of a run, and how a run is stopped.
 *
 * A run is a frame on a chain, innermost first. A guest's frame has fuel (Lua instructions; work done inside C
 * is charged to the same meter), a memory limit and a deadline; a trusted frame has none of them. While any
 * frame of the chain is a guest's, a count hook looks every LIM_TICK instructions of a guest's functions. Trusted code
 * runs without a hook, which would halve its speed, also when a guest's function has called it: the way into a guest's
 * function and the way out of it switch (lim_go). Setting a hook begins the count anew, so that each way in is charged
 * LIM_ENTRY. A deadline holds for trusted code too: a signal (lim_alarm) sets the hook when it may be over. In a state that
 * has no such signal the hook stays on.
 *
 * Stopping is sticky. A frame that was stopped stays so until it is left: the environment's pcall raises the
 * failure again, and for a guest every further instruction does. No budget is an outcome: the code that began
 * the run undoes its effects. So none of the three has to be the same on every machine.
 *
 * An interrupt (Ctrl-C) is asked for from a signal handler on the thread that runs Lua: it sets a flag, which
 * every wrapper polls, and the hook, as lua.c does. In trusted code it is raised once; trusted code that catches
 * it to undo something raises it again.
 */
#ifndef LIM_BUDGET_H
#define LIM_BUDGET_H

#include "runtime.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    LIM_REASON_SIZE = 120,
    LIM_PLACE_SIZE = 200,
    LIM_TICK = 1000, /* instructions between two looks; the cost of a count hook hardly depends on it */
    LIM_ENTRY = 100, /* what it costs to enter a guest's function, or to come back into it */
};

typedef enum lim_stop {
    LIM_RUNS,
    LIM_STOP_FUEL,
    LIM_STOP_TIME,
    LIM_STOP_MEMORY,
    LIM_TOO_DEEP,
    LIM_STOP_INTERRUPT
} lim_stop;

/* What a guest may take. */
typedef struct lim_budget {
    int64_t instructions;
    size_t bytes;   /* on top of what the state holds when the run begins */
    double seconds; /* of the clock on the wall */
} lim_budget;

typedef struct lim_frame {
    struct lim_frame *outer;
    bool guest;   /* fuel and time are looked at, by a hook; memory is capped for every frame with a budget */
    lim_stop stop;
    int64_t fuel;       /* instructions left */
    lim_budget budget;  /* as given, for the message */
    size_t most;        /* bytes the state may hold before the frame is stopped */
    int64_t deadline;   /* nanoseconds of lim_clock */
    char file[LIM_PLACE_SIZE]; /* where it was stopped first; line 0: not yet, or nobody knows */
    int line;
    bool outer_inside;  /* did a guest's function run before? */
    size_t outer_limit; /* what the runtime allowed before */
    size_t outer_block;
} lim_frame;

/* Nanoseconds of a clock that never goes back. For budgets and timing only: no outcome may come from it. */
int64_t lim_clock(void);

/* Nanoseconds that this thread has worked: what other programs take of the machine does not count. */
int64_t lim_worked(void);

/* Begins a run: puts the caller's frame on L's chain. A budget that is not a guest's caps memory alone; NULL caps
 * nothing. A guest's run begins inside of a guest's function, unless the caller says otherwise by lim_go. Does not
 * raise. */
void lim_frame_enter(lua_State *L, lim_frame *frame, const lim_budget *budget, bool guest);

/* Says whether a guest's own function runs from now on; returns whether one did. After an error whoever catches it says so
 * again; a run that ends does, and lim_unshield. Does not raise. */
bool lim_go(lua_State *L, bool inside);

/* Ends the innermost run, restoring limits and hook of the one around it. Does not raise. */
void lim_frame_leave(lua_State *L, lim_frame *frame);

/* Is there a guest's frame on a chain, on L's? Pure. (frames.c) */
bool lim_any_guest(const lim_frame *frame);
bool lim_budgeted(lua_State *L);

/* The innermost frame of a chain that was stopped, or NULL; the reason why one on L's was, LIM_RUNS when none was. */
lim_frame *lim_stopped_frame(lim_frame *frame);
lim_stop lim_stopped(lua_State *L);

/* Marks the innermost run as stopped for want of memory: for a pcall that saw LUA_ERRMEM. */
void lim_out_of_memory(lua_State *L);

/* Charges `work` instructions done in C, and looks at fuel, clock and interrupt. May raise. Cheap. */
void lim_charge(lua_State *L, size_t work);

/* Looks at the interrupt only: for long loops in C over things that are not a guest's. May raise. Cheap. */
void lim_poll(lua_State *L);

/* Why a frame that is stopped was: the failure's kind, and its message in text. */
const char *lim_stop_reason(const lim_frame *frame, char text[LIM_REASON_SIZE]);

/* Pushes the failure that tells why lim_stopped is not LIM_RUNS. May raise. */
void lim_push_stop(lua_State *L);

/* Asks that what runs be stopped. Safe in a signal handler on the thread that runs L's Lua; nothing else is. */
void lim_interrupt(lim_runtime *rt);

/* Says that a deadline may be over. Like lim_interrupt it is for a signal handler on the thread that runs L's Lua. */
void lim_alarm(lim_runtime *rt);

/* What lim_shield puts off, for lim_unshield. */
typedef struct lim_shielded {
    lim_frame *frame;
    int64_t began;
    bool inside;
} lim_shielded;

/* Puts off interrupts, and the fuel and time of the runs around: until lim_unshield nothing of that stops what runs,
 * and neither its work nor its time is charged to them. Three things stay as they are. Memory stays capped by the runs
 * around. A run begun inside has its own budget, and an interrupt, also one that was pending when it began, stops that
 * run and is spent. One that no run inside has taken is raised in the run around after lim_unshield, at the next
 * call, return or instruction in Lua; with no run around it stays pending. Neither raises. */
void lim_shield(lua_State *L, lim_shielded *shielded);
void lim_unshield(lua_State *L, const lim_shielded *shielded);

/* Lets the clocks of all guests on the chain stand for some nanoseconds: the time somebody was waited for. Does not
 * raise. */
void lim_waited(lua_State *L, int64_t nanoseconds);

/* Takes back an interrupt that found nothing running. Returns whether there was one. */
bool lim_interrupt_clear(lua_State *L);

#endif
