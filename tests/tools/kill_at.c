/* Loaded before the C library (LD_PRELOAD): ends the process by SIGKILL at the write of its n-th line of JSON to a file.
 *
 * KILL_AT=n says which; KILL_HOW=half: half of the line is written; after: all of it. Standard output
 * and the like do not count. Without KILL_AT nothing happens. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef ssize_t (*writer)(int, const void *, size_t);

static int is_line(int fd, const void *text, size_t length) {
    return fd > 2 && length > 1 && memcmp(text, "{\"", 2) == 0 && lseek(fd, 0, SEEK_CUR) >= 0;
}

static void end_here(void) {
    kill(getpid(), SIGKILL);
    __builtin_trap(); /* where signals may not be sent */
}

ssize_t write(int fd, const void *text, size_t length) {
    static writer next;
    static long seen;
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "write");
    const char *at = getenv("KILL_AT"), *how = getenv("KILL_HOW");
    if (at == NULL || how == NULL || !is_line(fd, text, length) || ++seen != atol(at)) return next(fd, text, length);
    if (*how == 'h') next(fd, text, length / 2);
    if (*how == 'a') next(fd, text, length);
    end_here();
    return -1;
}
