/* The host module: files, streams and the terminal, for the program's own Lua. Rules never see it.
 *
 * The module opens and starts nothing itself: it asks the broker (ask.h), since the process that runs Lua has no rights
 * of its own. */
#ifndef LIM_REPL_HOST_H
#define LIM_REPL_HOST_H

#include "wire.h"

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>

struct lim_desk;

enum { LIM_INPUT_ROOM = 65536, LIM_HOST_CREW = 256 };

/* What main tells the host, and the host tells main; and what the module keeps. */
typedef struct lim_host {
    int argc;
    char **argv;
    const char *root;      /* the folder that holds rules-lua/; the caller's */
    int unsaid;            /* errno of the first write to standard output that failed, or 0 */
    int socket;            /* to the broker; or -1: */
    struct lim_desk *desk; /* the desk of this one process */
    lim_message message;   /* the question that is being asked, then its answer */
    int member, out;       /* of a crew: its number, and where it sends; else 0 and -1 */
    bool terminal[3];      /* which of the standard streams were terminals at first */
    long cores;
    uint64_t seed, drawn; /* what fresh seeds follow from, and how many there were */
    const char *wall;     /* which wall stands around this process */
    int input;            /* standard input, where it has been handed over; else -1 */
    char *read;           /* what has been read of it: malloc'ed */
    size_t read_at, read_end;
} lim_host;

/* Pushes the host module. Upvalue 1 of every function is `host`, which must outlive the state. */
void lim_host_push(lua_State *L, lim_host *host);

/* Runs the program in a Lua state of its own; returns the exit status. */
int lim_host_program(lim_host *host);

/* Gives back what the module kept. */
void lim_host_free(lim_host *host);

/* Each adds functions to the module on top of the stack. */
void lim_host_files(lua_State *L, lim_host *host);
void lim_host_terminal(lua_State *L, lim_host *host);
void lim_host_crew(lua_State *L, lim_host *host);
void lim_host_page(lua_State *L, lim_host *host);

/* Answers what the page asks, which is in the host's message; leaves one value and returns its type: a string is a line
 * as if typed, true ends the reading of lines, nil goes on with it. */
int lim_page_answer(lua_State *L, lim_host *host);

/* Makes require and loadfile read through the host. */
void lim_host_load(lua_State *L, lim_host *host);

/* Reads a file into the host's message; where it cannot, pushes nil and why not. */
bool lim_host_read(lua_State *L, lim_host *host, const char *path, size_t length);

#endif
