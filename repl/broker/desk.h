/* Answers what a worker asks: opens, writes and lists what shipped and what the person named, reads what is typed.
 *
 * The desk runs in the broker, which holds the terminal and never runs Lua; or, where Lua is the person's own program
 * (`limber lua`), in the one process there is, and then opens whatever is asked for. No Lua. */
#ifndef LIM_REPL_DESK_H
#define LIM_REPL_DESK_H

#include "disk.h"
#include "http.h"
#include "named.h"
#include "wire.h"

#include <limits.h>

/* The folders of the root that programs read. */
enum { LIM_SHIPPED_FOLDERS = 4 };

typedef struct lim_desk {
    const char *root;
    lim_named named;
    bool trusting;                    /* opens whatever is asked for */
    int shipped[LIM_SHIPPED_FOLDERS]; /* open folders, or 0 while they are not open */
    int own_rules;                    /* the same of rules-lua/ in the folder where the person is */
    int data;                         /* the same of the data folder */
    int beside;                       /* the same of the folder of a variant whose table is read */
    char data_path[PATH_MAX];
    bool strange;   /* something that did not ship has been read */
    bool gave_away; /* standard input has been handed over */
    bool read_own;  /* lines of standard input have been read here */
    bool at_terminal; /* by the line editor */
    char **kept;    /* paths of the files that were opened to be added to; malloc'ed, like each of them */
    size_t kept_count;
    /* Completions of a line that is being typed, malloc'ed as readline wants them, or NULL. May be NULL itself. */
    char **(*complete)(struct lim_desk *desk, const char *line, int start, int end);
    lim_http *http; /* the page's server, or NULL */
    char *typed;    /* of a line whose reading the page broke off: malloc'ed, or NULL; with its prompt and its cursor */
    char *typed_at;
    int typed_to;
    int worker; /* socket of the worker that is being answered, or -1 */
} lim_desk;

/* Answers a request; `reply` is emptied first. */
void lim_desk_answer(lim_desk *desk, lim_message *request, lim_message *reply);

void lim_desk_close(lim_desk *desk);

/* The answers about the page (http_desk.c). */
void lim_desk_serve(lim_desk *desk, lim_message *request, lim_message *reply);
void lim_desk_tell(lim_desk *desk, lim_message *request, lim_message *reply);
void lim_desk_reply(lim_desk *desk, lim_message *request, lim_message *reply);

/* Tells the page what is being asked at the prompt; NULL: nothing, the worker is at work. */
void lim_desk_tell_asked(lim_desk *desk, const char *prompt);

/* What a path is asked for. */
typedef enum lim_use { LIM_TO_READ, LIM_TO_WRITE, LIM_TO_LOOK } lim_use;

/* Finds a place that may be used so; else says what to type. `place` refers to `path`. */
bool lim_desk_place(lim_desk *desk, const char *path, lim_use use, lim_place *place, lim_reason *why);

/* Does this place ship? */
bool lim_desk_ships(const lim_desk *desk, const lim_place *place);

/* Where the history of the prompt is kept; false where no folder is known. */
bool lim_desk_history(char *path, size_t room);

#endif
