/* Where a file is to be put: what disk.c and moves.c share. No Lua. */
#ifndef LIM_REPL_TARGET_H
#define LIM_REPL_TARGET_H

#include "disk.h"

#include <limits.h>
#include <sys/stat.h>

/* The open folder that a place is in, the caller's to close, and its name there. */
typedef struct lim_target {
    int folder;
    char base[NAME_MAX + 1];
} lim_target;

bool lim_target_open(const lim_place *place, lim_target *to, lim_reason *why);

/* Whether a file may be put there: nothing stands there (st_mode is 0 then), or a file that no process adds to. */
bool lim_target_free(const lim_place *place, const lim_target *to, struct stat *stands, lim_reason *why);

/* Writes a name that cannot be guessed, for a file that lies beside its target until it is whole. */
bool lim_target_fresh_name(char name[NAME_MAX + 1]);

/* Brings the folder's names to the disk, where the file system can. */
void lim_target_settle(const lim_target *to);

/* Writes a text of any length to an open file. */
bool lim_disk_put(int fd, const char *text, size_t length);

#endif
