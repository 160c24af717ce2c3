/* Who is let in: the judge of every request. See http_parts.h.
 *
 * Every website that a person visits can make their browser call 127.0.0.1. Such a call does not know the secret; by a
 * name that was made to mean 127.0.0.1 it has another Host; a page of another origin says so in Origin. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "http_parts.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A header that stands once. */
typedef struct header {
    const char *name, *value;
    int count;
} header;

typedef enum known { HOST, ORIGIN, SITE, TYPE, LENGTH, KNOWN } known;

static enum MHD_Result note(void *data, enum MHD_ValueKind kind, const char *name, const char *value) {
    header *headers = data;
    (void)kind;
    for (int i = 0; i < KNOWN; i++) {
        if (strcasecmp(headers[i].name, name) != 0) continue;
        headers[i].value = value == NULL ? "" : value;
        headers[i].count++;
    }
    return MHD_YES;
}

/* A browser sends where a page came from: it is ours, or typed by the person. */
static bool is_own(const lim_door *door, const header *headers, bool asks) {
    static const char before[] = "http://";
    const char *origin = headers[ORIGIN].value, *site = headers[SITE].value;
    if (asks && origin == NULL) return false;
    if (origin != NULL && strncmp(origin, before, sizeof before - 1) != 0) return false;
    if (origin != NULL && strcmp(origin + sizeof before - 1, door->host) != 0) return false;
    return site == NULL || strcmp(site, "same-origin") == 0 || (!asks && strcmp(site, "none") == 0);
}

/* The secrets are compared in a time that does not depend on them. */
static const char *past_secret(const lim_door *door, const char *url, int *seat) {
    const size_t length = 2 * LIM_HTTP_SECRET;
    const char *rest = NULL;
    if (*url != '/' || strcspn(url + 1, "/") != length || url[1 + length] != '/') return NULL;
    for (int i = 0; i < LIM_HTTP_SEATS; i++) {
        if (door->secret[i] == NULL || sodium_memcmp(url + 1, door->secret[i], length) != 0) continue;
        *seat = i;
        rest = url + 2 + length;
    }
    return rest;
}

static bool find_route(const char *name, lim_route *route, lim_page_text *page) {
    static const char *const names[] = {
        [LIM_PAGE_HTML] = "", [LIM_PAGE_CSS] = "page.css", [LIM_PAGE_JS] = "page.js"};
    for (int i = 0; i < LIM_PAGES; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        *route = LIM_TO_PAGE;
        *page = (lim_page_text)i;
        return true;
    }
    *route = strcmp(name, "events") == 0 ? LIM_TO_EVENTS : LIM_TO_WORKER;
    return *route == LIM_TO_EVENTS || strcmp(name, "do") == 0;
}

unsigned lim_http_judge(const lim_door *door, struct MHD_Connection *connection, const char *method, const char *url,
                        lim_route *route, lim_page_text *page, int *seat) {
    header headers[KNOWN] = {[HOST] = {.name = "Host"},
                             [ORIGIN] = {.name = "Origin"},
                             [SITE] = {.name = "Sec-Fetch-Site"},
                             [TYPE] = {.name = "Content-Type"},
                             [LENGTH] = {.name = "Content-Length"}};
    door->http->mhd.get_connection_values(connection, MHD_HEADER_KIND, note, headers);
    for (int i = 0; i < KNOWN; i++) {
        if (headers[i].count > 1) return MHD_HTTP_BAD_REQUEST;
    }
    if (headers[HOST].value == NULL || strcmp(headers[HOST].value, door->host) != 0) return MHD_HTTP_FORBIDDEN;
    const char *name = past_secret(door, url, seat);
    if (name == NULL || !find_route(name, route, page)) return MHD_HTTP_NOT_FOUND;
    const bool asks = *route == LIM_TO_WORKER;
    if (!is_own(door, headers, asks)) return MHD_HTTP_FORBIDDEN;
    if (strcmp(method, asks ? "POST" : "GET") != 0) return MHD_HTTP_METHOD_NOT_ALLOWED;
    if (!asks) return 0;
    if (headers[TYPE].value == NULL || strcmp(headers[TYPE].value, "application/json") != 0) {
        return MHD_HTTP_UNSUPPORTED_MEDIA_TYPE; /* which no page of another origin may send unasked */
    }
    if (headers[LENGTH].value == NULL) return MHD_HTTP_LENGTH_REQUIRED;
    return strtoull(headers[LENGTH].value, NULL, 10) > LIM_HTTP_BODY_MOST ? MHD_HTTP_CONTENT_TOO_LARGE : 0;
}
