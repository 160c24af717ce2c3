/* The line editor: GNU readline, or libedit's readline interface with LIM_WITH_LIBEDIT. See editor.h.
 *
 * The editor is driven by its callbacks and our own pselect(), so that Ctrl-C always comes back here. Its interface
 * has no user data: `current` is what its callbacks can reach, set only while a line is being read. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "editor.h"

#include "editor_library.h"
#include "signals.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HISTORY_MOST = 2000, LONGEST_LINE = 16 * 1024 * 1024, LONGEST_HISTORY = LONGEST_LINE };

/* A line that is being read. */
typedef struct session {
    lim_desk *desk;
    char *line; /* malloc'ed by the editor */
    bool over;
} session;

static session *current;

static void take_line(char *line) {
    const lim_editor_library *const editor = lim_editor_loaded();
    current->line = line;
    current->over = true;
    editor->rl_callback_handler_remove();
}

/* ---- completion, and the keys ------------------------------------------------------------------------------------ */

static char **complete(const char *text, int start, int end) {
    (void)text;
    const lim_editor_library *const editor = lim_editor_loaded();
    lim_desk *desk = current->desk;
    *editor->rl_attempted_completion_over = 1; /* never file names */
#ifndef LIM_WITH_LIBEDIT
    *editor->rl_completion_append_character = '\0'; /* readline sets it anew before each completion */
#endif
    if (desk->complete == NULL) return NULL;
    desk->named.partial = *editor->rl_line_buffer;
    char **matches = desk->complete(desk, *editor->rl_line_buffer, start, end);
    desk->named.partial = NULL;
    return matches;
}

#ifndef LIM_WITH_LIBEDIT
/* Up and Down find lines of the history that begin with what stands before the cursor. What the person's own inputrc
 * binds these keys to stays. */
static void search_by_prefix(void) {
    const lim_editor_library *const editor = lim_editor_loaded();
    static const char *const backward[] = {"\033[A", "\033OA"}, *const forward[] = {"\033[B", "\033OB"};
    for (int i = 0; i < 2; i++) {
        if (editor->rl_function_of_keyseq(backward[i], NULL, NULL) == editor->rl_get_previous_history) {
            editor->rl_bind_keyseq(backward[i], editor->rl_history_search_backward);
        }
        if (editor->rl_function_of_keyseq(forward[i], NULL, NULL) == editor->rl_get_next_history) {
            editor->rl_bind_keyseq(forward[i], editor->rl_history_search_forward);
        }
    }
}
#endif

