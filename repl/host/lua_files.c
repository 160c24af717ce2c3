/* host: all reading and writing of files. Failures are nil and a message that names the path. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "disk.h"
#include "host.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOURNAL "limber.append"

static int refused(lua_State *L, const lim_reason *why) {
    lua_pushnil(L);
    lua_pushstring(L, why->text);
    return 2;
}

static int answered(lua_State *L, bool done, const lim_reason *why) {
    if (!done) return refused(L, why);
    lua_pushboolean(L, 1);
    return 1;
}

static int failed(lua_State *L, const char *path) {
    lim_reason why;
    lim_fail(&why, "%s: %s", path, strerror(errno));
    return refused(L, &why);
}

/* The place that an argument names; what holds a NUL names nothing. */
static lim_place place_at(lua_State *L, int argument) {
    size_t length;
    const char *path = luaL_checklstring(L, argument, &length);
    const char *name = strlen(path) == length ? path : "";
    return (lim_place){.folder = AT_FDCWD, .name = name, .path = path, .linked = true, .most = LIM_FILE_MOST};
}

/* ---- files that are open ----------------------------------------------------------------------------------------- */

typedef struct lua_file {
    int fd;       /* -1 when closed */
    off_t length; /* bytes that are in it, as far as lines are whole */
} lua_file;

/* Pushes a closed file, which is collected whatever happens. Its user value is its path. */
static lua_file *push_file(lua_State *L, const char *path) {
    lua_file *file = lua_newuserdatauv(L, sizeof *file, 1);
    *file = (lua_file){.fd = -1};
    luaL_setmetatable(L, JOURNAL);
    lua_pushstring(L, path);
    lua_setiuservalue(L, -2, 1);
    return file;
}

static const char *push_path(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    return lua_tostring(L, -1);
}

static int file_close(lua_State *L) {
    lua_file *file = luaL_checkudata(L, 1, JOURNAL);
    const int fd = file->fd;
    file->fd = -1;
    if (fd >= 0 && close(fd) != 0) return failed(L, push_path(L));
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
            if (put > 0) (void)!ftruncate(file->fd, file->length);
            errno = error;
            return failed(L, push_path(L));
        }
        put += (size_t)now;
    }
    file->length += (off_t)length;
    lua_pushboolean(L, 1);
    return 1;
}

/* A file that is written line by line: each write is with the system when it returns. */
static int l_append_open(lua_State *L) {
    const lim_place place = place_at(L, 1);
    const bool fresh = lua_toboolean(L, 2);
    lim_reason why;
    lua_file *file = push_file(L, place.path);
    file->fd = lim_disk_append(&place, fresh, &file->length, &why);
    if (file->fd >= 0 && lua_toboolean(L, 3) && fchmod(file->fd, 0600) != 0) return failed(L, place.path);
    return file->fd < 0 ? refused(L, &why) : 1;
}

/* ---- whole files ------------------------------------------------------------------------------------------------- */

static int l_read(lua_State *L) {
    const lim_place place = place_at(L, 1);
    lim_reason why;
    off_t size = 0;
    lua_file *file = push_file(L, place.path);
    file->fd = lim_disk_read(&place, &size, &why);
    if (file->fd < 0) return refused(L, &why);
    lua_toclose(L, -1); /* a ruleset is many files: none waits for the collector */
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    const size_t step = size < 4096 ? 4096 : (size_t)size + 1;
    for (size_t all = 0;;) {
        const ssize_t got = read(file->fd, luaL_prepbuffsize(&text, step), step);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return failed(L, place.path);
        if (got == 0) break;
        luaL_addsize(&text, (size_t)got);
        all += (size_t)got;
        if (all > (size_t)place.most) return luaL_error(L, "%s grows while it is read", place.path);
    }
    luaL_pushresult(&text);
    return 1;
}

static int l_write(lua_State *L) {
    const lim_place place = place_at(L, 1);
    size_t length;
    const char *text = luaL_checklstring(L, 2, &length);
    lim_reason why;
    return answered(L, lim_disk_write(&place, text, length, &why), &why);
}

