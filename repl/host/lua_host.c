/* host: streams, surroundings and versions. See host.h. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "host.h"

#include "budget.h"
#include "printable.h"

#include <errno.h>
#include <gmp.h>
#include <jansson.h>
#include <lauxlib.h>
#include <signal.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/random.h>
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

/* Of a line longer than `most` bytes one byte more is kept, which tells it; the rest is read over. An interrupt ends
 * the wait. */
static int read_line(lua_State *L, size_t most) {
    luaL_Buffer line;
    luaL_buffinit(L, &line);
    bool any = false;
    size_t length = 0;
    for (int c; (c = getc(stdin)) != EOF;) {
        any = true;
        if (c == '\n') break;
        if (length <= most) luaL_addchar(&line, (char)c);
        if (++length % 65536 == 0) lim_poll(L);
    }
    lim_poll(L);
    luaL_pushresult(&line);
    return any ? 1 : 0;
}

int lim_host_read_line(lua_State *L) { return read_line(L, LONGEST_LINE); }

static int next_line(lua_State *L) { return read_line(L, (size_t)lua_tointeger(L, lua_upvalueindex(1))); }

static int l_lines(lua_State *L) {
    lua_Integer most = luaL_optinteger(L, 1, LONGEST_LINE);
    luaL_argcheck(L, most >= 0, 1, "must be 0 or more");
    lua_pushinteger(L, most);
    lua_pushcclosure(L, next_line, 1);
    return 1;
}

static int l_isatty(lua_State *L) {
    lua_pushboolean(L, isatty((int)luaL_checkinteger(L, 1)));
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

/* A seed that nobody chose, 0 to 2^53: small enough to be written and read back by anything. */
static int l_fresh_seed(lua_State *L) {
    uint64_t seed;
    if (getentropy(&seed, sizeof seed) != 0) return luaL_error(L, "no random numbers to be had for a seed");
    lua_pushinteger(L, (lua_Integer)(seed >> 11));
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
    lim_host_push_editor(L);
    lua_setfield(L, -2, "editor");
    return 1;
}

static int l_hung_up(lua_State *L) {
    const int signal_number = lim_host_hung_up();
    lua_pushstring(L, signal_number == SIGHUP ? "hangup" : signal_number != 0 ? "terminated" : NULL);
    return 1;
}

static const luaL_Reg functions[] = {
    {"stdout", l_stdout},         /* stdout(text) -> done; what does not print is escaped */
    {"stderr", l_stderr},         /* stderr(text) -> done; likewise */
    {"clear_screen", l_clear_screen}, /* clear_screen() -> done */
    {"to_left", l_to_left},       /* to_left() -> done: standard error goes on at the left edge */
    {"flush", l_flush},           /* flush() -> done */
    {"lines", l_lines},           /* lines([most]) -> iterator of the lines of standard input; a longer one is cut */
    {"isatty", l_isatty},         /* isatty(0|1|2) -> boolean */
    {"width", l_width},           /* width() -> columns of the terminal, else 80 */
    {"getenv", l_getenv},         /* getenv(name) -> text or nil */
    {"clock_ns", l_clock_ns},     /* clock_ns() -> nanoseconds of a clock that never goes back */
    {"date", l_date},             /* date() -> "2026-11-22 10:05:33", or nothing */
    {"fresh_seed", l_fresh_seed}, /* fresh_seed() -> a seed nobody chose */
    {"hung_up", l_hung_up},       /* hung_up() -> "hangup" or "terminated" once the program was told to end, else nil */
    {"root", l_root},             /* root() -> the folder that holds rules-lua/ */
    {"shipped", l_shipped},       /* shipped() -> the folders of rules-lua/ that ship, with blanks between */
    {"versions", l_versions},     /* versions() -> {limber=, lua=, gmp=, jansson=, libsodium=, editor=} */
    {NULL, NULL},
};

void lim_host_push(lua_State *L, lim_host *host) {
    lua_newtable(L); /* module */
    lua_pushlightuserdata(L, host);
    luaL_setfuncs(L, functions, 1);
    lim_host_files(L);
    lim_host_terminal(L);
    lim_host_workers(L);
}