static void set_up_editor(void) {
    const lim_editor_library *const editor = lim_editor_loaded();
    *editor->rl_readline_name = "limber";
    *editor->rl_attempted_completion_function = complete;
    *editor->rl_basic_word_break_characters = " \t\n\"'><=;,{}()";
#ifndef LIM_WITH_LIBEDIT
    *editor->rl_catch_signals = 0;
    search_by_prefix();
#endif
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static bool stopped(void) { return lim_signal_interrupted() || lim_signal_hung_up() != 0; }

/* Without the page's server, as lim_http_wait. */
static int wait_plainly(int one, int other, const sigset_t *asleep) {
    fd_set input;
    FD_ZERO(&input);
    FD_SET(one, &input);
    if (other >= 0) FD_SET(other, &input);
    if (pselect((one > other ? one : other) + 1, &input, NULL, NULL, NULL, asleep) < 0) return -1;
    return (FD_ISSET(one, &input) ? LIM_HTTP_ONE : 0) | (other >= 0 && FD_ISSET(other, &input) ? LIM_HTTP_OTHER : 0);
}

/* Sleeps until something is typed; false when a signal came instead, the page asks something, or the worker that wants
 * the line is gone. The signals are blocked but for the sleep itself, so that none is lost between the look and the
 * sleep. */
static bool wait_for_input(lim_desk *desk, const sigset_t *asleep, bool *asked) {
    for (;;) {
        if (stopped()) return false;
        const int got = desk->http == NULL ? wait_plainly(STDIN_FILENO, desk->worker, asleep)
                                           : lim_http_wait(desk->http, STDIN_FILENO, desk->worker, true, asleep);
        *asked = got == LIM_HTTP_ASKED;
        if (got >= 0) return got == LIM_HTTP_ONE;
        if (errno != EINTR) return false;
        if (!stopped() && asleep != NULL) lim_editor_loaded()->rl_resize_terminal(); /* a new size, most likely */
    }
}

static lim_reading why_not(void) {
    if (lim_signal_hung_up() != 0) return LIM_READ_HANGUP;
    return lim_signal_interrupted() ? LIM_READ_INTERRUPT : LIM_READ_END;
}

/* Keeps what has been typed of a line whose reading the page breaks off, and takes it off the screen. */
static void put_aside(lim_desk *desk, const char *prompt) {
    const lim_editor_library *const editor = lim_editor_loaded();
    free(desk->typed);
    free(desk->typed_at);
    desk->typed = strdup(*editor->rl_line_buffer);
    desk->typed_at = strdup(prompt);
    desk->typed_to = *editor->rl_point;
#ifdef LIM_WITH_LIBEDIT
    fputs("\r\033[K", stdout);
#else
    editor->rl_clear_visible_line();
#endif
    fflush(stdout);
}

/* What was put aside is typed again, where the same is asked again. */
static void take_up(lim_desk *desk, const char *prompt) {
    const lim_editor_library *const editor = lim_editor_loaded();
    if (desk->typed != NULL && desk->typed_at != NULL && strcmp(desk->typed_at, prompt) == 0 && *desk->typed != '\0') {
        editor->rl_insert_text(desk->typed);
        *editor->rl_point = desk->typed_to;
        editor->rl_redisplay();
    }
    free(desk->typed);
    free(desk->typed_at);
    desk->typed = desk->typed_at = NULL;
}

static char *edit(lim_desk *desk, const char *prompt, bool *asked) {
    const lim_editor_library *const editor = lim_editor_loaded();
    session s = {.desk = desk};
    sigset_t caught, before;
    lim_signals_set(&caught);
    sigprocmask(SIG_BLOCK, &caught, &before);
    current = &s;
    set_up_editor();
    editor->rl_callback_handler_install(prompt, take_line);
    take_up(desk, prompt);
    while (!s.over && wait_for_input(desk, &before, asked)) editor->rl_callback_read_char();
    if (!s.over && *asked) put_aside(desk, prompt);
    if (!s.over) {
        editor->rl_free_line_state();
        editor->rl_callback_handler_remove();
    }
    current = NULL;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return s.line;
}

/* Adds a character to a line; one too many, or one without memory for it, is left out. A line is a text: no NUL. */
static void add(char **line, size_t *length, size_t *room, int c) {
    if (*length + 1 >= *room && *room < LONGEST_LINE) {
        const size_t wanted = *room == 0 ? 256 : *room * 2;
        char *longer = realloc(*line, wanted);
        if (longer == NULL) return;
        *line = longer;
        *room = wanted;
    }
    if (*length + 1 < *room) (*line)[(*length)++] = c == '\0' ? ' ' : (char)c;
}

/* The next character; while the page is served nothing is read ahead. EOF also where the page asks something, which it
 * does between lines alone. */
static int next_character(lim_desk *desk, bool between, bool *asked) {
    if (desk->http != NULL && between && !wait_for_input(desk, NULL, asked)) return EOF;
    return getc(stdin);
}

/* A line of a standard input that is no terminal; what is too long of it is read over. */
static char *read_plainly(lim_desk *desk, bool *asked) {
    char *line = NULL;
    size_t length = 0, room = 0;
    int c;
    if (desk->http != NULL) setvbuf(stdin, NULL, _IONBF, 0);
    while ((c = next_character(desk, line == NULL, asked)) != EOF && c != '\n') add(&line, &length, &room, c);
    if (c == EOF && (length == 0 || stopped())) {
        clearerr(stdin);
        free(line);
        return NULL;
    }
    if (line == NULL) return calloc(1, 1);
    line[length] = '\0';
    return line;
}

lim_reading lim_editor_read(lim_desk *desk, const char *prompt, char **line) {
    bool asked = false;
    *line = NULL;
    if (desk->gave_away) return LIM_READ_END;
    desk->read_own = true;
    lim_signal_clear();
    if (lim_signal_hung_up() != 0) return LIM_READ_HANGUP;
    desk->at_terminal = desk->at_terminal || isatty(STDIN_FILENO);
    if (isatty(STDIN_FILENO)) {
        *line = edit(desk, prompt, &asked);
        if (*line == NULL && !asked) {
            fputc('\n', stdout);
            fflush(stdout);
        }
    } else {
        *line = read_plainly(desk, &asked);
    }
    if (*line == NULL && asked) return LIM_READ_ASKED;
    return *line != NULL ? LIM_READ_LINE : why_not();
}

/* ---- history ----------------------------------------------------------------------------------------------------- */

void lim_editor_remember(const char *line) {
    const lim_editor_library *const editor = lim_editor_loaded();
    for (int i = *editor->history_length - 1; i >= 0; i--) {
        HIST_ENTRY *entry = editor->history_get(*editor->history_base + i);
        if (entry == NULL || strcmp(entry->line, line) != 0) continue;
        HIST_ENTRY *removed = editor->remove_history(i);
        if (removed != NULL) free(editor->free_history_entry(removed));
    }
    editor->add_history(line);
}

/* A pipe would hold up the reading of it, and what a link leads to is not ours to write. */
static bool may_be_history(const char *path, off_t most) {
    struct stat about;
    if (lstat(path, &about) != 0) return errno == ENOENT;
    return S_ISREG(about.st_mode) && about.st_size <= most;
}

bool lim_editor_recall(const char *path) {
    const lim_editor_library *const editor = lim_editor_loaded();
    editor->using_history();
#ifndef LIM_WITH_LIBEDIT
    /* With times between them, entries of several lines are read back as they were. */
    *editor->history_write_timestamps = 1;
    *editor->history_comment_char = '#';
#endif
    editor->stifle_history(HISTORY_MOST);
    return may_be_history(path, LONGEST_HISTORY) && editor->read_history(path) == 0;
}

bool lim_editor_preserve(const char *path) {
    char folder[PATH_MAX];
    if (strlen(path) >= sizeof folder) return false;
    strcpy(folder, path);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0700);
        *slash = '/';
    }
    if (!may_be_history(path, INT64_MAX)) return false;
    const mode_t before = umask(077);
    const bool done = lim_editor_loaded()->write_history(path) == 0 && chmod(path, 0600) == 0;
    umask(before);
    return done;
}

const char *lim_editor_version(char *text, size_t room) {
#ifdef LIM_WITH_LIBEDIT
    snprintf(text, room, "libedit");
#else
    snprintf(text, room, "readline %d.%d", RL_VERSION_MAJOR, RL_VERSION_MINOR);
#endif
    return text;
}
