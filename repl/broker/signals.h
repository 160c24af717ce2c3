/* Signals that end or interrupt, as the process that talks to the terminal sees them. No Lua. */
#ifndef LIM_REPL_SIGNALS_H
#define LIM_REPL_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* Has Ctrl-C been pressed since this was cleared? */
bool lim_signal_interrupted(void);
void lim_signal_clear(void);

/* SIGHUP or SIGTERM once one came, else 0. */
int lim_signal_hung_up(void);

/* Does what SIGHUP does, where the terminal is gone and none came. */
void lim_signal_hang_up(void);

/* Is told of each signal at once, in the handler: only what a handler may do. */
typedef void (*lim_signal_listener)(int signal_number);

/* What the broker sends a worker for Ctrl-C, and to end it. The terminal sends its signals to all processes, and two
 * that are pending become one: what is meant for a worker has a number of its own. */
enum { LIM_SIGNAL_INTERRUPT = SIGUSR1, LIM_SIGNAL_END = SIGUSR2 };

/* Sets the handlers of SIGINT, SIGHUP and SIGTERM; SIGPIPE and SIGXFSZ become errors of writes. */
void lim_signals_catch(lim_signal_listener listener);

/* The same for a worker: it hears the broker's signals alone. */
void lim_signals_obey(lim_signal_listener listener);

/* What comes now changes nothing any more. */
void lim_signals_ignore(void);

/* The signals caught above. */
void lim_signals_set(sigset_t *set);

#endif
