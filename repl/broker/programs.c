/* The pager, the editor and the browser. See programs.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "programs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "target.h"

/* ---- one program at the terminal --------------------------------------------------------------------------------- */

/* Signals of the keyboard are the program's, not ours, while it runs. */
typedef struct quiet {
    struct sigaction interrupt, quit, pipe;
} quiet;

static void be_quiet(quiet *before) {
    struct sigaction ignore;
    memset(&ignore, 0, sizeof ignore);
    ignore.sa_handler = SIG_IGN;
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGINT, &ignore, &before->interrupt);
    sigaction(SIGQUIT, &ignore, &before->quit);
    sigaction(SIGPIPE, &ignore, &before->pipe);
}

static void listen_again(const quiet *before) {
    sigaction(SIGINT, &before->interrupt, NULL);
    sigaction(SIGQUIT, &before->quit, NULL);
    sigaction(SIGPIPE, &before->pipe, NULL);
}

static const char *named_in(const char *variable, const char *otherwise) {
    const char *named = getenv(variable);
    return named != NULL && *named != '\0' ? named : otherwise;
}

/* Starts `sh -c COMMAND sh ARGUMENT` with `input` as its standard input, or ours where that is -1. */
static pid_t start(const char *command, const char *argument, int input) {
    static const int reset[] = {SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGHUP, SIGXFSZ, SIGCHLD};
    const pid_t pid = fork();
    if (pid != 0) return pid;
    for (size_t i = 0; i < sizeof reset / sizeof *reset; i++) signal(reset[i], SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (input >= 0) dup2(input, STDIN_FILENO);
    setenv("LESSSECURE", "1", 1);
    execl("/bin/sh", "sh", "-c", command, "sh", argument, (char *)NULL);
    _exit(127);
}

/* Its exit status; 127 when it could not be started. */
static int wait_for(pid_t pid) {
    int status = 0;
    if (pid < 0) return 127;
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR) return 127;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* ---- the pager --------------------------------------------------------------------------------------------------- */

/* Rows that a text takes on a screen so wide; escape sequences take none. */
static size_t rows_of(const char *text, size_t length, size_t width) {
    size_t rows = 0, column = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c == '\n') {
            rows++;
            column = 0;
        } else if (c == '\033') {
            while (i + 1 < length && text[i] != 'm') i++;
        } else if ((c & 0xc0) != 0x80 && ++column > width) {
            rows++;
            column = 1;
        }
    }
    return rows + (column > 0);
}

static bool fits(const char *text, size_t length) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row < 2 || size.ws_col < 1) return true;
    return rows_of(text, length, size.ws_col) < size.ws_row;
}

bool lim_page(const char *text, size_t length) {
    enum { CANNOT_RUN = 126, NOT_FOUND = 127 };
    int ends[2];
    quiet before;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || fits(text, length)) return false;
    if (pipe(ends) != 0) return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    be_quiet(&before);
    const pid_t pid = start(named_in("PAGER", "less -FRX"), "", ends[0]);
    close(ends[0]);
    if (pid > 0) lim_disk_put(ends[1], text, length); /* a reader who has seen enough takes no more */
    close(ends[1]);
    const int status = wait_for(pid);
    listen_again(&before);
    return status != CANNOT_RUN && status != NOT_FOUND;
}

/* ---- the editor -------------------------------------------------------------------------------------------------- */

bool lim_edit(const char *path, lim_reason *why) {
    char command[1024], file[PATH_MAX + 2];
    quiet before;
    const int length = snprintf(command, sizeof command, "%s \"$1\"", named_in("VISUAL", named_in("EDITOR", "vi")));
    if (length < 0 || (size_t)length >= sizeof command) return lim_fail(why, "the editor's name is too long");
    if (!isatty(STDIN_FILENO)) return lim_fail(why, "an editor needs a terminal");
    snprintf(file, sizeof file, "%s%s", *path == '-' ? "./" : "", path);
    be_quiet(&before);
    const int status = wait_for(start(command, file, -1));
    listen_again(&before);
    if (status == 0) return true;
    return lim_fail(why, "the editor %.200s ended with status %d", command, status);
}

/* ---- the browser ------------------------------------------------------------------------------------------------- */

/* Its folder is "$1". A browser refuses its own sandbox to root. */
static const char browser[] =
    "cd \"$1\" || exit 126\n"
    "[ \"$(id -u)\" = 0 ] && set -- \"$1\" --no-sandbox\n"
    "for b in chromium chromium-browser google-chrome google-chrome-stable; do\n"
    "  command -v $b >/dev/null 2>&1 || continue\n"
    "  exec $b --headless --disable-gpu $2 --user-data-dir=\"$1/profile\" --disable-extensions --no-first-run \\\n"
    "    --proxy-server=http://127.0.0.1:9 --no-pdf-header-footer --print-to-pdf=\"$1/page.pdf\" \\\n"
    "    \"file://$1/page.html\" </dev/null >/dev/null 2>&1\n"
    "done\n"
    "exit 127";

static bool put_page(const char *path, const char *html, size_t length) {
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool done = fd >= 0 && lim_disk_put(fd, html, length);
    return (fd < 0 || close(fd) == 0) && done;
}

/* Copies what the browser wrote to its place. */
static bool take_pdf(const char *path, const lim_place *place, lim_reason *why) {
    off_t size = 0, got = 0;
    const lim_place made = {.folder = AT_FDCWD, .name = path, .path = path, .most = LIM_FILE_MOST};
    const int fd = lim_disk_read(&made, &size, why);
    if (fd < 0) return lim_fail(why, "%s: the browser made no PDF", place->path);
    char *text = malloc((size_t)size + 1);
    for (ssize_t now = 1; text != NULL && now > 0 && got < size; got += now > 0 ? now : 0) {
        now = read(fd, text + got, (size_t)(size - got));
    }
    close(fd);
    const bool done = text != NULL && got == size && size > 0 ? lim_disk_write(place, text, (size_t)size, why)
                                                              : lim_fail(why, "%s: the PDF cannot be read", place->path);
    free(text);
    return done;
}

static bool print_in(const char *folder, const lim_place *place, const char *html, size_t length, lim_reason *why) {
    enum { NOT_FOUND = 127 };
    char page[PATH_MAX], pdf[PATH_MAX];
    snprintf(page, sizeof page, "%s/page.html", folder);
    snprintf(pdf, sizeof pdf, "%s/page.pdf", folder);
    if (!put_page(page, html, length)) return lim_fail(why, "%s: %s", page, strerror(errno));
    const int status = wait_for(start(browser, folder, -1));
    if (status == NOT_FOUND) {
        return lim_fail(why, "a PDF needs Chromium (chromium, chromium-browser or google-chrome), which is not here; -o "
                             "FILE.html writes a page that any browser prints");
    }
    if (status != 0) return lim_fail(why, "%s: the browser ended with status %d", place->path, status);
    return take_pdf(pdf, place, why);
}

bool lim_print(const lim_place *place, const char *html, size_t length, lim_reason *why) {
    char folder[PATH_MAX - 16];
    quiet before;
    const int size = snprintf(folder, sizeof folder, "%s/limber-XXXXXX", named_in("TMPDIR", "/tmp"));
    if (size < 0 || (size_t)size >= sizeof folder || mkdtemp(folder) == NULL) {
        return lim_fail(why, "no folder can be made for the browser: %s", strerror(errno));
    }
    be_quiet(&before);
    const bool done = print_in(folder, place, html, length, why);
    wait_for(start("rm -rf \"$1\"", folder, -1));
    listen_again(&before);
    return done;
}
