/* Messages between the broker and its workers: a length, what is asked, its fields; an open file may go with one.
 *
 * Every length is checked by the side that reads. A message that cannot be read ends the talk. No Lua. */
#ifndef LIM_REPL_WIRE_H
#define LIM_REPL_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a worker asks, with its fields; and what is answered. */
typedef enum lim_op {
    LIM_OP_DONE = 1, /* as asked: the fields below stand after -> */
    LIM_OP_REFUSED,  /* reason */
    LIM_OP_READ,     /* path -> size, open file */
    LIM_OP_WRITE,    /* path text */
    LIM_OP_APPEND,   /* path fresh -> length, open file */
    LIM_OP_ASIDE,    /* path */
    LIM_OP_RENAME,   /* from to */
    LIM_OP_REMOVE,   /* path */
    LIM_OP_KIND,     /* path -> letter */
    LIM_OP_LIST,     /* folder -> count names */
    LIM_OP_DATA,     /* -> path of the data folder */
    LIM_OP_INPUT,    /* -> open file: standard input, for good */
    LIM_OP_LINE,     /* prompt -> why line id seat (0, or of what the page asked); LIM_OP_COMPLETE may come before */
    LIM_OP_COMPLETE, /* of the broker: line start end */
    LIM_OP_WORDS,    /* the answer to that: count words */
    LIM_OP_REMEMBER, /* line: for the history */
    LIM_OP_RECALL,   /* reads the history's file */
    LIM_OP_PRESERVE, /* writes the history's file */
    LIM_OP_PAGE,     /* text -> shown */
    LIM_OP_EDIT,     /* path */
    LIM_OP_MEMBER,   /* k -> open file: what member k of the crew sends */
    LIM_OP_ENDED,    /* k -> how member k ended, or nothing */
    LIM_OP_DISBAND,  /* ends the crew */
    LIM_OP_PRINT,    /* path text: a page of HTML, written there as PDF */
    LIM_OP_SERVE,    /* listen port html css js -> count addresses: begins to serve the page */
    LIM_OP_TELL,     /* seat text of one line: to the page of that seat */
    LIM_OP_REPLY     /* id text: to what the page asked */
} lim_op;

/* Bytes of a message, at most. */
enum { LIM_MESSAGE_MOST = 80 * 1024 * 1024 };

typedef struct lim_message {
    char *bytes; /* malloc'ed */
    size_t length, room, at;
    lim_op op;
    int fd;   /* the open file that goes with it, or -1; closed by lim_message_begin and lim_message_free */
    bool bad; /* no memory for what was put in; or it does not hold what was to be taken out */
} lim_message;

/* Empties a message, which is zeroed before its first use. */
void lim_message_begin(lim_message *m, lim_op op);
void lim_message_free(lim_message *m);

void lim_put_number(lim_message *m, int64_t number);
void lim_put_text(lim_message *m, const char *text, size_t length);
void lim_put_string(lim_message *m, const char *text);

/* What was put in, in the same order; 0 or "" once the message is bad. Texts end in a NUL that is not counted, and stay
 * until the message is emptied. */
int64_t lim_take_number(lim_message *m);
const char *lim_take_text(lim_message *m, size_t *length);

/* A text without a NUL in it; the message is bad where there is one. */
const char *lim_take_string(lim_message *m);

/* Sends a message; false when nobody reads, or when the message is bad. */
bool lim_message_send(int socket, const lim_message *m);

/* Waits for a message; false at the end of the talk, and for what is no message. Takes an open file where `files`. */
bool lim_message_receive(int socket, lim_message *m, bool files);

/* Reads the open file that came with a message, which holds its size and how much of it may be read; what it held then
 * stands in `bytes`, `length` of it, and the file is closed. False with errno. */
bool lim_message_read_file(lim_message *m);

#endif
