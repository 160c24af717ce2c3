/* The page's server: its doors, what it tells, what is asked. See http.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "http_parts.h"

#include <errno.h>
#include <ifaddrs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BEAT = 15 }; /* seconds between signs of life on a stream */

static time_t now_of(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

lim_http *lim_http_begin(lim_reason *why) {
    lim_http *http = calloc(1, sizeof *http);
    if (http == NULL) return lim_fail(why, "not enough memory for the page"), NULL;
    if (lim_mhd_load(&http->mhd, why)) return http;
    free(http);
    return NULL;
}

bool lim_http_show(lim_http *http, lim_page_text which, const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (copy == NULL) return false;
    memcpy(copy, text, length);
    free(http->page[which]);
    http->page[which] = copy;
    http->page_length[which] = length;
    return true;
}

/* ---- doors ------------------------------------------------------------------------------------------------------- */

/* Callers of the same network alone. */
static enum MHD_Result accept_from(void *data, const struct sockaddr *from, socklen_t length) {
    const lim_door *door = data;
    struct sockaddr_in peer;
    if (from->sa_family != AF_INET || length < sizeof peer) return MHD_NO;
    memcpy(&peer, from, sizeof peer);
    return ((peer.sin_addr.s_addr ^ door->address.s_addr) & door->mask.s_addr) == 0 ? MHD_YES : MHD_NO;
}

/* Ends a connection, as if the caller had. */
static void hang_up(const lim_mhd *mhd, const lim_caller *caller) {
    const union MHD_ConnectionInfo *info =
        mhd->get_connection_info(caller->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info != NULL) shutdown(info->connect_fd, SHUT_RDWR);
}

static void on_connection(void *data, struct MHD_Connection *connection, void **slot,
                          enum MHD_ConnectionNotificationCode what) {
    lim_door *door = data;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        lim_caller *caller = calloc(1, sizeof *caller);
        if (caller == NULL) return;
        *caller = (lim_caller){.connection = connection, .since = now_of(), .next = door->callers};
        door->callers = *slot = caller;
    } else if (*slot != NULL) {
        lim_caller **at = &door->callers;
        while (*at != *slot) at = &(*at)->next;
        *at = (*at)->next;
        free(*slot);
        *slot = NULL;
    }
}

/* The network of an address of this machine. */
static bool find_network(lim_door *door) {
    struct ifaddrs *all = NULL;
    bool found = (ntohl(door->address.s_addr) >> 24) == 127;
    door->mask.s_addr = htonl(0xff000000U);
    if (!found && getifaddrs(&all) != 0) return false;
    for (const struct ifaddrs *one = all; one != NULL && !found; one = one->ifa_next) {
        struct sockaddr_in own, mask;
        if (one->ifa_addr == NULL || one->ifa_netmask == NULL || one->ifa_addr->sa_family != AF_INET) continue;
        memcpy(&own, one->ifa_addr, sizeof own);
        memcpy(&mask, one->ifa_netmask, sizeof mask);
        found = own.sin_addr.s_addr == door->address.s_addr;
        if (found) door->mask = mask.sin_addr;
    }
    if (all != NULL) freeifaddrs(all);
    return found;
}

/* What to type into a browser for a seat: the address with a new secret in it. */
static bool name_seat(lim_door *door, int seat) {
    unsigned char bytes[LIM_HTTP_SECRET];
    char *url = door->url[seat];
    if (getentropy(bytes, sizeof bytes) != 0) return false;
    const int before = snprintf(url, sizeof door->url[seat], "http://%s/", door->host);
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(url + before + 2 * i, 4, "%02x/", bytes[i]);
    door->secret[seat] = url + before;
    return true;
}

static bool name_door(lim_door *door, unsigned port, int seats) {
    char dotted[INET_ADDRSTRLEN];
    inet_ntop(AF_INET, &door->address, dotted, sizeof dotted);
    char with_port[sizeof ":65535"] = ""; /* browsers leave 80 out */
    if (port != 80) snprintf(with_port, sizeof with_port, ":%u", port & 0xffffU);
    snprintf(door->host, sizeof door->host, "%s%s", dotted, with_port);
    for (int i = 0; i < seats; i++) {
        if (!name_seat(door, i)) return false;
    }
    return true;
}

