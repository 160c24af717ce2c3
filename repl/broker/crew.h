/* The crew: further workers that fight battles of a simulation side by side. Each does what the first worker does, from
 * the same command line, up to the moment where the crew goes to work. No Lua. */
#ifndef LIM_REPL_CREW_H
#define LIM_REPL_CREW_H

#include "broker.h"

enum { LIM_CREW_MOST = 256 };

typedef struct lim_member {
    pid_t pid;  /* 0 when it has been waited for */
    int socket; /* -1 when it asks no more */
} lim_member;

typedef struct lim_crew {
    lim_work *work;
    void *data;
    bool allowed;
    int count;
    lim_member members[LIM_CREW_MOST];
} lim_crew;

/* Answers what concerns the crew; false for anything else. Members begin before anything is read that did not ship. */
bool lim_crew_answer(lim_crew *crew, const lim_desk *desk, lim_message *request, lim_message *reply);

/* Answers member k no more. */
void lim_crew_forget(lim_crew *crew, int k);

/* Ends them all, and waits for them. */
void lim_crew_disband(lim_crew *crew);

#endif
