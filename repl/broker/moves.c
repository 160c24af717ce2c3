/* Files given other names, kept aside and removed; and the person's data folder. See disk.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "disk.h"
#include "target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool failed(lim_reason *why, const char *path, int error) {
    return lim_fail(why, "%s: %s", path, strerror(error));
}

static bool free_and_there(const lim_place *place, const lim_target *to, lim_reason *why) {
    struct stat stands;
    if (!lim_target_free(place, to, &stands, why)) return false;
    return stands.st_mode != 0 || failed(why, place->path, ENOENT);
}

/* ---- renaming, removing ------------------------------------------------------------------------------------------ */

static bool rename_targets(const lim_place *from, const lim_target *old, const lim_place *to, const lim_target *new,
                           lim_reason *why) {
    struct stat stands;
    if (!free_and_there(from, old, why) || !lim_target_free(to, new, &stands, why)) return false;
    if (renameat(old->folder, old->base, new->folder, new->base) != 0) return failed(why, to->path, errno);
    lim_target_settle(new);
    return true;
}

bool lim_disk_rename(const lim_place *from, const lim_place *to, lim_reason *why) {
    lim_target old, new;
    if (!lim_target_open(from, &old, why)) return false;
    bool done = lim_target_open(to, &new, why);
    if (done) {
        done = rename_targets(from, &old, to, &new, why);
        close(new.folder);
    }
    close(old.folder);
    return done;
}

bool lim_disk_remove(const lim_place *place, lim_reason *why) {
    lim_target at;
    if (!lim_target_open(place, &at, why)) return false;
    bool done = free_and_there(place, &at, why);
    if (done && unlinkat(at.folder, at.base, 0) != 0) done = failed(why, place->path, errno);
    close(at.folder);
    return done;
}

/* ---- keeping aside ----------------------------------------------------------------------------------------------- */

static bool copy(int folder, const char *from, const char *to) {
    char piece[65536];
    ssize_t got = -1;
    const int in = openat(folder, from, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    const int out = openat(folder, to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (in >= 0 && out >= 0) {
        while ((got = read(in, piece, sizeof piece)) > 0 && lim_disk_put(out, piece, (size_t)got)) continue;
    }
    const bool done = got == 0 && fsync(out) == 0;
    const int error = errno;
    if (in >= 0) close(in);
    if (out >= 0) close(out);
    errno = error;
    return done;
}

static bool has_no_links(int error) { return error == EPERM || error == ENOTSUP || error == EMLINK || error == ENOSYS; }

static bool set_aside(const lim_place *place, const lim_target *at, lim_reason *why) {
    char name[NAME_MAX + 1], path[LIM_REASON_ROOM];
    lim_target kept = *at;
    lim_place aside = *place;
    struct stat stands;
    if (strlen(at->base) + 1 > NAME_MAX) return failed(why, place->path, ENAMETOOLONG);
    strcat(kept.base, "~");
    snprintf(path, sizeof path, "%s~", place->path);
    aside.path = path;
    if (!free_and_there(place, at, why) || !lim_target_free(&aside, &kept, &stands, why)) return false;
    if (!lim_target_fresh_name(name)) return failed(why, path, errno);
    bool done = linkat(at->folder, at->base, at->folder, name, 0) == 0 ||
                (has_no_links(errno) && copy(at->folder, at->base, name));
    done = done && renameat(at->folder, name, at->folder, kept.base) == 0;
    const int error = errno;
    unlinkat(at->folder, name, 0); /* it stays where both names were one file already, and where something failed */
    if (!done) return failed(why, path, error);
    lim_target_settle(at);
    return true;
}

bool lim_disk_set_aside(const lim_place *place, lim_reason *why) {
    lim_target at;
    if (!lim_target_open(place, &at, why)) return false;
    const bool done = set_aside(place, &at, why);
    close(at.folder);
    return done;
}

/* ---- the data folder --------------------------------------------------------------------------------------------- */

int lim_disk_data_folder(char *path, size_t room, lim_reason *why) {
    const char *base = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = -1;
    if (base != NULL && *base == '/') {
        length = snprintf(path, room, "%s/limber", base);
    } else if (home != NULL && *home == '/') {
        length = snprintf(path, room, "%s/.local/share/limber", home);
    }
    if (length < 0 || (size_t)length >= room) {
        lim_fail(why, "no data folder: HOME names none");
        return -1;
    }
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    mkdir(path, 0700);
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) failed(why, path, errno);
    return fd;
}
