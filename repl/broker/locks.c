/* Locks of files that are added to. See locks.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "locks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool lim_lock_take(int fd) { return flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

bool lim_lock_taken(int fd) {
    if (flock(fd, LOCK_SH | LOCK_NB) != 0) return errno == EWOULDBLOCK;
    flock(fd, LOCK_UN);
    return false;
}

/* Who has it, where the system tells: lines like `7: FLOCK  ADVISORY  WRITE 4711 fe:01:123456 0 EOF`. Else 0. */
static long holder(int fd) {
    struct stat about;
    char line[256];
    long found = 0;
    if (fstat(fd, &about) != 0) return 0;
    FILE *locks = fopen("/proc/locks", "re");
    if (locks == NULL) return 0;
    while (found == 0 && fgets(line, sizeof line, locks) != NULL) {
        long process;
        unsigned long long inode;
        if (sscanf(line, "%*s FLOCK %*s %*s %ld %*[^:]:%*[^:]:%llu", &process, &inode) != 2) continue;
        if (inode == about.st_ino && process > 0) found = process;
    }
    fclose(locks);
    return found;
}

bool lim_lock_tell(int fd, const lim_place *place, lim_reason *why) {
    const long process = holder(fd);
    if (process == (long)getpid()) return lim_fail(why, "%s is being recorded here: :record off ends it", place->path);
    if (process > 0) return lim_fail(why, "%s is being written by another limber (process %ld)", place->path, process);
    return lim_fail(why, "%s is being written by another limber", place->path);
}
