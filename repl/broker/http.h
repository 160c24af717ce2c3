/* The page: a small web server in the broker, for the browser of the person at the screen. No Lua, no thread.
 *
 * It has a door on 127.0.0.1, and one more where the person names an address for tablets; each door has a secret of its
 * own in its address, and the second has one more for each seat: who says that is one side of the battle and no more. Who does not say the secret, or comes by another name or from another page, gets nothing. The page
 * itself is three texts that the worker gave. What the worker tells goes to all who listen, the last of each channel
 * again to who comes later; what the page asks waits until the worker reads a line, and is answered by the worker. */
#ifndef LIM_REPL_HTTP_H
#define LIM_REPL_HTTP_H

#include "reason.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lim_http lim_http;

/* The texts of the page. */
typedef enum lim_page { LIM_PAGE_HTML, LIM_PAGE_CSS, LIM_PAGE_JS, LIM_PAGES } lim_page_text;

/* What listeners are told. */
typedef enum lim_channel { LIM_TOLD_STATE, LIM_TOLD_ASKED, LIM_CHANNELS } lim_channel;

/* Who is told, and who asks: seat 0 sees what the person at the screen sees; each other seat is a side's, which the worker
 * knows. What one seat is told goes to no other. */
enum { LIM_HTTP_SEATS = 3 };

/* Begins without a door; NULL where the program was built without the library, or there is no memory. */
lim_http *lim_http_begin(lim_reason *why);
void lim_http_end(lim_http *http);

/* Gives a text of the page; copied. */
bool lim_http_show(lim_http *http, lim_page_text which, const char *text, size_t length);

/* Opens a door at an IPv4 address of this machine; a port of 0 is chosen by the system. Only callers of the same network
 * come in. Writes what to type into a browser for each of the seats, which stays until the end; false when it cannot be
 * opened. */
bool lim_http_open(lim_http *http, const char *address, int port, int seats, const char **urls, lim_reason *why);

/* Tells all who listen at a seat a text of one line. */
void lim_http_tell(lim_http *http, int seat, lim_channel channel, const char *text, size_t length);

/* What the page asks, the oldest first, and from which seat: the text stays until it is answered. NULL when nothing is
 * asked. */
const char *lim_http_take(lim_http *http, int64_t *id, int *seat);
void lim_http_answer(lim_http *http, int64_t id, const char *text, size_t length);

/* Serves until one of two descriptors can be read (either may be -1), or, where `asked`, something is asked; signals
 * are as in `asleep` meanwhile, where it is given. Returns which, as bits; -1 with errno. */
enum { LIM_HTTP_ONE = 1, LIM_HTTP_OTHER = 2, LIM_HTTP_ASKED = 4 };
int lim_http_wait(lim_http *http, int one, int other, bool asked, const sigset_t *asleep);

#endif
