/* The crew. See crew.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "crew.h"

#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void refuse(lim_message *reply, const char *why) {
    lim_message_begin(reply, LIM_OP_REFUSED);
    lim_put_string(reply, why);
}

/* Ends a member where it has not ended, and waits for it: how it ended. */
static int end(lim_member *member) {
    int status = 0;
    if (member->pid <= 0) return 0;
    kill(member->pid, SIGKILL); /* the status of one that is on its way out stays what it was */
    while (waitpid(member->pid, &status, 0) < 0 && errno == EINTR) continue;
    member->pid = 0;
    return status;
}

void lim_crew_forget(lim_crew *crew, int k) {
    lim_member *member = &crew->members[k - 1];
    if (member->socket >= 0) close(member->socket);
    member->socket = -1;
}

void lim_crew_disband(lim_crew *crew) {
    for (int k = 1; k <= crew->count; k++) {
        if (crew->members[k - 1].pid > 0) kill(crew->members[k - 1].pid, SIGKILL);
    }
    for (int k = 1; k <= crew->count; k++) {
        lim_crew_forget(crew, k);
        end(&crew->members[k - 1]);
    }
}

/* Starts the next member; with the answer goes what it will send. */
static void begin(lim_crew *crew, const lim_desk *desk, lim_message *reply) {
    int ends[2];
    if (!crew->allowed || desk->strange || crew->count >= LIM_CREW_MOST) {
        refuse(reply, "no process is started now");
        return;
    }
    if (pipe(ends) != 0) {
        refuse(reply, strerror(errno));
        return;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    const lim_post post = {.member = crew->count + 1, .out = ends[1]};
    lim_member *member = &crew->members[crew->count];
    member->pid = lim_worker_begin(crew->work, crew->data, &post, &member->socket);
    const int error = errno;
    close(ends[1]);
    if (member->pid < 0) {
        close(ends[0]);
        refuse(reply, strerror(error));
        return;
    }
    crew->count++;
    reply->fd = ends[0];
}

/* How a member ended, where that was not as it should. */
static void tell_end(lim_crew *crew, int64_t k, lim_message *reply) {
    char text[128] = "";
    if (k < 1 || k > crew->count) {
        refuse(reply, "no such member");
        return;
    }
    lim_crew_forget(crew, (int)k);
    const int status = end(&crew->members[k - 1]);
    if (WIFSIGNALED(status)) {
        snprintf(text, sizeof text, "%s (signal %d)", strsignal(WTERMSIG(status)), WTERMSIG(status));
    } else if (WEXITSTATUS(status) != 0) {
        snprintf(text, sizeof text, "status %d", WEXITSTATUS(status));
    }
    lim_put_string(reply, text);
}

bool lim_crew_answer(lim_crew *crew, const lim_desk *desk, lim_message *request, lim_message *reply) {
    if (request->op != LIM_OP_MEMBER && request->op != LIM_OP_ENDED && request->op != LIM_OP_DISBAND) return false;
    lim_message_begin(reply, LIM_OP_DONE);
    if (request->op == LIM_OP_MEMBER) begin(crew, desk, reply);
    if (request->op == LIM_OP_ENDED) tell_end(crew, lim_take_number(request), reply);
    if (request->op == LIM_OP_DISBAND) lim_crew_disband(crew);
    return true;
}
