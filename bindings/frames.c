/* Reads the chain of runs: see budget.h. */
#include "budget.h"

bool lim_any_guest(const lim_frame *frame) {
    while (frame != NULL && !frame->guest) {
        frame = frame->outer;
    }
    return frame != NULL;
}

bool lim_budgeted(lua_State *L) {
    const lim_runtime *rt = lim_runtime_of(L);

    return rt != NULL && lim_any_guest(rt->frame);
}

lim_frame *lim_stopped_frame(lim_frame *frame) {
    while (frame != NULL && frame->stop == LIM_RUNS) {
        frame = frame->outer;
    }
    return frame;
}

lim_stop lim_stopped(lua_State *L) {
    const lim_runtime *rt = lim_runtime_of(L);
    const lim_frame *frame = rt == NULL ? NULL : lim_stopped_frame(rt->frame);

    return frame == NULL ? LIM_RUNS : frame->stop;
}