static bool start(lim_door *door, int port) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = door->address};
    errno = 0;
    door->daemon = door->http->mhd.start_daemon(
        MHD_ALLOW_SUSPEND_RESUME, (uint16_t)port, accept_from, door, lim_http_request, door, MHD_OPTION_SOCK_ADDR, &at,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)LIM_HTTP_CALLERS_MOST, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)LIM_HTTP_PATIENCE, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)LIM_HTTP_HEAD_MOST,
        MHD_OPTION_NOTIFY_COMPLETED, lim_http_over, door, MHD_OPTION_NOTIFY_CONNECTION, on_connection, door,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    return door->daemon != NULL;
}

bool lim_http_open(lim_http *http, const char *address, int port, int seats, const char **urls, lim_reason *why) {
    lim_door *door = &http->doors[http->door_count];
    if (http->door_count == LIM_HTTP_DOORS) return lim_fail(why, "the page has all its doors");
    *door = (lim_door){.http = http};
    if (port < 0 || port > 65535) return lim_fail(why, "a port is a number from 0 to 65535");
    if (inet_pton(AF_INET, address, &door->address) != 1 || door->address.s_addr == htonl(INADDR_ANY) ||
        !find_network(door)) {
        return lim_fail(why, "%s is no IPv4 address of this machine", address);
    }
    if (!start(door, port)) {
        return lim_fail(why, "the page cannot be served at %s, port %d: %s", address, port,
                        errno == 0 ? "no server" : strerror(errno));
    }
    const union MHD_DaemonInfo *info = http->mhd.get_daemon_info(door->daemon, MHD_DAEMON_INFO_BIND_PORT);
    if (info != NULL && name_door(door, info->port, seats)) {
        for (int i = 0; i < seats; i++) urls[i] = door->url[i];
        http->door_count++;
        return true;
    }
    http->mhd.stop_daemon(door->daemon);
    return lim_fail(why, "the system has no random numbers");
}

/* ---- telling and asking ------------------------------------------------------------------------------------------ */

void lim_http_tell(lim_http *http, int seat, lim_channel channel, const char *text, size_t length) {
    static const char *const names[] = {[LIM_TOLD_STATE] = "state", [LIM_TOLD_ASKED] = "asked"};
    const size_t room = length + 64;
    if (memchr(text, '\n', length) != NULL || memchr(text, '\r', length) != NULL) return;
    lim_told *told = malloc(sizeof *told + room);
    if (told == NULL) return;
    const int head = snprintf(told->bytes, room, "event: %s\ndata: ", names[channel]);
    memcpy(told->bytes + head, text, length);
    memcpy(told->bytes + head + length, "\n\n", 2);
    told->length = (size_t)head + length + 2;
    told->refs = 1;
    if (http->told[seat][channel] != NULL) lim_http_let_go(http->told[seat][channel]);
    http->told[seat][channel] = told;
    http->versions[seat][channel]++;
    for (lim_request *r = http->requests; r != NULL; r = r->next) {
        if (r->state == LIM_LISTENS && r->seat == seat) lim_http_wake(r);
    }
}

static lim_request *oldest_asked(const lim_http *http) {
    lim_request *oldest = NULL;
    for (lim_request *r = http->requests; r != NULL; r = r->next) {
        if (r->state == LIM_WAITS) oldest = r;
    }
    return oldest;
}

const char *lim_http_take(lim_http *http, int64_t *id, int *seat) {
    lim_request *request = oldest_asked(http);
    if (request == NULL) return NULL;
    request->state = LIM_TAKEN;
    *id = request->id;
    *seat = request->seat;
    return request->body;
}

void lim_http_answer(lim_http *http, int64_t id, const char *text, size_t length) {
    lim_request *request = http->requests;
    while (request != NULL && (request->state != LIM_TAKEN || request->id != id)) request = request->next;
    if (request == NULL) return;
    request->answer = malloc(length + 1); /* without memory it is refused */
    if (request->answer != NULL) memcpy(request->answer, text, length);
    request->answer_length = length;
    request->state = LIM_ANSWERED;
    lim_http_wake(request);
}

/* ---- serving ----------------------------------------------------------------------------------------------------- */

