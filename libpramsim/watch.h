/* watch.h - the clock of one run: requests a stop when its time is over. Knows threads and stop.h only. */
#ifndef PRAM_LIBRARY_WATCH_H
#define PRAM_LIBRARY_WATCH_H

#include "common/stop.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

struct watch {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool is_over; /* the run has ended */
    struct timespec deadline;
    struct stop_request *request;
};

/* Starts a clock of `seconds`. False: no thread is available. */
bool watch_begin(struct watch *watch, double seconds, struct stop_request *request);
void watch_end(struct watch *watch);

#endif
