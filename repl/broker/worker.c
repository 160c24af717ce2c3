/* How a worker begins. See worker.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "worker.h"

#include "sanitized.h"
#include "signals.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static void be_patient(int socket) {
    const struct timeval wait = {.tv_sec = LIM_GRACE};
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
}

/* A worker that is not at work yet notes what it is told, and no more. */
static void forget(int signal_number) { (void)signal_number; }

/* What libraries do at the end of a process is the broker's: it would bring pages of each into a worker's memory. A
 * sanitizer looks for leaks then. */
static void end(int status) {
#ifdef SANITIZED
    exit(status);
#else
    fflush(NULL);
    _exit(status);
#endif
}

pid_t lim_worker_begin(lim_work *work, void *data, const lim_post *wanted, int *socket) {
    int ends[2];
    lim_post post = *wanted;
    post.broker = getpid();
    sigset_t caught, before;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    lim_signals_set(&caught);
    sigprocmask(SIG_BLOCK, &caught, &before); /* what comes meanwhile is for the handlers that the worker sets */
    const pid_t pid = fork();
    if (pid == 0) {
        lim_signals_obey(forget);
        sigprocmask(SIG_SETMASK, &before, NULL);
        close(ends[0]);
        post.socket = ends[1];
        end(work(data, &post));
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (pid < 0) close(ends[0]);
    if (pid > 0) be_patient(ends[0]);
    *socket = pid < 0 ? -1 : ends[0];
    return pid;
}
