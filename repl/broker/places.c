/* Which places on the disk a worker may have opened: what shipped, what the person named, and what follows from names
 * by a fixed rule. See desk.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "desk.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const shipped_names[LIM_SHIPPED_FOLDERS] = {"rules-lua", "repl", "scenarios", "tests"};

#define OWN_RULES "rules-lua"

/* The rest of a path below a folder, "." for the folder itself; NULL when it is not below. */
static const char *below(const char *folder, const char *path) {
    const size_t length = strlen(folder);
    if (length == 0 || strncmp(path, folder, length) != 0) return NULL;
    const char *rest = path + length;
    if (*rest != '/') return *rest == '\0' ? "." : NULL;
    while (*rest == '/') rest++;
    return *rest == '\0' ? "." : rest;
}

/* Opens a folder once; false where there is none. */
static bool open_once(int *folder, const char *path) {
    if (*folder <= 0) *folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return *folder > 0;
}

static bool is_shipped(lim_desk *desk, const char *path, lim_place *place) {
    const char *inside = below(desk->root, path);
    for (int i = 0; inside != NULL && i < LIM_SHIPPED_FOLDERS; i++) {
        char folder[PATH_MAX];
        const char *name = below(shipped_names[i], inside);
        if (name == NULL) continue;
        const int length = snprintf(folder, sizeof folder, "%s/%s", desk->root, shipped_names[i]);
        if (length < 0 || (size_t)length >= sizeof folder || !open_once(&desk->shipped[i], folder)) return false;
        *place = (lim_place){desk->shipped[i], name, path, true, true, LIM_FILE_MOST, false};
        return true;
    }
    return false;
}

/* rules-lua/ where the person is: rulesets of their own. */
static bool is_own_rule(lim_desk *desk, const char *path, lim_place *place) {
    const char *name = below(OWN_RULES, path);
    if (name == NULL || !open_once(&desk->own_rules, OWN_RULES)) return false;
    *place = (lim_place){desk->own_rules, name, path, true, true, LIM_TEXT_MOST, false};
    return true;
}

