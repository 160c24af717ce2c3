/* host: all reading and writing of files. Failures are nil and a message that names the path. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "host.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOURNAL "limber.append"

static int failed(lua_State *L, const char *path) {
    int error = errno;
    lua_pushnil(L);
    lua_pushfstring(L, "%s: %s", path, strerror(error));
    return 2;
}

typedef struct lua_file {
    int fd; /* -1 when closed */
} lua_file;

static int file_close(lua_State *L) {
    lua_file *file = luaL_checkudata(L, 1, JOURNAL);
    int fd = file->fd;
    file->fd = -1;
    lua_pushboolean(L, fd < 0 || close(fd) == 0);
    return 1;
}

/* Pushes a closed file, which is collected whatever happens, and opens it. */
static lua_file *open_file(lua_State *L, const char *path, int flags, mode_t mode) {
    lua_file *file = lua_newuserdatauv(L, sizeof *file, 0);
    file->fd = -1;
    luaL_setmetatable(L, JOURNAL);
    file->fd = open(path, flags | O_CLOEXEC, mode);
    return file->fd < 0 ? NULL : file;
}

/* The size of a regular file; a folder is refused. */
static bool size_of(int fd, size_t *size) {
    struct stat about;
    if (fstat(fd, &about) != 0) return false;
    if (S_ISDIR(about.st_mode)) {
        errno = EISDIR;
        return false;
    }
    *size = about.st_size > 0 ? (size_t)about.st_size : 0;
    return true;
}

static int l_read(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    lua_file *file = open_file(L, path, O_RDONLY, 0);
    size_t size = 0;
    if (file == NULL || !size_of(file->fd, &size)) return failed(L, path);
    lua_toclose(L, -1); /* a ruleset is many files: none waits for the collector */
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    for (;;) {
        char *room = luaL_prepbuffsize(&text, size + 1 > 4096 ? size + 1 : 4096);
        ssize_t got = read(file->fd, room, size + 1 > 4096 ? size + 1 : 4096);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return failed(L, path);
        if (got == 0) break;
        luaL_addsize(&text, (size_t)got);
    }
    luaL_pushresult(&text);
    return 1;
}

static bool write_all(int fd, const char *text, size_t length) {
    while (length > 0) {
        ssize_t put = write(fd, text, length);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        text += put;
        length -= (size_t)put;
    }
    return true;
}

/* Whether anything but a file stands there: a device, a pipe, a folder. */
static bool is_no_file(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

static int no_file(lua_State *L, const char *path) {
    lua_pushnil(L);
    lua_pushfstring(L, "%s is no file: it is not written over", path);
    return 2;
}

/* Pushes the path of the file itself where a link leads to it. */
static const char *push_target(lua_State *L, const char *path) {
    struct stat about;
    if (lstat(path, &about) != 0 || !S_ISLNK(about.st_mode)) {
        lua_pushvalue(L, 1);
        return path;
    }
    char *target = realpath(path, NULL);
    if (target == NULL) return NULL;
    lua_pushstring(L, target);
    free(target);
    return lua_tostring(L, -1);
}

/* Written beside the file and moved onto it, so that a file is never half there. */
static int l_write(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    size_t length;
    const char *text = luaL_checklstring(L, 2, &length);
    if (is_no_file(path)) return no_file(L, path);
    path = push_target(L, path);
    if (path == NULL) return failed(L, lua_tostring(L, 1));
    const char *aside = lua_pushfstring(L, "%s.new", path);
    lua_file *file = open_file(L, aside, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file == NULL) return failed(L, path);
    bool done = write_all(file->fd, text, length) && fsync(file->fd) == 0;
    done = close(file->fd) == 0 && done;
    file->fd = -1;
    if (!done || rename(aside, path) != 0) {
        int error = errno;
        unlink(aside);
        errno = error;
        return failed(L, path);
    }
    lua_pushboolean(L, 1);
    return 1;
}

static int file_write(lua_State *L) {
    lua_file *file = luaL_checkudata(L, 1, JOURNAL);
    size_t length;
    const char *text = luaL_checklstring(L, 2, &length);
    luaL_argcheck(L, file->fd >= 0, 1, "the file is closed");
    if (!write_all(file->fd, text, length)) return failed(L, "write");
    lua_pushboolean(L, 1);
    return 1;
}

/* A file that is written line by line: each write is with the system when it returns. */
static int l_append_open(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    bool fresh = lua_toboolean(L, 2);
    if (is_no_file(path)) return no_file(L, path);
    if (open_file(L, path, O_WRONLY | O_CREAT | O_APPEND | (fresh ? O_TRUNC : 0), 0666) == NULL) return failed(L, path);
    return 1;
}

static int l_exists(lua_State *L) {
    lua_pushboolean(L, access(luaL_checkstring(L, 1), F_OK) == 0);
    return 1;
}

static int l_is_file(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    struct stat about;
    lua_pushboolean(L, stat(path, &about) == 0 && S_ISREG(about.st_mode));
    return 1;
}

static int l_remove(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    if (unlink(path) != 0) return failed(L, path);
    lua_pushboolean(L, 1);
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
    {"read", l_read},               /* read(path) -> text, or nil and why not */
    {"write", l_write},             /* write(path, text) -> true, or nil and why not; whole or not at all, to files only */
    {"append_open", l_append_open}, /* append_open(path, fresh?) -> file, or nil and why not; files only */
    {"exists", l_exists},           /* exists(path) -> boolean */
    {"is_file", l_is_file},         /* is_file(path) -> boolean: neither a folder, a device nor a pipe */
    {"remove", l_remove},           /* remove(path) -> true, or nil and why not */
    {"list", l_list},               /* list(folder) -> names, sorted, or nil and why not */
    {NULL, NULL},
};

static const luaL_Reg methods[] = {
    {"write", file_write}, /* f:write(text) -> true, or nil and why not */
    {"close", file_close}, /* f:close() */
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
