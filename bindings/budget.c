/* Budgets: the chain of frames, the hook, the interrupt. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "budget.h"

#include "failure.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    BYTES_PER_INSTRUCTION = 16,      /* what allocating costs: 16 bytes count as an instruction */
    BIGGEST_BLOCK = 4 * 1024 * 1024, /* of a guest: bounds what one concatenation or comparison can take */
    BIGGEST_GRANT = 4 * BIGGEST_BLOCK,
    DEEPEST_CALL = 15000 /* Lua's own limit comes after BIGGEST_BLOCK, and would read as want of memory */
};

static int64_t nanoseconds(clockid_t clock) {
    struct timespec now;

    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t lim_clock(void) { return nanoseconds(CLOCK_MONOTONIC); }

int64_t lim_worked(void) { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

/* ---- looking ---------------------------------------------------------------------------------------------------- */

static void take_interrupt(lim_runtime *rt) {
    if (rt->interrupted && rt->frame != NULL) {
        rt->interrupted = 0;
        rt->frame->stop = LIM_STOP_INTERRUPT;
    }
}

/* Charges every guest of the chain, with what was allocated since the last look. */
static void charge(lim_runtime *rt, size_t work) {
    int64_t cost = (int64_t)(work + rt->taken / BYTES_PER_INSTRUCTION);

    rt->taken = 0;
    for (lim_frame *frame = rt->frame; frame != NULL; frame = frame->outer) {
        if (frame->guest) {
            frame->fuel -= cost;
            if (frame->fuel < 0 && frame->stop == LIM_RUNS) {
                frame->stop = LIM_STOP_FUEL;
            }
        }
    }
}

static void look_at_clock(lim_runtime *rt) {
    int64_t now = lim_clock();

    for (lim_frame *frame = rt->frame; frame != NULL; frame = frame->outer) {
        if (frame->guest && now > frame->deadline && frame->stop == LIM_RUNS) {
            frame->stop = LIM_STOP_TIME;
        }
    }
}

/* What is held counts only after a collection: garbage is nobody's hoard. */
static void look_at_memory(lua_State *L, lim_runtime *rt) {
    for (lim_frame *frame = rt->frame; frame != NULL; frame = frame->outer) {
        if (frame->guest && rt->used > frame->most && frame->stop == LIM_RUNS) {
            lua_gc(L, LUA_GCCOLLECT);
            if (rt->used > frame->most) {
                frame->stop = LIM_STOP_MEMORY;
            }
        }
    }
}

static void look_at_depth(lua_State *L, lim_runtime *rt) {
    lua_Debug ar;

    if (lim_stopped_frame(rt->frame) == NULL && lua_getstack(L, DEEPEST_CALL, &ar)) {
        rt->frame->stop = LIM_TOO_DEEP;
    }
}

/* ---- stopping --------------------------------------------------------------------------------------------------- */

static void hook(lua_State *L, lua_Debug *ar);

/* Has the alarm go off when the first deadline of the chain is over. Frames begun later are over earlier, or hardly later:
 * the one that is set is kept while it is early enough. */
static void set_alarm(lim_runtime *rt) {
    int64_t now = lim_clock(), first = 0;

    if (rt->alarm == NULL) return;
    for (const lim_frame *frame = rt->frame; frame != NULL; frame = frame->outer) {
        if (frame->guest && frame->stop == LIM_RUNS && (first == 0 || frame->deadline < first)) first = frame->deadline;
    }
    if (first == 0 || (rt->alarm_at > now && rt->alarm_at <= first)) return;
    rt->alarm_at = first > now ? first : now + 1;
    rt->alarm((double)(rt->alarm_at - now) / 1e9);
}

/* Sets the hook that the chain now asks for. The interrupt is looked at last: a signal that comes before is seen here,
 * and the handler of one that comes after sets the hook itself. */
static void set_hook(lua_State *L, const lim_runtime *rt) {
    bool stopped = lim_stopped_frame(rt->frame) != NULL;

    if (lim_any_guest(rt->frame) && (rt->inside || stopped || rt->alarm == NULL)) {
        lua_sethook(L, hook, LUA_MASKCOUNT, stopped ? 1 : LIM_TICK);
    } else if (lua_gethook(L) != NULL) {
        lua_sethook(L, NULL, 0, 0);
    }
    if ((rt->interrupted || rt->late) && rt->frame != NULL) {
        lua_sethook(L, hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, 1);
    }
}

const char *lim_stop_reason(const lim_frame *frame, char text[LIM_REASON_SIZE]) {
    switch (frame->stop) {
    case LIM_STOP_FUEL:
        snprintf(text, LIM_REASON_SIZE, "stopped after %lld instructions: does it ever end?",
                 (long long)frame->budget.instructions);
        return "budget";
    case LIM_STOP_TIME:
        snprintf(text, LIM_REASON_SIZE, "stopped after %g seconds: does it ever end?", frame->budget.seconds);
        return "budget";
    case LIM_STOP_MEMORY:
        snprintf(text, LIM_REASON_SIZE, "stopped: it took too much memory (allowed: %zu KiB", frame->budget.bytes / 1024);
        if (frame->guest) {
            snprintf(text + strlen(text), LIM_REASON_SIZE - strlen(text), ", at once %d KiB", BIGGEST_BLOCK / 1024);
        }
        strcat(text, ")");
        return "memory";
    case LIM_TOO_DEEP:
        snprintf(text, LIM_REASON_SIZE, "stack overflow: calls are nested more than %d deep", DEEPEST_CALL);
        return "error";
    default: snprintf(text, LIM_REASON_SIZE, "interrupted"); return "interrupt";
    }
}

/* The failure on top keeps the place where its frame was stopped first: trusted code on the way out may have caught it,
 * and is stopped again at its next instruction. */
static void keep_place(lua_State *L, lim_frame *frame) {
    if (frame->line > 0) {
        lua_pushstring(L, frame->file);
        lua_setfield(L, -2, "file");
        lua_pushinteger(L, frame->line);
        lua_setfield(L, -2, "line");
        return;
    }
    lua_getfield(L, -1, "file");
    lua_getfield(L, -2, "line"); /* failure file line */
    if (lua_type(L, -2) == LUA_TSTRING && lua_rawlen(L, -2) < LIM_PLACE_SIZE && lua_isinteger(L, -1)) {
        memcpy(frame->file, lua_tostring(L, -2), lua_rawlen(L, -2) + 1);
        frame->line = (int)lua_tointeger(L, -1);
    }
    lua_pop(L, 2);
}

void lim_push_stop(lua_State *L) {
    char text[LIM_REASON_SIZE];
    lim_frame *frame = lim_stopped_frame(lim_runtime_of(L)->frame);
    const char *kind = lim_stop_reason(frame, text);

    lim_failure_push(L, kind, text);
    keep_place(L, frame);
}

static void raise_if_stopped(lua_State *L, lim_runtime *rt) {
    if (lim_stopped_frame(rt->frame) == NULL) {
        return;
    }
    set_hook(L, rt);
    lim_push_stop(L);
    lua_error(L);
}

static void hook(lua_State *L, lua_Debug *ar) {
    lim_runtime *rt = lim_runtime_of(L);

    if (rt == NULL || rt->frame == NULL) {
        lua_sethook(L, NULL, 0, 0);
        return;
    }
    take_interrupt(rt);
    if (rt->late) {
        rt->late = 0;
        rt->alarm_at = 0;
        look_at_clock(rt);
        set_alarm(rt);
        set_hook(L, rt);
    }
    if (!lim_any_guest(rt->frame)) {
        /* Once only: a trusted caller may be undoing what was under way. */
        set_hook(L, rt);
        raise_if_stopped(L, rt);
        return;
    }
    if (lim_stopped_frame(rt->frame) == NULL && ar->event == LUA_HOOKCOUNT) {
        charge(rt, rt->inside ? LIM_TICK : 0);
        look_at_clock(rt);
        look_at_memory(L, rt);
        look_at_depth(L, rt);
    }
    raise_if_stopped(L, rt);
}

void lim_charge(lua_State *L, size_t work) {
    lim_runtime *rt = lim_runtime_of(L);

    if (rt == NULL || rt->frame == NULL) {
        return;
    }
    if (rt->interrupted) {
        take_interrupt(rt);
        raise_if_stopped(L, rt);
    }
    if (lim_any_guest(rt->frame)) {
        charge(rt, work);
        if (work >= LIM_TICK) {
            look_at_clock(rt);
        }
        raise_if_stopped(L, rt);
    }
}

void lim_poll(lua_State *L) {
    lim_runtime *rt = lim_runtime_of(L);

    if (rt != NULL && rt->interrupted && rt->frame != NULL) {
        take_interrupt(rt);
        raise_if_stopped(L, rt);
    }
}

void lim_out_of_memory(lua_State *L) {
    lim_runtime *rt = lim_runtime_of(L);

    if (rt != NULL && lim_any_guest(rt->frame) && lim_stopped_frame(rt->frame) == NULL) {
        rt->frame->stop = LIM_STOP_MEMORY;
        set_hook(L, rt);
    }
}

void lim_interrupt(lim_runtime *rt) {
    rt->interrupted = 1;
    if (rt->frame != NULL) {
        lua_sethook(rt->L, hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, 1);
    }
}

void lim_alarm(lim_runtime *rt) {
    rt->late = 1;
    if (rt->frame != NULL) {
        lua_sethook(rt->L, hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, 1);
    }
}

bool lim_go(lua_State *L, bool inside) {
    lim_runtime *rt = lim_runtime_of(L);

    if (rt == NULL || rt->inside == inside) {
        return inside;
    }
    rt->inside = inside;
    set_hook(L, rt);
    return !inside;
}

void lim_shield(lua_State *L, lim_shielded *shielded) {
    lim_runtime *rt = lim_runtime_of(L);

    charge(rt, 0);
    *shielded = (lim_shielded){.frame = rt->frame, .began = lim_clock(), .inside = rt->inside};
    rt->frame = NULL;
    rt->inside = false;
    set_hook(L, rt);
}

void lim_unshield(lua_State *L, const lim_shielded *shielded) {
    lim_runtime *rt = lim_runtime_of(L);

    charge(rt, 0); /* to nobody */
    rt->frame = shielded->frame;
    rt->inside = shielded->inside;
    lim_waited(L, lim_clock() - shielded->began);
    set_hook(L, rt);
}

void lim_waited(lua_State *L, int64_t nanoseconds) {
    for (lim_frame *frame = lim_runtime_of(L)->frame; frame != NULL; frame = frame->outer) {
        frame->deadline += nanoseconds;
    }
}

bool lim_interrupt_clear(lua_State *L) {
    lim_runtime *rt = lim_runtime_of(L);
    bool pending = rt != NULL && rt->interrupted;

    if (pending) {
        rt->interrupted = 0;
        set_hook(L, rt);
    }
    return pending;
}

/* ---- frames ----------------------------------------------------------------------------------------------------- */

/* For the allocator, when the innermost guest may have no more: marks it as stopped, which the hook tells of at its
 * next instruction, with its place, and grants this one block. lua_sethook writes a few fields and reads no stack, which
 * may be on the move here: as in a signal handler. */
static bool last_grant(lim_runtime *rt, size_t size) {
    if (!lim_any_guest(rt->frame) || lim_stopped_frame(rt->frame) != NULL || size > BIGGEST_GRANT) {
        return false;
    }
    rt->frame->stop = LIM_STOP_MEMORY;
    set_hook(rt->L, rt);
    return true;
}

static size_t at_most(size_t a, size_t b) { return a < b ? a : b; }

void lim_frame_enter(lua_State *L, lim_frame *frame, const lim_budget *budget, bool guest) {
    lim_runtime *rt = lim_runtime_of(L);

    rt->last_grant = last_grant;
    charge(rt, 0);
    *frame = (lim_frame){
        .outer = rt->frame,
        .guest = guest,
        .outer_inside = rt->inside,
        .outer_limit = rt->limit,
        .outer_block = rt->block,
    };
    if (budget != NULL) {
        size_t room = rt->limit - at_most(rt->used, rt->limit);
        size_t bytes = at_most(budget->bytes, room);
        frame->budget = *budget;
        frame->fuel = budget->instructions;
        frame->deadline = lim_clock() + (int64_t)(budget->seconds * 1e9);
        frame->most = rt->used + bytes;
        rt->limit = frame->most;
    }
    if (guest) { /* the allocator's own limit lies a quarter higher, so that the hook usually comes first: it knows where */
        rt->limit = at_most(frame->outer_limit, frame->most + (frame->most - rt->used) / 4);
        rt->block = at_most(rt->block, BIGGEST_BLOCK);
        rt->inside = true;
    }
    rt->frame = frame;
    if (guest) {
        set_alarm(rt);
    }
    set_hook(L, rt);
}

void lim_frame_leave(lua_State *L, lim_frame *frame) {
    lim_runtime *rt = lim_runtime_of(L);

    charge(rt, 0);
    rt->frame = frame->outer;
    if (frame->stop == LIM_STOP_INTERRUPT && lim_any_guest(rt->frame)) {
        rt->frame->stop = LIM_STOP_INTERRUPT; /* no guest's pcall around the run gets past it */
    }
    rt->limit = frame->outer_limit;
    rt->block = frame->outer_block;
    rt->inside = frame->outer_inside;
    set_hook(L, rt);
}