static int l_set_aside(lua_State *L) {
    const lim_place place = place_at(L, 1);
    lim_reason why;
    return answered(L, lim_disk_set_aside(&place, &why), &why);
}

static int l_rename(lua_State *L) {
    const lim_place from = place_at(L, 1), to = place_at(L, 2);
    lim_reason why;
    return answered(L, lim_disk_rename(&from, &to, &why), &why);
}

static int l_remove(lua_State *L) {
    const lim_place place = place_at(L, 1);
    lim_reason why;
    return answered(L, lim_disk_remove(&place, &why), &why);
}

/* ---- what there is ----------------------------------------------------------------------------------------------- */

static int l_exists(lua_State *L) {
    const lim_place place = place_at(L, 1);
    lua_pushboolean(L, lim_disk_kind(&place) != 0);
    return 1;
}

static int l_is_file(lua_State *L) {
    const lim_place place = place_at(L, 1);
    lua_pushboolean(L, lim_disk_kind(&place) == 'f');
    return 1;
}

static int l_data_folder(lua_State *L) {
    char path[PATH_MAX];
    lim_reason why;
    const int fd = lim_disk_data_folder(path, sizeof path, &why);
    if (fd < 0) return refused(L, &why);
    close(fd);
    lua_pushstring(L, path);
    return 1;
}

static int no_dots(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static int by_name(const struct dirent **one, const struct dirent **other) {
    return strcmp((*one)->d_name, (*other)->d_name);
}

typedef struct listing {
    struct dirent **entries;
    int count;
} listing;

static int push_names(lua_State *L) {
    const listing *found = lua_touserdata(L, 1);
    lua_createtable(L, found->count, 0);
    for (int i = 0; i < found->count; i++) {
        lua_pushstring(L, found->entries[i]->d_name);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* Names in a folder, sorted by bytes. What the library allocated is given back before anything is raised. */
static int l_list(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    listing found = {NULL, 0};
    found.count = scandir(path, &found.entries, no_dots, by_name);
    if (found.count < 0) return failed(L, path);
    lua_pushcfunction(L, push_names);
    lua_pushlightuserdata(L, &found);
    int status = lua_pcall(L, 1, 1, 0);
    for (int i = 0; i < found.count; i++) free(found.entries[i]);
    free(found.entries);
    return status == LUA_OK ? 1 : lua_error(L);
}

static const luaL_Reg functions[] = {
    {"read", l_read},               /* read(path) -> text, or nil and why not; regular files only, up to a size */
    {"write", l_write},             /* write(path, text) -> true, or nil and why not; whole or not at all */
    {"append_open", l_append_open}, /* append_open(path, fresh?, private?) -> file, or nil and why not; one process at a time */
    {"set_aside", l_set_aside},     /* set_aside(path) -> true, or nil and why not; keeps what stands there as path~ */
    {"rename", l_rename},           /* rename(from, to) -> true, or nil and why not */
    {"remove", l_remove},           /* remove(path) -> true, or nil and why not */
    {"exists", l_exists},           /* exists(path) -> boolean */
    {"is_file", l_is_file},         /* is_file(path) -> boolean: neither a folder, a device nor a pipe */
    {"list", l_list},               /* list(folder) -> names, sorted, or nil and why not */
    {"data_folder", l_data_folder}, /* data_folder() -> the person's data folder, made when need be; or nil and why not */
    {NULL, NULL},
};

static const luaL_Reg methods[] = {
    {"write", file_write}, /* f:write(text) -> true, or nil and why not: then nothing of the text is in the file */
    {"close", file_close}, /* f:close() -> true, or nil and why not */
    {"__gc", file_close},  {"__close", file_close}, {NULL, NULL},
};

void lim_host_files(lua_State *L) {
    luaL_setfuncs(L, functions, 0);
    luaL_newmetatable(L, JOURNAL); /* module metatable */
    luaL_setfuncs(L, methods, 0);
    lua_pushvalue(L, -1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}
