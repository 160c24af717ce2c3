/* taken COUNT COMMAND…: runs a command so often and prints the least milliseconds that a run took, those of the processor,
 * and the most memory that a process of it had, in KiB. What the command prints is thrown away; where it fails, so does this. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* What the processes that have ended used. */
static double used_ms(struct rusage *used) {
    getrusage(RUSAGE_CHILDREN, used);
    return (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec) * 1e3 +
           (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec) / 1e3;
}

static int run(char **command) {
    const pid_t child = fork();
    if (child == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
        execvp(command[0], command);
        perror(command[0]);
        _exit(127);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int count, char **words) {
    if (count < 3) {
        fprintf(stderr, "taken: COUNT COMMAND...\n");
        return 2;
    }
    double least = 1e9, least_used = 1e9;
    struct rusage used;
    for (int left = atoi(words[1]); left > 0; left--) {
        const double start = now(), before = used_ms(&used);
        if (!run(words + 2)) return 1;
        const double taken = now() - start, in_use = used_ms(&used) - before;
        if (taken < least) least = taken;
        if (in_use < least_used) least_used = in_use;
    }
    printf("%.3f %.3f %ld\n", least, least_used, used.ru_maxrss);
    return 0;
}
