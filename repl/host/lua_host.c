/* host: streams, surroundings and versions. See host.h. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "ask.h"
#include "editor.h"

#include "budget.h"
#include "printable.h"
#include "signals.h"

#include <errno.h>
#include <gmp.h>
#include <jansson.h>
#include <lauxlib.h>
#include <signal.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#ifndef LIM_VERSION
#define LIM_VERSION "unknown"
#endif
#ifndef LIM_SHIPPED
#define LIM_SHIPPED ""
#endif

/* Bytes of a line of standard input where nothing else is said. */
#define LONGEST_LINE (16 * 1024 * 1024)

/* Notes why standard output took no more; main tells it in the end. */
static void push_said(lua_State *L, bool done) {
    lim_host *host = lua_touserdata(L, lua_upvalueindex(1));
    if (!done && host->unsaid == 0) host->unsaid = errno;
    lua_pushboolean(L, done);
}

/* Writes the text at 1 as lines that print. What strangers wrote reaches a terminal this way and no other. */
static bool write_printable(lua_State *L, FILE *stream) {
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    if (lim_plain_bytes(text, length, LIM_MANY_LINES) == length) return fwrite(text, 1, length, stream) == length;
    lim_push_printable(L, text, length, LIM_MANY_LINES | LIM_WITH_COLOURS);
    text = lua_tolstring(L, -1, &length);
    return fwrite(text, 1, length, stream) == length;
}

static int l_stdout(lua_State *L) {
    push_said(L, write_printable(L, stdout));
    return 1;
}

static int l_stderr(lua_State *L) {
    fflush(stdout);
    lua_pushboolean(L, write_printable(L, stderr));
    return 1;
}

/* Home, clear the screen, clear what has scrolled out of it. */
static int l_clear_screen(lua_State *L) {
    push_said(L, fputs("\033[H\033[2J\033[3J", stdout) >= 0);
    return 1;
}

/* The next text on standard error begins at the left edge again. */
static int l_to_left(lua_State *L) {
    lua_pushboolean(L, fputc('\r', stderr) != EOF);
    return 1;
}

static int l_flush(lua_State *L) {
    push_said(L, fflush(stdout) == 0);
    return 1;
}

/* ---- standard input ---------------------------------------------------------------------------------------------- */

/* Reads more of standard input into the room for it; false at its end, and when a signal came. */
static bool read_more(lim_host *host) {
    const ssize_t got = read(host->input, host->read, LIM_INPUT_ROOM);
    host->read_at = 0;
    host->read_end = got > 0 ? (size_t)got : 0;
    return got > 0;
}

/* One line without its ending. Of a line longer than `most` bytes one byte more is kept, which tells it; the rest is
 * read over. An interrupt ends the wait. */
static int next_line(lua_State *L) {
    lim_host *host = lim_host_of(L);
    const size_t most = (size_t)lua_tointeger(L, lua_upvalueindex(2));
    luaL_Buffer line;
    luaL_buffinit(L, &line);
    bool any = false, whole = false;
    while (!whole && (host->read_at < host->read_end || read_more(host))) {
        const char *from = host->read + host->read_at;
        const size_t left = host->read_end - host->read_at;
        const char *end = memchr(from, '\n', left);
        whole = end != NULL;
        const size_t length = whole ? (size_t)(end - from) : left, room = most + 1 - luaL_bufflen(&line);
        luaL_addlstring(&line, from, length < room ? length : room);
        host->read_at += length + whole;
        any = true;
        lim_poll(L);
    }
    lim_poll(L);
    luaL_pushresult(&line);
    return any ? 1 : 0;
}

static int l_lines(lua_State *L) {
    lim_host *host = lim_host_of(L);
    const lua_Integer most = luaL_optinteger(L, 1, LONGEST_LINE);
    luaL_argcheck(L, most >= 0, 1, "must be 0 or more");
    if (host->read == NULL) host->read = malloc(LIM_INPUT_ROOM);
    if (host->read == NULL) return luaL_error(L, "not enough memory");
    if (host->input < 0) {
        lim_ask_begin(host, LIM_OP_INPUT);
        if (!lim_ask(host)) return luaL_error(L, "%s", lim_take_string(&host->message));
        host->input = host->message.fd;
        host->message.fd = -1;
    }
    lua_pushlightuserdata(L, host);
    lua_pushinteger(L, most);
    lua_pushcclosure(L, next_line, 2);
    return 1;
}

/* ---- surroundings ------------------------------------------------------------------------------------------------ */

static int l_isatty(lua_State *L) {
    const lua_Integer stream = luaL_checkinteger(L, 1);
    lua_pushboolean(L, stream >= 0 && stream <= 2 && lim_host_of(L)->terminal[stream]);
    return 1;
}

