/* Drives a program on a terminal of its own, as a person would: pty PROGRAM ARGUMENT... < script
 * The script's lines: `send TEXT` types it (\r \t \e \xHH and ^C as in C and on the keyboard), `expect TEXT` waits until
 * the program has printed it after what was last expected, `end N` waits until it has ended with status N.
 * Exit status 0 when all of it came to pass; else 1, and what was printed. The wait is bounded, never slept through.
 */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 20000, MOST = 1 << 20 };

static char printed[MOST];
static size_t length, seen;

static void give_up(const char *what, const char *text) {
    printf("%s: %s\nprinted so far, after what was expected:\n%s\n", what, text, printed + seen);
    exit(1);
}

/* Reads what there is; false at the end of the program's output, or when patience is over. */
static int read_more(int terminal) {
    struct pollfd wait = {.fd = terminal, .events = POLLIN};
    ssize_t got;
    if (poll(&wait, 1, PATIENCE_MS) <= 0) return 0;
    got = read(terminal, printed + length, MOST - 1 - length);
    if (got <= 0) return 0;
    length += (size_t)got;
    printed[length] = '\0';
    return 1;
}

static void expect(int terminal, const char *text) {
    const char *found;
    while ((found = strstr(printed + seen, text)) == NULL) {
        if (!read_more(terminal)) give_up("not printed", text);
    }
    seen = (size_t)(found - printed) + strlen(text);
}

static void type(int terminal, char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if (*from == '^' && from[1] == 'C') {
            *to++ = 3;
            from++;
        } else if (*from == '\\' && from[1] != '\0') {
            from++;
            *to++ = *from == 'r' ? '\r' : *from == 't' ? '\t' : *from == 'e' ? '\033' : *from;
        } else {
            *to++ = *from;
        }
    }
    if (write(terminal, text, (size_t)(to - text)) != to - text) give_up("cannot type", text);
}

static void end(int terminal, pid_t child, int wanted) {
    int status;
    while (read_more(terminal)) {
    }
    if (waitpid(child, &status, WNOHANG) == 0) {
        alarm(PATIENCE_MS / 1000);
        /* The terminal's end is a moment before the program's. */
        waitpid(child, &status, 0);
    }
    status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (status != wanted) {
        char text[60];
        snprintf(text, sizeof text, "ended with %d instead of %d", status, wanted);
        give_up("status", text);
    }
}

static pid_t start(const char *terminal, char **command) {
    pid_t child = fork();
    if (child == 0) {
        setsid(); /* the terminal opened next becomes the controlling one, so that ^C reaches the program */
        int own = open(terminal, O_RDWR);
        if (own < 0) _exit(126);
        dup2(own, 0);
        dup2(own, 1);
        dup2(own, 2);
        if (own > 2) close(own);
        execvp(command[0], command);
        _exit(127);
    }
    return child;
}

int main(int argc, char **argv) {
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    char line[4096];
    if (argc < 2 || terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) {
        fputs("pty: no terminal to be had\n", stderr);
        return 1;
    }
    fcntl(terminal, F_SETFD, FD_CLOEXEC); /* the program must not hold its own terminal's other end */
    pid_t child = start(ptsname(terminal), argv + 1);
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "send ", 5) == 0) {
            type(terminal, line + 5);
        } else if (strncmp(line, "expect ", 7) == 0) {
            expect(terminal, line + 7);
        } else if (strncmp(line, "end ", 4) == 0) {
            end(terminal, child, atoi(line + 4));
        } else if (line[0] != '\0') {
            give_up("not a line of a script", line);
        }
    }
    close(terminal); /* a program that has not ended by now is hung up */
    alarm(PATIENCE_MS / 1000);
    waitpid(child, NULL, 0);
    return 0;
}
