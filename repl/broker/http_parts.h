/* What the files of the page's server share. No Lua. */
#ifndef LIM_REPL_HTTP_PARTS_H
#define LIM_REPL_HTTP_PARTS_H

#include "http.h"
#include "http_library.h"

#include <arpa/inet.h>
#include <time.h>

enum {
    LIM_HTTP_DOORS = 2,
    LIM_HTTP_SECRET = 32,            /* bytes of a secret, two digits each */
    LIM_HTTP_BODY_MOST = 64 * 1024,  /* bytes of what is asked */
    LIM_HTTP_HEAD_MOST = 32 * 1024,  /* bytes of a connection's buffer, its headers in it */
    LIM_HTTP_ASKED_MOST = 16,        /* questions that wait */
    LIM_HTTP_LISTENERS_MOST = 8,
    LIM_HTTP_CALLERS_MOST = 256,     /* connections of a door */
    LIM_HTTP_CROWD = 24,             /* with more, those that have not said the secret have a second */
    LIM_HTTP_PATIENCE = 10           /* seconds: for headers, for a body that has begun, for one that does nothing */
};

/* A door. */
typedef struct lim_door {
    lim_http *http;
    struct MHD_Daemon *daemon;
    struct in_addr address, mask;
    char host[sizeof "255.255.255.255:65535"];
    char url[LIM_HTTP_SEATS][sizeof "http://255.255.255.255:65535//" + 2 * LIM_HTTP_SECRET];
    const char *secret[LIM_HTTP_SEATS]; /* in the address, with a slash after it; NULL: the door has no such seat */
    struct lim_caller *callers;
} lim_door;

/* A connection. */
typedef struct lim_caller {
    struct MHD_Connection *connection;
    time_t since;
    bool known; /* has said the secret */
    struct lim_caller *next;
} lim_caller;

/* A text that is told: to be freed when nobody sends it any more. */
typedef struct lim_told {
    size_t refs, length;
    char bytes[];
} lim_told;

/* What a connection wants now. */
typedef struct lim_request {
    lim_http *http;
    struct MHD_Connection *connection;
    enum { LIM_READS, LIM_WAITS, LIM_TAKEN, LIM_ANSWERED, LIM_LISTENS } state;
    int64_t id;
    int seat;
    char *body, *answer; /* malloc'ed */
    size_t length, answer_length;
    unsigned sent[LIM_CHANNELS]; /* of a listener: which it has been told */
    lim_told *sending;
    size_t at;
    bool asleep, beat, leaves;
    struct lim_request *next;
} lim_request;

struct lim_http {
    lim_mhd mhd;
    lim_door doors[LIM_HTTP_DOORS];
    int door_count;
    char *page[LIM_PAGES]; /* malloc'ed */
    size_t page_length[LIM_PAGES];
    lim_told *told[LIM_HTTP_SEATS][LIM_CHANNELS];
    unsigned versions[LIM_HTTP_SEATS][LIM_CHANNELS];
    lim_request *requests; /* all of them, the newest first */
    int64_t asked;         /* how many were asked so far */
    time_t looked;         /* when the connections were last looked over */
    bool ending;
};

/* What a request may have, judged by its first line and its headers. */
typedef enum lim_route { LIM_TO_PAGE, LIM_TO_EVENTS, LIM_TO_WORKER } lim_route;

/* Judges a request: 0 when it may be answered, with its seat, else the status it is refused with. */
unsigned lim_http_judge(const lim_door *door, struct MHD_Connection *connection, const char *method, const char *url,
                        lim_route *route, lim_page_text *page, int *seat);

/* Called by the library for each request, and when it is over. */
enum MHD_Result lim_http_request(void *door, struct MHD_Connection *connection, const char *url, const char *method,
                                 const char *version, const char *body, size_t *length, void **request);
void lim_http_over(void *door, struct MHD_Connection *connection, void **request,
                   enum MHD_RequestTerminationCode how);

/* Wakes a listener or a question that sleeps. */
void lim_http_wake(lim_request *request);
void lim_http_let_go(lim_told *told);

#endif