/* Callers that have not said the secret in time are cut off; in a crowd they have less time. */
static void send_away(const lim_door *door, time_t now) {
    int count = 0;
    for (const lim_caller *c = door->callers; c != NULL; c = c->next) count++;
    const time_t patience = count > LIM_HTTP_CROWD ? 1 : LIM_HTTP_PATIENCE;
    for (const lim_caller *c = door->callers; c != NULL; c = c->next) {
        if (!c->known && now - c->since > patience) hang_up(&door->http->mhd, c);
    }
}

/* Looks over those that are connected; listeners get a sign of life, which shows who is gone. */
static void look_over(lim_http *http) {
    const time_t now = now_of();
    if (now == http->looked) return;
    const bool beat = now / BEAT != http->looked / BEAT;
    http->looked = now;
    for (int i = 0; i < http->door_count; i++) send_away(&http->doors[i], now);
    for (lim_request *r = http->requests; r != NULL && beat; r = r->next) {
        if (r->state != LIM_LISTENS || !r->asleep) continue;
        r->beat = true;
        lim_http_wake(r);
    }
}

/* How long a sleep may be: until the library wants to look, and a second where anybody is there. */
static struct timespec longest(const lim_http *http) {
    unsigned long long least = 60 * 1000;
    for (int i = 0; i < http->door_count; i++) {
        MHD_UNSIGNED_LONG_LONG wanted;
        if (http->doors[i].callers != NULL && least > 1000) least = 1000;
        if (http->mhd.get_timeout(http->doors[i].daemon, &wanted) == MHD_YES && wanted < least) least = wanted;
    }
    return (struct timespec){.tv_sec = (time_t)(least / 1000), .tv_nsec = (long)(least % 1000) * 1000000};
}

typedef struct sets {
    fd_set read, write, except;
    int highest;
} sets;

static void gather(const lim_http *http, sets *all) {
    FD_ZERO(&all->read);
    FD_ZERO(&all->write);
    FD_ZERO(&all->except);
    all->highest = -1;
    for (int i = 0; i < http->door_count; i++) {
        http->mhd.get_fdset(http->doors[i].daemon, &all->read, &all->write, &all->except, &all->highest);
    }
}

static void serve(lim_http *http, const sets *all) {
    look_over(http);
    for (int i = 0; i < http->door_count; i++) {
        http->mhd.run_from_select(http->doors[i].daemon, &all->read, &all->write, &all->except);
    }
}

static void watch(sets *all, int fd) {
    if (fd < 0) return;
    FD_SET(fd, &all->read);
    if (fd > all->highest) all->highest = fd;
}

static int ready(sets *all, int fd, int bit) { return fd >= 0 && FD_ISSET(fd, &all->read) ? bit : 0; }

int lim_http_wait(lim_http *http, int one, int other, bool asked, const sigset_t *asleep) {
    for (;;) {
        sets all;
        if (asked && oldest_asked(http) != NULL) return LIM_HTTP_ASKED;
        const struct timespec most = longest(http);
        gather(http, &all);
        watch(&all, one);
        watch(&all, other);
        if (pselect(all.highest + 1, &all.read, &all.write, &all.except, &most, asleep) < 0) return -1;
        const int got = ready(&all, one, LIM_HTTP_ONE) | ready(&all, other, LIM_HTTP_OTHER);
        serve(http, &all);
        if (got != 0) return got;
    }
}

/* What was told last still goes out; then all connections are closed. */
void lim_http_end(lim_http *http) {
    if (http == NULL) return;
    http->ending = true;
    for (int turn = 0; turn < 8; turn++) {
        sets all;
        for (lim_request *r = http->requests; r != NULL; r = r->next) {
            if (r->state == LIM_WAITS || r->state == LIM_TAKEN) r->state = LIM_ANSWERED;
            lim_http_wake(r);
        }
        gather(http, &all);
        const struct timespec most = {.tv_nsec = 20 * 1000000};
        if (pselect(all.highest + 1, &all.read, &all.write, &all.except, &most, NULL) >= 0) serve(http, &all);
    }
    for (int i = 0; i < http->door_count; i++) http->mhd.stop_daemon(http->doors[i].daemon);
    for (int i = 0; i < LIM_HTTP_SEATS * LIM_CHANNELS; i++) {
        lim_told *told = http->told[i / LIM_CHANNELS][i % LIM_CHANNELS];
        if (told != NULL) lim_http_let_go(told);
    }
    for (int i = 0; i < LIM_PAGES; i++) free(http->page[i]);
    free(http);
}
