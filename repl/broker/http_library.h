/* libmicrohttpd, which is loaded when a page is first served: it brings a TLS library along, and the two would double the
 * time in which every limber starts, and its memory. No Lua. */
#ifndef LIM_REPL_HTTP_LIBRARY_H
#define LIM_REPL_HTTP_LIBRARY_H

#include "reason.h"

#include <microhttpd.h>

/* What is used of it: each MHD_name. */
#define LIM_MHD_USES(USE)                                                                                              \
    USE(add_response_header)                                                                                           \
    USE(create_response_from_buffer)                                                                                   \
    USE(create_response_from_callback)                                                                                 \
    USE(destroy_response)                                                                                              \
    USE(get_connection_info)                                                                                           \
    USE(get_connection_values)                                                                                         \
    USE(get_daemon_info)                                                                                               \
    USE(get_fdset)                                                                                                     \
    USE(get_timeout)                                                                                                   \
    USE(queue_response)                                                                                                \
    USE(resume_connection)                                                                                             \
    USE(run_from_select)                                                                                               \
    USE(set_connection_option)                                                                                         \
    USE(start_daemon)                                                                                                  \
    USE(stop_daemon)                                                                                                   \
    USE(suspend_connection)

typedef struct lim_mhd {
#define LIM_MHD_POINTER(name) __typeof__(&MHD_##name) name;
    LIM_MHD_USES(LIM_MHD_POINTER)
#undef LIM_MHD_POINTER
} lim_mhd;

/* Loads it, for as long as the process lives. */
bool lim_mhd_load(lim_mhd *mhd, lim_reason *why);

#endif
