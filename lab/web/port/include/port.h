/* port.h - what the headers of emscripten's C library leave out; included before every source of the module.
 */
#ifndef PRAM_PORT_H
#define PRAM_PORT_H

#include <pthread.h>
#include <sched.h>
#include <stddef.h>

void qsort_r(void *base, size_t count, size_t size, int (*order)(const void *x, const void *y, void *context),
             void *context);
int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size, const cpu_set_t *cores);
int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *cores);

#endif