static int l_width(lua_State *L) {
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    lua_Integer width = columns != NULL ? strtol(columns, NULL, 10) : 0;
    if (width <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
    lua_pushinteger(L, width > 0 ? width : 80);
    return 1;
}

static int l_getenv(lua_State *L) {
    lua_pushstring(L, getenv(luaL_checkstring(L, 1)));
    return 1;
}

static int l_clock_ns(lua_State *L) {
    lua_pushinteger(L, (lua_Integer)lim_clock());
    return 1;
}

/* The time of day where the person is, for names of files; nothing of a battle follows from it. */
static int l_date(lua_State *L) {
    const time_t now = time(NULL);
    struct tm local;
    char text[sizeof "2026-11-22 10:05:33"];
    if (localtime_r(&now, &local) == NULL || strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &local) == 0) return 0;
    lua_pushstring(L, text);
    return 1;
}

/* A seed that nobody chose, 0 to 2^53: small enough to be written and read back by anything. All processes of one run
 * get the same ones in the same order: SplitMix64 from what the system gave at the start. */
static int l_fresh_seed(lua_State *L) {
    lim_host *host = lim_host_of(L);
    uint64_t seed = host->seed + ++host->drawn * UINT64_C(0x9e3779b97f4a7c15);
    seed = (seed ^ (seed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    seed = (seed ^ (seed >> 27)) * UINT64_C(0x94d049bb133111eb);
    lua_pushinteger(L, (lua_Integer)((seed ^ (seed >> 31)) >> 11));
    return 1;
}

static int l_root(lua_State *L) {
    const lim_host *host = lua_touserdata(L, lua_upvalueindex(1));
    lua_pushstring(L, host->root);
    return 1;
}

static int l_shipped(lua_State *L) {
    lua_pushliteral(L, LIM_SHIPPED);
    return 1;
}

static int l_versions(lua_State *L) {
    char editor[64];
    lua_newtable(L); /* versions */
    lua_pushliteral(L, LIM_VERSION);
    lua_setfield(L, -2, "limber");
    lua_pushliteral(L, LUA_RELEASE);
    lua_setfield(L, -2, "lua");
    lua_pushstring(L, gmp_version);
    lua_setfield(L, -2, "gmp");
    lua_pushstring(L, jansson_version_str());
    lua_setfield(L, -2, "jansson");
    lua_pushstring(L, sodium_version_string());
    lua_setfield(L, -2, "libsodium");
    lua_pushstring(L, lim_editor_version(editor, sizeof editor));
    lua_setfield(L, -2, "editor");
    lua_pushstring(L, lim_host_of(L)->wall);
    lua_setfield(L, -2, "wall");
    return 1;
}

static int l_hung_up(lua_State *L) {
    lua_pushstring(L, lim_signal_hung_up() != 0 ? "hangup" : NULL);
    return 1;
}

static const luaL_Reg functions[] = {
    {"stdout", l_stdout},             /* stdout(text) -> done; what does not print is escaped */
    {"stderr", l_stderr},             /* stderr(text) -> done; likewise */
    {"clear_screen", l_clear_screen}, /* clear_screen() -> done */
    {"to_left", l_to_left},           /* to_left() -> done: standard error goes on at the left edge */
    {"flush", l_flush},               /* flush() -> done */
    {"lines", l_lines},           /* lines([most]) -> iterator of the lines of standard input; a longer one is cut */
    {"isatty", l_isatty},         /* isatty(0|1|2) -> boolean */
    {"width", l_width},           /* width() -> columns of the terminal, else 80 */
    {"getenv", l_getenv},         /* getenv(name) -> text or nil */
    {"clock_ns", l_clock_ns},     /* clock_ns() -> nanoseconds of a clock that never goes back */
    {"date", l_date},             /* date() -> "2026-11-22 10:05:33", or nothing */
    {"fresh_seed", l_fresh_seed}, /* fresh_seed() -> a seed nobody chose */
    {"hung_up", l_hung_up}, /* hung_up() -> "hangup" once the program was told to end or lost its terminal, else nil */
    {"root", l_root},       /* root() -> the folder that holds rules-lua/ */
    {"shipped", l_shipped}, /* shipped() -> the folders of rules-lua/ that ship, with blanks between */
    {"versions", l_versions}, /* versions() -> {limber=, lua=, gmp=, jansson=, libsodium=, editor=, wall=} */
    {NULL, NULL},
};

void lim_host_push(lua_State *L, lim_host *host) {
    lua_newtable(L); /* module */
    lua_pushlightuserdata(L, host);
    luaL_setfuncs(L, functions, 1);
    lim_host_files(L, host);
    lim_host_terminal(L, host);
    lim_host_crew(L, host);
    lim_host_page(L, host);
}

void lim_host_free(lim_host *host) {
    lim_message_free(&host->message);
    free(host->read);
    host->read = NULL;
}
