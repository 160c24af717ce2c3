/* Files as the program opens and writes them. See disk.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "disk.h"

#include "locks.h"
#include "target.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif
#endif

static bool failed(lim_reason *why, const lim_place *place) {
    return lim_fail(why, "%s: %s", place->path, strerror(errno));
}

/* ---- opening ---------------------------------------------------------------------------------------------------- */

/* Part by part, so that no link is followed: for systems that cannot be told to stay beneath a folder. */
static int walk(int folder, const char *name, int flags) {
    char part[NAME_MAX + 1];
    int at = fcntl(folder, F_DUPFD_CLOEXEC, 3);
    while (at >= 0) {
        const size_t length = strcspn(name, "/");
        const bool last = name[length] == '\0';
        if (length == 0 || length > NAME_MAX || (length == 2 && strncmp(name, "..", 2) == 0)) {
            close(at);
            errno = EXDEV;
            return -1;
        }
        memcpy(part, name, length);
        part[length] = '\0';
        const int next = openat(at, part, (last ? flags : O_RDONLY | O_DIRECTORY) | O_NOFOLLOW | O_CLOEXEC);
        close(at);
        if (last) return next;
        at = next;
        name += length + 1;
    }
    return -1;
}

static int open_beneath(int folder, const char *name, int flags) {
#if defined(RESOLVE_BENEATH) && defined(SYS_openat2)
    const struct open_how how = {
        .flags = (uint64_t)(unsigned)(flags | O_CLOEXEC),
        .resolve = (uint64_t)RESOLVE_BENEATH | (uint64_t)RESOLVE_NO_MAGICLINKS,
    };
    const long fd = syscall(SYS_openat2, folder, name, &how, sizeof how);
    if (fd >= 0 || errno != ENOSYS) return (int)fd;
#endif
    return walk(folder, name, flags);
}

static int open_place(const lim_place *place, int flags) {
    if (place->beneath) return open_beneath(place->folder, place->name, flags | (place->linked ? 0 : O_NOFOLLOW));
    return openat(place->folder, place->name, flags | O_CLOEXEC | (place->linked ? 0 : O_NOFOLLOW));
}

int lim_disk_read(const lim_place *place, off_t *size, lim_reason *why) {
    struct stat about;
    const int fd = open_place(place, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) {
        if (errno == EXDEV) {
            lim_fail(why, "%s leads out of its folder", place->path);
        } else if (errno == ELOOP) {
            lim_fail(why, "%s is a link: links are not followed there", place->path);
        } else {
            failed(why, place);
        }
        return -1;
    }
    if (fstat(fd, &about) != 0) {
        failed(why, place);
    } else if (S_ISDIR(about.st_mode)) {
        lim_fail(why, "%s: %s", place->path, strerror(EISDIR));
    } else if (!S_ISREG(about.st_mode)) {
        lim_fail(why, "%s is not a regular file", place->path);
    } else if (about.st_size > place->most) {
        lim_fail(why, "%s is too large: %lld bytes, at most %lld are read", place->path, (long long)about.st_size,
                 (long long)place->most);
    } else {
        *size = about.st_size;
        return fd;
    }
    close(fd);
    return -1;
}

int lim_disk_folder(const lim_place *place, lim_reason *why) {
    const int fd = open_place(place, O_RDONLY | O_DIRECTORY);
    if (fd < 0) failed(why, place);
    return fd;
}

