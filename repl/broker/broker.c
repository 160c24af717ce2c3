/* The broker. See broker.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "broker.h"

#include "crew.h"
#include "signals.h"
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    WARNED = 3, /* so many times is Ctrl-C pressed while the worker asks nothing, before its end is announced */
    ENOUGH = 6  /* and before it comes */
};

/* What signal handlers can reach: the worker; whether a line is being read, which is what Ctrl-C then ends; and how
 * often it was pressed since the worker last asked for anything. */
static volatile sig_atomic_t worker_process, reading, pressed;

/* A worker that does not stop, whatever it does, is stopped. */
static void press(void) {
    static const char warning[] = "\nlimber: it does not stop yet; Ctrl-C three times more ends the program\n";
    const int error = errno;
    pressed = pressed + 1;
    if (pressed == WARNED) (void)!write(STDERR_FILENO, warning, sizeof warning - 1);
    if (pressed >= ENOUGH && worker_process > 0) kill((pid_t)worker_process, SIGKILL);
    errno = error;
}

static void forward(int signal_number) {
    if (signal_number == SIGINT && reading) return;
    if (signal_number == SIGINT) press();
    const int meant = signal_number == SIGINT ? LIM_SIGNAL_INTERRUPT : LIM_SIGNAL_END;
    if (worker_process > 0) kill((pid_t)worker_process, meant);
    if (signal_number != SIGINT) alarm(LIM_GRACE);
}

static void on_patience_over(int signal_number) {
    (void)signal_number;
    if (worker_process > 0) kill((pid_t)worker_process, SIGKILL);
}

/* ---- completing -------------------------------------------------------------------------------------------------- */

/* Waits for a message of the worker while a line is being typed. Signals then go to the worker, which answers all the
 * sooner; the wait goes on, since an answer left unheard would be taken for the next question. */
static bool hear_while_typing(int socket, lim_message *m) {
    sigset_t none;
    fd_set input;
    int ready;
    sigemptyset(&none);
    reading = 0;
    do {
        FD_ZERO(&input);
        FD_SET(socket, &input);
        ready = pselect(socket + 1, &input, NULL, NULL, NULL, &none);
    } while (ready < 0 && errno == EINTR);
    reading = 1;
    return ready > 0 && lim_message_receive(socket, m, false);
}

static bool is_plain(const char *word) {
    for (; *word != '\0'; word++) {
        if ((unsigned char)*word < ' ' || *word == 127) return false;
    }
    return true;
}

/* Words as readline wants them: first what they have in common, last NULL; all malloc'ed. */
static char **matches_of(lim_message *m) {
    const int64_t count = lim_take_number(m);
    if (count <= 0 || (uint64_t)count > m->length) return NULL;
    char **matches = calloc((size_t)count + 2, sizeof *matches);
    size_t kept = 0, common = 0;
    for (int64_t i = 0; i < count && matches != NULL; i++) {
        const char *word = lim_take_string(m);
        if (m->bad || !is_plain(word)) continue;
        char *copy = strdup(word);
        if (copy == NULL) break;
        matches[++kept] = copy;
        if (kept == 1) common = strlen(copy);
        size_t same = 0;
        while (same < common && matches[1][same] == copy[same]) same++;
        common = same;
    }
    if (kept > 0) matches[0] = strndup(matches[1], common);
    if (kept > 0 && matches[0] != NULL) return matches;
    for (size_t i = 1; i <= kept; i++) free(matches[i]);
    free(matches);
    return NULL;
}

/* What may be asked for while the worker thinks of completions. */
static bool is_quiet(lim_op op) {
    return op == LIM_OP_READ || op == LIM_OP_KIND || op == LIM_OP_LIST || op == LIM_OP_DATA;
}

static char **complete(lim_desk *desk, const char *line, int start, int end) {
    lim_message m = {.fd = -1}, reply = {.fd = -1};
    char **matches = NULL;
    lim_message_begin(&m, LIM_OP_COMPLETE);
    lim_put_string(&m, line);
    lim_put_number(&m, start);
    lim_put_number(&m, end);
    bool heard = lim_message_send(desk->worker, &m);
    while (heard && (heard = hear_while_typing(desk->worker, &m)) && m.op != LIM_OP_WORDS) {
        pressed = 0;
        if (!is_quiet(m.op)) m.op = LIM_OP_REFUSED; /* nothing is done for it */
        lim_desk_answer(desk, &m, &reply);
        heard = lim_message_send(desk->worker, &reply);
    }
    if (heard) matches = matches_of(&m);
    lim_message_free(&m);
    lim_message_free(&reply);
    return matches;
}

