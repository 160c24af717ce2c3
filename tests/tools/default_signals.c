/* Runs a command with every signal at its default: under nohup, or from a shell's background, some are ignored, and the
 * tests send them. default_signals COMMAND [ARGUMENT…] */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXFSZ};
    if (argc < 2) return 2;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], SIG_DFL);
    execvp(argv[1], argv + 1);
    perror(argv[1]);
    return 127;
}
