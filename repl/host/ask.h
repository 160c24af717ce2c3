/* What the program's own Lua asks of the broker, or of the desk of its own process. */
#ifndef LIM_REPL_ASK_H
#define LIM_REPL_ASK_H

#include "host.h"

#include "wire.h"

/* Begins a question; its fields are then put into what is returned, the host's one message. */
lim_message *lim_ask_begin(lim_host *host, lim_op op);

/* Asks it: whether it was done. The answer is then in the host's message. */
bool lim_ask(lim_host *host);

/* Sends the host's message, and waits for one: where an answer may be a question. The process ends when the broker is
 * gone. */
void lim_ask_send(lim_host *host);
void lim_ask_hear(lim_host *host);

/* Pushes true when the question was done, else nil and why not; returns how many. */
int lim_ask_push(lua_State *L, lim_host *host, bool done);

/* Asks with the strings at arguments 1 to count of the function, and pushes as above. */
int lim_ask_strings(lua_State *L, lim_op op, int count);

/* The host of a function of the module. */
lim_host *lim_host_of(lua_State *L);

#endif
