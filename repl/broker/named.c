/* What the person named. See named.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "named.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool lim_named_add(lim_named *named, const char *line) {
    if (named->line_count == named->line_room) {
        const size_t room = named->line_room == 0 ? 64 : named->line_room * 2;
        char **lines = realloc(named->lines, room * sizeof *lines);
        if (lines == NULL) return false;
        named->lines = lines;
        named->line_room = room;
    }
    char *copy = strdup(line);
    if (copy == NULL) return false;
    named->lines[named->line_count++] = copy;
    return true;
}

void lim_named_free(lim_named *named) {
    for (size_t i = 0; i < named->line_count; i++) free(named->lines[i]);
    free(named->lines);
    named->lines = NULL;
    named->line_count = named->line_room = 0;
}

bool lim_named_line(const lim_named *named, const char *text, size_t length) {
    for (size_t i = named->line_count; i > 0; i--) {
        const char *line = named->lines[i - 1];
        if (strlen(line) == length && memcmp(line, text, length) == 0) return true;
    }
    return false;
}

/* "./x" and "x" are one path. */
static const char *bare(const char *path) {
    while (path[0] == '.' && path[1] == '/') path += 2;
    return path;
}

static bool ends_word(char c) { return c == '\0' || strchr(" \t\"'!),]}", c) != NULL; }

static bool begins(char c) { return strchr(" \t\"'=(,[{+", c) != NULL; }

/* Does a word begin at `at`, with nothing but "./" before it? */
static bool begins_word(const char *line, const char *at) {
    while (at - line >= 2 && at[-1] == '/' && at[-2] == '.') at -= 2;
    return at == line || begins(at[-1]);
}

/* The end of the turns that may stand after a house rule, "@3-5"; `at` itself where none do. */
static const char *past_turns(const char *at) {
    if (*at != '@' || at[1] == '\0') return at;
    return at + 1 + strspn(at + 1, "0123456789-");
}

/* What a text must be of the word that holds it: the whole, but for turns; all of it; the beginning. */
typedef enum part { READ, WRITTEN, FOLDER } part;

static bool ends_there(const char *after, part as) {
    return as == FOLDER || ends_word(*after) || (as == READ && ends_word(*past_turns(after)));
}

/* Does a line hold this text as words? */
static bool line_holds(const char *line, const char *text, part as) {
    const size_t length = strlen(text);
    for (const char *at = strstr(line, text); at != NULL; at = strstr(at + 1, text)) {
        if (begins_word(line, at) && ends_there(at + length, as)) return true;
    }
    return false;
}

/* The same of a word of the command line: whole, or after its first = sign. */
static bool word_holds(const char *word, const char *text, part as) {
    const char *value = strchr(word, '=');
    const size_t length = strlen(text);
    for (int i = 0; i < 2; i++) {
        const char *held = bare(i == 0 ? word : value == NULL ? "" : value + 1);
        if (strncmp(held, text, length) == 0 && (as == FOLDER || *past_turns(held + length) == '\0')) return true;
    }
    return false;
}

static bool holds(const lim_named *named, const char *text, part as) {
    for (size_t i = 0; i < named->word_count; i++) {
        if (word_holds(named->words[i], text, as)) return true;
    }
    for (size_t i = 0; i < named->line_count; i++) {
        if (line_holds(named->lines[i], text, as)) return true;
    }
    return as == FOLDER && named->partial != NULL && line_holds(named->partial, text, as);
}

bool lim_named_path(const lim_named *named, const char *path) {
    const char *text = bare(path);
    return *text != '\0' && holds(named, text, READ);
}

/* ---- tables beside a variant ------------------------------------------------------------------------------------- */

/* Is this word the file of a variant in the folder ("" for the one where the person is)? A name alone stands for a file
 * that is there. */
