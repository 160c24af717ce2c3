/* Reading lines: at a terminal by an editor with history and completion, else standard input as it is. No Lua. */
#ifndef LIM_REPL_EDITOR_H
#define LIM_REPL_EDITOR_H

#include "desk.h"

/* How the reading of a line ended; ASKED: the page asks something. */
typedef enum lim_reading { LIM_READ_LINE, LIM_READ_END, LIM_READ_INTERRUPT, LIM_READ_HANGUP, LIM_READ_ASKED } lim_reading;

/* Reads a line, and serves the page meanwhile; `line` is the caller's to free, and NULL without one. */
lim_reading lim_editor_read(lim_desk *desk, const char *prompt, char **line);

/* The same line is remembered once, where it was used last. */
void lim_editor_remember(const char *line);
bool lim_editor_recall(const char *path);

/* Folders on the way are made; the file is for its owner alone. */
bool lim_editor_preserve(const char *path);

/* The editor's name, and the release that this was compiled with. */
const char *lim_editor_version(char *text, size_t room);

#endif
