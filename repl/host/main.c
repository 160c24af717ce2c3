/* limber: finds its data, and starts the broker and the worker; or, for `limber lua`, one process that is both. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "broker.h"
#include "host.h"
#include "signals.h"
#include "wall.h"

#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#ifndef LIM_DATA_ROOT
#define LIM_DATA_ROOT "/usr/local/share/limber"
#endif

/* ---- where the data lies ----------------------------------------------------------------------------------------- */

static bool holds_rules(const char *folder) {
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/rules-lua/limber/rules/stack.lua", folder);
    return length > 0 && (size_t)length < sizeof path && access(path, R_OK) == 0;
}

/* Where the data lies: $LIMBER_HOME; the program's own folder; share/limber beside the bin/ it was installed in;
 * or where it was to be installed. */
static const char *find_root(const char *argv0, char own[PATH_MAX]) {
    const char *named = getenv("LIMBER_HOME");
    if (named != NULL && *named != '\0') return named;
    ssize_t length = readlink("/proc/self/exe", own, PATH_MAX - 1);
    if (length > 0) {
        own[length] = '\0';
    } else if (strchr(argv0, '/') == NULL || realpath(argv0, own) == NULL) {
        return LIM_DATA_ROOT;
    }
    char *slash = strrchr(own, '/');
    if (slash == NULL) return LIM_DATA_ROOT;
    *slash = '\0';
    if (holds_rules(own)) return own;
    slash = strrchr(own, '/');
    if (slash == NULL || PATH_MAX - (slash - own) < (ptrdiff_t)sizeof "/share/limber") return LIM_DATA_ROOT;
    strcpy(slash, "/share/limber");
    return holds_rules(own) ? own : LIM_DATA_ROOT;
}

/* ---- the worker -------------------------------------------------------------------------------------------------- */

/* Ends with the broker: where the system can say so at once, elsewhere at the next question. */
static bool end_with(pid_t broker) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    return getppid() == broker;
}

/* A member of a crew does what the first worker does, which is the one that says so. */
static void be_silent(void) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
}

/* What libraries open files for, once and before the wall is up: the time zone, the seed of hashes, buffers. */
static void warm_up(const lim_host *host) {
    setenv("TZ", ":/etc/localtime", 0);
    tzset();
    json_object_seed(0);
    setvbuf(stdout, NULL, host->terminal[1] ? _IOLBF : _IOFBF, BUFSIZ);
}

static int work(void *data, const lim_post *post) {
    lim_host *host = data;
    if (!end_with(post->broker)) return EXIT_FAILURE;
    host->socket = post->socket;
    host->member = post->member;
    host->out = post->out;
    host->desk = NULL;
    if (post->member > 0) be_silent();
    warm_up(host);
    host->wall = lim_wall_up(post->socket, post->out, LIM_HOST_CREW);
    return lim_host_program(host);
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

/* The person's own Lua as a program: trusted, in one process, with the person's rights. */
static int run_alone(lim_host *host, lim_desk *desk) {
    desk->trusting = true;
    host->desk = desk;
    host->wall = lim_wall_kind();
    const int status = lim_host_program(host);
    return lim_signal_hung_up() != 0 ? 128 + lim_signal_hung_up() : status;
}

/* Whether a command shares its work out over a crew. */
static bool has_crew(const char *command) {
    static const char *const commands[] = {"simulate", "replay", NULL};
    for (int i = 0; commands[i] != NULL; i++) {
        if (strcmp(command, commands[i]) == 0) return true;
    }
    return false;
}

int main(int argc, char **argv) {
    char own[PATH_MAX];
    const char *root = find_root(argv[0], own);
    lim_host host = {.argc = argc, .argv = argv, .root = root, .socket = -1, .out = -1, .input = -1};
    lim_desk desk = {.root = root, .worker = -1};
    if (argc > 0) {
        desk.named.words = argv + 1;
        desk.named.word_count = (size_t)argc - 1;
    }
    const char *first = argc > 1 ? argv[1] : "";
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    host.cores = cores < 1 ? 1 : cores > LIM_HOST_CREW ? LIM_HOST_CREW : cores;
    for (int stream = 0; stream < 3; stream++) host.terminal[stream] = isatty(stream) == 1;
    if (getentropy(&host.seed, sizeof host.seed) != 0) {
        fputs("limber: the system has no random numbers\n", stderr);
        return EXIT_FAILURE;
    }
    const int status = strcmp(first, "lua") == 0 ? run_alone(&host, &desk)
                                                 : lim_broker_run(&desk, work, &host, has_crew(first));
    lim_desk_close(&desk);
    return status;
}