static bool is_variant_in(const char *word, size_t length, const char *folder, const char *variant) {
    const size_t in = strlen(folder);
    char file[NAME_MAX + sizeof "./.lua"];
    for (; length > 2 && word[0] == '.' && word[1] == '/'; word += 2) length -= 2;
    for (size_t at = 0; at < length; at++) {
        if (word[at] == '@' && past_turns(word + at) == word + length) length = at;
    }
    if (in > 0 && (length <= in || strncmp(word, folder, in) != 0 || word[in] != '/')) return false;
    if (in > 0) word += in + 1, length -= in + 1;
    const bool whole = length > 4 && memcmp(word + length - 4, ".lua", 4) == 0;
    if (whole) length -= 4;
    if (length == 0 || length > NAME_MAX || memchr(word, '/', length) != NULL) return false;
    if (variant != NULL && (strlen(variant) != length || memcmp(word, variant, length) != 0)) return false;
    if (whole || in > 0) return whole;
    snprintf(file, sizeof file, "./%.*s.lua", (int)length, word);
    return access(file, F_OK) == 0;
}

/* The same of the words that a text holds. */
static bool names_variant_in(const char *text, const char *folder, const char *variant) {
    for (const char *at = text, *end; *at != '\0'; at = end) {
        while (*at != '\0' && (begins(*at) || ends_word(*at))) at++;
        for (end = at; !ends_word(*end) && !begins(*end);) end++;
        if (is_variant_in(at, (size_t)(end - at), folder, variant)) return true;
    }
    return false;
}

bool lim_named_variant(const lim_named *named, const char *folder, const char *variant) {
    folder = bare(folder);
    if (strcmp(folder, ".") == 0) folder = "";
    for (size_t i = 0; i < named->word_count; i++) {
        const char *word = named->words[i], *value = strchr(word, '=');
        if (is_variant_in(word, strlen(word), folder, variant)) return true;
        if (value != NULL && is_variant_in(value + 1, strlen(value + 1), folder, variant)) return true;
    }
    for (size_t i = 0; i < named->line_count; i++) {
        if (names_variant_in(named->lines[i], folder, variant)) return true;
    }
    return false;
}

/* ---- an owner's charts ------------------------------------------------------------------------------------------- */

#define CHARTS "--charts"

/* Is a word this folder, slashes after it or not? */
static bool is_folder(const char *word, const char *folder) {
    size_t length = strlen(word);
    while (length > 1 && word[length - 1] == '/') length--;
    while (length > 2 && word[0] == '.' && word[1] == '/') word += 2, length -= 2;
    folder = bare(folder);
    return strlen(folder) == length && memcmp(word, folder, length) == 0;
}

