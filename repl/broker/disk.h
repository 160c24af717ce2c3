/* Files as the program opens and writes them: regular files only, up to a size; written whole or not at all. No Lua.
 *
 * A new text goes to a fresh file beside its target, which is then renamed over it. A link that stands at the target is
 * refused, never followed. Every function that fails says why in one sentence that names the path. */
#ifndef LIM_REPL_DISK_H
#define LIM_REPL_DISK_H

#include "reason.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A place on the disk, and how it may be reached. */
typedef struct lim_place {
    int folder;       /* open folder that `name` starts from, or AT_FDCWD */
    const char *name; /* relative to `folder` */
    const char *path; /* as the person knows it */
    bool beneath;     /* neither ".." nor a link may lead out of `folder` */
    bool linked;      /* the last part may be a link when it is read */
    off_t most;       /* bytes that are read, at most */
    bool own;         /* a file made there is for its owner's eyes alone */
} lim_place;

/* Bytes that are read, at most: of a rule file, of what is kept in the data folder, of anything. */
enum { LIM_TEXT_MOST = 1024 * 1024, LIM_KEPT_MOST = 16 * 1024 * 1024, LIM_FILE_MOST = 64 * 1024 * 1024 };

/* Opens a regular file for reading. Returns the descriptor, the caller's to close, and its size; or -1. */
int lim_disk_read(const lim_place *place, off_t *size, lim_reason *why);

/* Writes a whole file, with the system when it returns. What stood there stays where this fails. */
bool lim_disk_write(const lim_place *place, const char *text, size_t length, lim_reason *why);

/* Opens a file to add to, locked against other processes; `fresh`: an empty one in place of what stands there.
 * Returns the descriptor, the caller's to close, and the file's length; or -1. */
int lim_disk_append(const lim_place *place, bool fresh, off_t *length, lim_reason *why);

/* Keeps what stands at a place as NAME~ beside it, in place of what stood there. Both are one file until either is
 * written anew. */
bool lim_disk_set_aside(const lim_place *place, lim_reason *why);

/* Gives a file another name; what stood there is gone. */
bool lim_disk_rename(const lim_place *from, const lim_place *to, lim_reason *why);
bool lim_disk_remove(const lim_place *place, lim_reason *why);

/* What stands there: 'f' a regular file, 'd' a folder, 'o' something else, 0 nothing. */
char lim_disk_kind(const lim_place *place);

/* Opens a folder; -1 where there is none. The caller's to close. */
int lim_disk_folder(const lim_place *place, lim_reason *why);

/* The person's data folder, $XDG_DATA_HOME/limber or ~/.local/share/limber: made where it is not there, for its owner
 * alone. Writes its path; returns the open folder, the caller's to close, or -1. */
int lim_disk_data_folder(char *path, size_t room, lim_reason *why);

#endif
