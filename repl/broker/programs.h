/* Programs of the person's own choice that the prompt starts: a pager and an editor. No Lua. */
#ifndef LIM_REPL_PROGRAMS_H
#define LIM_REPL_PROGRAMS_H

#include "disk.h"

/* Shows a text that is longer than the screen through $PAGER, else `less -FRX`. False when nothing was shown: it fits,
 * there is no terminal, or the pager would not start. */
bool lim_page(const char *text, size_t length);

/* Lets the person edit a file with $VISUAL, $EDITOR or vi. Whether the editor ended well. */
bool lim_edit(const char *path, lim_reason *why);

#endif
