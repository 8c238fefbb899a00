/* signal.h - signals that a PP sends itself; no others come. Asynchronous.
 *
 * Each PP has its own handlers. A signal without one ends the run with an error that names the line of raise.
 */
#ifndef FORK_SIGNAL_H
#define FORK_SIGNAL_H

typedef int sig_atomic_t;
typedef void __signal_handler(int number);

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15

#define SIG_ERR ((__signal_handler *)-1)
#define SIG_DFL ((__signal_handler *)0)
#define SIG_IGN ((__signal_handler *)-2) /* no address of a function */

__signal_handler *signal(int number,
                         __signal_handler *handler); /* the handler before; SIG_ERR: no such signal */
int raise(int number);                               /* 0; not 0: no such signal */

#endif
