/* Answers what a worker asks. See desk.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "desk.h"

#include "editor.h"
#include "programs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void answer(lim_desk *desk, lim_message *request, lim_message *reply);

static void refuse(lim_message *reply, const lim_reason *why) {
    lim_message_begin(reply, LIM_OP_REFUSED);
    lim_put_string(reply, why->text);
}

/* Takes a path from a request and finds its place; else refuses. */
static bool take_place(lim_desk *desk, lim_message *request, lim_use use, lim_place *place, lim_message *reply) {
    lim_reason why;
    const char *path = lim_take_string(request);
    if (!request->bad && lim_desk_place(desk, path, use, place, &why)) return true;
    if (request->bad) lim_fail(&why, "not a path");
    refuse(reply, &why);
    return false;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static void answer_read(lim_desk *desk, lim_message *request, lim_message *reply) {
    lim_place place;
    lim_reason why;
    off_t size = 0;
    if (!take_place(desk, request, LIM_TO_READ, &place, reply)) return;
    const int fd = lim_disk_read(&place, &size, &why);
    if (fd < 0) {
        refuse(reply, &why);
        return;
    }
    if (!lim_desk_ships(desk, &place)) desk->strange = true;
    lim_put_number(reply, size);
    lim_put_number(reply, place.most);
    reply->fd = fd;
}

static void answer_write(lim_desk *desk, lim_message *request, lim_message *reply) {
    lim_place place;
    lim_reason why;
    size_t length;
    if (!take_place(desk, request, LIM_TO_WRITE, &place, reply)) return;
    const char *text = lim_take_text(request, &length);
    if (request->bad) {
        lim_fail(&why, "%s: the text is too long", place.path);
        refuse(reply, &why);
    } else if (!lim_disk_write(&place, text, length, &why)) {
        refuse(reply, &why);
    }
}

/* Remembers a file that is begun, so that it can be told should the worker die. Without memory it is not told. */
static void keep(lim_desk *desk, const char *path) {
    for (size_t i = 0; i < desk->kept_count; i++) {
        if (strcmp(desk->kept[i], path) == 0) return;
    }
    char **kept = realloc(desk->kept, (desk->kept_count + 1) * sizeof *kept);
    if (kept == NULL) return;
    desk->kept = kept;
    kept[desk->kept_count] = strdup(path);
    if (kept[desk->kept_count] != NULL) desk->kept_count++;
}

static void answer_append(lim_desk *desk, lim_message *request, lim_message *reply) {
    lim_place place;
    lim_reason why;
    off_t length = 0;
    if (!take_place(desk, request, LIM_TO_WRITE, &place, reply)) return;
    const bool fresh = lim_take_number(request) != 0;
    const int fd = lim_disk_append(&place, fresh, &length, &why);
    if (fd < 0) {
        refuse(reply, &why);
        return;
    }
    if (fresh) keep(desk, place.path); /* else it may be looked at only: is anything writing there? */
    lim_put_number(reply, length);
    reply->fd = fd;
}

static void answer_aside(lim_desk *desk, lim_message *request, lim_message *reply) {
    lim_place place;
    lim_reason why;
    if (!take_place(desk, request, LIM_TO_WRITE, &place, reply)) return;
    if (!lim_disk_set_aside(&place, &why)) refuse(reply, &why);
}

static void answer_rename(lim_desk *desk, lim_message *request, lim_message *reply) {
    lim_place from, to;
    lim_reason why;
    if (!take_place(desk, request, LIM_TO_WRITE, &from, reply)) return;
    if (!take_place(desk, request, LIM_TO_WRITE, &to, reply)) return;
    if (!lim_disk_rename(&from, &to, &why)) refuse(reply, &why);
}

static void answer_remove(lim_desk *desk, lim_message *request, lim_message *reply) {
    lim_place place;
    lim_reason why;
    if (!take_place(desk, request, LIM_TO_WRITE, &place, reply)) return;
    if (!lim_disk_remove(&place, &why)) refuse(reply, &why);
}

/* ---- what there is ----------------------------------------------------------------------------------------------- */

static void answer_kind(lim_desk *desk, lim_message *request, lim_message *reply) {
    lim_place place;
    if (take_place(desk, request, LIM_TO_LOOK, &place, reply)) lim_put_number(reply, lim_disk_kind(&place));
}

static int by_name(const void *one, const void *other) { return strcmp(*(char *const *)one, *(char *const *)other); }

/* The names in a folder, malloc'ed like the list, without those that begin with a dot. */
static char **names_in(DIR *folder, size_t *count) {
    char **names = NULL;
    size_t room = 0;
    *count = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        if (*count == room) {
            char **more = realloc(names, (room + 64) * sizeof *names);
            if (more == NULL) break;
            names = more;
            room += 64;
        }
        names[*count] = strdup(entry->d_name);
        if (names[*count] == NULL) break;
        (*count)++;
    }
    if (*count > 0) qsort(names, *count, sizeof *names, by_name);
    return names;
}

