/* host: the line editor. GNU readline, or libedit's readline interface with LIM_WITH_LIBEDIT.
 *
 * The editor is driven by its callbacks and our own pselect(), so that Ctrl-C always comes back here. Its interface
 * has no user data: `session` is what its callbacks can reach, set only while a line is being read. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "budget.h"
#include "failure.h"
#include "host.h"
#include "printable.h"
#include "programs.h"

#include <errno.h>
#include <lauxlib.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef LIM_WITH_LIBEDIT
#include <editline/readline.h>
#else
#include <readline/history.h>
#include <readline/readline.h>
#endif

#define COMPLETER "limber.completer"
#define HISTORY_MOST 2000

typedef struct session {
    lua_State *L;
    char *line; /* malloc'ed by the editor */
    bool over;
    char **matches; /* while completing */
} session;

static session *current;

static void take_line(char *line) {
    current->line = line;
    current->over = true;
    rl_callback_handler_remove();
}

/* Copies a list of strings into current->matches, the first being what they have in common. A word that does not
 * print is left out: the editor shows words as they are. Raises nothing. */
static void keep_matches(lua_State *L) {
    size_t count = lua_rawlen(L, -1);
    if (count == 0) return;
    char **matches = calloc(count + 2, sizeof *matches);
    if (matches == NULL) return;
    size_t common = 0, kept = 0;
    for (size_t i = 1; i <= count; i++) {
        size_t length = 0;
        const char *word = lua_rawgeti(L, -1, (lua_Integer)i) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
        matches[kept + 1] = word != NULL && lim_is_printable(word, length) ? strdup(word) : NULL;
        lua_pop(L, 1);
        if (matches[kept + 1] == NULL) continue;
        kept++;
        if (kept == 1) common = strlen(matches[1]);
        size_t same = 0;
        while (same < common && matches[1][same] == matches[kept][same]) same++;
        common = same;
    }
    matches[0] = matches[1] != NULL ? strndup(matches[1], common) : NULL;
    current->matches = matches;
}

/* Asks the Lua completer: completer(line, start, end) -> words that may stand from start to end (0-based). */
static int ask_completer(lua_State *L) {
    const int *place = lua_touserdata(L, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, (const void *)COMPLETER);
    if (!lua_isfunction(L, -1)) return 0;
    lua_pushstring(L, rl_line_buffer);
    lua_pushinteger(L, place[0]);
    lua_pushinteger(L, place[1]);
    lua_call(L, 3, 1);
    return 1;
}

/* The editor's own stack lies between here and whoever could catch an error: none may leave. */
static char **complete(const char *text, int start, int end) {
    (void)text;
    lua_State *L = current->L;
    int top = lua_gettop(L), place[] = {start, end};
    rl_attempted_completion_over = 1; /* never file names */
#ifndef LIM_WITH_LIBEDIT
    rl_completion_append_character = '\0'; /* readline sets it anew before each completion */
#endif
    current->matches = NULL;
    if (!lua_checkstack(L, 8)) return NULL;
    lua_pushcfunction(L, ask_completer);
    lua_pushlightuserdata(L, place);
    if (lim_call(L, 1, 1) == LUA_OK && lua_istable(L, -1)) keep_matches(L);
    lua_settop(L, top);
    return current->matches;
}

#ifndef LIM_WITH_LIBEDIT
/* Up and Down find lines of the history that begin with what stands before the cursor. What the person's own inputrc
 * binds these keys to stays. */
static void search_by_prefix(void) {
    static const char *const backward[] = {"\033[A", "\033OA"}, *const forward[] = {"\033[B", "\033OB"};
    for (int i = 0; i < 2; i++) {
        if (rl_function_of_keyseq(backward[i], NULL, NULL) == rl_get_previous_history) {
            rl_bind_keyseq(backward[i], rl_history_search_backward);
        }
        if (rl_function_of_keyseq(forward[i], NULL, NULL) == rl_get_next_history) {
            rl_bind_keyseq(forward[i], rl_history_search_forward);
        }
    }
}
#endif

static void set_up_editor(void) {
    rl_readline_name = "limber";
    rl_attempted_completion_function = complete;
    rl_basic_word_break_characters = " \t\n\"'><=;,{}()";
#ifndef LIM_WITH_LIBEDIT
    rl_catch_signals = 0;
    search_by_prefix();
#endif
}

/* Sleeps until there is something to read; false when Ctrl-C or a failure came instead. The signals are blocked but for
 * the sleep itself, so that none is lost between the look and the sleep. */
static bool wait_for_input(const lim_runtime *rt, const sigset_t *asleep) {
    fd_set input;
    for (;;) {
        if (rt->interrupted) return false;
        FD_ZERO(&input);
        FD_SET(STDIN_FILENO, &input);
        if (pselect(STDIN_FILENO + 1, &input, NULL, NULL, NULL, asleep) > 0) return true;
        if (errno != EINTR) return false;
        if (!rt->interrupted) rl_resize_terminal(); /* most likely the window has a new size */
    }
}

