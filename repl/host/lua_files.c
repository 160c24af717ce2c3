/* host: reading and writing of files, as the broker grants it. Failures are nil and a message that names the path. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "ask.h"

#include <errno.h>
#include <lauxlib.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#define JOURNAL "limber.append"

/* ---- files that are added to ------------------------------------------------------------------------------------- */

typedef struct lua_file {
    int fd;         /* -1 when closed */
    int64_t length; /* bytes that are in it, as far as writes are whole */
} lua_file;

/* nil, and the path of the file at 1 with why. */
static int failed(lua_State *L) {
    const int error = errno;
    lua_pushnil(L);
    lua_getiuservalue(L, 1, 1);
    lua_pushfstring(L, "%s: %s", lua_tostring(L, -1), strerror(error));
    lua_remove(L, -2);
    return 2;
}

static int file_close(lua_State *L) {
    lua_file *file = luaL_checkudata(L, 1, JOURNAL);
    const int fd = file->fd;
    file->fd = -1;
    if (fd >= 0 && close(fd) != 0) return failed(L);
    lua_pushboolean(L, 1);
    return 1;
}

/* Writes what is whole or nothing: what a failure left of it is taken away again. */
static int file_write(lua_State *L) {
    lua_file *file = luaL_checkudata(L, 1, JOURNAL);
    size_t length, put = 0;
    const char *text = luaL_checklstring(L, 2, &length);
    luaL_argcheck(L, file->fd >= 0, 1, "the file is closed");
    while (put < length) {
        const ssize_t now = write(file->fd, text + put, length - put);
        if (now < 0 && errno == EINTR) continue;
        if (now < 0) {
            const int error = errno;
            if (put > 0) (void)!ftruncate(file->fd, (off_t)file->length);
            errno = error;
            return failed(L);
        }
        put += (size_t)now;
    }
    file->length += (int64_t)length;
    lua_pushboolean(L, 1);
    return 1;
}

/* A file that is written line by line: each write is with the system when it returns. */
static int l_append_open(lua_State *L) {
    lim_host *host = lim_host_of(L);
    size_t length;
    const char *path = luaL_checklstring(L, 1, &length);
    const bool fresh = lua_toboolean(L, 2);
    lua_file *file = lua_newuserdatauv(L, sizeof *file, 1); /* collected whatever happens */
    *file = (lua_file){.fd = -1};
    luaL_setmetatable(L, JOURNAL);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1); /* its path */
    lim_message *m = lim_ask_begin(host, LIM_OP_APPEND);
    lim_put_text(m, path, length);
    lim_put_number(m, fresh);
    if (!lim_ask(host)) return lim_ask_push(L, host, false);
    file->fd = m->fd;
    m->fd = -1;
    file->length = lim_take_number(m);
    return 1;
}

/* ---- whole files ------------------------------------------------------------------------------------------------- */

bool lim_host_read(lua_State *L, lim_host *host, const char *path, size_t length) {
    lim_message *m = lim_ask_begin(host, LIM_OP_READ);
    lim_put_text(m, path, length);
    if (!lim_ask(host)) {
        (void)lim_ask_push(L, host, false);
        return false;
    }
    if (lim_message_read_file(m)) return true;
    const int error = errno;
    lua_pushnil(L);
    lua_pushfstring(L, "%s: %s", path, strerror(error));
    return false;
}

static int l_read(lua_State *L) {
    size_t length;
    const char *path = luaL_checklstring(L, 1, &length);
    lim_host *host = lim_host_of(L);
    if (!lim_host_read(L, host, path, length)) return 2;
    lua_pushlstring(L, host->message.length > 0 ? host->message.bytes : "", host->message.length);
    return 1;
}

static int l_write(lua_State *L) { return lim_ask_strings(L, LIM_OP_WRITE, 2); }

static int l_set_aside(lua_State *L) { return lim_ask_strings(L, LIM_OP_ASIDE, 1); }

static int l_rename(lua_State *L) { return lim_ask_strings(L, LIM_OP_RENAME, 2); }

static int l_remove(lua_State *L) { return lim_ask_strings(L, LIM_OP_REMOVE, 1); }

/* ---- what there is ----------------------------------------------------------------------------------------------- */

/* The letter of what stands at a path, as disk.h has them; 0 for nothing, and for what may not be known. */
static int64_t kind_of(lua_State *L) {
    lim_host *host = lim_host_of(L);
    size_t length;
    const char *path = luaL_checklstring(L, 1, &length);
    lim_put_text(lim_ask_begin(host, LIM_OP_KIND), path, length);
    return lim_ask(host) ? lim_take_number(&host->message) : 0;
}

static int l_exists(lua_State *L) {
    lua_pushboolean(L, kind_of(L) != 0);
    return 1;
}

static int l_is_file(lua_State *L) {
    lua_pushboolean(L, kind_of(L) == 'f');
    return 1;
}

static int l_list(lua_State *L) {
    lim_host *host = lim_host_of(L);
    size_t length;
    const char *path = luaL_checklstring(L, 1, &length);
    lim_message *m = lim_ask_begin(host, LIM_OP_LIST);
    lim_put_text(m, path, length);
    if (!lim_ask(host)) return lim_ask_push(L, host, false);
    const int64_t count = lim_take_number(m);
    lua_newtable(L);
    for (int64_t i = 1; i <= count && !m->bad; i++) {
        lua_pushstring(L, lim_take_string(m));
        lua_rawseti(L, -2, i);
    }
    return 1;
}

static int l_data_folder(lua_State *L) {
    lim_host *host = lim_host_of(L);
    lim_ask_begin(host, LIM_OP_DATA);
    if (!lim_ask(host)) return lim_ask_push(L, host, false);
    lua_pushstring(L, lim_take_string(&host->message));
    return 1;
}

static const luaL_Reg functions[] = {
    {"read", l_read},   /* read(path) -> text, or nil and why not; regular files only, up to a size */
    {"write", l_write}, /* write(path, text) -> true, or nil and why not; whole or not at all */
    {"append_open",
     l_append_open}, /* append_open(path, fresh?) -> file, or nil and why not; one process at a time */
    {"set_aside", l_set_aside}, /* set_aside(path) -> true, or nil and why not; keeps what stands there as path~ */
    {"rename", l_rename},       /* rename(from, to) -> true, or nil and why not */
    {"remove", l_remove},       /* remove(path) -> true, or nil and why not */
    {"exists", l_exists},       /* exists(path) -> boolean */
    {"is_file", l_is_file},     /* is_file(path) -> boolean: neither a folder, a device nor a pipe */
    {"list", l_list},           /* list(folder) -> names, sorted, or nil and why not */
    {"data_folder",
     l_data_folder}, /* data_folder() -> the person's data folder, made when need be; or nil and why not */
    {NULL, NULL},
};

static const luaL_Reg methods[] = {
    {"write", file_write}, /* f:write(text) -> true, or nil and why not: then nothing of the text is in the file */
    {"close", file_close}, /* f:close() -> true, or nil and why not */
    {"__gc", file_close},  {"__close", file_close}, {NULL, NULL},
};

void lim_host_files(lua_State *L, lim_host *host) {
    lua_pushlightuserdata(L, host);
    luaL_setfuncs(L, functions, 1);
    luaL_newmetatable(L, JOURNAL); /* module metatable */
    luaL_setfuncs(L, methods, 0);
    lua_pushvalue(L, -1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}
