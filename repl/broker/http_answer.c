/* What a request gets: a text of the page, the stream of what is told, or the worker's answer. See http_parts.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "http_parts.h"

#include <stdlib.h>
#include <string.h>

/* Every answer says to the browser what the page may do: load its own two files, show pictures that it
 * made itself, talk to this server, and no more. */
static const char *const always[][2] = {
    {"Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src blob:; "
                                "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
    {"Cache-Control", "no-store"},
};

/* Sends a response, which is given back. */
static enum MHD_Result send_it(const lim_mhd *mhd, struct MHD_Connection *connection, unsigned status,
                               struct MHD_Response *response, const char *type) {
    if (response == NULL) return MHD_NO;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) {
        mhd->add_response_header(response, always[i][0], always[i][1]);
    }
    mhd->add_response_header(response, "Content-Type", type);
    const enum MHD_Result done = mhd->queue_response(connection, status, response);
    mhd->destroy_response(response);
    return done;
}

static enum MHD_Result send_text(const lim_mhd *mhd, struct MHD_Connection *connection, unsigned status,
                                 const char *text, size_t length, const char *type) {
    struct MHD_Response *response =
        mhd->create_response_from_buffer(length, (void *)(uintptr_t)text, MHD_RESPMEM_MUST_COPY);
    return send_it(mhd, connection, status, response, type);
}

static enum MHD_Result refuse(const lim_mhd *mhd, struct MHD_Connection *connection, unsigned status) {
    static const char words[] = "Limber does not take this. Open the very address that it printed.\n";
    return send_text(mhd, connection, status, words, sizeof words - 1, "text/plain");
}

static enum MHD_Result send_page(const lim_http *http, struct MHD_Connection *connection, lim_page_text page) {
    static const char *const types[] = {[LIM_PAGE_HTML] = "text/html; charset=utf-8",
                                        [LIM_PAGE_CSS] = "text/css; charset=utf-8",
                                        [LIM_PAGE_JS] = "text/javascript; charset=utf-8"};
    if (http->page[page] == NULL) return refuse(&http->mhd, connection, MHD_HTTP_NOT_FOUND);
    return send_text(&http->mhd, connection, MHD_HTTP_OK, http->page[page], http->page_length[page], types[page]);
}

void lim_http_let_go(lim_told *told) {
    if (--told->refs == 0) free(told);
}

void lim_http_wake(lim_request *request) {
    if (!request->asleep) return;
    request->asleep = false;
    request->http->mhd.resume_connection(request->connection);
}

/* ---- the stream -------------------------------------------------------------------------------------------------- */

/* What a listener has not been told yet, to be sent now. */
static lim_told *next_told(lim_request *listener) {
    const lim_http *http = listener->http;
    for (int i = 0; i < LIM_CHANNELS; i++) {
        lim_told *told = http->told[listener->seat][i];
        if (told == NULL || listener->sent[i] == http->versions[listener->seat][i]) continue;
        listener->sent[i] = http->versions[listener->seat][i];
        told->refs++;
        return told;
    }
    return NULL;
}

static ssize_t stream(void *data, uint64_t at, char *room, size_t most) {
    static const char beat[] = ":\n\n";
    lim_request *listener = data;
    (void)at;
    if (listener->sending == NULL) {
        listener->sending = next_told(listener);
        listener->at = 0;
    }
    if (listener->sending != NULL) {
        const size_t left = listener->sending->length - listener->at, now = left < most ? left : most;
        memcpy(room, listener->sending->bytes + listener->at, now);
        listener->at += now;
        if (now == left) {
            lim_http_let_go(listener->sending);
            listener->sending = NULL;
        }
        return (ssize_t)now;
    }
    if (listener->http->ending || listener->leaves) return MHD_CONTENT_READER_END_OF_STREAM;
    if (listener->beat && most >= sizeof beat - 1) {
        listener->beat = false;
        memcpy(room, beat, sizeof beat - 1);
        return (ssize_t)sizeof beat - 1;
    }
    listener->asleep = true;
    listener->http->mhd.suspend_connection(listener->connection);
    return 0;
}

/* One too many: who has listened longest is sent away, and comes back if it is there still. */
static void make_room(lim_http *http) {
    lim_request *oldest = NULL;
    int count = 0;
    for (lim_request *r = http->requests; r != NULL; r = r->next) {
        if (r->state != LIM_LISTENS || r->leaves) continue;
        oldest = r;
        count++;
    }
    if (count <= LIM_HTTP_LISTENERS_MOST) return;
    oldest->leaves = true;
    lim_http_wake(oldest);
}