static void answer_list(lim_desk *desk, lim_message *request, lim_message *reply) {
    lim_place place;
    lim_reason why;
    size_t count = 0;
    if (!take_place(desk, request, LIM_TO_LOOK, &place, reply)) return;
    const int fd = lim_disk_folder(&place, &why);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    if (folder == NULL) {
        if (fd >= 0) {
            lim_fail(&why, "%s: %s", place.path, strerror(errno));
            close(fd);
        }
        refuse(reply, &why);
        return;
    }
    char **names = names_in(folder, &count);
    closedir(folder);
    lim_put_number(reply, (int64_t)count);
    for (size_t i = 0; i < count; i++) {
        lim_put_string(reply, names[i]);
        free(names[i]);
    }
    free(names);
}

static void answer_data(lim_desk *desk, lim_message *request, lim_message *reply) {
    lim_reason why;
    (void)request;
    if (desk->data <= 0) desk->data = lim_disk_data_folder(desk->data_path, sizeof desk->data_path, &why);
    if (desk->data < 0) {
        refuse(reply, &why);
    } else {
        lim_put_string(reply, desk->data_path);
    }
}

/* ---- the terminal ------------------------------------------------------------------------------------------------ */

/* Standard input has one reader: the worker, or the editor here. */
static void answer_input(lim_desk *desk, lim_message *request, lim_message *reply) {
    lim_reason why;
    (void)request;
    if (!desk->read_own) reply->fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    desk->gave_away = reply->fd >= 0;
    if (reply->fd >= 0) return;
    lim_fail(&why, "standard input is being read already, or is closed");
    refuse(reply, &why);
}

/* Enter accepts a name in brackets that the prompt offers: NAME.lua, for a new file where the person is. */
static void accept_offer(lim_desk *desk, const char *prompt) {
    char name[NAME_MAX + 1];
    const char *offer = strrchr(prompt, '[');
    const size_t length = offer == NULL ? 0 : strcspn(offer + 1, "]");
    if (length < sizeof ".lua" || length > NAME_MAX || offer[1 + length] == '\0') return;
    memcpy(name, offer + 1, length);
    name[length] = '\0';
    const size_t plain = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    const lim_place place = {.folder = AT_FDCWD, .name = name, .path = name};
    if (strcmp(name + plain, ".lua") == 0 && lim_disk_kind(&place) == 0) lim_named_add(&desk->named, name);
}

static void answer_line(lim_desk *desk, lim_message *request, lim_message *reply) {
    char *line;
    const char *prompt = lim_take_string(request);
    int64_t id = 0;
    lim_desk_tell_asked(desk, prompt);
    const lim_reading how = lim_editor_read(desk, prompt, &line);
    lim_desk_tell_asked(desk, NULL);
    if (how == LIM_READ_ASKED) {
        int seat = 0;
        const char *asked = lim_http_take(desk->http, &id, &seat);
        lim_put_number(reply, how);
        lim_put_string(reply, asked == NULL ? "" : asked);
        lim_put_number(reply, id);
        lim_put_number(reply, seat);
        return;
    }
    if (line != NULL && *line == '\0') accept_offer(desk, prompt);
    lim_put_number(reply, how);
    lim_put_string(reply, line == NULL ? "" : line);
    lim_put_number(reply, id);
    lim_put_number(reply, 0);
    if (line != NULL && !desk->trusting) lim_named_add(&desk->named, line);
    free(line);
}

/* The history holds what was typed, and nothing else: every line of an entry must have been. */
static void answer_remember(lim_desk *desk, lim_message *request, lim_message *reply) {
    lim_reason why;
    const char *entry = lim_take_string(request), *line = entry;
    while (!desk->trusting) {
        const size_t length = strcspn(line, "\n");
        if (!lim_named_line(&desk->named, line, length)) {
            lim_fail(&why, "only what was typed is remembered");
            refuse(reply, &why);
            return;
        }
        if (line[length] == '\0') break;
        line += length + 1;
    }
    if (*entry != '\0') lim_editor_remember(entry);
}

