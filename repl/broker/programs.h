/* Programs that are started at the person's word: a pager, an editor, a browser that prints. No Lua. */
#ifndef LIM_REPL_PROGRAMS_H
#define LIM_REPL_PROGRAMS_H

#include "disk.h"

/* Shows a text that is longer than the screen through $PAGER, else `less -FRX`. False when nothing was shown: it fits,
 * there is no terminal, or the pager would not start. */
bool lim_page(const char *text, size_t length);

/* Lets the person edit a file with $VISUAL, $EDITOR or vi. Whether the editor ended well. */
bool lim_edit(const char *path, lim_reason *why);

/* Writes a page of HTML as PDF, by the first Chromium or Chrome on the PATH. It has a folder of its own, which is
 * removed, and no way to a network. */
bool lim_print(const lim_place *place, const char *html, size_t length, lim_reason *why);

#endif
