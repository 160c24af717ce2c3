/* Messages between the broker and its workers. See wire.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef MSG_CMSG_CLOEXEC
#define MSG_CMSG_CLOEXEC 0 /* nothing is executed in a worker */
#endif

enum { KEPT_ROOM = 1024 * 1024 }; /* a buffer that grew larger is given back */

void lim_message_free(lim_message *m) {
    if (m->fd > 0) close(m->fd);
    free(m->bytes);
    *m = (lim_message){.fd = -1};
}

void lim_message_begin(lim_message *m, lim_op op) {
    if (m->room > KEPT_ROOM) lim_message_free(m);
    if (m->fd > 0) close(m->fd);
    m->length = m->at = 0;
    m->op = op;
    m->fd = -1;
    m->bad = false;
}

/* ---- fields ------------------------------------------------------------------------------------------------------ */

static bool make_room(lim_message *m, size_t more) {
    if (m->bad || more > LIM_MESSAGE_MOST - m->length) {
        m->bad = true;
    } else if (m->length + more > m->room) {
        const size_t room = m->length + more < 256 ? 256 : (m->length + more) * 3 / 2;
        char *bytes = realloc(m->bytes, room);
        m->bad = bytes == NULL;
        if (bytes != NULL) {
            m->bytes = bytes;
            m->room = room;
        }
    }
    return !m->bad;
}

static void put(lim_message *m, const void *bytes, size_t length) {
    if (length == 0 || !make_room(m, length)) return;
    memcpy(m->bytes + m->length, bytes, length);
    m->length += length;
}

void lim_put_number(lim_message *m, int64_t number) { put(m, &number, sizeof number); }

void lim_put_text(lim_message *m, const char *text, size_t length) {
    lim_put_number(m, (int64_t)length);
    put(m, text, length);
    put(m, "", 1);
}

void lim_put_string(lim_message *m, const char *text) { lim_put_text(m, text, strlen(text)); }

int64_t lim_take_number(lim_message *m) {
    int64_t number = 0;
    if (m->bad || m->length - m->at < sizeof number) {
        m->bad = true;
        return 0;
    }
    memcpy(&number, m->bytes + m->at, sizeof number);
    m->at += sizeof number;
    return number;
}

const char *lim_take_text(lim_message *m, size_t *length) {
    const int64_t size = lim_take_number(m);
    *length = 0;
    if (m->bad || size < 0 || (uint64_t)size >= m->length - m->at || m->bytes[m->at + (size_t)size] != '\0') {
        m->bad = true;
        return "";
    }
    const char *text = m->bytes + m->at;
    *length = (size_t)size;
    m->at += (size_t)size + 1;
    return text;
}

const char *lim_take_string(lim_message *m) {
    size_t length;
    const char *text = lim_take_text(m, &length);
    if (strlen(text) != length) m->bad = true;
    return m->bad ? "" : text;
}

/* ---- the socket -------------------------------------------------------------------------------------------------- */

/* Stands before every message. */
typedef struct head {
    uint32_t length;
    uint32_t op;
} head;

/* Room for one open file beside a message. */
typedef union beside {
    struct cmsghdr aligned;
    char room[CMSG_SPACE(sizeof(int))];
} beside;

/* Sends the head, and the open file with its first byte. */
static ssize_t send_head(int socket, const head *first, int fd) {
    struct iovec part = {.iov_base = (void *)(uintptr_t)first, .iov_len = sizeof *first};
    struct msghdr envelope = {.msg_iov = &part, .msg_iovlen = 1};
    beside extra;
    memset(&extra, 0, sizeof extra);
    if (fd >= 0) {
        envelope.msg_control = &extra;
        envelope.msg_controllen = sizeof extra.room;
        struct cmsghdr *control = CMSG_FIRSTHDR(&envelope);
        control->cmsg_level = SOL_SOCKET;
        control->cmsg_type = SCM_RIGHTS;
        control->cmsg_len = CMSG_LEN(sizeof fd);
        memcpy(CMSG_DATA(control), &fd, sizeof fd);
    }
    ssize_t sent;
    do sent = fd >= 0 ? sendmsg(socket, &envelope, 0) : write(socket, first, sizeof *first);
    while (sent < 0 && errno == EINTR);
    return sent;
}

static bool write_whole(int socket, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t put_now = write(socket, bytes, length);
        if (put_now < 0 && errno == EINTR) continue;
        if (put_now <= 0) return false;
        bytes += put_now;
        length -= (size_t)put_now;
    }
    return true;
}

static bool read_whole(int socket, char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t got = read(socket, bytes, length);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        bytes += got;
        length -= (size_t)got;
    }
    return true;
}

bool lim_message_send(int socket, const lim_message *m) {
    const head first = {.length = (uint32_t)m->length, .op = (uint32_t)m->op};
    if (m->bad) return false;
    const ssize_t sent = send_head(socket, &first, m->fd);
    if (sent <= 0) return false;
    const size_t left = sizeof first - (size_t)sent;
    return write_whole(socket, (const char *)&first + sent, left) && write_whole(socket, m->bytes, m->length);
}

/* Reads the beginning of a head, and what came beside it. A descriptor that is not expected is not taken: it is closed
 * by the system. */
static ssize_t receive_head(int socket, head *first, int *fd, bool files) {
    struct iovec part = {.iov_base = first, .iov_len = sizeof *first};
    beside extra;
    struct msghdr envelope = {.msg_iov = &part, .msg_iovlen = 1};
    if (files) {
        envelope.msg_control = &extra;
        envelope.msg_controllen = sizeof extra.room;
    }
    ssize_t got;
    do got = recvmsg(socket, &envelope, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got <= 0 || !files) return got;
    const struct cmsghdr *control = CMSG_FIRSTHDR(&envelope);
    if (control != NULL && control->cmsg_level == SOL_SOCKET && control->cmsg_type == SCM_RIGHTS &&
        control->cmsg_len == CMSG_LEN(sizeof *fd)) {
        memcpy(fd, CMSG_DATA(control), sizeof *fd);
    }
    return got;
}

bool lim_message_receive(int socket, lim_message *m, bool files) {
    head first;
    int fd = -1;
    lim_message_begin(m, LIM_OP_REFUSED);
    const ssize_t got = receive_head(socket, &first, &fd, files);
    m->fd = fd;
    if (got <= 0 || !read_whole(socket, (char *)&first + got, sizeof first - (size_t)got)) return false;
    if (first.length > LIM_MESSAGE_MOST || first.op < LIM_OP_DONE || first.op > LIM_OP_REPLY) return false;
    if (!make_room(m, first.length) || !read_whole(socket, m->bytes, first.length)) return false;
    m->length = first.length;
    m->op = (lim_op)first.op;
    return true;
}

bool lim_message_read_file(lim_message *m) {
    const int64_t size = lim_take_number(m), most = lim_take_number(m);
    bool done = !m->bad && m->fd >= 0;
    m->length = 0;
    errno = EIO;
    while (done) {
        const size_t step = m->length < (size_t)size ? (size_t)size - m->length + 1 : 4096;
        if (!make_room(m, step)) {
            errno = ENOMEM;
            done = false;
            break;
        }
        const ssize_t got = read(m->fd, m->bytes + m->length, step);
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) break;
        done = got > 0;
        if (done) m->length += (size_t)got;
        if (m->length > (size_t)most) {
            errno = EFBIG; /* it grows while it is read */
            done = false;
        }
    }
    const int error = errno;
    if (m->fd >= 0) close(m->fd);
    m->fd = -1;
    errno = error;
    return done;
}