static void answer_recall(lim_desk *desk, lim_message *request, lim_message *reply) {
    char path[PATH_MAX];
    (void)desk;
    (void)request;
    lim_put_number(reply, lim_desk_history(path, sizeof path) && lim_editor_recall(path));
}

static void answer_preserve(lim_desk *desk, lim_message *request, lim_message *reply) {
    char path[PATH_MAX];
    (void)desk;
    (void)request;
    lim_put_number(reply, lim_desk_history(path, sizeof path) && lim_editor_preserve(path));
}

static void answer_page(lim_desk *desk, lim_message *request, lim_message *reply) {
    size_t length;
    const char *text = lim_take_text(request, &length);
    lim_put_number(reply, desk->http == NULL && lim_page(text, length)); /* a pager would keep the page waiting */
}

/* The person changes the file, or leaves it: what may be read will do. */
static void answer_edit(lim_desk *desk, lim_message *request, lim_message *reply) {
    lim_place place;
    lim_reason why;
    if (!take_place(desk, request, LIM_TO_READ, &place, reply)) return;
    if (!lim_edit(place.path, &why)) refuse(reply, &why);
}

/* A browser is started only for a path that the person named after --pdf. */
static void answer_print(lim_desk *desk, lim_message *request, lim_message *reply) {
    lim_place place;
    lim_reason why;
    size_t length;
    if (!take_place(desk, request, LIM_TO_WRITE, &place, reply)) return;
    const char *text = lim_take_text(request, &length);
    if (request->bad) {
        lim_fail(&why, "%s: the text is too long", place.path);
    } else if (!desk->trusting && !lim_named_print(&desk->named, place.path)) {
        lim_fail(&why, "%s was not named after --pdf", place.path);
    } else if (lim_print(&place, text, length, &why)) {
        return;
    }
    refuse(reply, &why);
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static answer *const answers[] = {
    [LIM_OP_READ] = answer_read,     [LIM_OP_WRITE] = answer_write,       [LIM_OP_APPEND] = answer_append,
    [LIM_OP_ASIDE] = answer_aside,   [LIM_OP_RENAME] = answer_rename,     [LIM_OP_REMOVE] = answer_remove,
    [LIM_OP_KIND] = answer_kind,     [LIM_OP_LIST] = answer_list,         [LIM_OP_DATA] = answer_data,
    [LIM_OP_INPUT] = answer_input,   [LIM_OP_LINE] = answer_line,         [LIM_OP_REMEMBER] = answer_remember,
    [LIM_OP_RECALL] = answer_recall, [LIM_OP_PRESERVE] = answer_preserve, [LIM_OP_PAGE] = answer_page,
    [LIM_OP_EDIT] = answer_edit,     [LIM_OP_PRINT] = answer_print,       [LIM_OP_SERVE] = lim_desk_serve,
    [LIM_OP_TELL] = lim_desk_tell,   [LIM_OP_REPLY] = lim_desk_reply,
};

void lim_desk_answer(lim_desk *desk, lim_message *request, lim_message *reply) {
    lim_message_begin(reply, LIM_OP_DONE);
    if (request->op < sizeof answers / sizeof *answers && answers[request->op] != NULL) {
        answers[request->op](desk, request, reply);
    } else {
        const lim_reason why = {"this is not done here"};
        refuse(reply, &why);
    }
    if (reply->bad) { /* too little memory for the answer */
        const lim_reason why = {"not enough memory"};
        refuse(reply, &why);
    }
}

static void close_folder(int folder) {
    if (folder > 0) close(folder);
}

void lim_desk_close(lim_desk *desk) {
    for (int i = 0; i < LIM_SHIPPED_FOLDERS; i++) close_folder(desk->shipped[i]);
    close_folder(desk->own_rules);
    close_folder(desk->beside);
    close_folder(desk->data);
    for (size_t i = 0; i < desk->kept_count; i++) free(desk->kept[i]);
    free(desk->kept);
    lim_http_end(desk->http);
    free(desk->typed);
    free(desk->typed_at);
    lim_named_free(&desk->named);
}
