/* What the person named: the words of the command line and the lines that were typed. No Lua. */
#ifndef LIM_REPL_NAMED_H
#define LIM_REPL_NAMED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lim_named {
    char **words; /* of the command line, the program's name apart */
    size_t word_count;
    char **lines; /* typed; malloc'ed, like each of them */
    size_t line_count, line_room;
    const char *partial; /* what has been typed of a line that is not finished, or NULL */
} lim_named;

/* Remembers a line that was typed; false when there is no memory for it. */
bool lim_named_add(lim_named *named, const char *line);
void lim_named_free(lim_named *named);

/* Was this line typed? */
bool lim_named_line(const lim_named *named, const char *text, size_t length);

/* Did the person name this path: as a word, after the = of an option, or in a line that was typed? A house rule may have
 * its turns after it, "rain.lua@3-5". */
bool lim_named_path(const lim_named *named, const char *path);

/* Did the person name the file of a variant, NAME.lua, in this folder? `variant`: of that name, or NULL for any. */
bool lim_named_variant(const lim_named *named, const char *folder, const char *variant);

/* Did the person name this folder after the option --charts? */
bool lim_named_charts(const lim_named *named, const char *folder);

/* Did the person ask for the page, and for a door of it at this address? */
bool lim_named_board(const lim_named *named);
bool lim_named_listen(const lim_named *named, const char *address);

/* Did the person name it to be written: after an option that says so, in a command that writes, or as an answer? */
bool lim_named_output(const lim_named *named, const char *path);

/* Did the person name it after the option --pdf? */
bool lim_named_print(const lim_named *named, const char *path);

/* Did the person name something in this folder? A line that is not finished counts here. */
bool lim_named_folder(const lim_named *named, const char *folder);

#endif