char lim_disk_kind(const lim_place *place) {
    struct stat about;
    if (place->beneath) {
        const int fd = open_place(place, O_RDONLY | O_NONBLOCK | O_NOCTTY);
        if (fd < 0) return 0;
        const bool known = fstat(fd, &about) == 0;
        close(fd);
        if (!known) return 0;
    } else if (fstatat(place->folder, place->name, &about, place->linked ? 0 : AT_SYMLINK_NOFOLLOW) != 0) {
        /* A link to nothing is something: it is not written over. */
        return fstatat(place->folder, place->name, &about, AT_SYMLINK_NOFOLLOW) == 0 ? 'o' : 0;
    }
    return S_ISREG(about.st_mode) ? 'f' : S_ISDIR(about.st_mode) ? 'd' : 'o';
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

bool lim_target_open(const lim_place *place, lim_target *to, lim_reason *why) {
    char parent[PATH_MAX];
    const char *slash = strrchr(place->name, '/'), *base = slash == NULL ? place->name : slash + 1;
    const size_t length = slash == NULL ? 0 : (size_t)(slash - place->name);
    if (*base == '\0' || strlen(base) > NAME_MAX || length >= sizeof parent) {
        return lim_fail(why, "%s is not the name of a file", place->path);
    }
    strcpy(to->base, base);
    memcpy(parent, place->name, length);
    strcpy(parent + length, length > 0 ? "" : slash == place->name ? "/" : ".");
    lim_place folder = *place;
    folder.name = parent;
    folder.linked = true;
    to->folder = open_place(&folder, O_RDONLY | O_DIRECTORY);
    return to->folder >= 0 || failed(why, place);
}

bool lim_target_free(const lim_place *place, const lim_target *to, struct stat *stands, lim_reason *why) {
    if (fstatat(to->folder, to->base, stands, AT_SYMLINK_NOFOLLOW) != 0) {
        stands->st_mode = 0;
        return errno == ENOENT || failed(why, place);
    }
    if (S_ISLNK(stands->st_mode)) {
        char leads[PATH_MAX];
        const ssize_t length = readlinkat(to->folder, to->base, leads, sizeof leads - 1);
        leads[length > 0 ? length : 0] = '\0';
        return lim_fail(why, "%s is a link to %s: nothing is written through a link; name the file itself", place->path,
                        leads);
    }
    if (!S_ISREG(stands->st_mode)) {
        return lim_fail(why, "%s is not a regular file: it is not overwritten", place->path);
    }
    const int fd = openat(to->folder, to->base, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return true;
    const bool taken = lim_lock_taken(fd);
    if (taken) lim_lock_tell(fd, place, why);
    close(fd);
    return !taken;
}

bool lim_target_fresh_name(char name[NAME_MAX + 1]) {
    uint64_t number;
    if (getentropy(&number, sizeof number) != 0) return false;
    snprintf(name, NAME_MAX, ".limber-%016llx.new", (unsigned long long)number);
    return true;
}

static mode_t mode_of(const lim_place *place) { return place->own ? 0600 : 0666; }

/* A new, empty file beside the target. */
static int open_fresh(const lim_place *place, const lim_target *to, char name[NAME_MAX + 1], lim_reason *why) {
    int fd = -1;
    if (lim_target_fresh_name(name)) {
        fd = openat(to->folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_of(place));
    }
    if (fd < 0) failed(why, place);
    return fd;
}

bool lim_disk_put(int fd, const char *text, size_t length) {
    while (length > 0) {
        const ssize_t put = write(fd, text, length);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        text += put;
        length -= (size_t)put;
    }
    return true;
}

void lim_target_settle(const lim_target *to) { (void)!fsync(to->folder); }

static bool write_target(const lim_place *place, const lim_target *to, const char *text, size_t length,
                         lim_reason *why) {
    char name[NAME_MAX + 1];
    struct stat stands;
    if (!lim_target_free(place, to, &stands, why)) return false;
    const int fd = open_fresh(place, to, name, why);
    if (fd < 0) return false;
    bool done = stands.st_mode == 0 || fchmod(fd, stands.st_mode & 0777) == 0;
    done = done && lim_disk_put(fd, text, length) && fsync(fd) == 0;
    int error = errno;
    if (close(fd) != 0 && done) {
        done = false;
        error = errno;
    }
    if (done && renameat(to->folder, name, to->folder, to->base) != 0) {
        done = false;
        error = errno;
    }
    if (!done) {
        unlinkat(to->folder, name, 0);
        return lim_fail(why, "%s: %s", place->path, strerror(error));
    }
    lim_target_settle(to);
    return true;
}

bool lim_disk_write(const lim_place *place, const char *text, size_t length, lim_reason *why) {
    lim_target to;
    if (!lim_target_open(place, &to, why)) return false;
    const bool done = write_target(place, &to, text, length, why);
    close(to.folder);
    return done;
}

/* ---- adding ----------------------------------------------------------------------------------------------------- */

/* Locks a file just opened. False also when another file has taken its name meanwhile; `again` says so. */
static bool hold(const lim_place *place, const lim_target *to, int fd, struct stat *about, bool *again,
                 lim_reason *why) {
    struct stat named;
    *again = false;
    if (!lim_lock_take(fd)) return lim_lock_tell(fd, place, why);
    if (fstat(fd, about) != 0) return failed(why, place);
    if (!S_ISREG(about->st_mode)) return lim_fail(why, "%s is not a regular file: it is not overwritten", place->path);
    *again = fstatat(to->folder, to->base, &named, AT_SYMLINK_NOFOLLOW) != 0 || named.st_ino != about->st_ino ||
             named.st_dev != about->st_dev;
    return !*again;
}

/* Puts an empty locked file in place of the one that `held` holds. */
static int replace(const lim_place *place, const lim_target *to, const struct stat *stood, lim_reason *why) {
    char name[NAME_MAX + 1];
    const int fd = open_fresh(place, to, name, why);
    if (fd < 0) return -1;
    if (fchmod(fd, stood->st_mode & 0777) == 0 && fcntl(fd, F_SETFL, O_APPEND) == 0 && lim_lock_take(fd) &&
        renameat(to->folder, name, to->folder, to->base) == 0) {
        lim_target_settle(to);
        return fd;
    }
    failed(why, place);
    unlinkat(to->folder, name, 0);
    close(fd);
    return -1;
}

static int append_target(const lim_place *place, const lim_target *to, bool fresh, off_t *length, lim_reason *why) {
    enum { TRIES = 10 };
    for (int tries = 0; tries < TRIES; tries++) {
        struct stat about;
        bool again;
        if (!lim_target_free(place, to, &about, why)) return -1;
        const int create = about.st_mode == 0 ? O_CREAT | O_EXCL : 0;
        const int flags = O_WRONLY | O_APPEND | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC;
        const int fd = openat(to->folder, to->base, flags | create, mode_of(place));
        if (fd < 0 && (errno == EEXIST || (errno == ENOENT && create == 0))) continue; /* another was quicker */
        if (fd < 0) {
            failed(why, place);
            return -1;
        }
        const bool held = hold(place, to, fd, &about, &again, why);
        if (held && (!fresh || about.st_size == 0)) {
            *length = about.st_size;
            return fd;
        }
        const int empty = held ? replace(place, to, &about, why) : -1;
        close(fd);
        *length = 0;
        if (!again) return empty;
    }
    lim_fail(why, "%s: other processes are writing there", place->path);
    return -1;
}

int lim_disk_append(const lim_place *place, bool fresh, off_t *length, lim_reason *why) {
    lim_target to;
    if (!lim_target_open(place, &to, why)) return -1;
    const int fd = append_target(place, &to, fresh, length, why);
    close(to.folder);
    return fd;
}