static void edit(session *s, const char *prompt) {
    const lim_runtime *rt = lim_runtime_of(s->L);
    sigset_t interrupt, before;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigaddset(&interrupt, SIGHUP);
    sigaddset(&interrupt, SIGTERM);
    sigprocmask(SIG_BLOCK, &interrupt, &before);
    set_up_editor();
    rl_callback_handler_install(prompt, take_line);
    while (!s->over && wait_for_input(rt, &before)) rl_callback_read_char();
    if (!s->over) {
        rl_free_line_state();
        rl_callback_handler_remove();
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}

static int free_line(lua_State *L) {
    char **line = lua_touserdata(L, 1);
    free(*line);
    *line = NULL;
    return 0;
}

/* Pushes a place for the editor's line, which it frees whatever happens. */
static char **push_line_holder(lua_State *L) {
    char **line = lua_newuserdatauv(L, sizeof *line, 0);
    *line = NULL;
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, free_line);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    return line;
}

/* nil and why there is no line */
static int no_line(lua_State *L, bool interrupted) {
    lua_pushnil(L);
    lua_pushstring(L, lim_host_hung_up() != 0 ? "hangup" : interrupted ? "interrupt" : "end");
    return 2;
}

static int read_plainly(lua_State *L) {
    if (lim_host_read_line(L) == 1) return 1;
    return no_line(L, lim_interrupt_clear(L));
}

static int read_line(lua_State *L) {
    size_t length;
    const char *prompt = luaL_checklstring(L, 1, &length);
    if (lim_host_hung_up() != 0) return no_line(L, lim_interrupt_clear(L));
    if (!isatty(STDIN_FILENO)) return read_plainly(L);
    lim_push_printable(L, prompt, length, LIM_MANY_LINES);
    prompt = lua_tostring(L, -1);
    session s = {.L = L};
    char **line = push_line_holder(L);
    fflush(stdout);
    current = &s;
    edit(&s, prompt);
    current = NULL;
    *line = s.line;
    if (s.line == NULL) {
        fputc('\n', stdout);
        return no_line(L, lim_interrupt_clear(L));
    }
    lua_pushstring(L, s.line);
    free(s.line);
    *line = NULL;
    return 1;
}

/* Whoever is asked in the middle of a guest's run may think as long as he likes. */
static int l_readline(lua_State *L) {
    const int64_t began = lim_clock();
    lua_pushcfunction(L, read_line);
    lua_insert(L, 1);
    const int status = lim_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    lim_waited(L, lim_clock() - began); /* also when the reading failed */
    return status == LUA_OK ? lua_gettop(L) : lua_error(L);
}

static int l_set_completer(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, (const void *)COMPLETER);
    return 0;
}

/* The same line is remembered once, where it was used last. */
static int l_history_add(lua_State *L) {
    const char *line = luaL_checkstring(L, 1);
    for (int i = history_length - 1; i >= 0; i--) {
        HIST_ENTRY *entry = history_get(history_base + i);
        if (entry == NULL || strcmp(entry->line, line) != 0) continue;
        HIST_ENTRY *removed = remove_history(i);
        if (removed != NULL) free(free_history_entry(removed));
    }
    add_history(line);
    return 0;
}

static int l_history_load(lua_State *L) {
    using_history();
#ifndef LIM_WITH_LIBEDIT
    /* With times between them, entries of several lines are read back as they were. */
    history_write_timestamps = 1;
    history_comment_char = '#';
#endif
    stifle_history(HISTORY_MOST);
    lua_pushboolean(L, read_history(luaL_checkstring(L, 1)) == 0);
    return 1;
}

/* Folders on the way are made; the file is for its owner's eyes alone. */
static int l_history_save(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    size_t length = strlen(path);
    char *folder = memcpy(lua_newuserdatauv(L, length + 1, 0), path, length + 1);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0700);
        *slash = '/';
    }
    mode_t before = umask(077);
    bool done = write_history(path) == 0 && chmod(path, 0600) == 0;
    umask(before);
    lua_pushboolean(L, done);
    return 1;
}

/* page(text): through a pager where it is longer than the screen, else as it is. */
static int l_page(lua_State *L) {
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    lim_push_printable(L, text, length, LIM_MANY_LINES | LIM_WITH_COLOURS);
    text = lua_tolstring(L, -1, &length);
    fflush(stdout);
    const bool paged = lim_page(text, length);
    if (!paged) fwrite(text, 1, length, stdout);
    lua_pushboolean(L, paged);
    return 1;
}

static int l_edit(lua_State *L) {
    lim_reason why;
    fflush(stdout);
    if (lim_edit(luaL_checkstring(L, 1), &why)) {
        lua_pushboolean(L, 1);
        return 1;
    }
    lua_pushnil(L);
    lua_pushstring(L, why.text);
    return 2;
}

static const luaL_Reg functions[] = {
    {"page", l_page},                   /* page(text) -> whether a pager showed it; else it is printed */
    {"edit", l_edit},                   /* edit(path) -> true, or nil and why not; in the person's own editor */
    {"readline", l_readline},           /* readline(prompt) -> line, or nil and "end", "interrupt" or "hangup" */
    {"set_completer", l_set_completer}, /* set_completer(function(line, start, end) -> words) */
    {"history_add", l_history_add},     /* history_add(line) */
    {"history_load", l_history_load},   /* history_load(path) -> done */
    {"history_save", l_history_save},   /* history_save(path) -> done */
    {NULL, NULL},
};

void lim_host_push_editor(lua_State *L) {
#ifdef LIM_WITH_LIBEDIT
    lua_pushliteral(L, "libedit");
#else
    lua_pushfstring(L, "readline %s", rl_library_version);
#endif
}

void lim_host_terminal(lua_State *L) { luaL_setfuncs(L, functions, 0); }
