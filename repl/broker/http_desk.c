/* What a worker asks about the page. See desk.h.
 *
 * The page is served where the person asked for it: by `limber board`, at addresses that stand in the command line. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "desk.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void refuse(lim_message *reply, const lim_reason *why) {
    lim_message_begin(reply, LIM_OP_REFUSED);
    lim_put_string(reply, why->text);
}

/* Takes the texts of the page from the request. */
static bool take_texts(lim_http *http, lim_message *request) {
    bool done = true;
    for (int i = 0; i < LIM_PAGES; i++) {
        size_t length;
        const char *text = lim_take_text(request, &length);
        done = done && lim_http_show(http, (lim_page_text)i, text, length);
    }
    return done && !request->bad;
}

static bool open_doors(lim_http *http, const char *listen, int port, lim_message *reply, lim_reason *why) {
    const char *urls[1 + LIM_HTTP_SEATS];
    const int count = *listen == '\0' ? 1 : 1 + LIM_HTTP_SEATS;
    if (!lim_http_open(http, "127.0.0.1", port, 1, urls, why)) return false;
    if (count > 1 && !lim_http_open(http, listen, port, LIM_HTTP_SEATS, urls + 1, why)) return false;
    lim_put_number(reply, count);
    for (int i = 0; i < count; i++) lim_put_string(reply, urls[i]);
    return true;
}

void lim_desk_serve(lim_desk *desk, lim_message *request, lim_message *reply) {
    lim_reason why = {"the page is served once, by limber board"};
    const char *listen = lim_take_string(request);
    const int64_t port = lim_take_number(request);
    const bool asked = desk->http == NULL && lim_named_board(&desk->named);
    lim_http *http = NULL;
    if (asked && *listen != '\0' && !lim_named_listen(&desk->named, listen)) {
        lim_fail(&why, "no --listen %s stands in the command line", listen);
    } else if (asked && (http = lim_http_begin(&why)) != NULL) {
        if (!take_texts(http, request)) {
            lim_fail(&why, "not enough memory for the page");
        } else if (open_doors(http, listen, port < 0 || port > 65535 ? -1 : (int)port, reply, &why)) {
            desk->http = http;
            return;
        }
        lim_http_end(http);
    }
    refuse(reply, &why);
}

void lim_desk_tell(lim_desk *desk, lim_message *request, lim_message *reply) {
    size_t length;
    const int64_t seat = lim_take_number(request);
    const char *text = lim_take_text(request, &length);
    (void)reply;
    if (desk->http == NULL || request->bad || seat < 0 || seat >= LIM_HTTP_SEATS) return;
    lim_http_tell(desk->http, (int)seat, LIM_TOLD_STATE, text, length);
}

void lim_desk_reply(lim_desk *desk, lim_message *request, lim_message *reply) {
    size_t length;
    const int64_t id = lim_take_number(request);
    const char *text = lim_take_text(request, &length);
    (void)reply;
    if (desk->http != NULL && !request->bad) lim_http_answer(desk->http, id, text, length);
}

void lim_desk_tell_asked(lim_desk *desk, const char *prompt) {
    if (desk->http == NULL) return;
    json_t *said = prompt == NULL ? json_null() : json_string(prompt);
    char *text = said == NULL ? NULL : json_dumps(said, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
    if (text != NULL) lim_http_tell(desk->http, 0, LIM_TOLD_ASKED, text, strlen(text));
    free(text);
    json_decref(said);
}