/* ---- answering --------------------------------------------------------------------------------------------------- */

/* Waits until one of the workers wants something; its place, 0 the worker and from 1 the crew. A prompt whose terminal
 * is gone ends, also where no signal says so: to a process of another session, or one that ignores it. */
static int wait_for_any(const lim_desk *desk, const lim_crew *crew) {
    if (desk->http != NULL) {
        while (lim_http_wait(desk->http, desk->worker, -1, false, NULL) != LIM_HTTP_ONE) continue;
        return 0;
    }
    struct pollfd polled[2 + LIM_CREW_MOST];
    const int count = 1 + crew->count;
    polled[0] = (struct pollfd){.fd = desk->worker, .events = POLLIN};
    for (int k = 1; k < count; k++) polled[k] = (struct pollfd){.fd = crew->members[k - 1].socket, .events = POLLIN};
    polled[count] = (struct pollfd){.fd = desk->at_terminal ? STDIN_FILENO : -1};
    for (;;) {
        if (poll(polled, (nfds_t)count + 1, -1) <= 0) continue;
        for (int k = 0; k < count; k++) {
            if (polled[k].revents != 0) return k;
        }
        polled[count].fd = -1;
        lim_signal_hang_up();
    }
}

static void answer(lim_desk *desk, lim_crew *crew, int from, lim_message *request, lim_message *reply) {
    const bool line = request->op == LIM_OP_LINE;
    if (request->op == LIM_OP_WORDS) request->op = LIM_OP_REFUSED; /* nothing was asked */
    if (from > 0 && !is_quiet(request->op)) request->op = LIM_OP_REFUSED;
    if (lim_crew_answer(crew, desk, request, reply)) return;
    reading = line;
    lim_desk_answer(desk, request, reply);
    reading = 0;
}

static void answer_all(lim_desk *desk, lim_crew *crew) {
    lim_message request = {.fd = -1}, reply = {.fd = -1};
    for (;;) {
        const int from = wait_for_any(desk, crew);
        const int socket = from == 0 ? desk->worker : crew->members[from - 1].socket;
        bool heard = lim_message_receive(socket, &request, false);
        if (heard && from == 0) pressed = 0;
        if (heard) {
            answer(desk, crew, from, &request, &reply);
            heard = lim_message_send(socket, &reply);
            lim_message_begin(&reply, LIM_OP_DONE); /* the open file is the worker's alone */
        }
        if (!heard && from == 0) break;
        if (!heard) lim_crew_forget(crew, from);
    }
    lim_message_free(&request);
    lim_message_free(&reply);
}

/* ---- ending ------------------------------------------------------------------------------------------------------ */

/* Says that the worker was killed, and what it leaves. */
static void tell_death(const lim_desk *desk, int signal_number) {
    fprintf(stderr, "limber: the process that runs the rules was stopped: %s (signal %d).\n", strsignal(signal_number),
            signal_number);
    const char *before = "What was recorded is in ";
    for (size_t i = 0; i < desk->kept_count; i++) {
        if (access(desk->kept[i], F_OK) != 0) continue; /* wanted no more, and removed */
        fprintf(stderr, "%s%s", before, desk->kept[i]);
        before = ", ";
    }
    if (*before == ',') fputs(".\n", stderr);
}

int lim_broker_run(lim_desk *desk, lim_work *work, void *data, bool may_have_crew) {
    lim_crew crew = {.work = work, .data = data, .allowed = may_have_crew};
    lim_post post = {.socket = -1, .out = -1};
    int status = 0;
    lim_signals_catch(forward);
    signal(SIGALRM, on_patience_over);
    const pid_t pid = lim_worker_begin(work, data, &post, &desk->worker);
    if (pid < 0) {
        fprintf(stderr, "limber: no process can be started: %s\n", strerror(errno));
        return EXIT_FAILURE;
    }
    worker_process = pid;
    if (lim_signal_hung_up() != 0) kill(pid, LIM_SIGNAL_END); /* it came before the worker was known */
    desk->complete = complete;
    answer_all(desk, &crew);
    close(desk->worker);
    alarm(LIM_GRACE); /* it has ended, or is answered no more */
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    worker_process = 0;
    lim_crew_disband(&crew);
    if (lim_signal_hung_up() != 0) return 128 + lim_signal_hung_up();
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    tell_death(desk, WTERMSIG(status));
    return EXIT_FAILURE;
}