/* Files of the data folder itself, and the folder. */
static bool is_data(lim_desk *desk, const char *path, lim_place *place) {
    const char *name = desk->data > 0 ? below(desk->data_path, path) : NULL;
    if (name == NULL || strchr(name, '/') != NULL || (*name == '.' && name[1] != '\0')) return false;
    *place = (lim_place){desk->data, name, path, true, false, LIM_KEPT_MOST, true};
    return true;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* ./NAME.lua: what a variant's name alone stands for. To be written, the name must have been typed. */
static bool is_variant(const lim_desk *desk, const char *path, bool written, lim_place *place) {
    char name[NAME_MAX + 1];
    size_t length = 0;
    if (strncmp(path, "./", 2) != 0) return false;
    while (length < NAME_MAX && is_letter(path[2 + length])) length++;
    if (length == 0 || strcmp(path + 2 + length, ".lua") != 0) return false;
    memcpy(name, path + 2, length);
    name[length] = '\0';
    if (written && !lim_named_output(&desk->named, name)) return false;
    *place = (lim_place){AT_FDCWD, path, path, false, false, LIM_TEXT_MOST, false};
    return true;
}

/* A file in or below a folder that goes with what the person named: read only, and no link leads elsewhere. */
static bool is_beside(lim_desk *desk, const char *folder, const char *name, const char *path, lim_place *place) {
    if (desk->beside > 0) close(desk->beside);
    desk->beside = 0;
    if (!open_once(&desk->beside, folder)) return false;
    *place = (lim_place){desk->beside, name, path, true, false, LIM_TEXT_MOST, false};
    return true;
}

/* The last part of a path that is NAME and this ending, and the folder before it; NULL for other paths. */
static const char *name_in(const char *path, const char *ending, char folder[PATH_MAX]) {
    const char *slash = strrchr(path, '/'), *name = slash == NULL ? path : slash + 1;
    size_t length = 0;
    while (is_letter(name[length])) length++;
    if (slash == path || length == 0 || strcmp(name + length, ending) != 0) return NULL;
    snprintf(folder, PATH_MAX, "%.*s", slash == NULL ? 1 : (int)(slash - path), slash == NULL ? "." : path);
    return name;
}

/* Is this the variant that the person named in a folder, or one that lies beside a Lua file that was named there? */
static bool is_variant_there(const lim_desk *desk, const char *folder, const char *variant) {
    char file[PATH_MAX];
    if (lim_named_variant(&desk->named, folder, variant)) return true;
    const int length = snprintf(file, sizeof file, "%s/%s.lua", folder, variant);
    return lim_named_variant(&desk->named, folder, NULL) && length > 0 && (size_t)length < sizeof file &&
           access(file, F_OK) == 0;
}

/* NAME.csv beside the file of a variant that the person named, or in the folder that is named as the variant: its
 * tables. */
static bool is_table(lim_desk *desk, const char *path, lim_place *place) {
    char folder[PATH_MAX];
    const char *name = name_in(path, ".csv", folder);
    if (name == NULL) return false;
    if (!lim_named_variant(&desk->named, folder, NULL)) {
        char *last = strrchr(folder, '/'), *variant = last == NULL ? folder : last + 1;
        if (last == folder || *variant == '\0' || strspn(variant, ".") == strlen(variant)) return false;
        char of[PATH_MAX];
        strcpy(of, variant);
        name = path + (variant - folder);
        strcpy(last == NULL ? folder : last, last == NULL ? "." : "");
        if (!is_variant_there(desk, folder, of)) return false;
    }
    return is_beside(desk, folder, name, path, place);
}

/* NAME.csv in the folder that the person named for charts. */
static bool is_chart(lim_desk *desk, const char *path, lim_place *place) {
    char folder[PATH_MAX];
    const char *name = name_in(path, ".csv", folder);
    return name != NULL && lim_named_charts(&desk->named, folder) && is_beside(desk, folder, name, path, place);
}

/* NAME.lua beside a Lua file that the person named: a variant that a scenario names. */
static bool is_variant_beside(lim_desk *desk, const char *path, lim_place *place) {
    char folder[PATH_MAX];
    const char *name = name_in(path, ".lua", folder);
    return name != NULL && lim_named_variant(&desk->named, folder, NULL) && is_beside(desk, folder, name, path, place);
}

/* FOLDER/NAME.lua beside a Lua file that the person named: an army that a scenario names. */
static bool is_army(lim_desk *desk, const char *path, lim_place *place) {
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/'), *inner = slash;
    size_t length = 0;
    if (slash == NULL) return false;
    while (is_letter(slash[1 + length])) length++;
    while (inner > path && is_letter(inner[-1])) inner--;
    if (length == 0 || strcmp(slash + 1 + length, ".lua") != 0 || inner == slash) return false;
    if (inner == path) {
        strcpy(folder, ".");
    } else if (inner[-1] == '/' && inner - path > 1) {
        snprintf(folder, sizeof folder, "%.*s", (int)(inner - 1 - path), path);
    } else {
        return false;
    }
    return lim_named_variant(&desk->named, folder, NULL) && is_beside(desk, folder, inner, path, place);
}

/* A path that the person named, or what is kept aside of it as NAME~. */
static bool is_named(const lim_desk *desk, const char *path, bool written) {
    char name[PATH_MAX];
    const size_t length = strlen(path);
    bool (*const names)(const lim_named *, const char *) = written ? lim_named_output : lim_named_path;
    if (names(&desk->named, path)) return true;
    if (length < 2 || length >= sizeof name || path[length - 1] != '~') return false;
    memcpy(name, path, length - 1);
    name[length - 1] = '\0';
    return names(&desk->named, name);
}

/* A folder that the person named something in, the one where the person is, and what is directly in these: only what
 * is there may be known. */
static bool may_look(const lim_desk *desk, const char *path) {
    char folder[PATH_MAX];
    if (strcmp(path, ".") == 0 || lim_named_folder(&desk->named, path)) return true;
    const char *slash = strrchr(path, '/');
    const size_t length = slash == NULL ? 0 : (size_t)(slash - path);
    if (length >= sizeof folder || strcmp(slash == NULL ? path : slash + 1, "..") == 0) return false;
    memcpy(folder, path, length);
    strcpy(folder + length, slash == NULL ? "." : slash == path ? "/" : "");
    return strcmp(folder, ".") == 0 || lim_named_folder(&desk->named, folder);
}

bool lim_desk_place(lim_desk *desk, const char *path, lim_use use, lim_place *place, lim_reason *why) {
    *place = (lim_place){AT_FDCWD, path, path, false, true, LIM_FILE_MOST, false};
    if (*path == '\0') return lim_fail(why, "no path is given");
    if (strlen(path) >= PATH_MAX) return lim_fail(why, "the path is too long");
    if (desk->trusting || is_named(desk, path, use == LIM_TO_WRITE) || is_data(desk, path, place)) return true;
    if (is_variant(desk, path, use == LIM_TO_WRITE, place)) return true;
    if (use != LIM_TO_WRITE && (is_shipped(desk, path, place) || is_own_rule(desk, path, place))) return true;
    if (use == LIM_TO_READ && (is_table(desk, path, place) || is_army(desk, path, place))) return true;
    if (use == LIM_TO_READ && (is_chart(desk, path, place) || is_variant_beside(desk, path, place))) return true;
    *place = (lim_place){AT_FDCWD, path, path, false, true, LIM_FILE_MOST, false};
    if (use == LIM_TO_LOOK && may_look(desk, path)) return true;
    if (below(desk->root, path) != NULL && desk->shipped[0] <= 0) {
        return lim_fail(why, "%s: Limber's own files are not there", path);
    }
    return lim_fail(why,
                    use == LIM_TO_WRITE ? "%s was not named: only files that you name to be written are written"
                                        : "%s was not named: only files named on the command line or typed here are "
                                          "opened",
                    path);
}

bool lim_desk_ships(const lim_desk *desk, const lim_place *place) {
    for (int i = 0; i < LIM_SHIPPED_FOLDERS; i++) {
        if (desk->shipped[i] > 0 && place->folder == desk->shipped[i]) return true;
    }
    return false;
}

bool lim_desk_history(char *path, size_t room) {
    const char *base = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (base != NULL && *base == '/') {
        length = snprintf(path, room, "%s/limber/history", base);
    } else if (home != NULL && *home == '/') {
        length = snprintf(path, room, "%s/.local/state/limber/history", home);
    }
    return length > 0 && (size_t)length < room;
}
