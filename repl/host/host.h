/* The host module: files, streams and the terminal, for the program's own Lua. Rules never see it. */
#ifndef LIM_REPL_HOST_H
#define LIM_REPL_HOST_H

#include <lua.h>

/* What main tells the host: the words of the command line, and where the data lies; and what the host tells main. */
typedef struct lim_host {
    int argc;
    char **argv;
    const char *root; /* the folder that holds rules-lua/; the caller's */
    int unsaid;       /* errno of the first write to standard output that failed, or 0 */
} lim_host;

/* Pushes the host module. Upvalue 1 of every function is `host`, which must outlive the state. */
void lim_host_push(lua_State *L, lim_host *host);

/* The signal that told the program to end, SIGHUP or SIGTERM; 0 when none did. */
int lim_host_hung_up(void);

/* Adds the functions on files to the module on top of the stack; each gets the upvalue below it. */
void lim_host_files(lua_State *L);

/* Pushes one line of standard input without its ending, or nothing at its end; returns how many. */
int lim_host_read_line(lua_State *L);

/* Adds those on the terminal: readline, history, completion. */
void lim_host_terminal(lua_State *L);

/* Adds those on worker processes to the module on top of the stack. */
void lim_host_workers(lua_State *L);

/* Pushes the line editor's name and release. */
void lim_host_push_editor(lua_State *L);

#endif
