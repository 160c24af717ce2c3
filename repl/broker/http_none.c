/* The page's server of a program that was built without libmicrohttpd: there is none. See http.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "http.h"

#include <errno.h>

lim_http *lim_http_begin(lim_reason *why) {
    lim_fail(why, "this limber was built without libmicrohttpd, which serves the page: install it (Debian: "
                  "libmicrohttpd-dev; Fedora: libmicrohttpd-devel; Arch and Homebrew: libmicrohttpd) and run make again");
    return NULL;
}

void lim_http_end(lim_http *http) { (void)http; }

bool lim_http_show(lim_http *http, lim_page_text which, const char *text, size_t length) {
    (void)http, (void)which, (void)text, (void)length;
    return false;
}

bool lim_http_open(lim_http *http, const char *address, int port, int seats, const char **urls, lim_reason *why) {
    (void)http, (void)address, (void)port, (void)seats, (void)urls, (void)why;
    return false;
}

void lim_http_tell(lim_http *http, int seat, lim_channel channel, const char *text, size_t length) {
    (void)http, (void)seat, (void)channel, (void)text, (void)length;
}

const char *lim_http_take(lim_http *http, int64_t *id, int *seat) {
    (void)http, (void)id, (void)seat;
    return NULL;
}

void lim_http_answer(lim_http *http, int64_t id, const char *text, size_t length) {
    (void)http, (void)id, (void)text, (void)length;
}

int lim_http_wait(lim_http *http, int one, int other, bool asked, const sigset_t *asleep) {
    (void)http, (void)one, (void)other, (void)asked, (void)asleep;
    errno = ENOSYS;
    return -1;
}
