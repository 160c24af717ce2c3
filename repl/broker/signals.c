/* Signals that end or interrupt. See signals.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "signals.h"

#include <stddef.h>
#include <string.h>
#include <sys/types.h>

/* What handlers can reach: a handler has no argument of its own. The last is set before the handlers are. */
static volatile sig_atomic_t interrupted, hung_up;
static lim_signal_listener told;

static void on_signal(int signal_number) {
    if (signal_number == SIGINT || signal_number == LIM_SIGNAL_INTERRUPT) {
        interrupted = 1;
    } else {
        hung_up = signal_number == SIGTERM ? SIGTERM : SIGHUP;
    }
    told(signal_number);
}

bool lim_signal_interrupted(void) { return interrupted != 0; }

void lim_signal_clear(void) { interrupted = 0; }

int lim_signal_hung_up(void) { return hung_up; }

void lim_signals_set(sigset_t *set) {
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGHUP);
    sigaddset(set, SIGTERM);
    sigaddset(set, LIM_SIGNAL_INTERRUPT);
    sigaddset(set, LIM_SIGNAL_END);
}

void lim_signal_hang_up(void) {
    if (hung_up == 0) on_signal(SIGHUP);
}

static void catch (int signal_number) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    lim_signals_set(&action.sa_mask);
    sigaction(signal_number, &action, NULL); /* no SA_RESTART: a read that waits is interrupted too */
}

/* A signal that was ignored when the program began, as nohup has it, stays so. */
static void catch_unless_ignored(int signal_number) {
    struct sigaction before;
    if (sigaction(signal_number, NULL, &before) == 0 && before.sa_handler == SIG_IGN) return;
    catch (signal_number);
}

static void writes_fail(void) {
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void lim_signals_catch(lim_signal_listener listener) {
    told = listener;
    catch (SIGINT);
    catch_unless_ignored(SIGHUP);
    catch_unless_ignored(SIGTERM);
    writes_fail();
}

void lim_signals_obey(lim_signal_listener listener) {
    told = listener;
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    catch (LIM_SIGNAL_INTERRUPT);
    catch (LIM_SIGNAL_END);
    writes_fail();
}

void lim_signals_ignore(void) {
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(LIM_SIGNAL_INTERRUPT, SIG_IGN);
    signal(LIM_SIGNAL_END, SIG_IGN);
}
