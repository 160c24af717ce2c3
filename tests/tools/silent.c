/* Callers of a server who say nothing, or never finish: silent PORT COUNT [TEXT]. Connects so often to 127.0.0.1, sends
 * the text on each, says "here", and waits until the server has ended them all. Status 1 where it has not in a minute. */
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST = 200, PATIENCE_MS = 60000 };

int main(int argc, char **argv) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((unsigned short)(argc > 1 ? atoi(argv[1]) : 0))};
    const int count = argc > 2 ? atoi(argv[2]) : 0;
    const char *text = argc > 3 ? argv[3] : "";
    struct pollfd callers[MOST];
    if (count < 1 || count > MOST) return 2;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (int i = 0; i < count; i++) {
        callers[i] = (struct pollfd){.fd = socket(AF_INET, SOCK_STREAM, 0), .events = POLLIN};
        if (connect(callers[i].fd, (struct sockaddr *)&to, sizeof to) != 0) return 2;
        if (write(callers[i].fd, text, strlen(text)) < 0) return 2;
    }
    puts("here");
    fflush(stdout);
    for (int left = count; left > 0;) {
        if (poll(callers, (nfds_t)count, PATIENCE_MS) <= 0) return 1;
        for (int i = 0; i < count; i++) {
            char byte;
            if (callers[i].fd < 0 || callers[i].revents == 0 || read(callers[i].fd, &byte, 1) > 0) continue;
            close(callers[i].fd);
            callers[i].fd = -1;
            left--;
        }
    }
    return 0;
}