bool lim_named_charts(const lim_named *named, const char *folder) {
    const size_t length = strlen(CHARTS);
    for (size_t i = 0; i < named->word_count; i++) {
        const char *word = named->words[i];
        if (strncmp(word, CHARTS, length) != 0) continue;
        if (word[length] == '=' && is_folder(word + length + 1, folder)) return true;
        if (word[length] == '\0' && i + 1 < named->word_count && is_folder(named->words[i + 1], folder)) return true;
    }
    return false;
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

bool lim_named_board(const lim_named *named) { return named->word_count > 0 && strcmp(named->words[0], "board") == 0; }

bool lim_named_listen(const lim_named *named, const char *address) {
    static const char option[] = "--listen";
    const size_t length = sizeof option - 1;
    for (size_t i = 0; i < named->word_count; i++) {
        const char *word = named->words[i];
        if (strncmp(word, option, length) != 0) continue;
        if (word[length] == '=' && strcmp(word + length + 1, address) == 0) return true;
        if (word[length] == '\0' && i + 1 < named->word_count && strcmp(named->words[i + 1], address) == 0) return true;
    }
    return false;
}

/* ---- what is to be written --------------------------------------------------------------------------------------- */

/* Where a file is written, its name stands after one of these options, as a word of these commands of the shell, or in
 * a line that begins with one of these words or the beginning of one, or after --svg in a line of odds or of the map. A
 * command that is to write is added here. */
static const char *const options[] = {"--record", "-o", "--output", "--svg", "--pdf", NULL};
static const char *const commands[] = {"new", NULL};
static const char *const words[] = {":save", ":record", ":keep", ":edit",
                                    ":report", ":sheet", ":cards", NULL};

static bool is_one(const char *const *list, const char *word, size_t length) {
    while (*list != NULL && (strlen(*list) != length || memcmp(*list, word, length) != 0)) list++;
    return *list != NULL;
}

static bool same(const char *one, const char *text) { return strcmp(bare(one), text) == 0; }

static bool word_writes(const lim_named *named, size_t i, const char *text) {
    const char *word = named->words[i], *equals = strchr(word, '=');
    if (is_one(commands, named->words[0], strlen(named->words[0])) && same(word, text)) return true;
    if (i > 0 && is_one(options, named->words[i - 1], strlen(named->words[i - 1])) && same(word, text)) return true;
    return equals != NULL && is_one(options, word, (size_t)(equals - word)) && same(equals + 1, text);
}

/* An answer is the path alone; a `!` after it is not of it. */
static bool is_answer(const char *line, const char *text) {
    const size_t length = strlen(text);
    line = bare(line);
    return strncmp(line, text, length) == 0 && strspn(line + length, " \t!") == strlen(line + length);
}

/* `odds … --svg FILE`, `:map --svg FILE`, also with = between. */
static bool picture_writes(const char *line, const char *text) {
    static const char odds[] = "odds", map[] = ":map", svg[] = "--svg";
    const size_t length = strcspn(line, " \t");
    const bool is_map = length > 1 && length < sizeof map && strncmp(line, map, length) == 0;
    if (!is_map && (length != sizeof odds - 1 || strncmp(line, odds, length) != 0)) return false;
    for (const char *at = strstr(line, svg); at != NULL; at = strstr(at + 1, svg)) {
        const char *path = at + sizeof svg - 1;
        if (!begins(at[-1]) || (*path != '=' && *path != ' ' && *path != '\t')) continue;
        path += *path == '=' ? 1 : strspn(path, " \t");
        path += *path == '"' || *path == '\'';
        path = bare(path);
        if (strncmp(path, text, strlen(text)) == 0 && ends_word(path[strlen(text)])) return true;
    }
    return false;
}

static bool line_writes(const char *line, const char *text) {
    line += strspn(line, " \t");
    if (picture_writes(line, text)) return true;
    if (*line != ':') return is_answer(line, text);
    const size_t length = strcspn(line, " \t");
    for (const char *const *word = words; *word != NULL; word++) {
        if (length > 1 && strncmp(*word, line, length) == 0 && line_holds(line, text, WRITTEN)) return true;
    }
    return false;
}

bool lim_named_output(const lim_named *named, const char *path) {
    const char *text = bare(path);
    if (*text == '\0') return false;
    for (size_t i = 0; i < named->word_count; i++) {
        if (word_writes(named, i, text)) return true;
    }
    for (size_t i = 0; i < named->line_count; i++) {
        if (line_writes(named->lines[i], text)) return true;
    }
    return false;
}

bool lim_named_print(const lim_named *named, const char *path) {
    static const char option[] = "--pdf", with_value[] = "--pdf=";
    for (size_t i = 0; i < named->word_count; i++) {
        const char *word = named->words[i];
        if (i > 0 && strcmp(named->words[i - 1], option) == 0 && same(word, bare(path))) return true;
        if (strncmp(word, with_value, sizeof option) == 0 && same(word + sizeof option, bare(path))) return true;
    }
    return false;
}

bool lim_named_folder(const lim_named *named, const char *folder) {
    char text[PATH_MAX + 1];
    const int length = snprintf(text, sizeof text, "%s/", bare(folder)); /* the root's "//" is named by nothing */
    return length > 1 && (size_t)length < sizeof text && holds(named, text, FOLDER);
}