static enum MHD_Result send_stream(lim_request *listener) {
    listener->state = LIM_LISTENS;
    const lim_mhd *mhd = &listener->http->mhd;
    mhd->set_connection_option(listener->connection, MHD_CONNECTION_OPTION_TIMEOUT, 0U);
    make_room(listener->http);
    return send_it(mhd, listener->connection, MHD_HTTP_OK,
                   mhd->create_response_from_callback(MHD_SIZE_UNKNOWN, LIM_HTTP_HEAD_MOST / 2, stream, listener, NULL),
                   "text/event-stream");
}

/* ---- requests ---------------------------------------------------------------------------------------------------- */

static lim_request *begin(lim_http *http, struct MHD_Connection *connection) {
    lim_request *request = calloc(1, sizeof *request);
    if (request == NULL) return NULL;
    request->http = http;
    request->connection = connection;
    request->next = http->requests;
    http->requests = request;
    return request;
}

static int waiting(const lim_http *http) {
    int count = 0;
    for (const lim_request *r = http->requests; r != NULL; r = r->next) count += r->state == LIM_WAITS;
    return count;
}

/* Takes a part of the body; false when it is too long. */
static bool take(lim_request *request, const char *body, size_t length) {
    if (length > LIM_HTTP_BODY_MOST - request->length) return false;
    char *longer = realloc(request->body, request->length + length + 1);
    if (longer == NULL) return false;
    memcpy(longer + request->length, body, length);
    request->body = longer;
    request->length += length;
    longer[request->length] = '\0';
    return true;
}

/* The whole of it has come: it waits for the worker. */
static enum MHD_Result put_in_line(lim_request *request) {
    lim_http *http = request->http;
    if (request->body == NULL || strlen(request->body) != request->length) {
        return refuse(&http->mhd, request->connection, MHD_HTTP_BAD_REQUEST);
    }
    if (http->ending || waiting(http) >= LIM_HTTP_ASKED_MOST) {
        return refuse(&http->mhd, request->connection, MHD_HTTP_SERVICE_UNAVAILABLE);
    }
    request->state = LIM_WAITS;
    request->id = ++http->asked;
    request->asleep = true;
    http->mhd.suspend_connection(request->connection);
    return MHD_YES;
}

static enum MHD_Result first_call(lim_door *door, struct MHD_Connection *connection, const char *url,
                                  const char *method, void **slot) {
    lim_route route = LIM_TO_PAGE;
    lim_page_text page = LIM_PAGE_HTML;
    int seat = 0;
    const unsigned status = lim_http_judge(door, connection, method, url, &route, &page, &seat);
    const lim_mhd *mhd = &door->http->mhd;
    if (status != 0) return refuse(mhd, connection, status);
    const union MHD_ConnectionInfo *info = mhd->get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    lim_caller *caller = info == NULL ? NULL : info->socket_context;
    if (caller != NULL) caller->known = true;
    if (route == LIM_TO_PAGE) return send_page(door->http, connection, page);
    lim_request *request = begin(door->http, connection);
    if (request == NULL) return MHD_NO;
    request->seat = seat;
    *slot = request;
    return route == LIM_TO_EVENTS ? send_stream(request) : MHD_YES;
}

enum MHD_Result lim_http_request(void *data, struct MHD_Connection *connection, const char *url, const char *method,
                                 const char *version, const char *body, size_t *length, void **slot) {
    lim_request *request = *slot;
    (void)version;
    if (request == NULL) return first_call(data, connection, url, method, slot);
    if (*length > 0) {
        const bool fits = take(request, body, *length);
        *length = 0;
        return fits ? MHD_YES : MHD_NO;
    }
    if (request->state == LIM_READS) return put_in_line(request);
    if (request->state != LIM_ANSWERED) return MHD_NO;
    const lim_mhd *mhd = &request->http->mhd;
    if (request->answer == NULL) return refuse(mhd, connection, MHD_HTTP_SERVICE_UNAVAILABLE);
    return send_text(mhd, connection, MHD_HTTP_OK, request->answer, request->answer_length, "application/json");
}

void lim_http_over(void *data, struct MHD_Connection *connection, void **slot, enum MHD_RequestTerminationCode how) {
    lim_request *request = *slot;
    (void)data;
    (void)connection;
    (void)how;
    if (request == NULL) return;
    lim_request **at = &request->http->requests;
    while (*at != request) at = &(*at)->next;
    *at = request->next;
    if (request->sending != NULL) lim_http_let_go(request->sending);
    free(request->body);
    free(request->answer);
    free(request);
    *slot = NULL;
}
